/* The check that the targets of both protocols share: any bytes as a conversation, line by line. */
#ifndef ENGINE_TESTS_FUZZ_FUZZ_COMMAND_H
#define ENGINE_TESTS_FUZZ_FUZZ_COMMAND_H
#include <string.h>
#include "engine/proto/command.h"
#include "engine/tests/fuzz/fuzz.h"

static void check_command(const Command *command) {
    FUZZ_CHECK(command->name && command->value);
    FUZZ_CHECK(command->limits.depth >= 0 && command->limits.depth <= MAX_PLY);
    FUZZ_CHECK(command->limits.time_ns >= 0 && command->limits.increment_ns >= 0 && command->limits.movetime_ns >= 0);
    for (int i = 0; i < command->move_count; i++)
        FUZZ_CHECK(mv_from(command->moves[i]) < SQ_COUNT && mv_to(command->moves[i]) < SQ_COUNT);
    if (command->kind == COMMAND_POSITION) FUZZ_CHECK(!pos_in_check(&command->start, command->start.side ^ 1));
}

/* Every line gives a command, or one sentence that says what is wrong. */
static void fuzz_lines(const uint8_t *data, size_t size, Protocol protocol) {
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = 0;
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        Arena arena = { 0 };
        Command command;
        Err err = { .kind = ERR_NONE };
        if (command_parse(line, protocol, size % 2, size % 3, &arena, &command, &err)) check_command(&command);
        else FUZZ_CHECK(err.kind == ERR_INPUT && *err.text && !strpbrk(err.text, "\r\n"));
        arena_free(&arena);
        line = end ? end + 1 : NULL;
    }
    free(text);
}
#endif
