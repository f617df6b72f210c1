// Tells ThreadSanitizer of the way through Swift's Mutex that it does not see.
//
// Synchronization.Mutex is inlined, so that its atomic operations are watched, but for the two functions that a contended
// one takes: they are in libswiftSynchronization.so, and leave the order of threads to futex(2). Without this, all that
// such a mutex guards is reported as a race. Preloaded, these functions take the place of those two and call them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// What the sanitizer's runtime exports (sanitizer/tsan_interface.h); absent in the processes that a test starts.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// _MutexHandle._lockSlow(_:)
SWIFT void lockSlow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF void *mutex) {
  SWIFT void (*real)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
  real(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

// _MutexHandle._unlockSlow()
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF void *mutex) {
  SWIFT void (*real)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  real(mutex);
}
