#include "bench/match/clock.h"

Clock clock_start(const Limit *limit) { return (Clock){ .limit = limit, .left_ns = limit->base_ns }; }

ClockState clock_state(const Clock *own, const Clock *other) {
    return (ClockState){
        .own_ns = own->left_ns,
        .own_increment_ns = own->limit->increment_ns,
        .other_ns = other->left_ns,
        .other_increment_ns = other->limit->increment_ns,
        .moves_to_go = own->limit->moves ? own->limit->moves - own->moves : 0,
    };
}

int64_t clock_used_ns(const Limit *limit, const Answer *answer) {
    if (!limit->nodestime) return answer->time_ns;
    const double ns = (double)answer->nodes / (double)limit->nodestime * 1e6;
    return ns < 1e18 ? (int64_t)ns : INT64_C(1000000000000000000);
}

bool clock_charge(Clock *clock, int64_t used_ns, int64_t excused_ns) {
    const Limit *limit = clock->limit;
    const int64_t margin_ns = limit->margin_ns + excused_ns;
    if (limit->movetime_ns && used_ns > limit->movetime_ns + margin_ns) return false;
    if (!limit->base_ns) return true;
    if (used_ns > clock->left_ns + margin_ns) return false;
    /* Not 0: to a player that would mean no clock. */
    clock->left_ns = used_ns < clock->left_ns ? clock->left_ns - used_ns : 1;
    clock->left_ns += limit->increment_ns;
    if (limit->moves && ++clock->moves == limit->moves) {
        clock->moves = 0;
        clock->left_ns += limit->base_ns;
    }
    return true;
}
