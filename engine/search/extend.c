#include "engine/search/extend.h"
#include "engine/search/see.h"

static bool has_one_reply(const Search *s) {
    MoveList list;
    return gen_legal(&s->game.pos, &list) == 1;
}

int extend_check(const Search *s, int ply) {
    const SearchOptions *const o = OPTIONS(s);
    if (!game_in_check(&s->game) || ply + 1 >= 2 * s->root_depth) return 0;
    return o->check_extension + (o->one_reply_extension && has_one_reply(s));
}

bool extend_recapture(const Search *s, const Node *n, Move mv) {
    const Game *game = &s->game;
    if (!OPTIONS(s)->recapture_extension || !n->open || !game->count) return false;
    const Ply *last = &game->ply[game->count - 1];
    const int lost = last->undo.captured, taken = game->pos.man[mv_to(mv)];
    return lost != MAN_NONE && taken != MAN_NONE && mv_to(last->move) == mv_to(mv) &&
           see_value[man_kind[lost]] == see_value[man_kind[taken]];
}

bool extend_wants_singular(const SearchOptions *o, const Node *n, Move mv, const TTHit *hit) {
    enum { TRUSTED = 3 }; /* an entry so many plies shallower still tells which score to expect */
    return o->singular_extension && n->ply > 0 && n->depth >= o->singular_depth && mv == hit->move && !n->excluded &&
           hit->bound >= BOUND_LOWER && hit->depth >= n->depth - TRUSTED && hit->score < SCORE_RULE_MIN &&
           hit->score > -SCORE_RULE_MIN;
}

int extend_singular(Search *s, const Node *n, Move mv, const TTHit *hit, int *cut) {
    Frame *f = search_frame(s, n->ply);
    const int target = hit->score - (int)OPTIONS(s)->singular_margin * n->depth;
    f->excluded = mv;
    const int value = search_node(s, target - 1, target, (n->depth - 1) / 2, n->ply, n->cut);
    f->excluded = MOVE_NONE;
    f->pv_len = 0;
    f->best = MOVE_NONE;
    if (s->stopped || value >= target) {
        if (!s->stopped && target >= n->beta && !n->open) *cut = target;
        return 0;
    }
    return 1;
}
