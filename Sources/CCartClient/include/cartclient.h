/* libcartclient: the client of cartd, the service that owns the catalogs and carts of a machine.
 *
 *     cartclient_error_t *error;
 *     cartclient_t *client = cartclient_open(NULL, 0, &error);
 *     cartclient_cart_t *cart = client ? cartclient_add(client, NULL, "qianbao", 2, NULL, &error) : NULL;
 *
 * Text is UTF-8 that ends with NUL. Times are milliseconds. Wherever NULL is allowed it says what it stands for; NULL and other
 * wrong arguments elsewhere are refused with the code "invalidArgument", never a crash.
 *
 * Memory: what a function returns through a pointer to a struct or to text that is not const is one block with all that it
 * refers to, and the caller's: it is freed with cartclient_free(). A client is ended with cartclient_close(), a watch with
 * cartclient_watch_close(). Nothing that is given to a function is kept after it returns, but for the context of a watch.
 *
 * Errors: a function that can fail takes the place for an error as its last argument; it may be NULL. The function makes it
 * point to an error that the caller frees, or to NULL where there is none; what it held before is not looked at.
 *
 * Threads: a client serves all threads of a process at once, on one connection, and a slow call holds up nobody. A connection
 * that is lost, by a restart of the daemon for one, is made again and the call repeated until its time is over; a change
 * is done once, however often it has to be sent. The library installs no signal handlers, raises no SIGPIPE, and its
 * descriptors are close-on-exec.
 *
 * Processes: a child made by fork(2) has neither the threads nor the connections of its parent's clients and watches. All that it
 * does with them fails with "connectionLost" at once and leaves the parent's connection alone; it may close them, and open its
 * own. A library that was loaded is never unloaded.
 *
 * The functions, the fields of the structs and the meaning of both stay; later versions add functions, and fields at the end of
 * structs, which only the library makes. */
#ifndef CARTCLIENT_H
#define CARTCLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CARTCLIENT_API __attribute__((visibility("default")))

/* A connection to the daemon. */
typedef struct cartclient cartclient_t;

/* What happens to a cart, to all carts, to catalogs or to controls, told as it happens. */
typedef struct cartclient_watch cartclient_watch_t;

/* Why something was not done. */
typedef struct cartclient_error {
    /* The stable name of the kind of error, such as "cartFull", "unknownProduct", "versionConflict", "deadlineExceeded",
     * "noDaemon" or "invalidArgument"; a newer daemon may know more of them. */
    const char *code;
    /* One sentence for a person: what, where, and the way out. */
    const char *message;
    /* Facts for a program, a JSON object; the names belong to the code. Where "mayHaveBeenDone" is true, a change may have been
     * made although its answer never came. */
    const char *details_json;
} cartclient_error_t;

/* A line of a cart. */
typedef struct cartclient_line {
    /* The product's id, which names the line in its cart; "0123456789012" keeps every digit. */
    const char *id;
    /* The product's name. */
    const char *name;
    /* The file name of the product's picture, with or without an extension; NULL where there is none. */
    const char *icon;
    /* 1 to 2,147,483,647. */
    int64_t quantity;
    /* False where the catalog no longer has the product. */
    bool available;
} cartclient_line_t;

/* A cart as a screen needs it. */
typedef struct cartclient_cart {
    const char *name;
    /* The catalog that the cart is filled from. */
    const char *catalog;
    /* Raised by one with every change; 0 for the default cart before its first. */
    int64_t version;
    /* The lines that it can hold. */
    int64_t capacity;
    /* Whether one more line fits and there is a product for it: the state of a screen's add button. */
    bool can_add;
    /* Whether there is a line to remove: the state of a screen's remove button. */
    bool can_remove;
    /* The lines in the order they were added: cart->lines[0]->name. */
    size_t line_count;
    const cartclient_line_t *const *lines;
} cartclient_cart_t;

/* A cart without its lines. */
typedef struct cartclient_cart_summary {
    const char *name;
    /* The catalog that the cart is filled from. */
    const char *catalog;
    /* Raised by one with every change. */
    int64_t version;
    /* The lines that it can hold. */
    int64_t capacity;
    /* The lines that it has. */
    int64_t line_count;
} cartclient_cart_summary_t;

/* Carts by name. */
typedef struct cartclient_cart_list {
    size_t cart_count;
    const cartclient_cart_summary_t *const *carts;
} cartclient_cart_list_t;

