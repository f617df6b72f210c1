#include "cartclient.h"

#include <stdlib.h>

void cartclient_free(void *block) { free(block); }
