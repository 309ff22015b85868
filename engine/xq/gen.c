#include "engine/xq/gen.h"
#include <stddef.h>
#include "engine/xq/gen_internal.h"
#include "engine/xq/pins_internal.h"

const Generator generators[MOVEGENS] = {
    [MOVEGEN_SCAN]     = { "scan", "every point looked at, rules by region", scan_captures, scan_quiets },
    [MOVEGEN_TEMPLATE] = { "template", "templates laid on each man, lines walked", template_captures, template_quiets },
    [MOVEGEN_TABLE]    = { "table", "targets looked up by square and line", table_captures, table_quiets },
    [MOVEGEN_BITBOARD] = { "bitboard", "sets of points as bits", bitboard_captures, bitboard_quiets },
};
const char *const movegen_names[] = { "scan", "template", "table", "bitboard", NULL };

/* Keep the legal ones of a pseudo-legal list. */
static void drop_illegal(const Pos *pos, MoveList *list) {
    const int king = pos_king(pos, pos->side);
    Pins pins;
    Evasion evasion;
    pos_pins(pos, &pins);
    if (pins.in_check) pos_evasion(pos, &evasion);
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const Move mv = list->move[i];
        if (pins.in_check && mv_from(mv) != king && !evasion_meets(&evasion, king, mv)) continue;
        list->move[kept] = mv;
        kept += pins_allow(&pins, pos, mv);
    }
    list->count = kept;
}

int gen_legal_by(MoveGen method, const Pos *pos, MoveList *list) {
    if (method == (MoveGen)MOVEGEN_DEFAULT) return gen_legal(pos, list);
    list->count = 0;
    generators[method].captures(pos, list);
    generators[method].quiets(pos, list);
    drop_illegal(pos, list);
    return list->count;
}
