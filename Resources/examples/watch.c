/* Prints a cart whenever it changes, beside whatever else a program waits for: watch [CART] [SOCKET]
 *
 *     gcc -o watch watch.c $(pkg-config --cflags --libs cartclient) */
#include <cartclient.h>
#include <poll.h>
#include <stdio.h>

static void print(const cartclient_event_t *event, void *context) {
    (void)context;
    if (event->cart)
        printf("%s: version %lld, %zu lines%s\n", event->cart->name, (long long)event->cart->version,
               event->cart->line_count, event->cart->can_add ? "" : ", full");
    fflush(stdout);
}

int main(int argc, char **argv) {
    cartclient_error_t *error;
    cartclient_t *client = cartclient_open(argc > 2 ? argv[2] : NULL, 0, &error);
    cartclient_watch_t *watch = NULL;
    if (client)
        watch = cartclient_watch_cart(client, argc > 1 ? argv[1] : NULL, CARTCLIENT_FROM_SNAPSHOT, print, NULL, &error);
    struct pollfd waits[] = {{.fd = 0, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (watch) waits[1].fd = cartclient_watch_descriptor(watch, &error);
    while (!error && poll(waits, 2, -1) > 0 && !waits[0].revents) /* until Enter is pressed */
        cartclient_watch_dispatch(watch, &error);
    if (error) fprintf(stderr, "%s (%s)\n", error->message, error->code);
    int status = error ? 1 : 0;
    cartclient_free(error);
    cartclient_watch_close(watch);
    cartclient_close(client);
    return status;
}
