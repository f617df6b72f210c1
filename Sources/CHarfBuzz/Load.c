#include "CHarfBuzz.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Keeps dlerror(3)'s words, which the next call of any function here would overwrite. */
static void keep_reason(char *reason, size_t size) {
    const char *words = dlerror();
    snprintf(reason, size, "%s", words ? words : "unknown reason");
}

/* Stores the address of a function, or answers false. */
static bool find(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    /* Not by assignment: an object pointer is no function pointer in C, only in POSIX. */
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* Stores the addresses of all functions, or answers false at the first that is missing. */
static bool fill(void *library, struct charfbuzz_functions *functions) {
#define FIND(name) \
    if (!find(library, #name, &functions->name)) return false;
    CHARFBUZZ_FUNCTIONS(FIND)
#undef FIND
    return find(library, "hb_font_draw_glyph", &functions->hb_font_draw_glyph) ||
        find(library, "hb_font_get_glyph_shape", &functions->hb_font_draw_glyph);
}

bool charfbuzz_load(const char *file, struct charfbuzz_functions *functions, char *reason, size_t size) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        keep_reason(reason, size);
        return false;
    }
    if (!fill(library, functions)) {
        keep_reason(reason, size);
        dlclose(library);
        return false;
    }
    return true;
}
