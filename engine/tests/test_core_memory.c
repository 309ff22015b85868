/* Arenas, growing buffers and the errors that are formatted into a fixed one. */
#include "engine/tests/test.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "engine/core/arena.h"
#include "engine/core/buf.h"
#include "engine/core/err.h"

static void arena_memory_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    static unsigned char *blocks[COUNT];
    static size_t sizes[COUNT];
    Arena arena = { 0 };
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = i % 100 == 0 ? 40000 : i % 67;
        blocks[i] = arena_alloc(&arena, sizes[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(blocks[i][k], 0);
        memset(blocks[i], (int)(i % 251) + 1, sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < sizes[i]; k++) assert_int_equal(blocks[i][k], i % 251 + 1);
    arena_free(&arena);
    assert_null(arena.head);
    arena_free(&arena);
}

static void arena_texts_are_copies(void **state) {
    (void)state;
    Arena arena = { 0 };
    char text[] = "red";
    const char *copy = arena_strdup(&arena, text), *part = arena_strndup(&arena, text, 2);
    text[0] = 'x';
    assert_string_equal(copy, "red");
    assert_string_equal(part, "re");
    assert_string_equal(arena_printf(&arena, "%s %d", text, 42), "xed 42");
    assert_string_equal(arena_printf(&arena, "%s", ""), "");
    char big[50000];
    memset(big, 'b', sizeof big - 1);
    big[sizeof big - 1] = 0;
    assert_string_equal(arena_printf(&arena, "%s", big), big);
    arena_free(&arena);
}

static void plain_memory_of_no_size_is_still_memory(void **state) {
    (void)state;
    char *text = mem_strdup("");
    void *none = mem_alloc(0), *zero = mem_zalloc(0, 8);
    assert_true(text && none && zero);
    text = mem_realloc(text, 100);
    assert_string_equal(text, "");
    free(text);
    free(none);
    free(zero);
}

static void a_buffer_grows_and_always_ends_in_zero(void **state) {
    (void)state;
    Buf buf = { 0 };
    assert_string_equal(buf_text(&buf), "");
    buf_add(&buf, "");
    assert_string_equal(buf_text(&buf), "");
    for (int i = 0; i < 1000; i++) {
        buf_add_char(&buf, 'a');
        assert_int_equal(strlen(buf_text(&buf)), buf.len);
    }
    buf_addf(&buf, "%0500d", 7);
    assert_int_equal(buf.len, 1500);
    assert_int_equal(buf.text[1499], '7');
    buf_add_n(&buf, "x\0y", 3);
    assert_int_equal(buf.len, 1503);
    buf_clear(&buf);
    assert_string_equal(buf_text(&buf), "");
    buf_addf(&buf, "%s", "again");
    assert_string_equal(buf_text(&buf), "again");
    buf_free(&buf);
    assert_null(buf.text);
    buf_free(&buf);
}

static void an_error_is_one_line_that_context_is_put_before(void **state) {
    (void)state;
    Err err = { 0 };
    assert_false(err_set(&err, ERR_INPUT, "'%s' is wrong", "a\nb\tc\x7f"));
    assert_string_equal(err.text, "'a?b?c?' is wrong");
    assert_false(err_prefix(&err, "%s:%d: ", "x.pgn", 3));
    assert_string_equal(err.text, "x.pgn:3: 'a?b?c?' is wrong");
    assert_false(err_set(&err, ERR_INPUT, "%s, %.4s...", "\xff\xc2\x9b\xe2\x80\xa8", "红方"));
    assert_string_equal(err.text, "???, 红?..."); /* no bytes that are no text, nor what moves a terminal */
    assert_int_equal(err.kind, ERR_INPUT);
    errno = ENOENT;
    assert_false(err_system(&err, "read", "x.pgn"));
    assert_string_equal(err.text, "cannot read x.pgn: No such file or directory");
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_false(err_set(NULL, ERR_INPUT, "nobody listens"));
    assert_false(err_prefix(NULL, "nobody listens"));
}

static void a_long_error_is_cut_at_a_whole_character(void **state) {
    (void)state;
    for (int shift = 0; shift < 4; shift++) {
        Err err = { 0 };
        char text[3 * ERR_TEXT_SIZE + 8] = { 0 };
        memset(text, 'x', (size_t)shift);
        for (int i = 0; i < ERR_TEXT_SIZE; i++) strcat(text, "\xe7\xba\xa2");
        err_set(&err, ERR_INPUT, "%s", text);
        const size_t len = strlen(err.text);
        assert_in_range(len, ERR_TEXT_SIZE - 4, ERR_TEXT_SIZE - 1);
        assert_int_equal((len - (size_t)shift) % 3, 0);
        assert_memory_equal(err.text, text, len);
        err_prefix(&err, "%s", text);
        assert_int_equal((strlen(err.text) - (size_t)shift) % 3, 0);
    }
}

static void every_kind_has_its_exit_code(void **state) {
    (void)state;
    static const struct { ErrKind kind; int code; } codes[] = {
        { ERR_NONE, 0 }, { ERR_USAGE, 2 }, { ERR_INPUT, 2 }, { ERR_SYSTEM, 2 }, { ERR_FAULT, 3 }, { ERR_INTERRUPTED, 4 },
    };
    for (size_t i = 0; i < COUNT_OF(codes); i++) assert_int_equal(err_exit_code(codes[i].kind), codes[i].code);
}

static void exhausted_memory_ends_the_program_with_code_2(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* their malloc ends the program by itself */
#else
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        volatile size_t too_much = SIZE_MAX / 2;
        freopen("/dev/null", "w", stderr);
        mem_alloc(too_much);
        _Exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_BAD_INPUT);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(arena_texts_are_copies),
        cmocka_unit_test(plain_memory_of_no_size_is_still_memory),
        cmocka_unit_test(a_buffer_grows_and_always_ends_in_zero),
        cmocka_unit_test(an_error_is_one_line_that_context_is_put_before),
        cmocka_unit_test(a_long_error_is_cut_at_a_whole_character),
        cmocka_unit_test(exhausted_memory_ends_the_program_with_code_2),
        cmocka_unit_test(every_kind_has_its_exit_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