/* A catalog without its products. */
typedef struct cartclient_catalog_summary {
    const char *name;
    /* Raised by one at every import. */
    int64_t version;
    /* The numbers of groups, and of products in all of them. */
    int64_t group_count;
    int64_t product_count;
} cartclient_catalog_summary_t;

/* A control without its values, which are in the JSON of its event. */
typedef struct cartclient_control {
    const char *name;
    /* Raised by one with every change. */
    int64_t version;
    /* The states that it is in: highlighted 1, disabled 2, selected 4, focused 8; 0 is none. */
    uint32_t state;
} cartclient_control_t;

/* One event of a watch. */
typedef struct cartclient_event {
    /* The number of the change that it tells, or that a snapshot includes. Numbers rise within a watch, and over restarts of
     * the daemon; those that are missing are of changes that were not asked for. */
    int64_t sequence;
    /* What it is: "snapshot" (all of it as it is now), "changed" (the one as it is now), "removed", "sent" (events to a control),
     * "resumed" (nothing is missing after `from`) or "resync" (changes are missing; a snapshot follows); and where that is asked
     * for, "interrupted" (there is no connection; the next event says that it is back). A newer daemon may know more. */
    const char *kind;
    /* The whole event as a JSON object: {"sequence","kind",...}. */
    const char *json;
    /* Whether the next page of the snapshot follows. */
    bool more;
    /* cartclient_watch_cart: the cart, with "snapshot" and "changed"; else NULL. */
    const cartclient_cart_t *cart;
    /* cartclient_watch_carts: with "snapshot" a page by name, with "changed" the one. */
    size_t cart_count;
    const cartclient_cart_summary_t *const *carts;
    /* cartclient_watch_catalogs, likewise. */
    size_t catalog_count;
    const cartclient_catalog_summary_t *const *catalogs;
    /* cartclient_watch_controls, likewise. */
    size_t control_count;
    const cartclient_control_t *const *controls;
    /* With "removed" and "sent" the name of the catalog or control; else NULL. */
    const char *name;
    /* With "sent": what was sent, and the states that the control was in then, as UIKit's bits; else 0. */
    uint32_t events;
    uint32_t state;
} cartclient_event_t;

/* Called with every event by the thread that calls cartclient_watch_dispatch(); the event is valid until it returns. */
typedef void (*cartclient_event_callback_t)(const cartclient_event_t *event, void *context);

/* The version of the library, such as "0.1.0"; it is the library's. */
CARTCLIENT_API const char *cartclient_version(void);

/* Frees a cart, list, event, error or text that a function has returned; NULL does nothing. */
CARTCLIENT_API void cartclient_free(void *block);

/* Connects to the daemon.
 *
 * socket: the path of its socket, at most 107 bytes; NULL is the environment's CARTD_SOCKET, else the system's daemon, else the
 *     user's own, which is started where it does not run.
 * timeout_ms: the time for the connection and for every call with all its attempts; 0 is 10 seconds.
 * Returns NULL on failure: "noDaemon", "permissionDenied", "unsupportedVersion", "deadlineExceeded". */
CARTCLIENT_API cartclient_t *cartclient_open(const char *socket, int64_t timeout_ms, cartclient_error_t **error);

/* Ends a client, of which no function may be under way or called afterwards; NULL does nothing. Its watches go on until they
 * are closed themselves. */
CARTCLIENT_API void cartclient_close(cartclient_t *client);

/* What the first add of a cart makes it with; initialise it with {0}. */
typedef struct cartclient_add_options {
    /* The catalog of a new cart, NULL is "shop"; a cart that exists must have this one. */
    const char *catalog;
    /* The lines of a new cart, 1 to 1,000, 0 is 6; a cart that exists must have this many. */
    int64_t capacity;
    /* As of the other functions. */
    const int64_t *expected_version;
} cartclient_add_options_t;

/* The calls on a cart. All of them block the calling thread until the daemon has answered, and for a change that means: until it is
 * on disk. They return the cart after the call, NULL on failure.
 *
 * cart: its name; NULL is "default".
 * expected_version: the change is refused with "versionConflict" where the cart has another version; NULL does not ask.
 *
 * The functions whose names end in _json return the same as JSON text, as cartctl --json prints it:
 *     {"cart":{"name","catalog","version","capacity","lines":[{"id","product":{"id","name","icon"},"quantity"}]},
 *      "canAdd","canRemove"} */

