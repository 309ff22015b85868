/* A player that is an engine behind pipes. It is started when it is first needed, ended after a fault, and started
 * again for the next game. The process is talked to by the thread that plays alone; external_stop leaves a note and rings. */
#include "bench/client/external.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/external_start.h"
#include "engine/core/mono.h"

static const int64_t ns_per_ms = 1000000;
/* How often one that waits for a processor at its deadline is looked at; longer than a tick of the scheduler's accounts. */
static const int64_t look_ns = 20000000;

static void set_note(Answer *answer, const Buf *note) {
    const size_t len = note->len < sizeof answer->note ? note->len : sizeof answer->note - 1;
    memcpy(answer->note, buf_text(note), len);
    answer->note[len] = 0;
}

Heard external_fault(Answer *answer, Fault fault, const char *format, ...) {
    char text[PLAYER_NOTE_SIZE];
    Buf note = { 0 };
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    talk_add_clean(text, sizeof text, &note);
    answer->fault = fault;
    answer->move = MOVE_NONE;
    set_note(answer, &note);
    buf_free(&note);
    return HEARD_ANSWER;
}

Heard external_take_move(const External *self, const Question *question, const char *text, Answer *answer) {
    const Pos *pos = &question->game->pos;
    const Move mv = position_read_move(&self->dialect, text);
    if (mv != MOVE_NONE && pos_is_pseudo_legal(pos, mv) && pos_is_legal(pos, mv)) {
        answer->move = mv;
        return HEARD_ANSWER;
    }
    if (question->ponder) return HEARD_ANSWER; /* whatever it was: nobody will play it */
    return external_fault(answer, FAULT_ILLEGAL, "%s: '%s'", mv == MOVE_NONE ? "gave no move" : "not legal",
                          self->heard);
}

static void remember(External *self, const char *line) {
    const size_t len = strnlen(line, sizeof self->heard - 1);
    memcpy(self->heard, line, len);
    self->heard[len] = 0;
    talk_add(&self->talk, false, line, strlen(line));
}

/* What is known of an engine that will say no more: how it ended, its last line, the last one of its standard error. */
static Heard broken(External *self, Fault fault, const char *what, const char *unfinished, Answer *answer) {
    Buf note = { 0 };
    buf_add(&note, what);
    if (*unfinished) {
        buf_add(&note, "; an unfinished line '");
        talk_add_clean(unfinished, 40, &note);
        buf_add(&note, "'");
    } else if (*self->heard) {
        buf_add(&note, "; last line '");
        talk_add_clean(self->heard, 60, &note);
        buf_add(&note, "'");
    }
    const char *error = proc_last_error_line(self->proc);
    if (*error) {
        buf_add(&note, "; on standard error '");
        talk_add_clean(error, 60, &note);
        buf_add(&note, "'");
    }
    answer->fault = fault;
    answer->move = MOVE_NONE;
    set_note(answer, &note);
    buf_free(&note);
    return HEARD_ANSWER;
}

/* It closed its end of a pipe: mostly because it ended. */
static Heard crashed(External *self, const char *pipe, const char *unfinished, Answer *answer) {
    char what[96];
    proc_end(self->proc, 100 * ns_per_ms); /* a moment, so that its exit code is known */
    snprintf(what, sizeof what, "%s", proc_ending(self->proc));
    if (!strcmp(what, "had to be killed")) snprintf(what, sizeof what, "closed its %s and went on running", pipe);
    return broken(self, FAULT_CRASH, what, unfinished, answer);
}

/* --- one question --- */

/* What is waited for. */
typedef struct {
    int64_t asked_ns, deadline_ns;
    ProcShare ours, its; /* of the processors, with a clock: ours before we waited for its next line, its when asked */
    ProcShare seen, next; /* its, when last looked at; ours, when the last line was dealt with */
    int64_t arrived_ns;  /* of the last line: lines read together are late together */
    int64_t held_up_ns;  /* how long it has waited for one since it was asked, as far as it is excused */
    int looks;           /* at how it waits for one, past the deadline */
    bool stopped; /* told to stop: the deadline is the last one */
    bool timed;   /* it had a time of its own to think */
    bool dropped; /* nobody wants the answer */
} Wait;

/* When the answer is too late by any reading. The referee judges by the clock; this only ends the wait. */
static void set_deadline(const External *self, const Question *question, Wait *wait) {
    const Limit *limit = question->limit;
    int64_t most_ns = self->spec->stall_ms * ns_per_ms;
    wait->timed = limit_is_timed(limit);
    if (wait->timed) {
        most_ns = limit->movetime_ns ? limit->movetime_ns : question->clock->own_ns;
        if (limit->base_ns && question->clock->own_ns < most_ns) most_ns = question->clock->own_ns;
        most_ns += limit->margin_ns;
    }
    wait->deadline_ns = wait->asked_ns + most_ns;
}

