#include <stdint.h>
#include "engine/core/mono.h"
#include "engine/search/search_internal.h"

enum { POLL_NODES = 1024, MOVES_ASSUMED = 30 };

/* How the clock is spent: an even share of what is left and most of the increment, up to several times that when an
 * iteration is running. Never more than the clock holds. */
static void plan_clock(Deadline *d, const SearchLimits *limits, int64_t overhead_ns) {
    const int moves =
        limits->moves_to_go > 0 && limits->moves_to_go < MOVES_ASSUMED ? limits->moves_to_go : MOVES_ASSUMED;
    int64_t left = limits->time_ns - overhead_ns;
    if (left < limits->time_ns / 10) left = limits->time_ns / 10;
    int64_t share = left / moves + limits->increment_ns * 3 / 4;
    if (share > left) share = left;
    int64_t hard = share * 4;
    const int64_t most = moves == 1 ? left : left * 6 / 10;
    d->hard_ns = hard < most ? hard : most;
    d->soft_ns = share * 6 / 10;
    if (d->soft_ns > d->hard_ns) d->soft_ns = d->hard_ns;
    if (d->soft_ns < 1) d->soft_ns = 1;
}

/* A time counted in nodes is a limit of nodes, from now on. */
static void end_by_nodes(Search *s) {
    Deadline *d = &s->deadline;
    d->start_nodes = s->counters.nodes;
    if (!d->nodestime || !d->hard_ns || d->pondering) return;
    const uint64_t nodes = d->start_nodes + (uint64_t)((double)d->hard_ns / 1e6 * (double)d->nodestime);
    if (nodes < d->nodes) d->nodes = nodes;
}

static int64_t elapsed_ns(const Search *s) {
    const Deadline *d = &s->deadline;
    if (!d->nodestime) return mono_ns() - d->start_ns;
    return (int64_t)((double)(s->counters.nodes - d->start_nodes) / (double)d->nodestime * 1e6);
}

void deadline_start(Search *s) {
    const SearchLimits *limits = s->limits;
    const int64_t nodestime = limits->nodestime ? limits->nodestime : s->variant.search.nodestime;
    const int64_t overhead_ns = nodestime ? 0 : s->variant.search.move_overhead * 1000000;
    Deadline *d = &s->deadline;
    *d = (Deadline){ .nodes = limits->nodes ? limits->nodes : UINT64_MAX,
                     .start_ns = s->start_ns,
                     .nodestime = nodestime,
                     .pondering = limits->ponder };
    if (limits->infinite) return;
    if (limits->time_ns > 0) plan_clock(d, limits, overhead_ns);
    if (limits->movetime_ns > 0) {
        int64_t most = limits->movetime_ns - overhead_ns;
        if (most < limits->movetime_ns / 2) most = limits->movetime_ns / 2;
        if (!d->hard_ns || most < d->hard_ns) d->hard_ns = most;
    }
    end_by_nodes(s);
}

static void see_ponderhit(Search *s) {
    if (!s->deadline.pondering || !atomic_load_explicit(&s->ponder_hit, memory_order_acquire)) return;
    s->deadline.pondering = false;
    s->deadline.start_ns = mono_ns();
    end_by_nodes(s);
}

void search_poll_slow(Search *s) {
    Deadline *d = &s->deadline;
    see_ponderhit(s);
    if (s->counters.nodes >= d->nodes || atomic_load_explicit(&s->stop_asked, memory_order_acquire)) s->stopped = true;
    else if (d->hard_ns && !d->pondering && elapsed_ns(s) >= d->hard_ns) s->stopped = true;
    s->next_poll = s->counters.nodes + POLL_NODES;
    if (s->next_poll > d->nodes) s->next_poll = d->nodes;
}

bool deadline_allows_iteration(Search *s, int unchanged) {
    enum { SETTLED = 4 };
    Deadline *d = &s->deadline;
    see_ponderhit(s);
    if (!d->soft_ns || d->pondering) return true;
    const int64_t percent = unchanged == 0 ? 150 : unchanged < SETTLED ? 100 : 65;
    return s->root_count > 1 && elapsed_ns(s) < d->soft_ns * percent / 100;
}
