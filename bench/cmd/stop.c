#include "bench/cmd/stop.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* A signal handler has no other way to reach the work. */
static atomic_bool stop_asked;
static Bell bell; /* wakes who waits */

const atomic_bool *stop_flag(void) { return &stop_asked; }
const Bell *stop_bell(void) { return &bell; }

static void ask_to_stop(int signal_number) {
    (void)signal_number;
    atomic_store(&stop_asked, true);
    bell_ring(&bell);
}

static bool is_ignored(int signal_number) {
    struct sigaction action;
    return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void stop_on_signals(void) {
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    if (bell_fd(&bell) < 0) bell_open(&bell, NULL); /* without one, the flag is looked at now and then */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (signals[i] == SIGHUP && is_ignored(SIGHUP)) continue; /* nohup */
        /* Reset at once: the second signal finds the default action. */
        struct sigaction action = { .sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND };
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}
