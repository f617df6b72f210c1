/* Calls every function of libcartclient against a daemon: library-test SOCKET VERSION CATALOG-FILE
 *
 * A daemon whose state is empty listens at SOCKET. A byte on descriptor 3, a socket, asks the one who has started this to kill the
 * daemon and to start it again; a byte comes back. The last line on standard output is what cartclient_show_json says
 * of the cart "default". */
#define _POSIX_C_SOURCE 200809L
#include <cartclient.h>
#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                                      \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);           \
            exit(1);                                                                          \
        }                                                                                     \
    } while (0)

static cartclient_error_t *const unset = (cartclient_error_t *)0x1; /* no function may look at it */
static const char *socket_path;

/* Expects an error by its code, and frees it. */
#define REFUSED(error, name) refused(error, name, __LINE__)
static void refused(cartclient_error_t *error, const char *code, int line) {
    if (!error || error == unset || strcmp(error->code, code) || !*error->message || error->details_json[0] != '{') {
        fprintf(stderr, "line %d: expected %s, found %s (%s)\n", line, code,
                error && error != unset ? error->code : "no error", error && error != unset ? error->message : "");
        exit(1);
    }
    cartclient_free(error);
}

/* Expects no error. */
#define DONE(error) done(error, __LINE__)
static void done(cartclient_error_t *error, int line) {
    if (!error) return;
    fprintf(stderr, "line %d: %s\n", line, error == unset ? "the error was not set" : error->message);
    exit(1);
}

static cartclient_t *open_client(void) {
    cartclient_error_t *error = unset;
    cartclient_t *client = cartclient_open(socket_path, 60000, &error);
    DONE(error);
    CHECK(client);
    return client;
}

/* Expects a text that contains another, and frees it. */
#define HAS(text, part) has(text, part, __LINE__)
static void has(char *text, const char *part, int line) {
    if (!text || !strstr(text, part)) {
        fprintf(stderr, "line %d: not %s in %s\n", line, part, text ? text : "NULL");
        exit(1);
    }
    cartclient_free(text);
}

/* The number of entries of a folder of /proc. */
static int count(const char *folder) {
    DIR *stream = opendir(folder);
    CHECK(stream);
    int entries = 0;
    while (readdir(stream)) entries++;
    closedir(stream);
    return entries;
}

/* Whether every signal that has a name does what it does in a program without the library. */
static bool has_plain_signals(void) {
    for (int number = 1; number < 32; number++) {
        struct sigaction action;
        if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_DFL) return false;
    }
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < 32; number++)
        if (sigismember(&blocked, number) == 1) return false;
    return true;
}

static void opening(void) {
    cartclient_error_t *error = unset;
    CHECK(!cartclient_open("/nonexistent/cartd.sock", 1000, &error));
    REFUSED(error, "noDaemon");
    error = unset;
    CHECK(!cartclient_open(socket_path, -1, &error));
    REFUSED(error, "invalidArgument");
    error = unset;
    CHECK(!cartclient_open("/tmp/\xff.sock", 0, &error));
    REFUSED(error, "invalidArgument");
    char path[300];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = 0;
    error = unset;
    CHECK(!cartclient_open(path, 0, &error));
    CHECK(error);
    cartclient_free(error);
    CHECK(!cartclient_open("/nonexistent/cartd.sock", 1000, NULL));
    for (int i = 0; i < 3; i++) cartclient_close(open_client());
    cartclient_t *patient = cartclient_open(socket_path, INT64_MAX, &error);
    DONE(error);
    HAS(cartclient_show_json(patient, NULL, NULL), "{");
    cartclient_close(patient);
}

