/* Repetitions: when a position came again, and what the sides did since. */
#ifndef ENGINE_XQ_REPETITION_H
#define ENGINE_XQ_REPETITION_H
#include "engine/xq/rules.h"

/* After how many plies the window of a repetition starts: the position now must have stood there too, and be at least
 * its `occurrences`-th (2 or more) from there on. -1 if it came less often since the last capture. */
int repetition_window(const Game *game, int64_t occurrences);
/* The same within a search from root_ply: an occurrence behind the root is enough. */
int repetition_search_window(const Game *game, int root_ply, int64_t occurrences);

/* Judge the moves from the window's start to now. Perpetual check against anything but perpetual check loses; then,
 * by the chase model, perpetual chase against anything but a chase; all else draws. */
Verdict repetition_judge(const Game *game, int window, const RuleSet *rules);

/* The men chased by the move after `ply` plies; 0 for a check. */
uint32_t repetition_victims(const Game *game, int ply, ChaseModel model);
#endif
