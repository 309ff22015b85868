/* Where men can stand, and whether a position can be played from: for whoever reads positions or makes them. */
#ifndef ENGINE_XQ_PLACEMENT_H
#define ENGINE_XQ_PLACEMENT_H
#include "engine/core/err.h"
#include "engine/xq/pos.h"

/* Can a man of this piece ever stand on this square? Kings and advisors have their palace (advisors five points of
 * it), elephants seven points, pawns their own file until they cross the river. */
bool placement_allows(int pc, int sq);
/* "red advisor", in English and lower case. */
const char *piece_name(int pc);
/* Does each side have its one king, and does every man stand where it can? If not, *err names the man and the square. */
bool placement_check_men(const Pos *pos, Err *err);
/* Is this a position to play from: the men as above, kings not facing, the side not to move not in check? */
bool placement_check(const Pos *pos, Err *err);
#endif