static void nulls(cartclient_t *client) {
    cartclient_error_t *error;
    cartclient_event_t *event = (cartclient_event_t *)unset;
#define NULL_CLIENT(call) error = unset; CHECK(!(call)); REFUSED(error, "invalidArgument")
    NULL_CLIENT(cartclient_add(NULL, NULL, NULL, 1, NULL, &error));
    NULL_CLIENT(cartclient_add_json(NULL, NULL, NULL, 1, NULL, &error));
    NULL_CLIENT(cartclient_remove(NULL, NULL, NULL, NULL, &error));
    NULL_CLIENT(cartclient_remove_json(NULL, NULL, NULL, NULL, &error));
    NULL_CLIENT(cartclient_remove_line(NULL, NULL, 0, NULL, &error));
    NULL_CLIENT(cartclient_remove_line_json(NULL, NULL, 0, NULL, &error));
    NULL_CLIENT(cartclient_set(NULL, NULL, "qianbao", 1, NULL, &error));
    NULL_CLIENT(cartclient_set_json(NULL, NULL, "qianbao", 1, NULL, &error));
    NULL_CLIENT(cartclient_clear(NULL, NULL, NULL, &error));
    NULL_CLIENT(cartclient_clear_json(NULL, NULL, NULL, &error));
    NULL_CLIENT(cartclient_show(NULL, NULL, &error));
    NULL_CLIENT(cartclient_show_json(NULL, NULL, &error));
    NULL_CLIENT(cartclient_carts(NULL, &error));
    NULL_CLIENT(cartclient_carts_json(NULL, &error));
    NULL_CLIENT(cartclient_call_json(NULL, "status", NULL, &error));
    NULL_CLIENT(cartclient_watch_cart(NULL, NULL, -1, NULL, NULL, &error));
    NULL_CLIENT(cartclient_watch_carts(NULL, -1, NULL, NULL, &error));
    NULL_CLIENT(cartclient_watch_catalogs(NULL, NULL, -1, NULL, NULL, &error));
    NULL_CLIENT(cartclient_watch_controls(NULL, NULL, 0, -1, NULL, NULL, &error));
    /* What must be there beside the client. */
    NULL_CLIENT(cartclient_set(client, NULL, NULL, 1, NULL, &error));
    NULL_CLIENT(cartclient_call_json(client, NULL, NULL, &error));
    error = unset;
    CHECK(cartclient_watch_descriptor(NULL, &error) == -1);
    REFUSED(error, "invalidArgument");
    error = unset;
    CHECK(cartclient_watch_dispatch(NULL, &error) == -1);
    REFUSED(error, "invalidArgument");
    error = unset;
    CHECK(cartclient_watch_next(NULL, 0, &event, &error) == -1 && event == NULL);
    REFUSED(error, "invalidArgument");
    /* All of them at once. */
    CHECK(!cartclient_add(NULL, NULL, NULL, 0, NULL, NULL));
    CHECK(!cartclient_call_json(NULL, NULL, NULL, NULL));
    CHECK(cartclient_watch_next(NULL, 0, NULL, NULL) == -1);
    error = unset;
    CHECK(cartclient_watch_tell_interruptions(NULL, &error) == -1);
    REFUSED(error, "invalidArgument");
    cartclient_watch_cancel(NULL);
    cartclient_watch_close(NULL);
    cartclient_close(NULL);
    cartclient_free(NULL);
    /* Text that is none. */
    error = unset;
    CHECK(!cartclient_add(client, "\xc3\x28", NULL, 1, NULL, &error));
    REFUSED(error, "invalidArgument");
    error = unset;
    CHECK(!cartclient_show_json(client, "\xff", &error));
    REFUSED(error, "invalidArgument");
}

