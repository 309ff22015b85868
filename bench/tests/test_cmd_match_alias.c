#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/cmd/match_alias.h"
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "engine/xq/pos.h"

enum { WORDS_MAX = 64 };

/* Cut a line at its blanks, a '~' being one within a word, and parse it as the command's arguments. */
static void parse(char *line, MatchArgs *args, CmdArgs *positional) {
    char *argv[WORDS_MAX];
    int argc = 0;
    Err err = { 0 };
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(argc < WORDS_MAX);
        for (char *at = word; *at; at++)
            if (*at == '~') *at = ' '; /* a blank within a word */
        argv[argc++] = word;
    }
    *args = (MatchArgs){ 0 };
    opt_defaults(&match_arg_options, args);
    if (!cmd_parse(&match_arg_options, args, argc, argv, positional, &err)) fail_msg("%s", err.text);
}

/* The match file that a line gives, as YAML; "" with *err. */
static void translate(const char *text, MatchArgs *args, Buf *out, Err *err) {
    Arena arena = { 0 };
    CmdArgs positional;
    char *line = mem_strdup(text);
    parse(line, args, &positional);
    assert_true(match_alias_is(&positional));
    const ConfNode *map = match_alias_tree(&positional, args, &arena, err);
    if (map) conf_print(map, out);
    arena_free(&arena);
    free(line);
}

