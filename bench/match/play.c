#include "bench/match/play.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/match/adjudicate.h"
#include "bench/match/clock.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

typedef struct {
    const Table *table;
    Game *game;
    GameRecord *record;
    Clock clock[2];
    Agreement agreement;
    int draw_offers; /* plies in a row that came with one */
    int64_t seen_ns; /* when the last answer had come */
} Play;

static Outcome win_of(int side) {
    return side == RED ? OUTCOME_RED : OUTCOME_BLACK;
}

static bool end_game(Play *play, Outcome outcome, Reason reason) {
    play->record->outcome = outcome;
    play->record->reason = reason;
    return true;
}

/* The rules' verdict on the position, then what the players or the specification agreed on. */
static bool is_over(Play *play) {
    const Table *table = play->table;
    const Verdict verdict = rules_judge(play->game, table->rules);
    if (verdict.outcome != OUTCOME_NONE) {
        play->record->verdict = verdict;
        return end_game(play, verdict.outcome, verdict.reason);
    }
    if (play->draw_offers >= 2) return end_game(play, OUTCOME_DRAW, REASON_AGREED_DRAW);
    const int plies = play->game->count;
    const Outcome agreed = agreement_outcome(&play->agreement, table->adjudication, plies);
    if (agreed != OUTCOME_NONE)
        return end_game(play, agreed, agreed == OUTCOME_DRAW ? REASON_ADJUDICATED_DRAW : REASON_ADJUDICATED_WIN);
    const int64_t longest = table->adjudication->max_plies;
    return longest && plies >= longest && end_game(play, OUTCOME_DRAW, REASON_MAX_PLIES);
}

/* A side loses by its own fault. */
static bool lose_by(Play *play, int us, Fault fault, Reason reason, const char *note) {
    SideRecord *side = &play->record->side[us];
    const Player *player = play->table->player[us];
    Buf talk = { 0 };
    side->fault = fault;
    snprintf(side->note, sizeof side->note, "%.*s", (int)sizeof side->note - 1, note);
    if (player->kind->recall) player->kind->recall(player, &talk);
    side->talk = talk.text;
    return end_game(play, win_of(side_other(us)), reason);
}

static bool lose_by_move(Play *play, Move mv) {
    char text[MOVE_TEXT_SIZE], note[PLAYER_NOTE_SIZE] = "gave no move";
    if (mv != MOVE_NONE) snprintf(note, sizeof note, "%s is not legal", move_coord(mv, false, text));
    return lose_by(play, play->game->pos.side, FAULT_ILLEGAL, REASON_ILLEGAL_MOVE, note);
}

static bool lose_by_time(Play *play, const Answer *answer) {
    const int us = play->game->pos.side;
    const Limit *limit = play->table->limit[us];
    const int64_t used_ns = clock_used_ns(limit, answer), given_ns = limit->base_ns ? play->clock[us].left_ns : limit->movetime_ns;
    char note[PLAYER_NOTE_SIZE];
    const int len = snprintf(note, sizeof note, "took %.1f ms%s and had %.1f ms", (double)used_ns / 1e6,
                             limit->nodestime ? " (of nodes)" : "", (double)given_ns / 1e6);
    if (answer->held_up_ns >= 100000)
        snprintf(note + len, sizeof note - (size_t)len, ", %.1f ms of them without a processor",
                 (double)answer->held_up_ns / 1e6);
    return lose_by(play, us, FAULT_TIME, REASON_TIME_LOSS, note);
}

static bool is_legal(const Pos *pos, Move mv) {
    return mv != MOVE_NONE && pos_is_pseudo_legal(pos, mv) && pos_is_legal(pos, mv);
}

/* Does the answer end the game on the spot? */
static bool is_final(Play *play, const Answer *answer) {
    static const Reason reasons[] = { REASON_NONE, REASON_ILLEGAL_MOVE, REASON_TIME_LOSS, REASON_CRASH, REASON_STALL };
    const int us = play->game->pos.side;
    if (answer->fault != FAULT_NONE) return lose_by(play, us, answer->fault, reasons[answer->fault], answer->note);
    if (answer->resigns) return end_game(play, win_of(side_other(us)), REASON_RESIGN);
    if (!is_legal(&play->game->pos, answer->move)) return lose_by_move(play, answer->move);
    const int64_t used_ns = clock_used_ns(play->table->limit[us], answer);
    return !clock_charge(&play->clock[us], used_ns, answer->held_up_ns) && lose_by_time(play, answer);
}