static void calls(cartclient_t *client) {
    cartclient_error_t *error = unset;
    cartclient_cart_t *cart = cartclient_show(client, NULL, &error);
    DONE(error);
    CHECK(!strcmp(cart->name, "default") && !strcmp(cart->catalog, "shop") && cart->version == 0 && cart->capacity == 6);
    CHECK(cart->can_add && !cart->can_remove && cart->line_count == 0);
    cartclient_free(cart);

    cart = cartclient_add(client, "struct", "qianbao", INT32_MAX, NULL, &error);
    DONE(error);
    CHECK(cart->version == 1 && cart->line_count == 1 && cart->lines[0]->quantity == INT32_MAX);
    CHECK(!strcmp(cart->name, "struct") && !strcmp(cart->lines[0]->id, "qianbao"));
    CHECK(!strcmp(cart->lines[0]->name, "\u94b1\u5305") && !strcmp(cart->lines[0]->icon, "qianbao"));
    CHECK(cart->lines[0]->available && cart->can_add && cart->can_remove);
    cartclient_free(cart);
    error = unset;
    CHECK(!cartclient_add(client, "struct", "qianbao", 1, NULL, &error));
    REFUSED(error, "invalidQuantity");
    CHECK(!cartclient_add(client, "struct", NULL, 0, NULL, &error));
    REFUSED(error, "invalidQuantity");
    CHECK(!cartclient_add(client, "struct", NULL, INT64_MIN, NULL, &error));
    REFUSED(error, "invalidQuantity");
    CHECK(!cartclient_add(client, "struct", "nothing like it", 1, NULL, &error));
    CHECK(strstr(error->message, "nothing like it") && strstr(error->details_json, "\"product\":\"nothing like it\""));
    REFUSED(error, "unknownProduct");

    int64_t version = 7;
    cartclient_add_options_t options = {.catalog = "cars", .capacity = 2, .expected_version = &version};
    CHECK(!cartclient_add(client, "two", NULL, 1, &options, &error));
    REFUSED(error, "versionConflict");
    version = 0;
    HAS(cartclient_add_json(client, "two", NULL, 1, &options, &error), "\"catalog\":\"cars\",\"version\":1,\"capacity\":2,");
    DONE(error);
    options.expected_version = NULL;
    options.capacity = 0;
    cart = cartclient_add(client, "two", NULL, 1, &options, &error);
    DONE(error);
    CHECK(cart->line_count == 2 && cart->capacity == 2 && !cart->can_add && cart->lines[1]->quantity == 1);
    cartclient_free(cart);
    CHECK(!cartclient_add_json(client, "two", NULL, 1, NULL, &error));
    REFUSED(error, "cartFull");
    options.capacity = 3;
    CHECK(!cartclient_add(client, "two", NULL, 1, &options, &error));
    REFUSED(error, "cartMismatch");
    options.capacity = 0;
    CHECK(!cartclient_add(client, "two", NULL, 1, &options, &error));
    REFUSED(error, "cartFull");
    options.capacity = -1;
    CHECK(!cartclient_add(client, "three", NULL, 1, &options, &error));
    REFUSED(error, "invalidCapacity");
    options.capacity = 0;
    options.catalog = "nowhere";
    CHECK(!cartclient_add(client, "three", NULL, 1, &options, &error));
    REFUSED(error, "unknownCatalog");

    cart = cartclient_set(client, "struct", "qianbao", 5, NULL, &error);
    DONE(error);
    CHECK(cart->version == 2 && cart->lines[0]->quantity == 5);
    cartclient_free(cart);
    version = 1;
    CHECK(!cartclient_set(client, "struct", "qianbao", 6, &version, &error));
    REFUSED(error, "versionConflict");
    version = 2;
    HAS(cartclient_set_json(client, "struct", "danjianbao", 6, &version, &error), "\"quantity\":6}]},\"canAdd\":true");
    CHECK(!cartclient_remove_line(client, "struct", 2, NULL, &error));
    REFUSED(error, "unknownLine");
    CHECK(!cartclient_remove_line(client, "struct", -1, NULL, &error));
    cartclient_free(error);
    cart = cartclient_remove_line(client, "struct", 0, NULL, &error);
    DONE(error);
    CHECK(cart->line_count == 1 && !strcmp(cart->lines[0]->id, "danjianbao"));
    cartclient_free(cart);
    CHECK(!cartclient_remove(client, "struct", "qianbao", NULL, &error));
    REFUSED(error, "unknownProduct");
    version = 4;
    cart = cartclient_remove(client, "struct", "danjianbao", &version, &error);
    DONE(error);
    CHECK(cart->line_count == 0 && cart->version == 5);
    cartclient_free(cart);
    CHECK(!cartclient_remove(client, "struct", NULL, NULL, &error));
    REFUSED(error, "nothingToRemove");
    HAS(cartclient_add_json(client, "struct", NULL, 1, NULL, NULL), "\"version\":6");
    HAS(cartclient_remove_json(client, "struct", NULL, NULL, NULL), "\"lines\":[]},\"canAdd\":true,\"canRemove\":false}");
    HAS(cartclient_add_json(client, "struct", NULL, 1, NULL, NULL), "\"version\":8");
    HAS(cartclient_remove_line_json(client, "struct", 0, NULL, NULL), "\"version\":9");
    HAS(cartclient_add_json(client, "struct", NULL, 1, NULL, NULL), "\"version\":10");
    HAS(cartclient_clear_json(client, "struct", NULL, NULL), "\"version\":11");
    cartclient_free(cartclient_add(client, "struct", NULL, 1, NULL, NULL));
    version = 12;
    cart = cartclient_clear(client, "struct", &version, &error);
    DONE(error);
    CHECK(cart->version == 13 && cart->line_count == 0);
    cartclient_free(cart);
    CHECK(!cartclient_clear(client, "struct", &version, &error));
    REFUSED(error, "versionConflict");
    CHECK(!cartclient_show(client, "no cart", &error));
    REFUSED(error, "unknownCart");
    CHECK(!cartclient_show(client, "", &error));
    REFUSED(error, "invalidName");
    HAS(cartclient_show_json(client, "two", &error), "{\"cart\":{\"name\":\"two\",\"catalog\":\"cars\",");

    cartclient_cart_list_t *list = cartclient_carts(client, &error);
    DONE(error);
    CHECK(list->cart_count == 2 && !strcmp(list->carts[0]->name, "struct") && list->carts[0]->version == 13);
    CHECK(!strcmp(list->carts[1]->catalog, "cars") && list->carts[1]->line_count == 2 && list->carts[1]->capacity == 2);
    cartclient_free(list);
    HAS(cartclient_carts_json(client, &error), "{\"carts\":[{\"name\":\"struct\",\"catalog\":\"shop\",\"version\":13,");
}

