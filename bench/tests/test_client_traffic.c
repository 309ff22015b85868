/* The log of what engines are told and say. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include "bench/client/traffic.h"
#include "bench/tests/fake.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"

static const char *log_path(void **state) {
    static char path[128];
    snprintf(path, sizeof path, "%s/talk.log", ((const Scratch *)*state)->folder);
    return path;
}

static Traffic *open_log(void **state) {
    Err err;
    Traffic *traffic = traffic_open(log_path(state), &err);
    if (!traffic) fail_msg("%s", err.text);
    return traffic;
}

static void read_log(void **state, Buf *out) {
    Err err;
    if (!file_read(log_path(state), out, &err)) fail_msg("%s", err.text);
}

/* The place behind the first line from `at` on that is `text` but for its time. */
static const char *expect_line(const char *at, const char *text) {
    const char *line;
    size_t len;
    while (text_next_line(&at, &line, &len)) {
        const char *blank = memchr(line, ' ', len);
        if (blank && (size_t)(line + len - blank - 1) == strlen(text) && memcmp(blank + 1, text, strlen(text)) == 0)
            return at;
    }
    fail_msg("the log lacks '%s'", text);
    return NULL;
}

static void a_whole_game_is_in_the_log(void **state) {
    const Limit limit = { .depth = 1 };
    Traffic *traffic = open_log(state);
    Game game = { 0 };
    PlayerSpec bad = fake_spec("name=bad protocol=uci arg=deed=exit"), good = fake_spec("name=good protocol=ucci");
    bad.traffic = good.traffic = traffic;
    Player *red = start_player(&bad), *black = start_player(&good);
    GameRecord record = play_fakes(red, black, &limit, 10, &game);
    player_delete(red);
    player_delete(black);
    assert_true(traffic_close(traffic, NULL));
    assert_int_equal(record.reason, REASON_CRASH);
    Buf log = { 0 };
    read_log(state, &log);
    static const char *const of_bad[] = {
        ">bad(1): uci",        "<bad(1): uciok",        ">bad(1): isready",           "<bad(1): readyok",
        ">bad(1): go depth 1", "!bad(1): out of ideas", "=bad(1): exited with code 3"
    };
    static const char *const of_good[] = { ">good(2): ucci", "<good(2): ucciok", ">good(2): go depth 1",
                                           ">good(2): quit", "=good(2): exited with code 0" };
    const char *at = buf_text(&log);
    for (size_t i = 0; i < COUNT_OF(of_bad); i++) at = expect_line(at, of_bad[i]);
    at = buf_text(&log);
    for (size_t i = 0; i < COUNT_OF(of_good); i++) at = expect_line(at, of_good[i]);
    /* Times never fall. */
    double last = 0;
    const char *line;
    size_t len;
    for (at = buf_text(&log); text_next_line(&at, &line, &len);) {
        const double ms = strtod(line, NULL);
        assert_true(ms >= last);
        last = ms;
    }
    buf_free(&log);
    game_free(&game);
    game_record_free(&record);
    player_spec_free(&bad);
    player_spec_free(&good);
    assert_no_children();
}

typedef struct {
    Traffic *traffic;
    int number[4];
} Writers;
enum { LINES = 2000 };

static void write_lines(void *context, int worker, int job) {
    Writers *writers = context;
    char text[32];
    (void)worker;
    writers->number[job] = traffic_enter(writers->traffic);
    for (int i = 0; i < LINES; i++) {
        const int len = snprintf(text, sizeof text, "line %d", i);
        traffic_add(writers->traffic, "p", writers->number[job], PROC_SAID, text, (size_t)len);
    }
}

static void lines_of_many_threads_stay_whole_and_in_order(void **state) {
    Writers writers = { .traffic = open_log(state) };
    assert_true(pool_run(4, 4, write_lines, &writers, NULL, NULL));
    assert_true(traffic_close(writers.traffic, NULL));
    Buf log = { 0 };
    read_log(state, &log);
    int next[5] = { 0 };
    const char *at = buf_text(&log), *line;
    size_t len;
    while (text_next_line(&at, &line, &len)) {
        int number, i;
        double ms;
        assert_int_equal(sscanf(line, "%lf <p(%d): line %d\n", &ms, &number, &i), 3);
        assert_in_range(number, 1, 4);
        assert_int_equal(i, next[number]++);
    }
    for (int i = 1; i <= 4; i++) assert_int_equal(next[i], LINES);
    buf_free(&log);
}

/* A pipe holds 64 kB: to whoever writes, it is a disk that stands still for as long as nobody reads. */
typedef struct {
    int file;
    pthread_t thread;
    atomic_size_t len;
    Buf text;
} Reader;

static void *read_all(void *object) {
    Reader *reader = object;
    char part[4096];
    for (ssize_t got; (got = read(reader->file, part, sizeof part)) != 0;) {
        if (got > 0) buf_add_n(&reader->text, part, (size_t)got);
        else mono_sleep_ns(1000000); /* nothing was written yet */
        atomic_store(&reader->len, reader->text.len);
    }
    return NULL;
}

