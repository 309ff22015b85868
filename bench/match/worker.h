/* A worker of the runner: it owns its players and plays one pair of games at a time. */
#ifndef BENCH_MATCH_WORKER_H
#define BENCH_MATCH_WORKER_H
#include <pthread.h>
#include <stdatomic.h>
#include "bench/match/openings.h"
#include "bench/match/pace.h"
#include "bench/match/record.h"
#include "bench/match/schedule.h"

typedef struct {
    const MatchSpec *spec;
    const Openings *openings;
    const atomic_bool *drop; /* the pair in flight is not wanted any more */
    int64_t began_ns;        /* of the run, monotonic */
    /* Before each game, for each of its players; fresh: it was started just now. For players whose options change from pair to
     * pair. NULL: nothing to do. */
    bool (*set_up)(void *context, int place, Player *player, bool fresh, Err *err);
    void *context;           /* of set_up */
    PaceSeat seat;           /* what holds it back while the machine is busy; pace NULL: nothing does */
    Player **player;         /* by place in the specification; NULL until needed */
    pthread_mutex_t guard;   /* guards the places of player[] against worker_stop */
    Game game;
} Worker;

void worker_init(Worker *worker, const MatchSpec *spec, const Openings *openings, const atomic_bool *drop,
                 int64_t began_ns);
/* End the players; on the thread that played, so that whatever belongs to it ends with it. */
void worker_end_players(Worker *worker);
/* Release, players included; accepts an initialised one that never played. */
void worker_free(Worker *worker);
/* Play this pair of the schedule, both games. The record is the caller's (pair_record_free, then free). NULL with *err
 * when a player can't be started; NULL with an empty *err when dropped. */
PairRecord *worker_play(Worker *worker, int index, Err *err);
/* From any thread: whoever is thinking shall answer at once. */
void worker_stop(Worker *worker);
#endif
