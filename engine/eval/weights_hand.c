#include "engine/eval/weights.h"
#include "engine/xq/types.h"

/* One value for all phases, as the hand-made evaluations of the literature have it. Material, mobility and linked
 * pawns are theirs; they leave the matrices' numbers and the other bonuses to the implementer and give only the
 * shape: a pawn rises much by crossing the river and again near the palace. */
#define V(value) { value, value }
const Weights weights_hand = { .term = {
    .material = { [ADVISOR] = V(170), [ELEPHANT] = V(160), [HORSE] = V(450), [ROOK] = V(1000), [CANNON] = V(450), [PAWN] = V(60) },
    .psqt = {
        [KING] = {
            [0] = { V(0), V(0), V(0), V(-10), V(10) },
            [1] = { V(0), V(0), V(0), V(-30), V(-20) },
            [2] = { V(0), V(0), V(0), V(-50), V(-40) },
        },
        [ADVISOR] = {
            [1] = { V(0), V(0), V(0), V(0), V(10) },
            [2] = { V(0), V(0), V(0), V(-10), V(0) },
        },
        [ELEPHANT] = {
            [2] = { V(-10), V(0), V(0), V(0), V(15) },
            [4] = { V(0), V(0), V(-5), V(0), V(0) },
        },
        [HORSE] = {
            [0] = { V(-25), V(-15), V(-10), V(-10), V(-15) },
            [1] = { V(-15), V(-5), V(0), V(0), V(-30) },
            [2] = { V(-10), V(0), V(10), V(5), V(5) },
            [3] = { V(-5), V(5), V(10), V(10), V(10) },
            [4] = { V(0), V(15), V(15), V(20), V(20) },
            [5] = { V(5), V(20), V(20), V(30), V(30) },
            [6] = { V(10), V(25), V(30), V(35), V(35) },
            [7] = { V(10), V(30), V(35), V(40), V(30) },
            [8] = { V(5), V(25), V(40), V(30), V(20) },
            [9] = { V(0), V(5), V(10), V(10), V(5) },
        },
        [ROOK] = {
            [0] = { V(-15), V(0), V(-5), V(0), V(0) },
            [1] = { V(-5), V(0), V(5), V(5), V(0) },
            [2] = { V(0), V(10), V(5), V(10), V(10) },
            [3] = { V(0), V(10), V(5), V(10), V(10) },
            [4] = { V(10), V(15), V(10), V(20), V(20) },
            [5] = { V(15), V(20), V(15), V(25), V(25) },
            [6] = { V(15), V(20), V(20), V(25), V(25) },
            [7] = { V(15), V(20), V(20), V(30), V(30) },
            [8] = { V(20), V(25), V(20), V(35), V(30) },
            [9] = { V(15), V(20), V(15), V(25), V(25) },
        },
        [CANNON] = {
            [0] = { V(0), V(0), V(5), V(10), V(10) },
            [1] = { V(0), V(5), V(5), V(10), V(10) },
            [2] = { V(0), V(5), V(10), V(10), V(20) },
            [3] = { V(0), V(0), V(5), V(0), V(10) },
            [4] = { V(0), V(0), V(5), V(5), V(10) },
            [5] = { V(0), V(0), V(5), V(5), V(15) },
            [6] = { V(0), V(5), V(5), V(5), V(15) },
            [7] = { V(5), V(5), V(0), V(-10), V(-10) },
            [8] = { V(10), V(10), V(0), V(-15), V(-20) },
            [9] = { V(20), V(15), V(5), V(-15), V(-20) },
        },
        [PAWN] = {
            [4] = { V(5), V(0), V(10), V(0), V(15) },
            [5] = { V(60), V(70), V(80), V(90), V(100) },
            [6] = { V(80), V(100), V(120), V(140), V(150) },
            [7] = { V(90), V(120), V(150), V(180), V(190) },
            [8] = { V(90), V(120), V(150), V(190), V(200) },
            [9] = { V(30), V(50), V(70), V(110), V(110) },
        },
    },
    .mobility = { [ADVISOR] = V(1), [ELEPHANT] = V(1), [HORSE] = V(12), [ROOK] = V(6), [CANNON] = V(6), [PAWN] = V(15) },
    .tempo = V(10),
    .linked_pawns = { V(200), V(200), V(200), V(200), V(200) },
    .rook_backed_pawn = V(20),
    .linked_horses = V(30),
    .paired_rooks = V(30),
    .shoulder_pole = V(20),
    .linked_elephants = V(10),
    .linked_advisors = V(10),
    .hollow_cannon = { V(0), V(0), V(60), V(100), V(110), V(120), V(120), V(110), V(100), V(90) },
    .central_cannon = V(30),
    .cannon_over_horse = V(80),
    .bottom_cannon = { V(60), V(50), V(40) },
    .palace_attack = { V(5), V(5), V(3) },
    .rook_king_file = V(20),
    .rook_open_file = V(15),
    .pawn_near_king = { V(30), V(20), V(10) },
    .wing_attackers = { V(0), V(0), V(10), V(40), V(80), V(100) },
    .advisor_gone = { V(15), V(20), V(5), V(5) },
    .elephant_gone = { V(5), V(10), V(15), V(5) },
    .king_advanced = { V(8), V(16) },
    .king_off_centre = V(5),
} };
#undef V
