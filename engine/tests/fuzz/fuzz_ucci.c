/* Any bytes as lines of UCCI. */
#include "engine/tests/fuzz/fuzz_command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xq_init();
    fuzz_lines(data, size, PROTO_UCCI);
    return 0;
}
