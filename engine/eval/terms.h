/* Every term of the evaluation, one row each: X(id, shape, group, help).
 *
 * A slot of a term is worth its weight each time the thing it describes is found, to the side that owns it. Ranks
 * count from the owner's own back rank (0) to the enemy's (9); files are folded, 0 at the edge to 4 in the centre,
 * so that a position and its mirror use the same weights. Shapes are written in figures: names and YAML come from
 * them. What the words mean exactly:
 *
 * - "Between" two squares of one file or rank: all men strictly between them, of either side.
 * - An attacker is a rook, horse or cannon. A pawn has crossed when it stands on rank 5 or beyond.
 * - A reachable square is one that the man may move to by the way it moves, empty or held by the enemy; the safety
 *   of its own king isn't asked for.
 * - A man protects a square when it could recapture there, pins aside. Horses and elephants protect each other when both
 *   legs or the eye between them are free.
 * - A man is attacked by a pawn, horse, cannon or rook that could capture it, pins aside; kings, advisors and elephants
 *   attack nobody, and a check is no attack.
 * - Guards are advisors and elephants; one is gone when it isn't on the board.
 * - Terms by attacking kind have the slots horse, rook, cannon, crossed pawn, in this order, and count an attacker
 *   twice when both guards are gone.
 * - The wings are files a to e and e to i; the wing with more men across the river counts, five and more alike.
 *
 * Chinese names: linked pawns shou la shou (手拉手), linked horses lian huan ma (连环马), paired rooks ba wang che
 * (霸王车), shoulder-pole cannons dan zi pao (担子炮), hollow cannon kong tou pao (空头炮), central cannon zhong pao
 * (中炮), horse in the palace centre wo xin ma (窝心马), bottom cannon chen di pao (沉底炮). */
#ifndef ENGINE_EVAL_TERMS_H
#define ENGINE_EVAL_TERMS_H

#define EVAL_TERMS(X)                                                                                                  \
    X(material,          [7],        material,    "each man, by kind: king advisor elephant horse rook cannon pawn")   \
    X(pair,              [3],        material,    "both men of a kind still there: horses, rooks, cannons")            \
    X(with_pawns,        [3],        material,    "each horse, rook or cannon, for each pawn of either side")          \
    X(psqt,              [7][10][5], psqt,        "each man, by kind, rank and folded file")                           \
    X(mobility,          [7],        mobility,    "each reachable square, by kind")                                    \
    X(tempo,             ,           mobility,    "to be on the move")                                                 \
    X(linked_pawns,      [5],        cooperation, "two crossed pawns side by side, by rank from 5")                    \
    X(rook_backed_pawn,  ,           cooperation, "a crossed pawn on a line with an own rook, nothing between")        \
    X(linked_horses,     ,           cooperation, "two horses that protect each other")           \
    X(paired_rooks,      ,           cooperation, "two rooks on one line, nothing between")                            \
    X(shoulder_pole,     ,           cooperation, "two cannons on one line, one man between")                          \
    X(linked_elephants,  ,           cooperation, "two elephants that protect each other")        \
    X(linked_advisors,   ,           cooperation, "two advisors that protect each other")         \
    X(attacked_free,     [7][4],     cooperation, "an enemy man that nothing protects, by its kind and the least attacker's: pawn, horse, cannon, rook") \
    X(attacked_held,     [7][4],     cooperation, "an enemy man that is protected, in the same way")                   \
    X(hollow_cannon,     [10],       king_safety, "a cannon on the enemy king's file, nothing between, by distance")   \
    X(central_cannon,    ,           king_safety, "a cannon and the enemy king on the central file, two men between")  \
    X(cannon_over_horse, ,           king_safety, "the same with an enemy horse in front of its king at home")     \
    X(bottom_cannon,     [3],        king_safety, "a cannon and the enemy king on its back rank, two men between, by folded file") \
    X(palace_attack,     [3],        king_safety, "each reachable square of the enemy palace: horses, rooks, cannons")  \
    X(rook_king_file,    ,           king_safety, "a rook on the enemy king's file, at most one man between")          \
    X(rook_open_file,    ,           king_safety, "a rook on a file without any pawn")                                 \
    X(pawn_near_king,    [3],        king_safety, "a crossed pawn not past the enemy king, 1, 2 or 3 king steps away") \
    X(wing_attackers,    [6],        king_safety, "0 to 5 men across the river on the fuller wing") \
    X(advisor_gone,      [4],        king_safety, "each own man for each enemy advisor gone: horse, rook, cannon, crossed pawn") \
    X(elephant_gone,     [4],        king_safety, "each own man for each enemy elephant gone: horse, rook, cannon, crossed pawn") \
    X(king_advanced,     [2],        king_safety, "each attacker while the enemy king is on its rank 1 or 2")            \
    X(king_off_centre,   ,           king_safety, "each attacker while the enemy king is off the central file")

#endif
