#include "bench/regress/measures.h"

void measures_free(GateMeasures *measures) {
    speed_free(&measures->speed.result);
    arena_free(&measures->arena);
    *measures = (GateMeasures){ .suites = 0 };
}