static Traffic *open_log_in_pipe(void **state, Reader *reader) {
    const char *path = log_path(state);
    assert_int_equal(mkfifo(path, 0600), 0);
    *reader = (Reader){ .file = open(path, O_RDONLY | O_NONBLOCK) };
    return open_log(state);
}

static void start_reading(Reader *reader) {
    assert_int_equal(pthread_create(&reader->thread, NULL, read_all, reader), 0);
}

/* Lines of 200 characters that begin with a number. */
static void log_numbers(Traffic *traffic, int first, int end) {
    char text[201];
    for (int i = first; i < end; i++) {
        snprintf(text, sizeof text, "%-*d", (int)sizeof text - 1, i);
        traffic_add(traffic, "p", 1, PROC_SAID, text, sizeof text - 1);
    }
}

/* Every line that was logged is there in its order, or counted where it should be. Returns how many were counted. */
static int64_t check_numbers(const char *at, int count) {
    const char *line;
    size_t len;
    int64_t next = 0, missing = 0;
    while (text_next_line(&at, &line, &len)) {
        static const char told[] = "?lines left out here, since the file was too slow: ";
        const char *text = memchr(line, ' ', len);
        assert_non_null(text);
        if (!strncmp(++text, told, sizeof told - 1)) {
            const int64_t gap = strtoll(text + sizeof told - 1, NULL, 10);
            assert_true(gap > 0);
            missing += gap;
            next += gap;
        } else {
            assert_int_equal(strncmp(text, "<p(1): ", 7), 0);
            assert_int_equal(strtoll(text + 7, NULL, 10), next++);
        }
    }
    assert_int_equal(next, count);
    return missing;
}

/* Close the log while it is read, and see that nothing is missing without a word. */
static void close_and_check(Traffic *traffic, Reader *reader, int count) {
    const int64_t left_out = traffic_left_out(traffic);
    assert_true(left_out > 0);
    assert_true(traffic_close(traffic, NULL));
    assert_int_equal(pthread_join(reader->thread, NULL), 0);
    assert_int_equal(check_numbers(buf_text(&reader->text), count), left_out);
    buf_free(&reader->text);
    close(reader->file);
}

/* 8 MB, of which nothing is read: this would hang if anybody waited for the file. */
static void a_file_that_stands_still_holds_up_nobody(void **state) {
    enum { FIRST = 40000, ALL = FIRST + 10 };
    Reader reader;
    Traffic *traffic = open_log_in_pipe(state, &reader);
    log_numbers(traffic, 0, FIRST);
    start_reading(&reader);
    while (atomic_load(&reader.len) < 1 << 20) mono_sleep_ns(1000000);
    log_numbers(traffic, FIRST, ALL);
    close_and_check(traffic, &reader, ALL);
}

static void lines_that_are_missing_at_the_end_are_told(void **state) {
    enum { ALL = 30000 };
    Reader reader;
    Traffic *traffic = open_log_in_pipe(state, &reader);
    log_numbers(traffic, 0, ALL);
    start_reading(&reader);
    close_and_check(traffic, &reader, ALL);
}

static void lines_are_in_the_file_while_games_go_on(void **state) {
    Traffic *traffic = open_log(state);
    Buf log = { 0 };
    traffic_add(traffic, "p", 1, PROC_TOLD, "uci", 3);
    for (int i = 0; i < 5000 && !log.len; i++) {
        mono_sleep_ns(2000000);
        read_log(state, &log);
    }
    expect_line(buf_text(&log), ">p(1): uci");
    buf_free(&log);
    assert_true(traffic_close(traffic, NULL));
}

static void a_log_that_can_not_be_written_is_told(void **state) {
    Err err = { 0 };
    assert_null(traffic_open("/nowhere/talk.log", &err));
    assert_non_null(strstr(err.text, "cannot write /nowhere/talk.log"));
    const char *database = log_path(state);
    assert_true(file_write(database, "SQLite format 3\0and a page", 26, &err));
    assert_null(traffic_open(database, &err));
    assert_non_null(strstr(err.text, "a database stands there"));
    Traffic *traffic = traffic_open("/dev/full", &err);
    assert_non_null(traffic);
    traffic_add(traffic, "p", 1, PROC_TOLD, "uci", 3);
    assert_false(traffic_close(traffic, &err));
    assert_non_null(strstr(err.text, "cannot write /dev/full: No space left on device"));
    assert_true(traffic_close(NULL, &err));
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        scratch_test(a_whole_game_is_in_the_log),
        scratch_test(lines_of_many_threads_stay_whole_and_in_order),
        scratch_test(a_file_that_stands_still_holds_up_nobody),
        scratch_test(lines_that_are_missing_at_the_end_are_told),
        scratch_test(lines_are_in_the_file_while_games_go_on),
        scratch_test(a_log_that_can_not_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