static bool tell(External *self, const char *text) {
    talk_add(&self->talk, true, text, strlen(text));
    return proc_write(self->proc, text, strlen(text), mono_ns() + self->spec->ping_ms * ns_per_ms);
}

/* How long it has waited for a processor since the question, all its threads together: mostly one listens and another thinks.
 * When several think they may be in each other's way: that is its own affair. */
static void learn_its_wait(External *self, Wait *wait) {
    proc_shares(self->proc, NULL, &wait->seen);
    if (!self->spreads && wait->seen.waited_ns > wait->its.waited_ns)
        wait->held_up_ns = wait->seen.waited_ns - wait->its.waited_ns;
    const int64_t passed_ns = mono_ns() - wait->asked_ns;
    if (wait->held_up_ns > passed_ns) wait->held_up_ns = passed_ns;
    if (wait->held_up_ns > player_most_excused_ns) wait->held_up_ns = player_most_excused_ns;
}

/* Time without a processor is given to it once more, though not for ever. A wait that still lasts is in no account yet:
 * who could run and has not since we last looked is still waiting; whether it has since it was asked is no sign, since who
 * heard the question may wait for the one that thinks. */
static bool gets_more_time(External *self, Wait *wait) {
    const int64_t before_ns = wait->held_up_ns, ran_ns = wait->seen.ran_ns, now_ns = mono_ns();
    if (!wait->timed || wait->stopped || wait->dropped || self->spreads) return false;
    learn_its_wait(self, wait);
    wait->deadline_ns += wait->held_up_ns - before_ns;
    const bool ran = wait->looks && wait->seen.ran_ns != ran_ns;
    if (wait->deadline_ns <= now_ns && !ran && wait->looks < player_most_excused_ns / look_ns && proc_is_ready(self->proc)) {
        wait->deadline_ns = now_ns + look_ns;
        wait->looks++;
    }
    return wait->deadline_ns > now_ns;
}

/* The deadline has passed: first `stop`, then the end. */
static Heard overdue(External *self, Wait *wait, const char *unfinished, Answer *answer) {
    if (gets_more_time(self, wait)) return HEARD_NEWS;
    if (!wait->stopped && tell(self, self->protocol->stop)) {
        wait->stopped = true;
        wait->deadline_ns = mono_ns() + self->spec->stop_ms * ns_per_ms;
        return HEARD_NEWS;
    }
    char what[96];
    const double ms = (double)(mono_ns() - wait->asked_ns) / 1e6;
    snprintf(what, sizeof what, "no move after %.0f ms, and none when told to stop", ms);
    return broken(self, FAULT_STALL, what, unfinished, answer);
}

static bool is_stopped(External *self) {
    return atomic_load_explicit(&self->stop, memory_order_relaxed);
}

static Heard time_passes(External *self, Wait *wait, const char *unfinished, Answer *answer) {
    if (is_stopped(self) && !wait->stopped) {
        wait->dropped = true;
        return overdue(self, wait, unfinished, answer);
    }
    return mono_ns() < wait->deadline_ns ? HEARD_NEWS : overdue(self, wait, unfinished, answer);
}

/* What came while we waited for a processor had come before we read it; and what the engine waited for one is known,
 * so that the referee doesn't take a busy machine for a slow engine. */
static void account(External *self, Wait *wait, Answer *answer) {
    ProcShare ours;
    learn_its_wait(self, wait);
    proc_shares(self->proc, &ours, NULL);
    const int64_t late_ns = ours.waited_ns - wait->ours.waited_ns;
    answer->late_ns = late_ns < answer->time_ns ? late_ns : answer->time_ns;
    answer->time_ns -= answer->late_ns;
    answer->held_up_ns = wait->held_up_ns;
}

