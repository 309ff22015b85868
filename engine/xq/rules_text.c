#include "engine/xq/notation.h"
#include "engine/xq/repetition.h"
#include "engine/xq/rules.h"

static const char *const side_words[] = { "Red", "Black" };
static const char *const kind_words[KINDS] = { "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn" };
static const char *const outcome_words[] = { "the game goes on", "Red wins", "Black wins", "draw" };

/* "Black's horse and pawn" */
static void print_men(uint32_t men, Buf *out) {
    const char *before = "";
    for (; men; men &= men - 1) {
        const int man = __builtin_ctz(men);
        if (!*before) buf_addf(out, "%s's ", side_words[man_side(man)]);
        buf_addf(out, "%s%s", before, kind_words[man_kind[man]]);
        before = " and ";
    }
}

static void print_act(const Verdict *verdict, int side, Buf *out) {
    buf_add(out, side_words[side]);
    if (verdict->act[side] == ACT_CHECK) {
        buf_add(out, " checked on every move");
    } else if (verdict->act[side] == ACT_CHASE) {
        buf_add(out, " chased ");
        print_men(verdict->victims[side], out);
        buf_add(out, " on every move");
    } else {
        buf_add(out, " had idle moves");
    }
}

void verdict_print(const Verdict *verdict, Buf *out) {
    if (verdict->reason == REASON_NONE) {
        buf_add(out, outcome_words[verdict->outcome]);
        return;
    }
    if (verdict->act[RED] == ACT_IDLE && verdict->act[BLACK] == ACT_IDLE) {
        buf_add(out, reason_helps[verdict->reason]);
    } else {
        const int graver = verdict->act[BLACK] > verdict->act[RED] ? BLACK : RED;
        print_act(verdict, graver, out);
        if (verdict->act[side_other(graver)] != ACT_IDLE) {
            buf_add(out, ", ");
            print_act(verdict, side_other(graver), out);
        }
    }
    buf_addf(out, " (%s): %s", reason_names[verdict->reason], outcome_words[verdict->outcome]);
}

bool reason_is_repetition(Reason reason) { return reason >= REASON_PERPETUAL_CHECK && reason <= REASON_REPETITION; }

void verdict_explain(const Verdict *verdict, const Game *game, const RuleSet *rules, Buf *out) {
    if (!reason_is_repetition(verdict->reason)) return;
    for (int ply = verdict->cycle_start; ply < verdict->ply; ply++) {
        char text[MOVE_TEXT_SIZE];
        const int side = game->start.side ^ (ply & 1);
        buf_addf(out, "%d. %s %s: ", ply + 1, move_coord(game->ply[ply].move, false, text), side_words[side]);
        const uint32_t victims = repetition_victims(game, ply, (ChaseModel)rules->chase);
        if (game->ply[ply].check) buf_add(out, "checks");
        else if (victims) {
            buf_add(out, "chases ");
            print_men(victims, out);
        } else buf_add(out, "idle");
        buf_add_char(out, '\n');
    }
}