static void any_method(cartclient_t *client, const char *file) {
    cartclient_error_t *error = unset;
    HAS(cartclient_call_json(client, "status", NULL, &error), "\"carts\":2");
    DONE(error);
    char parameters[400];
    snprintf(parameters, sizeof parameters, "{\"catalog\":\"odd\",\"file\":\"%s\"}", file);
    HAS(cartclient_call_json(client, "catalog.import", parameters, &error), "\"products\":2");
    DONE(error);
    cartclient_add_options_t odd = {.catalog = "odd"};
    cartclient_cart_t *cart = cartclient_add(client, "odd", NULL, 1, &odd, &error);
    DONE(error);
    CHECK(!strcmp(cart->lines[0]->id, "0123456789012") && cart->lines[0]->icon == NULL);
    CHECK(!strcmp(cart->lines[0]->name, "a \"quoted\" name\\ \u2028\U0001F6CD"));
    cartclient_free(cart);
    HAS(cartclient_show_json(client, "odd", &error), "\"name\":\"a \\\"quoted\\\" name\\\\ \u2028\U0001F6CD\",\"icon\":null}");
    HAS(cartclient_call_json(client, "cart.show", "{\"cart\":\"odd\"}", &error), "\"quantity\":1");
    HAS(cartclient_call_json(client, "layout.grid", "{\"catalog\":\"shop\",\"width\":300,\"height\":200}", &error), "\"items\":[");
    HAS(cartclient_call_json(client, "control.set", "{\"control\":\"pay\",\"title\":\"Pay\"}", &error), "\"pay\"");
    DONE(error);
    CHECK(!cartclient_call_json(client, "cart.fly", NULL, &error));
    REFUSED(error, "unknownMethod");
    CHECK(!cartclient_call_json(client, "\"},\"", NULL, &error));
    REFUSED(error, "unknownMethod");
    CHECK(!cartclient_call_json(client, "cart.set", "{}", &error));
    REFUSED(error, "malformed");
    CHECK(!cartclient_call_json(client, "cart.set", "{\"product\":1,\"quantity\":1}", &error));
    REFUSED(error, "malformed");
    const char *no_objects[] = {"", "[]", "1", "null", "{", "{}{}", "{}},\"method\":\"cart.clear\",\"x\":{", "\"\xff\"", "{\"a\":}"};
    for (size_t i = 0; i < sizeof no_objects / sizeof *no_objects; i++) {
        CHECK(!cartclient_call_json(client, "cart.show", no_objects[i], &error));
        REFUSED(error, "invalidArgument");
    }
    const char *no_calls[] = {"hello", "cancel", "cart.watch", "cart.watchAll", "catalog.watch", "control.watch"};
    for (size_t i = 0; i < sizeof no_calls / sizeof *no_calls; i++) {
        CHECK(!cartclient_call_json(client, no_calls[i], "{\"software\":\"x\",\"protocolVersions\":{\"min\":1,\"max\":1},\"request\":1}", &error));
        REFUSED(error, "invalidArgument");
    }
    CHECK(!cartclient_call_json(client, "catalog.import", "{\"catalog\":\"odd\"}", &error));
    REFUSED(error, "invalidArgument");
    CHECK(!cartclient_call_json(client, "catalog.import", "{\"catalog\":\"odd\",\"file\":\"/nonexistent\"}", &error));
    REFUSED(error, "invalidCatalog");
    /* Deeper than anyone needs. */
    char *deep = malloc(200001);
    memset(deep, '[', 200000);
    deep[200000] = 0;
    CHECK(!cartclient_call_json(client, "cart.show", deep, &error));
    REFUSED(error, "invalidArgument");
    free(deep);
}