/* Read until the answer is complete, or there will be none. */
static void await(External *self, const Question *question, Wait *wait, Answer *answer) {
    for (Heard heard = HEARD_NEWS; heard != HEARD_ANSWER;) {
        const char *line;
        int64_t arrived_ns;
        const ProcRead how = proc_read(self->proc, wait->deadline_ns, &line, &arrived_ns);
        if (arrived_ns != wait->arrived_ns) wait->ours = wait->next;
        wait->arrived_ns = arrived_ns;
        switch (how) {
        case PROC_LINE:
            if (*line) remember(self, line);
            heard = self->protocol->hear(self, question, line, answer);
            break;
        case PROC_RUNG:
        case PROC_TIMEOUT: heard = time_passes(self, wait, line, answer); break;
        case PROC_CLOSED: heard = crashed(self, "output", line, answer); break;
        case PROC_FLOODED: heard = broken(self, FAULT_STALL, "wrote without end", "", answer); break;
        }
        answer->time_ns = arrived_ns - wait->asked_ns;
        if (wait->timed && heard != HEARD_ANSWER) proc_shares(self->proc, &wait->next, NULL);
    }
    if (wait->timed) account(self, wait, answer);
    if (wait->stopped && !wait->timed && !wait->dropped && answer->fault == FAULT_NONE)
        external_fault(answer, FAULT_STALL, "no move after %" PRId64 " ms (stall_ms)", self->spec->stall_ms);
}

/* Send the question. false: it no longer reads. */
static bool send_question(External *self, Wait *wait) {
    proc_mark(self->proc);
    const bool sent =
        proc_write(self->proc, self->out.text, self->out.len, mono_ns() + self->spec->ping_ms * ns_per_ms);
    wait->asked_ns = mono_ns();
    talk_add(&self->talk, true, self->out.text, self->out.len);
    return sent;
}

/* An answer that nobody asked for would be taken for that to the next question. true: *answer ends the matter. */
static bool spoke_out_of_turn(External *self, Answer *answer) {
    const char *line;
    while (proc_pending(self->proc, &line)) {
        if (*line) remember(self, line);
        if (self->protocol->overhear(self, line, answer) == HEARD_ANSWER) return true;
    }
    return false;
}

/* --- pondering --- */

/* Let it think about the reply that it expects. */
static void ponder(External *self, const Question *question, const Answer *answer) {
    const Move reply = *self->reply ? position_read_move(&self->dialect, self->reply) : MOVE_NONE;
    game_copy(&self->guess, question->game);
    game_push(&self->guess, answer->move);
    const Pos *pos = &self->guess.pos;
    if (reply == MOVE_NONE || !pos_is_pseudo_legal(pos, reply) || !pos_is_legal(pos, reply)) return;
    game_push(&self->guess, reply);
    ClockState clock = *question->clock;
    const int64_t left_ns = clock.own_ns - answer->time_ns;
    if (clock.own_ns) clock.own_ns = (left_ns > 1 ? left_ns : 1) + clock.own_increment_ns;
    Wait wait = { 0 };
    buf_clear(&self->out);
    self->protocol->ask(self,
                        &(Question){ .game = &self->guess, .limit = question->limit, .clock = &clock, .ponder = true },
                        &self->out);
    self->pondering = send_question(self, &wait);
}

/* It thinks about something that did not happen: stop it, and take no notice of the answer. */
static bool stop_pondering(External *self, Answer *answer) {
    const ClockState none = { 0 };
    const Limit limit = { 0 };
    Wait wait = { .asked_ns = mono_ns(), .stopped = true, .dropped = true };
    if (!self->pondering) return true;
    self->pondering = false;
    self->position.plies = -1;
    wait.deadline_ns = wait.asked_ns + self->spec->ping_ms * ns_per_ms;
    *answer = (Answer){ 0 };
    if (!tell(self, self->protocol->stop)) crashed(self, "input", "", answer);
    else
        await(self, &(Question){ .game = &self->guess, .limit = &limit, .clock = &none, .ponder = true }, &wait,
              answer);
    const bool good = answer->fault == FAULT_NONE || answer->fault == FAULT_ILLEGAL;
    if (good) *answer = (Answer){ 0 };
    return good;
}

static bool guessed_right(const External *self, const Game *game) {
    return self->pondering && self->guess.count == game->count && self->guess.pos.key == game->pos.key;
}

/* --- the player --- */

static void ask(External *self, const Question *question, Answer *answer) {
    const char *why = self->protocol->refuses(self, question);
    Wait wait = { 0 };
    if (why) {
        external_fault(answer, FAULT_CRASH, "%s", why);
        return;
    }
    buf_clear(&self->out);
    if (guessed_right(self, question->game)) buf_add(&self->out, "ponderhit\n");
    else if (!stop_pondering(self, answer) || spoke_out_of_turn(self, answer)) return;
    else self->protocol->ask(self, question, &self->out);
    self->pondering = false;
    *self->reply = 0;
    /* Before the write, since it may be answered before we run again. */
    if (limit_is_timed(question->limit)) proc_shares(self->proc, &wait.ours, &wait.its);
    wait.seen = wait.its;
    wait.next = wait.ours;
    if (!send_question(self, &wait)) {
        crashed(self, "input", "", answer);
        return;
    }
    set_deadline(self, question, &wait);
    await(self, question, &wait, answer);
    if (self->spec->ponder && answer->fault == FAULT_NONE && answer->move != MOVE_NONE && !wait.dropped)
        ponder(self, question, answer);
}

