#include "engine/search/counters.h"

#define COUNTER_NAME(name, help) #name,
#define COUNTER_HELP(name, help) help,
const char *const counter_names[COUNTER_COUNT] = { COUNTERS(COUNTER_NAME) };
const char *const counter_helps[COUNTER_COUNT] = { COUNTERS(COUNTER_HELP) };
#undef COUNTER_NAME
#undef COUNTER_HELP

void counters_add(Counters *sum, const Counters *add) {
#define COUNTER_ADD(name, help) sum->name += add->name;
    COUNTERS(COUNTER_ADD)
#undef COUNTER_ADD
}