/* What a callback has seen. */
struct seen {
    int events;
    int interruptions;
    int64_t sequence, version;
    char kind[20];
    pthread_t thread;
    cartclient_watch_t *close;
};

static void see(const cartclient_event_t *event, void *context) {
    struct seen *seen = context;
    CHECK(event->sequence >= seen->sequence && event->json[0] == '{' && strstr(event->json, event->kind));
    seen->events++;
    if (!strcmp(event->kind, "interrupted")) {
        CHECK(event->sequence == seen->sequence && !event->cart);
        seen->interruptions++;
    }
    seen->sequence = event->sequence;
    snprintf(seen->kind, sizeof seen->kind, "%s", event->kind);
    seen->thread = pthread_self();
    if (event->cart) seen->version = event->cart->version;
    if (seen->close) cartclient_watch_close(seen->close);
}

static void *cancel_soon(void *watch) {
    cartclient_watch_cancel(watch);
    return NULL;
}

/* Dispatches when there is something, as an event loop does, until a version has come. */
static void dispatch_until(cartclient_watch_t *watch, struct seen *seen, int64_t version) {
    cartclient_error_t *error = unset;
    struct pollfd wait = {.fd = cartclient_watch_descriptor(watch, &error), .events = POLLIN};
    DONE(error);
    while (seen->version < version) {
        CHECK(poll(&wait, 1, 60000) == 1 && wait.revents == POLLIN);
        CHECK(cartclient_watch_dispatch(watch, &error) >= 0);
        DONE(error);
    }
}