static void external_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    External *self = (External *)player;
    *answer = (Answer){ 0 };
    if (!self->proc) external_fault(answer, FAULT_CRASH, "is not running");
    else ask(self, &(Question){ .game = game, .limit = limit, .clock = clock }, answer);
    if (is_stopped(self)) {
        atomic_store(&self->stop, false);
        bell_silence(&self->stop_bell);
    }
    if (answer->fault == FAULT_NONE) return;
    self->failed = true;
    if (self->spec->restart == RESTART_OFF) atomic_store(&self->spec->given_up, true);
}

/* Must the process make way for a new one before this game? */
static bool must_restart(External *self) {
    Answer answer;
    if (!self->proc) return false;
    return self->failed || self->spec->restart == RESTART_ON || !external_reuses(self) ||
           !stop_pondering(self, &answer);
}

static bool external_new_game(Player *player, Err *err) {
    External *self = (External *)player;
    if (atomic_load(&self->spec->given_up)) return err_set(err, ERR_FAULT, "it failed before, and restart is off");
    if (must_restart(self)) external_end(self);
    if (!self->proc && !external_start(self, err)) return false;
    self->failed = false;
    self->position.plies = -1;
    if (external_get_ready(self, err)) return true;
    external_end(self);
    return false;
}

static void external_stop(Player *player) {
    External *self = (External *)player;
    atomic_store(&self->stop, true);
    bell_ring(&self->stop_bell);
}

static void external_recall(const Player *player, Buf *out) {
    talk_print(&((const External *)player)->talk, out);
}

static int64_t external_cpu_ns(Player *player) {
    Proc *proc = ((External *)player)->proc;
    int64_t cpu_ns = 0, peak_kb;
    if (proc) proc_usage(proc, &cpu_ns, &peak_kb);
    return cpu_ns;
}

static bool external_metered(const Player *player, uint64_t *count) {
    const Proc *proc = ((const External *)player)->proc;
    return proc && proc_metered(proc, count);
}

/* Told before the next game, and to every process that is started later. */
static bool external_set(Player *player, const char *name, const char *value, Err *err) {
    static const char prefix[] = "options.";
    External *self = (External *)player;
    if (strncmp(name, prefix, sizeof prefix - 1)) return err_set(err, ERR_INPUT, "an engine has no '%s'; its own are called options.NAME", name);
    name += sizeof prefix - 1;
    int at = 0;
    while (at < self->tuned_count && strcmp(self->tuned[at].name, name)) at++;
    if (at == self->tuned_count) {
        self->tuned = mem_realloc(self->tuned, (size_t)(at + 1) * sizeof *self->tuned);
        self->tuned[self->tuned_count++] = (EngineSetting){ .name = mem_strdup(name) };
    }
    free((char *)self->tuned[at].value);
    self->tuned[at].value = mem_strdup(value);
    self->tuned_told = false;
    return true;
}

static void external_delete(Player *player) {
    External *self = (External *)player;
    external_end(self);
    for (int i = 0; i < self->tuned_count; i++) {
        free((char *)self->tuned[i].name);
        free((char *)self->tuned[i].value);
    }
    free(self->tuned);
    buf_free(&self->position.text);
    buf_free(&self->out);
    buf_free(&self->replies);
    declared_free(&self->declared);
    game_free(&self->guess);
    bell_close(&self->stop_bell);
    free(self);
}

Player *external_new(const PlayerSpec *spec, Err *err) {
    static const PlayerKind kind = { .new_game = external_new_game,
                                     .go = external_go,
                                     .stop = external_stop,
                                     .delete = external_delete,
                                     .recall = external_recall,
                                     .cpu_ns = external_cpu_ns,
                                     .metered = external_metered,
                                     .set = external_set };
    Bell stop_bell;
    if (!bell_open(&stop_bell, err)) return NULL;
    External *self = mem_zalloc(1, sizeof *self);
    self->stop_bell = stop_bell;
    self->player.kind = &kind;
    memcpy(self->player.name, spec->name, sizeof self->player.name);
    self->spec = spec->source;
    self->meter = spec->meter;
    self->traffic = spec->traffic;
    self->spreads = spec->spreads;
    self->player.wants_banned = self->spec->ban_moves;
    return &self->player;
}