static void add_to_side(SideRecord *side, const Answer *answer, int32_t overhead_ns) {
    side->moves++;
    side->nodes += answer->nodes;
    side->depth_sum += answer->depth;
    side->time_ns += answer->time_ns;
    side->overhead_ns += overhead_ns;
    if (answer->time_ns > side->time_max_ns) side->time_max_ns = answer->time_ns;
    for (int i = 0; i < player_counter_count; i++) side->counter[i] += answer->counter[i];
}

static int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

static int32_t latency_of(const Answer *answer) {
    const int64_t ns = answer->says_time ? answer->time_ns - answer->said_ns : 0;
    return (int32_t)(ns < 0 ? 0 : ns < INT32_MAX ? ns : INT32_MAX);
}

static void add_move(Play *play, const Answer *answer, int64_t overhead_ns) {
    GameRecord *record = play->record;
    if (record->count == record->cap) {
        record->cap = record->cap ? record->cap * 2 : 128;
        record->move = mem_realloc(record->move, (size_t)record->cap * sizeof *record->move);
    }
    const int32_t overhead = (int32_t)(overhead_ns < INT32_MAX ? overhead_ns : INT32_MAX);
    record->move[record->count++] = (MoveRecord){
        .move = answer->move,
        .score = (int16_t)clamp(answer->score, -ANSWER_MATE, ANSWER_MATE),
        .bound = (uint8_t)answer->bound,
        .depth = (uint8_t)clamp(answer->depth, 0, UINT8_MAX),
        .nodes = answer->nodes,
        .time_ns = answer->time_ns,
        .overhead_ns = overhead,
        .says_time = answer->says_time,
        .latency_ns = latency_of(answer),
        .wdl = { answer->wdl[0], answer->wdl[1], answer->wdl[2] },
    };
    add_to_side(&record->side[play->game->pos.side], answer, overhead);
}

/* The legal moves that would lose by repetition. */
static void find_banned(Play *play, MoveList *banned) {
    MoveList legal;
    banned->count = 0;
    gen_legal(&play->game->pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if (rules_bans(play->game, legal.move[i], play->table->rules)) banned->move[banned->count++] = legal.move[i];
}

/* Ask the side to move. The runner's own time of the ply is all that passed since the last answer and wasn't
 * thinking. */
static int64_t ask(Play *play, Answer *answer) {
    const int us = play->game->pos.side;
    ClockState clock = clock_state(&play->clock[us], &play->clock[side_other(us)]);
    Player *player = play->table->player[us];
    MoveList banned;
    if (player->wants_banned) {
        find_banned(play, &banned);
        clock.banned = banned.move;
        clock.banned_count = banned.count;
    }
    clock.draw_offered = play->draw_offers > 0;
    const Limit *limit = play->table->limit[us];
    PaceSeat *seat = limit_is_timed(limit) ? play->table->seat : NULL;
    if (seat) pace_begin_question(seat);
    player->kind->go(player, play->game, limit, &clock, answer);
    if (seat) pace_end_question(seat, answer->late_ns);
    const int64_t before_ns = play->seen_ns;
    play->seen_ns = mono_ns();
    return play->seen_ns - before_ns - answer->time_ns;
}

/* Both players begin afresh; one that can't has lost, unless this machine is to blame, or the game was dropped. */
static bool start_players(Play *play) {
    for (int side = RED; side <= BLACK; side++) {
        Player *player = play->table->player[side];
        Err err = { 0 };
        if (player->kind->new_game(player, &err)) continue;
        if (err.kind == ERR_INTERRUPTED) return false;
        if (err.kind == ERR_SYSTEM && play->table->failure) {
            *play->table->failure = err;
            return false;
        }
        return !lose_by(play, side, FAULT_CRASH, REASON_CRASH, err.text);
    }
    return true;
}

bool play_game(const Table *table, Game *game, GameRecord *record) {
    Play play = { .table = table, .game = game, .record = record };
    for (int side = RED; side <= BLACK; side++) play.clock[side] = clock_start(table->limit[side]);
    if (table->seat) pace_begin_start(table->seat);
    const bool started = start_players(&play);
    if (table->seat) pace_end_start(table->seat);
    if (!started) return record->reason != REASON_NONE;
    play.seen_ns = mono_ns();
    while (!is_over(&play)) {
        Answer answer;
        const int64_t overhead_ns = ask(&play, &answer);
        if (table->stop && atomic_load_explicit(table->stop, memory_order_relaxed)) return false;
        if (is_final(&play, &answer)) return true;
        agreement_add(&play.agreement, table->adjudication, game->pos.side, &answer);
        play.draw_offers = answer.offers_draw ? play.draw_offers + 1 : 0;
        add_move(&play, &answer, overhead_ns);
        game_push(game, answer.move);
    }
    return true;
}
