#include "bench/proc/bell.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

bool bell_open(Bell *out, Err *err) {
    const int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *out = (Bell){ .fd = fd + 1 };
    return fd >= 0 || err_set(err, ERR_SYSTEM, "cannot open an event counter: %s", strerror(errno));
}

/* Neither can fail in a way that matters: a counter that is full rings, one that is empty is silent. */
void bell_ring(const Bell *bell) {
    const int error = errno;
    const uint64_t once = 1;
    if (bell->fd && write(bell->fd - 1, &once, sizeof once) < 0) errno = error;
}

void bell_silence(const Bell *bell) {
    uint64_t rings;
    if (bell->fd && read(bell->fd - 1, &rings, sizeof rings) < 0) return;
}

int bell_fd(const Bell *bell) {
    return bell ? bell->fd - 1 : -1;
}

void bell_await(const Bell *bell, const Bell *other, int most_ms) {
    struct pollfd both[] = { { .fd = bell_fd(bell), .events = POLLIN }, { .fd = bell_fd(other), .events = POLLIN } };
    poll(both, 2, most_ms);
}

void bell_close(Bell *bell) {
    if (bell->fd) close(bell->fd - 1);
    bell->fd = 0;
}
