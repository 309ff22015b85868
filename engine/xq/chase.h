/* Chases: which men a move threatens to win, by the two models in use. */
#ifndef ENGINE_XQ_CHASE_H
#define ENGINE_XQ_CHASE_H
#include "engine/xq/rules.h"

/* Those `among` the men that this side threatens to win, were it to move, as the Asian rules count threats: king and
 * pawn threaten nothing; king and uncrossed pawns are never threatened; the capture must be legal; the victim must
 * be worth more or without a legal recapture (a root, 根); men of one kind threaten each other only if the victim
 * can't take back. Bit m stands for man m. */
uint32_t chase_threats(const Pos *pos, int side, uint32_t among);

/* Those `among` the men that were newly chased by the move that led to `after`.
 * CHASE_ASIAN: threats after the move that were none before it (a set difference over men, as Pikafish judges).
 * CHASE_SIMPLE: attacks of the moved man alone, rook and cannon only across their line of motion; roots are
 * believed without testing their legality. A man that attacks two chases both, where the league's judge
 * keeps the first that it happens to find. */
uint32_t chase_victims(ChaseModel model, const Pos *before, const Pos *after, Move mv, uint32_t among);
#endif