static void watches(cartclient_t *client) {
    cartclient_error_t *error = unset;
    struct seen seen = {0};
    cartclient_free(cartclient_add(client, "watched", NULL, 1, NULL, NULL));
    cartclient_watch_t *watch = cartclient_watch_cart(client, "watched", CARTCLIENT_FROM_SNAPSHOT, see, &seen, &error);
    DONE(error);
    dispatch_until(watch, &seen, 1);
    CHECK(seen.events == 1 && !strcmp(seen.kind, "snapshot") && pthread_equal(seen.thread, pthread_self()));
    CHECK(cartclient_watch_dispatch(watch, &error) == 0 && !error);
    struct pollfd idle = {.fd = cartclient_watch_descriptor(watch, NULL), .events = POLLIN};
    CHECK(poll(&idle, 1, 0) == 0);
    for (int i = 0; i < 5; i++) cartclient_free(cartclient_set(client, "watched", "danjianbao", 10 + i, NULL, NULL));
    dispatch_until(watch, &seen, 6);
    CHECK(seen.events == 6 && !strcmp(seen.kind, "changed"));
    int64_t from = seen.sequence;

    /* Another one waits for the same. */
    cartclient_watch_t *waiting = cartclient_watch_cart(client, "watched", from, NULL, NULL, &error);
    DONE(error);
    cartclient_event_t *event;
    CHECK(cartclient_watch_next(waiting, -1, &event, &error) == 1 && !error);
    CHECK(!strcmp(event->kind, "resumed") && !event->cart && !event->more && !event->name);
    cartclient_free(event);
    CHECK(cartclient_watch_next(waiting, 0, &event, &error) == 0 && !event && !error);
    CHECK(cartclient_watch_next(waiting, 10, &event, &error) == 0 && !event && !error);
    CHECK(cartclient_watch_dispatch(waiting, &error) == -1);
    REFUSED(error, "invalidArgument");
    CHECK(cartclient_watch_next(waiting, 0, NULL, &error) == -1);
    REFUSED(error, "invalidArgument");
    cartclient_free(cartclient_clear(client, "watched", NULL, NULL));
    CHECK(cartclient_watch_next(waiting, 60000, &event, &error) == 1);
    CHECK(!strcmp(event->kind, "changed") && event->sequence > from && event->cart->version == 7 && !event->cart->can_remove);
    CHECK(strstr(event->json, "\"cart\":{\"name\":\"watched\"") && strstr(event->json, "\"canRemove\":false"));
    cartclient_free(event);
    /* Ended by another thread while this one waits. */
    pthread_t thread;
    CHECK(!pthread_create(&thread, NULL, cancel_soon, waiting));
    CHECK(cartclient_watch_next(waiting, -1, &event, &error) == -1 && !event);
    REFUSED(error, "cancelled");
    pthread_join(thread, NULL);
    CHECK(cartclient_watch_next(waiting, -1, &event, &error) == -1);
    REFUSED(error, "cancelled");
    struct pollfd over = {.fd = cartclient_watch_descriptor(waiting, NULL), .events = POLLIN};
    CHECK(poll(&over, 1, 0) == 1);
    cartclient_watch_close(waiting);

    /* Closed by its own callback. */
    seen.close = watch;
    int result;
    struct pollfd wait = {.fd = cartclient_watch_descriptor(watch, NULL), .events = POLLIN};
    CHECK(poll(&wait, 1, 60000) == 1);
    result = cartclient_watch_dispatch(watch, &error);
    CHECK(result == 1 && !error && seen.events == 7);

    /* What the daemon has against one is told, and told again. */
    watch = cartclient_watch_cart(client, "no cart", -1, see, &seen, &error);
    DONE(error);
    for (int i = 0; i < 2; i++) {
        CHECK(cartclient_watch_next(watch, -1, &event, &error) == -1);
        REFUSED(error, "unknownCart");
        CHECK(cartclient_watch_dispatch(watch, &error) == -1);
        REFUSED(error, "unknownCart");
    }
    cartclient_watch_close(watch);

    /* The lists. */
    watch = cartclient_watch_carts(client, -1, NULL, NULL, &error);
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && event->cart_count == 4 && !event->cart);
    CHECK(!strcmp(event->carts[3]->name, "watched") && event->carts[3]->line_count == 0 && event->carts[3]->version == 7);
    cartclient_free(event);
    cartclient_free(cartclient_add(client, "new", NULL, 1, NULL, NULL));
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && event->cart_count == 1);
    CHECK(!strcmp(event->carts[0]->name, "new") && event->carts[0]->line_count == 1);
    cartclient_free(event);
    cartclient_watch_close(watch);
    watch = cartclient_watch_catalogs(client, "odd", -1, NULL, NULL, &error);
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && event->catalog_count == 1);
    CHECK(!strcmp(event->catalogs[0]->name, "odd") && event->catalogs[0]->product_count == 2 && event->catalogs[0]->group_count == 1);
    cartclient_free(event);
    HAS(cartclient_call_json(client, "catalog.remove", "{\"catalog\":\"odd\"}", &error), "odd");
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && !strcmp(event->kind, "removed") && !strcmp(event->name, "odd"));
    cartclient_free(event);
    cartclient_watch_close(watch);

    /* Events of a control: those that the mask lets through, and the changes. */
    watch = cartclient_watch_controls(client, "pay", 64, -1, NULL, NULL, &error);
    cartclient_watch_t *all = cartclient_watch_controls(client, NULL, CARTCLIENT_ALL_EVENTS, -1, NULL, NULL, &error);
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && event->control_count == 1);
    CHECK(!strcmp(event->controls[0]->name, "pay") && event->controls[0]->version == 1 && event->controls[0]->state == 0);
    CHECK(strstr(event->json, "\"title\":\"Pay\""));
    cartclient_free(event);
    CHECK(cartclient_watch_next(all, 60000, &event, &error) == 1 && event->control_count == 1);
    cartclient_free(event);
    cartclient_free(cartclient_call_json(client, "control.send", "{\"control\":\"pay\",\"events\":1}", NULL));
    cartclient_free(cartclient_call_json(client, "control.change", "{\"control\":\"pay\",\"set\":4}", NULL));
    cartclient_free(cartclient_call_json(client, "control.send", "{\"control\":\"pay\",\"events\":64}", NULL));
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && !strcmp(event->kind, "changed") && event->controls[0]->state == 4);
    cartclient_free(event);
    CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1 && !strcmp(event->kind, "sent"));
    CHECK(event->events == 64 && event->state == 4 && !strcmp(event->name, "pay") && event->control_count == 0);
    cartclient_free(event);
    CHECK(cartclient_watch_next(all, 60000, &event, &error) == 1 && event->events == 1 && event->state == 0);
    cartclient_free(event);
    cartclient_watch_close(watch);
    cartclient_watch_close(all); /* with events that nobody has taken */

    /* A client may go before its watches. */
    cartclient_t *second = open_client();
    watch = cartclient_watch_cart(second, "watched", -1, NULL, NULL, &error);
    cartclient_close(second);
    cartclient_free(cartclient_add(client, "watched", NULL, 1, NULL, NULL));
    do {
        CHECK(cartclient_watch_next(watch, 60000, &event, &error) == 1);
        from = event->cart->version;
        cartclient_free(event);
    } while (from < 8);
    cartclient_watch_close(watch);
}

