/* Adds a product to the cart and prints what is in it: add [PRODUCT] [SOCKET]
 *
 *     gcc -o add add.c $(pkg-config --cflags --libs cartclient) */
#include <cartclient.h>
#include <stdio.h>

int main(int argc, char **argv) {
    cartclient_error_t *error;
    cartclient_t *client = cartclient_open(argc > 2 ? argv[2] : NULL, 0, &error);
    cartclient_cart_t *cart = client ? cartclient_add(client, NULL, argc > 1 ? argv[1] : NULL, 1, NULL, &error) : NULL;
    if (cart) {
        for (size_t i = 0; i < cart->line_count; i++)
            printf("%lld x %s\n", (long long)cart->lines[i]->quantity, cart->lines[i]->name);
    } else {
        fprintf(stderr, "%s (%s)\n", error->message, error->code);
    }
    int status = cart ? 0 : 1;
    cartclient_free(error);
    cartclient_free(cart);
    cartclient_close(client);
    return status;
}