/* Puts a product into a cart; the first add makes the cart.
 *
 * product: its id; NULL is the next one of the catalog that is not in the cart.
 * quantity: 1 to 2,147,483,647, on top of what is there.
 * options: NULL is {0}.
 * Fails with "cartFull", "nothingToAdd", "unknownProduct", "invalidQuantity", "unknownCatalog", "cartMismatch", ... */
CARTCLIENT_API cartclient_cart_t *cartclient_add(
    cartclient_t *client, const char *cart, const char *product, int64_t quantity,
    const cartclient_add_options_t *options, cartclient_error_t **error);
CARTCLIENT_API char *cartclient_add_json(
    cartclient_t *client, const char *cart, const char *product, int64_t quantity,
    const cartclient_add_options_t *options, cartclient_error_t **error);

/* Takes the line of a product out of a cart, whatever its quantity; a NULL product is the last line.
 *
 * Fails with "unknownProduct", "nothingToRemove", "unknownCart", ... */
CARTCLIENT_API cartclient_cart_t *cartclient_remove(
    cartclient_t *client, const char *cart, const char *product, const int64_t *expected_version,
    cartclient_error_t **error);
CARTCLIENT_API char *cartclient_remove_json(
    cartclient_t *client, const char *cart, const char *product, const int64_t *expected_version,
    cartclient_error_t **error);

/* Takes the line at an index, counted from 0, out of a cart.
 *
 * Fails with "unknownLine", "nothingToRemove", "unknownCart", ... */
CARTCLIENT_API cartclient_cart_t *cartclient_remove_line(
    cartclient_t *client, const char *cart, int64_t index, const int64_t *expected_version,
    cartclient_error_t **error);
CARTCLIENT_API char *cartclient_remove_line_json(
    cartclient_t *client, const char *cart, int64_t index, const int64_t *expected_version,
    cartclient_error_t **error);

/* Makes the quantity of a product, which must not be NULL, what is given: 0 removes its line, more makes one where there is
 * none.
 *
 * quantity: 0 to 2,147,483,647. */
CARTCLIENT_API cartclient_cart_t *cartclient_set(
    cartclient_t *client, const char *cart, const char *product, int64_t quantity, const int64_t *expected_version,
    cartclient_error_t **error);
CARTCLIENT_API char *cartclient_set_json(
    cartclient_t *client, const char *cart, const char *product, int64_t quantity, const int64_t *expected_version,
    cartclient_error_t **error);

/* Takes every line out of a cart. */
CARTCLIENT_API cartclient_cart_t *cartclient_clear(
    cartclient_t *client, const char *cart, const int64_t *expected_version, cartclient_error_t **error);
CARTCLIENT_API char *cartclient_clear_json(
    cartclient_t *client, const char *cart, const int64_t *expected_version, cartclient_error_t **error);

/* Shows a cart. */
CARTCLIENT_API cartclient_cart_t *cartclient_show(cartclient_t *client, const char *cart, cartclient_error_t **error);
CARTCLIENT_API char *cartclient_show_json(cartclient_t *client, const char *cart, cartclient_error_t **error);

/* Lists all carts by name; as JSON text {"carts":[{"name","catalog","version","capacity","lines"}]}, where lines is their
 * number. Returns NULL on failure. */
CARTCLIENT_API cartclient_cart_list_t *cartclient_carts(cartclient_t *client, cartclient_error_t **error);
CARTCLIENT_API char *cartclient_carts_json(cartclient_t *client, cartclient_error_t **error);

/* Calls any method of the protocol, as Resources/cartd.cddl describes it: layouts, catalogs, controls, ...
 *
 * method: its name, such as "layout.grid"; not a stream, for which there are the watches.
 * params_json: its parameters, a JSON object; NULL is {}. "catalog.import" reads the file at "file" with the caller's permissions.
 * Returns the result as JSON text, in the protocol's form, members sorted by name, one page of a long list; NULL on failure. */
CARTCLIENT_API char *cartclient_call_json(
    cartclient_t *client, const char *method, const char *params_json, cartclient_error_t **error);