static void command_lines_of_chess_runners_are_match_files(void **state) {
    (void)state;
    static const struct {
        const char *line, *yaml;
    } rows[] = {
        { "-engine cmd=./new name=new option.Hash=64 -engine cmd=./old name=old -each tc=10+0.1 proto=uci "
          "option.Hash=16 option.UCI_Variant=xiangqi "
          "-rounds 5000 -games 2 -repeat -recover -variant xiangqi -openings file=books/a.epd format=epd order=random "
          "plies=8 start=1 "
          "-sprt elo0=-1.75 elo1=0.25 alpha=0.05 beta=0.1 model=normalized -concurrency 12 -use-affinity "
          "-ratinginterval 10 "
          "-pgnout file=out.pgn notation=san nodes=true -log file=x.log level=trace engine=true -seed 42 -event "
          "nightly",
          "openings: books/a.epd\nopening_order: random\nopening_plies: 8\n"
          "sprt:\n  elo0: -1.75\n  elo1: 0.25\n  alpha: 0.05\n  beta: 0.1\n  model: normalized\n"
          "seed: 42\nname: nightly\ngames: 10000\n"
          "players:\n"
          "  - command: ./new\n    name: new\n    options:\n      Hash: 64\n      UCI_Variant: xiangqi\n    protocol: "
          "uci\n"
          "  - command: ./old\n    name: old\n    protocol: uci\n    options:\n      Hash: 16\n      UCI_Variant: "
          "xiangqi\n"
          "limit: tc=10+0.1\n" },
        { "-engine conf=pvs -engine conf=full option.null_move=0 name=plain -each nodes=500 plies=3 proto=ucci dir=x "
          "-rounds 3 -tournament round-robin",
          "format: pairs\ngames: 6\n"
          "players:\n  - extends: pvs\n  - extends: full\n    search:\n      null_move: 0\n    name: plain\n"
          "limit: \"depth=3 nodes=500\"\n" },
        { "-games 2 -rounds 7 -engine cmd=a -engine cmd=a name=b",
          "games: 14\nplayers:\n  - command: a\n  - command: a\n    name: b\n" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchArgs args;
        Buf out = { 0 };
        Err err = { 0 };
        translate(rows[i].line, &args, &out, &err);
        assert_string_equal(err.text, "");
        assert_string_equal(buf_text(&out), rows[i].yaml);
        if (i == 0) {
            assert_int_equal(args.jobs, 12);
            assert_true(args.pin && !args.pgn_plain);
            assert_string_equal(args.pgn_out, "out.pgn");
            assert_string_equal(args.log, "x.log");
        }
        buf_free(&out);
    }
}

static void an_engine_goes_before_what_each_says(void **state) {
    (void)state;
    MatchArgs args;
    Buf out = { 0 };
    Err err = { 0 };
    translate(
        "-each tc=40/1:30.5+0.5 timemargin=100 restart=auto arg=-x -tournament gauntlet -engine cmd=a st=0.25 tc=inf "
        "arg=--one arg=2 initstr=go~on "
        "-engine conf=fairy-stockfish ponder -engine cmd=b args=\"a~b\"~c dir=/tmp proto=xboard depth=9 restart=on "
        "-draw movenumber=40 movecount=8 score=15 -resign movecount=5 score=700 twosided=true -maxmoves 150 -games 4 "
        "-srand 3 -pgnout g.pgn min fi",
        &args, &out, &err);
    assert_string_equal(err.text, "");
    assert_string_equal(
        buf_text(&out),
        "format: gauntlet\n"
        "adjudication:\n  draw_after: 80\n  draw_moves: 8\n  draw_score: 15\n  win_moves: 5\n  win_score: 700\n  "
        "max_plies: 300\n"
        "seed: 3\ngames: 4\n"
        "players:\n"
        "  - command: a\n    args:\n      - \"--one\"\n      - 2\n    init:\n      - \"go on\"\n    restart: on_fault\n"
        "    limit: \"movetime=250 margin=100\"\n"
        "  - extends: fairy-stockfish\n    ponder: true\n    restart: on_fault\n    args:\n      - \"-x\"\n"
        "  - command: b\n    args:\n      - \"a b\"\n      - c\n    directory: /tmp\n    protocol: xboard\n    "
        "restart: on\n"
        "    limit: \"tc=40/90.5+0.5 depth=9 margin=100\"\n"
        "limit: \"tc=40/90.5+0.5 margin=100\"\n");
    assert_true(args.pgn_plain);
    assert_string_equal(args.pgn_out, "g.pgn");
    buf_free(&out);
}

static void what_has_no_counterpart_is_refused_with_the_reason(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } rows[] = {
        { "-engin cmd=a", "unknown option '-engin'; did you mean '-engine'?" },
        { "-frobnicate", "unknown option '-frobnicate'; xqbench match --help lists those of this form" },
        { "-engine cmd=a -rounds", "-rounds: needs a value" },
        { "-engine cmd=a -rounds ten", "-rounds: 'ten' is no number from 1 to 100000000" },
        { "-engine cmd=a -rounds 3 4", "'4' belongs to no option" },
        { "-engine cmd=a -rounds 3 -games 1",
          "3 rounds of 1 games are odd; openings are played twice, so say -games 2" },
        { "-engine cmd=a -each tc=1 -each tc=2", "-each stands twice" },
        { "-engine name=a", "-engine: cmd=PROGRAM is missing (or conf=NAME, an engine file or a variant of ours)" },
        { "-engine cmd=a tx=1", "-engine: unknown word 'tx=1'; did you mean 'tc='?" },
        { "-engine cmd=a whatever.option=1",
          "-engine: unknown word 'whatever.option=1'; an engine's are cmd= or conf=, name=, proto=, dir=, arg=, tc=" },
        { "-engine cmd=a -each whitepov", "-each: whitepov is not supported: scores are the mover's" },
        { "-engine cmd=a stderr=a.log", "-engine: stderr=a.log is not supported: -log holds all that engines write" },
        { "-engine cmd=a -debug", "-debug is not supported: -log file=FILE writes all that is said" },
        { "-engine cmd=a -crc32 pgn=true", "-crc32 is not supported: xqbench digest tells" },
        { "-engine cmd=a -startup-ms 9000", "-startup-ms is not supported: say startup_ms in an engine file" },
        { "-engine cmd=a book=b.bin", "-engine: book=b.bin is not supported: games start from -openings" },
        { "-engine cmd=a tc=ten", "tc=ten: write [moves/][minutes:]seconds[+increment], such as 40/60+0.6" },
        { "-engine cmd=a tc=x:10", "tc=x:10: 'x' is no number of minutes" },
        { "-engine cmd=a st=0", "st=0: seconds a move are wanted" },
        { "-engine cmd=a args='b", "-engine args='b: " },
        { "-engine cmd=a -sprt elo0=0 elo1=5 model=bayesian",
          "-sprt: model=bayesian is not supported: its scale moves with the draws" },
        { "-engine cmd=a -sprt elo=0", "-sprt: unknown word 'elo=0'; there are elo0=, elo1=, alpha=, beta=, model=" },
        { "-engine cmd=a -openings order=random", "-openings: file=FILE is missing" },
        { "-engine cmd=a -openings file=a.epd format=pgn",
          "-openings: 'a.epd' is read as EPD by its name, not as pgn" },
        { "-engine cmd=a -openings file=a.pgn.gz format=epd",
          "-openings: 'a.pgn.gz' is read as PGN by its name, not as epd" },
        { "-engine cmd=a -openings file=a.bin format=polyglot",
          "-openings: format=polyglot is not supported; there are epd and pgn" },
        { "-engine cmd=a -openings file=a.epd start=100", "-openings: start=100 is not supported, only start=1" },
        { "-engine cmd=a -variant fischerandom", "-variant: 'fischerandom' is not supported, only xiangqi" },
        { "-engine cmd=a -repeat 4", "-repeat: '4' is not supported, only 2" },
        { "-engine cmd=a -tournament knockout",
          "-tournament: 'knockout' is not supported; there are round-robin and gauntlet" },
        { "-engine cmd=a -noswap", "-noswap is not supported: every opening is played with both colours" },
        { "-engine cmd=a -pgnout file=a.pgn append=true",
          "-pgnout: append=true is not supported: the file holds this run, whole" },
        { "-engine cmd=a -pgnout a.pgn b.pgn", "-pgnout: both 'a.pgn' and 'b.pgn' are files" },
        { "-engine cmd=a -pgnout min", "-pgnout: file=FILE is missing" },
        { "-engine cmd=a -log level=trace", "-log: file=FILE is missing" },
        { "-engine cmd=a -log file=a append=true", "-log: append=true is not supported" },
        { "-engine cmd=a -draw movenumber=x", "-draw movenumber: 'x' is no number from 1 to 5000" },
        { "-engine cmd=a -use-affinity 1,2", "-use-affinity: lists of processors are not supported" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchArgs args;
        Buf out = { 0 };
        Err err = { 0 };
        translate(rows[i].line, &args, &out, &err);
        if (strncmp(err.text, rows[i].says, strlen(rows[i].says)) != 0 || err.kind == ERR_NONE)
            fail_msg("%s\n'%s' instead of '%s'", rows[i].line, err.text, rows[i].says);
        buf_free(&out);
    }
}

/* The canonical text of the match that a line asks for. */
static void print_match(const char *text, Buf *out) {
    MatchArgs args;
    CmdArgs positional;
    MatchSpec spec;
    Err err = { 0 };
    char *line = mem_strdup(text);
    parse(line, &args, &positional);
    if (!match_args_spec(&args, &positional, &spec, &err)) fail_msg("%s: %s", text, err.text);
    buf_addf(out, "name %s, games %d, openings %s\n", spec.name, (int)spec.games, spec.openings);
    spec_print(&spec, out);
    spec_free(&spec);
    free(line);
}

static void both_forms_ask_for_the_same_match(void **state) {
    (void)state;
    Buf ours = { 0 }, theirs = { 0 };
    print_match("--player pvs --player full~null_move=0~name=plain --limit nodes=500 --games 40 --openings "
                "suites/openings/classical.epd --seed 9 "
                "--sprt elo0=0,elo1=10,model=logistic --set adjudication.max_plies=200",
                &ours);
    print_match(
        "-engine conf=pvs -engine conf=full option.null_move=0 name=plain -each nodes=500 -rounds 20 -repeat -seed 9 "
        "-openings file=suites/openings/classical.epd -sprt elo0=0 elo1=10 model=logistic --set "
        "adjudication.max_plies=200",
        &theirs);
    assert_string_equal(buf_text(&theirs), buf_text(&ours));
    buf_free(&ours);
    buf_free(&theirs);
}

static void a_match_of_this_form_is_played_and_written_as_pgn(void **state) {
    const char *folder = ((const Scratch *)*state)->folder;
    Buf command = { 0 }, games = { 0 };
    buf_addf(&command,
             "cd '%s' && '%s/xqbench' match -engine conf=PVST name=one -engine conf=AB name=two -each nodes=60 -rounds "
             "2 -repeat -maxmoves 20 "
             "-openings file=suites/openings/classical.epd -pgnout '%s/g.pgn' --db '%s/g.db' --quiet > '%s/out' 2>&1",
             XQ_SOURCE_DIR, XQ_BIN_DIR, folder, folder, folder);
    assert_int_equal(system(buf_text(&command)), 0);
    buf_clear(&command);
    buf_addf(&command, "%s/g.pgn", folder);
    assert_true(file_read(buf_text(&command), &games, NULL));
    int count = 0;
    for (const char *at = buf_text(&games); (at = strstr(at, "[Event \"one vs two\"]")); at++) count++;
    assert_int_equal(count, 4);
    assert_non_null(strstr(buf_text(&games), "[Red \"one\"]\n[Black \"two\"]\n"));
    assert_non_null(strstr(buf_text(&games), " 60 ")); /* nodes in the comments */
    buf_free(&command);
    buf_free(&games);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_lines_of_chess_runners_are_match_files),
        cmocka_unit_test(an_engine_goes_before_what_each_says),
        cmocka_unit_test(what_has_no_counterpart_is_refused_with_the_reason),
        cmocka_unit_test(both_forms_ask_for_the_same_match),
        scratch_test(a_match_of_this_form_is_played_and_written_as_pgn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
