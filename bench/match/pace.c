#include "bench/match/pace.h"

/* Starting an engine costs processor time, and some of them read large files; four at a time for each processor keep
 * both busy. */
enum { STARTS_A_PROCESSOR = 4 };
/* Threads that wait so long for a processor, in the mean over some answers, have too many others beside them. Far below
 * the time that an answer may be late (LIMIT_MARGIN_MS), since the mean says little about the worst. */
static const int64_t late_target_ns = 2000000;
enum { MEAN_OVER = 32 };

void pace_init(Pace *pace, int workers, int processors) {
    *pace = (Pace){ .workers = workers, .processors = processors, .to_come = workers, .most = workers };
    pthread_mutex_init(&pace->lock, NULL);
    pthread_cond_init(&pace->can_start, NULL);
    pthread_cond_init(&pace->can_ask, NULL);
}

void pace_free(Pace *pace) {
    pthread_cond_destroy(&pace->can_ask);
    pthread_cond_destroy(&pace->can_start);
    pthread_mutex_destroy(&pace->lock);
}

void pace_close(Pace *pace) {
    pthread_mutex_lock(&pace->lock);
    pace->closed = true;
    pthread_cond_broadcast(&pace->can_start);
    pthread_cond_broadcast(&pace->can_ask);
    pthread_mutex_unlock(&pace->lock);
}

void pace_begin_start(PaceSeat *seat) {
    Pace *pace = seat->pace;
    pthread_mutex_lock(&pace->lock);
    while (!pace->closed && pace->starting >= STARTS_A_PROCESSOR * pace->processors)
        pthread_cond_wait(&pace->can_start, &pace->lock);
    pace->starting++;
    pthread_mutex_unlock(&pace->lock);
}

void pace_end_start(PaceSeat *seat) {
    Pace *pace = seat->pace;
    pthread_mutex_lock(&pace->lock);
    pace->starting--;
    pthread_cond_signal(&pace->can_start);
    pthread_mutex_unlock(&pace->lock);
}

/* Under the lock. */
static void come(PaceSeat *seat) {
    if (seat->come) return;
    seat->come = true;
    if (--seat->pace->to_come == 0) pthread_cond_broadcast(&seat->pace->can_ask);
}

void pace_begin_question(PaceSeat *seat) {
    Pace *pace = seat->pace;
    pthread_mutex_lock(&pace->lock);
    come(seat);
    while (!pace->closed && (pace->to_come || pace->open >= pace->most)) pthread_cond_wait(&pace->can_ask, &pace->lock);
    pace->open++;
    pthread_mutex_unlock(&pace->lock);
}

/* Several times in the time that all open questions take: fewer quickly, more slowly. Never fewer than there are
 * processors. */
static void adjust(Pace *pace) {
    const int least = pace->processors < pace->workers ? pace->processors : pace->workers;
    if (++pace->answers < pace->most / 4) return;
    pace->answers = 0;
    if (pace->late_ns > late_target_ns) pace->most -= pace->most / 8 + 1;
    else if (pace->late_ns < late_target_ns / 2) pace->most += pace->most / 32 + 1;
    if (pace->most < least) pace->most = least;
    if (pace->most > pace->workers) pace->most = pace->workers;
}

void pace_end_question(PaceSeat *seat, int64_t late_ns) {
    Pace *pace = seat->pace;
    pthread_mutex_lock(&pace->lock);
    pace->open--;
    pace->late_ns += (late_ns - pace->late_ns) / MEAN_OVER;
    adjust(pace);
    const int room = pace->most - pace->open;
    if (room > 0) pthread_cond_signal(&pace->can_ask);
    if (room > 1) pthread_cond_signal(&pace->can_ask); /* whoever it lets in makes no room for the next */
    pthread_mutex_unlock(&pace->lock);
}

void pace_leave(PaceSeat *seat) {
    pthread_mutex_lock(&seat->pace->lock);
    come(seat);
    pthread_mutex_unlock(&seat->pace->lock);
}
