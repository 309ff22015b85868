/* How much of a match happens at once, so that no player loses by a busy machine: few engines start at a time, no clock
 * runs before every worker's first players have started, and no more questions with a clock are asked at a time than
 * the machine has processors for, as told by how long the threads that wait for the answers wait for a processor
 * themselves. Engines that sleep take no processor and are all asked at once. Between a move and the next question no
 * clock runs, so a game that is held back there loses nothing. */
#ifndef BENCH_MATCH_PACE_H
#define BENCH_MATCH_PACE_H
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int workers, processors;
    pthread_mutex_t lock;     /* guards the fields below */
    pthread_cond_t can_start; /* fewer players are starting */
    pthread_cond_t can_ask;   /* fewer questions are open, or all workers have come */
    int starting;             /* workers whose players start */
    int to_come;              /* workers that have asked nothing yet and still live */
    int open, most;           /* questions with a clock; how many there may be */
    int answers;              /* since `most` was looked at */
    int64_t late_ns;          /* a moving mean over answers */
    bool closed;              /* nobody is held back any more */
} Pace;

/* A worker's place. */
typedef struct {
    Pace *pace;
    bool come; /* it has asked a question, or is gone */
} PaceSeat;

void pace_init(Pace *pace, int workers, int processors);
/* Nobody may be waiting. */
void pace_free(Pace *pace);
/* Let everybody go on who waits or will. */
void pace_close(Pace *pace);

/* Before players are started, and when they have, or have failed to. */
void pace_begin_start(PaceSeat *seat);
void pace_end_start(PaceSeat *seat);
/* Before a question with a clock, and after its answer: how long its thread waited for a processor meanwhile. */
void pace_begin_question(PaceSeat *seat);
void pace_end_question(PaceSeat *seat, int64_t late_ns);
/* This worker will ask nothing more. */
void pace_leave(PaceSeat *seat);
#endif