enum { rounds = 40 };

/* One of the threads that share a client. */
struct sharing {
    cartclient_t *client;
    const char *cart;
    atomic_int *begun;
};

static void *share(void *context) {
    struct sharing *sharing = context;
    for (int64_t round = 1; round <= rounds; round++) {
        cartclient_error_t *error = unset;
        cartclient_cart_t *cart = cartclient_add(sharing->client, sharing->cart, "qianbao", 1, NULL, &error);
        DONE(error);
        CHECK(cart->version == round && !strcmp(cart->name, sharing->cart) && cart->lines[0]->quantity == round);
        cartclient_free(cart);
        cartclient_add_options_t wrong = {.catalog = "cars"};
        CHECK(!cartclient_add(sharing->client, sharing->cart, NULL, 1, &wrong, &error));
        REFUSED(error, "cartMismatch");
        atomic_fetch_add(sharing->begun, 1);
    }
    return NULL;
}

/* Two threads add through one client while this one watches, and the daemon is killed meanwhile. */
static void restart(cartclient_t *client) {
    cartclient_error_t *error = unset;
    HAS(cartclient_add_json(client, "w", NULL, 1, NULL, NULL), "\"version\":1");
    struct seen seen = {0};
    cartclient_watch_t *watch = cartclient_watch_cart(client, "w", -1, see, &seen, &error);
    CHECK(cartclient_watch_tell_interruptions(watch, &error) == 0 && !error);
    dispatch_until(watch, &seen, 1);
    atomic_int begun = 0;
    struct sharing first = {client, "first", &begun}, second = {client, "second", &begun};
    pthread_t threads[2];
    CHECK(!pthread_create(&threads[0], NULL, share, &first) && !pthread_create(&threads[1], NULL, share, &second));
    for (int i = 0; i < 3; i++) {
        CHECK(write(3, "k", 1) == 1);
        char byte;
        CHECK(read(3, &byte, 1) == 1);
        HAS(cartclient_set_json(client, "w", "qianbao", i + 1, NULL, &error), "\"quantity\":");
        DONE(error);
        dispatch_until(watch, &seen, i + 2);
        CHECK(seen.version == i + 2 && seen.interruptions == i + 1);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    CHECK(atomic_load(&begun) == 2 * rounds);
    cartclient_watch_close(watch);
}

/* What a child does with what it has of its parent: nothing that the parent would notice. */
static void try_as_child(cartclient_t *client, cartclient_watch_t *watch) {
    cartclient_error_t *error = unset;
    cartclient_event_t *event;
    CHECK(!cartclient_add(client, "forked", NULL, 1, NULL, &error));
    REFUSED(error, "connectionLost");
    CHECK(!cartclient_watch_carts(client, -1, see, NULL, &error));
    REFUSED(error, "connectionLost");
    CHECK(cartclient_watch_next(watch, -1, &event, &error) == -1 && !event);
    REFUSED(error, "connectionLost");
    CHECK(cartclient_watch_dispatch(watch, &error) == -1);
    REFUSED(error, "connectionLost");
    CHECK(cartclient_watch_descriptor(watch, &error) == -1);
    REFUSED(error, "connectionLost");
    CHECK(cartclient_watch_tell_interruptions(watch, &error) == -1);
    REFUSED(error, "connectionLost");
    cartclient_watch_cancel(watch);
    cartclient_watch_close(watch);
    cartclient_close(client);
    cartclient_t *own = open_client();
    HAS(cartclient_show_json(own, "forked", NULL), "\"version\":1,");
    cartclient_close(own);
}

/* Waits until the daemon has so many connections open. */
static void wait_for_connections(cartclient_t *client, int number) {
    for (int i = 0; i < 10000; i++) {
        char *status = cartclient_call_json(client, "status", NULL, NULL);
        char *member = status ? strstr(status, "\"connections\":") : NULL;
        CHECK(member);
        int found = atoi(member + strlen("\"connections\":"));
        cartclient_free(status);
        if (found == number) return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    CHECK(!"the daemon has as many connections as it should");
}

static void forks(cartclient_t *client) {
    cartclient_error_t *error = unset;
    struct seen seen = {0};
    cartclient_free(cartclient_add(client, "forked", NULL, 1, NULL, NULL));
    cartclient_t *parent = open_client();
    cartclient_watch_t *watch = cartclient_watch_cart(parent, "forked", -1, see, &seen, &error);
    DONE(error);
    CHECK(cartclient_watch_tell_interruptions(watch, &error) == 0);
    dispatch_until(watch, &seen, 1);

    int ends[2];
    CHECK(!pipe(ends));
    pid_t child = fork();
    CHECK(child >= 0);
    if (!child) {
        try_as_child(parent, watch);
        /* What it has shared is open in it until it ends. */
        CHECK(write(ends[1], "c", 1) == 1);
        for (;;) pause();
    }
    char byte;
    close(ends[1]);
    CHECK(read(ends[0], &byte, 1) == 1);
    close(ends[0]);
    cartclient_free(cartclient_set(parent, "forked", "danjianbao", 7, NULL, &error));
    DONE(error);
    dispatch_until(watch, &seen, 2);
    CHECK(seen.events == 2 && seen.interruptions == 0);
    kill(child, SIGKILL);
    CHECK(waitpid(child, NULL, 0) == child);

    /* A connection ends with its client, whoever else still has it open. */
    child = fork();
    CHECK(child >= 0);
    if (!child) for (;;) pause();
    wait_for_connections(client, 2);
    cartclient_watch_close(watch);
    cartclient_close(parent);
    wait_for_connections(client, 1);
    kill(child, SIGKILL);
    CHECK(waitpid(child, NULL, 0) == child);
}

int main(int argc, char **argv) {
    CHECK(argc == 4);
    socket_path = argv[1];
    CHECK(!strcmp(cartclient_version(), argv[2]) && cartclient_version() == cartclient_version());
    int descriptors = count("/proc/self/fd"), threads = count("/proc/self/task");

    opening();
    cartclient_t *client = open_client();
    nulls(client);
    calls(client);
    any_method(client, argv[3]);
    watches(client);
    forks(client);
    restart(client);
    cartclient_free(cartclient_add(client, NULL, "qianbao", 2, NULL, NULL));
    char *text = cartclient_show_json(client, NULL, NULL);
    CHECK(text);
    puts(text);
    cartclient_free(text);
    cartclient_close(client);
    CHECK(has_plain_signals());

    /* The library's thread goes by itself, and takes the connection along. */
    for (int i = 0; i < 60000 && (count("/proc/self/fd") != descriptors || count("/proc/self/task") != threads); i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    CHECK(count("/proc/self/fd") == descriptors && count("/proc/self/task") == threads);
    return 0;
}
