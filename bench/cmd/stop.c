#include "bench/cmd/stop.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* A signal handler has no other way to reach the work. */
static atomic_bool stop_asked;

const atomic_bool *stop_flag(void) { return &stop_asked; }

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    atomic_store(&stop_asked, true);
}

void stop_on_signals(void) {
    static const int signals[] = { SIGINT, SIGTERM };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        /* Reset at once: the second signal finds the default action. */
        struct sigaction action = { .sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND };
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}