/* Watches: first the state, then every change in order, for as long as the watch is open. A restart of the daemon is not noticed,
 * unless cartclient_watch_tell_interruptions() is called; who reads too slowly finds "resync" and then a snapshot of now.
 *
 * The thread that wants the events fetches them, in one of two ways: it waits in cartclient_watch_next(), or it polls
 * cartclient_watch_descriptor() in a loop of its own and then calls cartclient_watch_dispatch(), which calls the callback. One thread at a
 * time should read a watch: each event is given out once.
 *
 * from: the sequence of the last event that the caller has seen, to go on after it where the daemon still knows what came next, else
 *     "resync" and a snapshot; CARTCLIENT_FROM_SNAPSHOT begins with a snapshot.
 * callback: what cartclient_watch_dispatch() calls, with context; may be NULL where only cartclient_watch_next() is used.
 * They return NULL on failure; what the daemon has against it, such as "unknownCart", the first dispatch or next says. */
#define CARTCLIENT_FROM_SNAPSHOT ((int64_t)-1)

/* Watches one cart; NULL is "default". A change of its catalog is told too, because it may change can_add. */
CARTCLIENT_API cartclient_watch_t *cartclient_watch_cart(
    cartclient_t *client, const char *cart, int64_t from, cartclient_event_callback_t callback, void *context,
    cartclient_error_t **error);

/* Watches the list of all carts, without their lines. */
CARTCLIENT_API cartclient_watch_t *cartclient_watch_carts(
    cartclient_t *client, int64_t from, cartclient_event_callback_t callback, void *context,
    cartclient_error_t **error);

/* Watches the list of catalogs, or the one of a name; NULL is all. */
CARTCLIENT_API cartclient_watch_t *cartclient_watch_catalogs(
    cartclient_t *client, const char *catalog, int64_t from, cartclient_event_callback_t callback, void *context,
    cartclient_error_t **error);

/* Watches a control, or all where it is NULL: its changes, and the events that are sent to it and have one of the bits of `events`, such
 * as touchDown 1, touchUpInside 64, valueChanged 4096. */
#define CARTCLIENT_ALL_EVENTS ((uint32_t)0xFFFFFFFF)
CARTCLIENT_API cartclient_watch_t *cartclient_watch_controls(
    cartclient_t *client, const char *control, uint32_t events, int64_t from, cartclient_event_callback_t callback,
    void *context, cartclient_error_t **error);

/* A descriptor for poll(2), epoll(7) and the like that is readable (POLLIN) while there is something to dispatch, the end of the
 * watch included. It is the watch's, until it is closed: it must be neither read nor closed. Returns -1 on failure. */
CARTCLIENT_API int cartclient_watch_descriptor(cartclient_watch_t *watch, cartclient_error_t **error);

/* Calls the callback with the events that are there, at most 256, without waiting. The callback may call any function, the
 * watch's own cartclient_watch_close() included.
 *
 * Returns the number of events, 0 where there is none; -1 where the watch is over and all its events were given out:
 * "cancelled" where the caller has ended it, else what the daemon has against it. */
CARTCLIENT_API int cartclient_watch_dispatch(cartclient_watch_t *watch, cartclient_error_t **error);

/* Waits for the next event.
 *
 * timeout_ms: how long; 0 only looks, negative is for ever.
 * event: where to put it; NULL where there is none.
 * Returns 1 with an event, 0 where none came in time, -1 as cartclient_watch_dispatch(). */
CARTCLIENT_API int cartclient_watch_next(
    cartclient_watch_t *watch, int64_t timeout_ms, cartclient_event_t **event, cartclient_error_t **error);

/* Has a watch tell "interrupted" from now on: once where its connection is lost or cannot be made, with the sequence of the event
 * before it. The next event of any kind says that the connection is back: "resumed" where nothing is missing, else "resync" and a
 * snapshot. Returns 0, or -1 on failure. */
CARTCLIENT_API int cartclient_watch_tell_interruptions(cartclient_watch_t *watch, cartclient_error_t **error);

/* Ends a watch from any thread: one that waits in cartclient_watch_next() returns -1 with "cancelled". It remains to be closed.
 * NULL does nothing. */
CARTCLIENT_API void cartclient_watch_cancel(cartclient_watch_t *watch);

/* Ends a watch, of which no other thread may be using a function or use one afterwards; NULL does nothing. */
CARTCLIENT_API void cartclient_watch_close(cartclient_watch_t *watch);

#ifdef __cplusplus
}
#endif

#endif
