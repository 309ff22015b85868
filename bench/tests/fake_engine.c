/* An engine for tests: speaks UCI, UCCI and xboard, plays legal moves by rote at next to no cost, misbehaves as told.
 *   fake_engine [KEY=VALUE ...]
 *     deed=WORD    what it does wrong (the table below); without one it is good
 *     at=N         at its N-th question of a game, from 1 (default 2); deeds of the start and the end don't count
 *     game=N       in its N-th game only, from 1; 0 (default): in every game
 *     ranks=1      counts ranks from 1 (UCI and UCCI)
 *     think_ms=N   how long it takes over every move
 *     work_us=N    how much of a processor it uses for every move
 *     aside=1      thinks in another thread than it listens
 *     threads=N    declares an option for threads, of this default
 *     share=N      UCI: it sleeps over every move for an N-th of its clock
 *     say=N        info lines before every move (default 1)
 *     nodes=N      that they tell (default 20)
 *     tell=TEXT    UCI: what its info lines say behind that
 *     name=TEXT    what it calls itself
 *     take_draw=1  takes every draw that is offered
 *     guess=WORD   names the reply that it expects, right (as it would play itself) or wrong; when right, nodes are 77
 * A move is chosen by the position's key, so the same position is always answered alike. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "engine/core/mono.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

enum { IN_SIZE = 1 << 16, OUT_SIZE = 1 << 16 };
typedef enum { SPEAKS_NOTHING, SPEAKS_UCI, SPEAKS_UCCI, SPEAKS_XBOARD } Speaks;

typedef struct Fake Fake;
typedef struct {
    const char *word;
    void (*act)(Fake *fake, const char *move);
} Deed;

struct Fake {
    const Deed *deed;
    long at, only_game, think_ms, work_us, share, say, nodes, threads;
    bool one_based, take_draw, aside;
    const char *name, *guess, *tell;

    Speaks speaks;
    long games, questions; /* begun; asked in this game */
    bool offered;          /* a draw, by the other side */
    bool hit;              /* what it pondered on has happened */
    bool plays_xiangqi;    /* it was told to */
    Pos pos;
    Buf only, banned;  /* searchmoves of this question, banmoves of this position, each move behind a blank */
    Buf told;          /* the last position command: what it begins with is known already */
    bool forced, post; /* xboard */
    char in[IN_SIZE];
    size_t start, end;
    char out[OUT_SIZE];
    size_t len;
    sem_t asked, answered; /* between its two threads */
};

/* --- talking --- */

static void flush(Fake *fake) {
    for (size_t at = 0; at < fake->len;) {
        const ssize_t written = write(STDOUT_FILENO, fake->out + at, fake->len - at);
        if (written <= 0) exit(1);
        at += (size_t)written;
    }
    fake->len = 0;
}

static void say_n(Fake *fake, const char *text, size_t len) {
    if (fake->len + len > OUT_SIZE) flush(fake);
    memcpy(fake->out + fake->len, text, len);
    fake->len += len;
}

static void say(Fake *fake, const char *text) {
    say_n(fake, text, strlen(text));
}

/* The next line of the input; NULL at its end. */
static char *hear(Fake *fake) {
    for (;;) {
        char *line = fake->in + fake->start, *stop = memchr(line, '\n', fake->end - fake->start);
        if (stop) {
            *stop = 0;
            fake->start = (size_t)(stop + 1 - fake->in);
            return line;
        }
        if (fake->start) memmove(fake->in, line, fake->end - fake->start);
        fake->end -= fake->start;
        fake->start = 0;
        flush(fake);
        const ssize_t got = read(STDIN_FILENO, fake->in + fake->end, IN_SIZE - fake->end);
        if (got <= 0) return NULL;
        fake->end += (size_t)got;
    }
}

static Move choose(const Pos *pos) {
    MoveList list;
    gen_legal(pos, &list);
    return list.count ? list.move[(pos->key >> 20) % (uint64_t)list.count] : MOVE_NONE;
}

static void say_guess(Fake *fake, const char *move) {
    const Move own = move_parse_coord(move, fake->one_based);
    Pos pos = fake->pos;
    Undo undo;
    MoveList list;
    char text[MOVE_TEXT_SIZE];
    if (!fake->guess || own == MOVE_NONE) return;
    pos_make(&pos, own, &undo);
    const Move right = choose(&pos);
    gen_legal(&pos, &list);
    if (list.count < 2) return;
    const Move wrong = list.move[list.move[0] == right];
    say(fake, " ponder ");
    say(fake, move_coord(strcmp(fake->guess, "right") ? wrong : right, fake->one_based, text));
}

static void say_move(Fake *fake, const char *move) {
    say(fake, fake->speaks == SPEAKS_XBOARD ? "move " : "bestmove ");
    say(fake, move);
    say_guess(fake, move);
    say(fake, "\n");
}

/* --- deeds --- */

static void wait_for_ever(void) {
    for (;;) pause();
}

/* By the signal itself: a sanitizer would make an exit code of it. */
static void crash(void) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void do_crash(Fake *fake, const char *move) {
    (void)fake;
    (void)move;
    crash();
}

static void do_exit(Fake *fake, const char *move) {
    (void)move;
    fprintf(stderr, "out of ideas\n");
    say(fake, "info string so long\n");
    flush(fake);
    exit(3);
}

static void do_hang(Fake *fake, const char *move) {
    (void)fake;
    (void)move;
    wait_for_ever();
}

/* Reads on, answers pings, but never moves. */
static void do_silence(Fake *fake, const char *move) {
    (void)fake;
    (void)move;
}

/* Moves when told to stop, not before. */
static void do_wait_for_stop(Fake *fake, const char *move) {
    char *line;
    while ((line = hear(fake)))
        if (!strcmp(line, "stop") || !strcmp(line, "?")) break;
    say_move(fake, move);
}

static void do_late(Fake *fake, const char *move) {
    mono_sleep_ns(300 * INT64_C(1000000));
    say_move(fake, move);
}

static void do_garbage(Fake *fake, const char *move) {
    (void)move;
    for (int i = 0; i < 20000; i++) {
        const char c = (char)(i * 7919 >> 3);
        say_n(fake, &c, 1);
    }
    say(fake, "\n\r\n\n");
    wait_for_ever();
}

static void do_garbage_move(Fake *fake, const char *move) {
    (void)move;
    say(fake, fake->speaks == SPEAKS_XBOARD ? "move \xff\x01zz\n" : "bestmove \xff\x01zz\n");
}

static void do_half_line(Fake *fake, const char *move) {
    say(fake, fake->speaks == SPEAKS_XBOARD ? "move " : "bestmove ");
    say_n(fake, move, 3);
    flush(fake);
    wait_for_ever();
}

static void do_half_line_and_exit(Fake *fake, const char *move) {
    say(fake, "bestmove ");
    say_n(fake, move, 3);
    flush(fake);
    exit(0);
}

static void do_spam(Fake *fake, const char *move) {
    (void)move;
    for (;;) say(fake, "info string and another thing\n");
}

static void do_trickle(Fake *fake, const char *move) {
    (void)move;
    for (;; mono_sleep_ns(20000000)) {
        say(fake, "info depth 1 score cp 0\n");
        flush(fake);
    }
}

static void do_long_line(Fake *fake, const char *move) {
    for (int i = 0; i < 1 << 20; i++) say_n(fake, "x", 1);
    say(fake, "\n");
    say_move(fake, move);
}

static void do_illegal(Fake *fake, const char *move) {
    (void)move;
    say_move(fake, "a0a9");
}

/* A move of the other side. */
static void do_other_side(Fake *fake, const char *move) {
    (void)move;
    Pos other = fake->pos;
    MoveList list;
    char text[MOVE_TEXT_SIZE];
    Undo undo;
    pos_make_null(&other, &undo);
    say_move(fake, gen_legal(&other, &list) ? move_coord(list.move[0], fake->one_based, text) : "a0a0");
}

static void do_none(Fake *fake, const char *move) {
    (void)move;
    say_move(fake, "(none)");
}

static void do_zeros(Fake *fake, const char *move) {
    (void)move;
    say_move(fake, "0000");
}

static void do_nothing(Fake *fake, const char *move) {
    (void)move;
    say(fake, "bestmove\n");
}

static void do_nobestmove(Fake *fake, const char *move) {
    (void)move;
    say(fake, "nobestmove\n");
}

static void do_twice(Fake *fake, const char *move) {
    say_move(fake, move);
    say_move(fake, move);
}

static void do_twice_late(Fake *fake, const char *move) {
    say_move(fake, move);
    flush(fake);
    mono_sleep_ns(5000000);
    say_move(fake, move);
}

static void do_move_and_exit(Fake *fake, const char *move) {
    say_move(fake, move);
    flush(fake);
    exit(0);
}

static void do_close_input_and_move(Fake *fake, const char *move) {
    close(STDIN_FILENO);
    say_move(fake, move);
    flush(fake);
    wait_for_ever();
}

static void do_close_output(Fake *fake, const char *move) {
    (void)move;
    (void)fake;
    close(STDOUT_FILENO);
    wait_for_ever();
}

static void do_resign(Fake *fake, const char *move) {
    if (fake->speaks == SPEAKS_XBOARD) {
        say(fake, "resign\n");
        return;
    }
    say(fake, "bestmove ");
    say(fake, move);
    say(fake, " resign\n");
}

static void do_draw(Fake *fake, const char *move) {
    if (fake->speaks == SPEAKS_XBOARD) say(fake, "offer draw\n");
    say(fake, fake->speaks == SPEAKS_XBOARD ? "move " : "bestmove ");
    say(fake, move);
    say(fake, fake->speaks == SPEAKS_XBOARD ? "\n" : " draw\n");
}

/* xboard's claims, which end its game. */
static void do_claim_draw(Fake *fake, const char *move) {
    (void)move;
    say(fake, "1/2-1/2 {Draw by repetition}\n");
}

static void do_claim_loss(Fake *fake, const char *move) {
    (void)move;
    say(fake, fake->pos.side == RED ? "0-1 {I am lost}\n" : "1-0 {I am lost}\n");
}

static void do_resign_later(Fake *fake, const char *move) {
    say_move(fake, move);
    say(fake, "resign\n");
}

static void do_noisy_errors(Fake *fake, const char *move) {
    for (int i = 0; i < 20000; i++) fprintf(stderr, "error %d\n", i);
    say_move(fake, move);
}

/* A child that holds its output open, and dies with the group alone. */
static void do_fork(Fake *fake, const char *move) {
    if (fork() == 0) wait_for_ever();
    say_move(fake, move);
}

static void do_fork_and_exit(Fake *fake, const char *move) {
    (void)move;
    flush(fake);
    if (fork() == 0) wait_for_ever();
    exit(4);
}

/* Deeds of the start and the end have no act of a question. */
static const Deed deeds[] = {
    { "crash", do_crash },
    { "exit", do_exit },
    { "hang", do_hang },
    { "silence", do_silence },
    { "wait_for_stop", do_wait_for_stop },
    { "late", do_late },
    { "garbage", do_garbage },
    { "garbage_move", do_garbage_move },
    { "half_line", do_half_line },
    { "half_line_and_exit", do_half_line_and_exit },
    { "spam", do_spam },
    { "trickle", do_trickle },
    { "long_line", do_long_line },
    { "illegal", do_illegal },
    { "other_side", do_other_side },
    { "none", do_none },
    { "zeros", do_zeros },
    { "nothing", do_nothing },
    { "nobestmove", do_nobestmove },
    { "twice", do_twice },
    { "twice_late", do_twice_late },
    { "move_and_exit", do_move_and_exit },
    { "close_input_and_move", do_close_input_and_move },
    { "close_output", do_close_output },
    { "resign", do_resign },
    { "draw", do_draw },
    { "noisy_errors", do_noisy_errors },
    { "fork", do_fork },
    { "fork_and_exit", do_fork_and_exit },
    { "crash_at_start", NULL },
    { "exit_at_start", NULL },
    { "silent_at_start", NULL },
    { "exit_at_new_game", NULL },
    { "silent_at_new_game", NULL },
    { "refuse", NULL },
    { "claim_draw", do_claim_draw },
    { "claim_loss", do_claim_loss },
    { "resign_later", do_resign_later },
    { "ignore_quit", NULL },
    { "ignore_everything", NULL },
    { "bad_option", NULL },
    { "chess", NULL }, /* it plays chess unless it is told to play xiangqi */
    { "bad_info", NULL },
    { "bad_pv", NULL },
    { "chatty", NULL },
    { "deaf", NULL },
    { "exit_at_unknown", NULL },
    { "free_choice", NULL },
    { "hasty", NULL },
    { "move_at_stop", NULL },
    { "move_when_mated", NULL },
};

static bool does(const Fake *fake, const char *word) {
    return fake->deed && !strcmp(fake->deed->word, word);
}

/* --- playing --- */

static void make(Fake *fake, Move mv) {
    Undo undo;
    pos_make(&fake->pos, mv, &undo);
}

static bool misbehaves_now(const Fake *fake) {
    return fake->deed && fake->deed->act && fake->questions == fake->at &&
           (!fake->only_game || fake->games == fake->only_game);
}

static bool is_listed(const Fake *fake, const Buf *list, Move mv) {
    char move[MOVE_TEXT_SIZE], text[MOVE_TEXT_SIZE + 1];
    snprintf(text, sizeof text, " %s", move_coord(mv, fake->one_based, move));
    return strstr(buf_text(list), text) != NULL;
}

static bool is_allowed(const Fake *fake, Move mv) {
    return (!fake->only.len || is_listed(fake, &fake->only, mv)) && !is_listed(fake, &fake->banned, mv);
}

/* By rote, unless that one is forbidden: then the first that is not. */
static Move choose_allowed(const Fake *fake) {
    const Move mv = choose(&fake->pos);
    MoveList list;
    if (mv == MOVE_NONE || is_allowed(fake, mv) || does(fake, "free_choice")) return mv;
    gen_legal(&fake->pos, &list);
    for (int i = 0; i < list.count; i++)
        if (is_allowed(fake, list.move[i])) return list.move[i];
    return MOVE_NONE;
}

static void say_info(Fake *fake, const char *move) {
    char line[160];
    if (fake->speaks == SPEAKS_XBOARD) snprintf(line, sizeof line, "1 12 0 %ld none\n", fake->nodes);
    else if (does(fake, "bad_info")) snprintf(line, sizeof line, "info depth 1 score twelve\n");
    else if (does(fake, "bad_pv")) snprintf(line, sizeof line, "info depth 1 pv %s %s\n", move, move);
    else if (fake->speaks == SPEAKS_UCCI) snprintf(line, sizeof line, "info depth 1 score 12\n");
    else snprintf(line, sizeof line, "info depth 1 seldepth 2 score cp 12 nodes %ld %.80s\n", fake->hit ? 77 : fake->nodes, fake->tell);
    if (fake->hit) snprintf(line, sizeof line, "info depth 1 score cp 12 nodes 77\n");
    if (fake->speaks != SPEAKS_XBOARD || fake->post) say(fake, line);
}

static void work(long us) {
    if (!us) return; /* the clock costs more than the rest of an answer */
    const clock_t begin = clock(); /* of its own processor time */
    while ((double)(clock() - begin) * 1e6 < (double)us * CLOCKS_PER_SEC) continue;
}

static void think(Fake *fake) {
    const Move mv = choose_allowed(fake);
    char text[MOVE_TEXT_SIZE] = "(none)";
    fake->questions++;
    if (mv != MOVE_NONE) move_coord(mv, fake->one_based, text);
    if (fake->think_ms) mono_sleep_ns(fake->think_ms * 1000000);
    work(fake->work_us);
    for (long i = 0; i < fake->say; i++) say_info(fake, text);
    if (mv == MOVE_NONE && does(fake, "move_when_mated")) strcpy(text, "a0a1");
    if (misbehaves_now(fake)) fake->deed->act(fake, text);
    else if (fake->offered && fake->take_draw) do_draw(fake, text);
    else say_move(fake, text);
    fake->offered = false;
    buf_clear(&fake->only);
    if (fake->speaks == SPEAKS_XBOARD && mv != MOVE_NONE) make(fake, mv);
}

static void *think_aside(void *object) {
    Fake *fake = object;
    for (;;) {
        while (sem_wait(&fake->asked) != 0) continue;
        think(fake);
        sem_post(&fake->answered);
    }
    return NULL;
}

static void start_aside(Fake *fake) {
    pthread_t thread;
    sem_init(&fake->asked, 0, 0);
    sem_init(&fake->answered, 0, 0);
    if (pthread_create(&thread, NULL, think_aside, fake) != 0) exit(1);
}

static void answer(Fake *fake) {
    if (!fake->aside) {
        think(fake);
        return;
    }
    sem_post(&fake->asked);
    while (sem_wait(&fake->answered) != 0) continue;
}

static Move read_move(const Fake *fake, const char *text) {
    const Move mv = move_parse_coord(text, fake->one_based);
    return mv != MOVE_NONE && pos_is_pseudo_legal(&fake->pos, mv) && pos_is_legal(&fake->pos, mv) ? mv : MOVE_NONE;
}

static void play_moves(Fake *fake, char *text) {
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        const Move mv = move_parse_coord(word, fake->one_based);
        if (mv != MOVE_NONE) make(fake, mv);
    }
}

static void set_position(Fake *fake, char *line) {
    buf_clear(&fake->banned);
    const size_t known = fake->told.len;
    /* " moves" is in the known text from the second question on. */
    if (known && !strncmp(line, fake->told.text, known) && (line[known] == ' ' || !line[known]) &&
        strncmp(line + known, " moves", 6)) {
        buf_add(&fake->told, line + known);
        play_moves(fake, line + known);
        return;
    }
    buf_clear(&fake->told);
    buf_add(&fake->told, line);
    char *moves = strstr(line, " moves ");
    if (moves) *moves = 0;
    const char *fen = strstr(line, "fen ");
    if (!fen_parse(fen ? fen + 4 : POS_START_FEN, &fake->pos, NULL)) exit(9);
    if (moves) play_moves(fake, moves + 7);
}

static void new_game(Fake *fake) {
    fake->games++;
    fake->questions = 0;
    buf_clear(&fake->told);
    if (does(fake, "exit_at_new_game") && (!fake->only_game || fake->games == fake->only_game)) exit(5);
}

static void introduce(Fake *fake, Speaks speaks) {
    fake->speaks = speaks;
    if (does(fake, "bad_option")) say(fake, "option name Depth type spin default 99 min 1 max 20\n");
    if (does(fake, "chess")) say(fake, "option name UCI_Variant type combo default chess var chess var xiangqi\n");
    if (fake->threads) {
        char line[80];
        snprintf(line, sizeof line, "option name Threads type spin default %ld min 1 max 64\n", fake->threads);
        say(fake, line);
    }
    if (speaks == SPEAKS_UCI) {
        say(fake, "id name ");
        say(fake, fake->name);
        say(fake, "\noption name Hash type spin default 16 min 1 max 1024\noption name Skill Level type spin default "
                  "20 min 0 max 20\n"
                  "option name Ponder type check default false\noption name Style type combo default normal var solid "
                  "var normal var wild\n"
                  "option name Clear Hash type button\noption name Book File type string default <empty>\nuciok\n");
    } else {
        say(fake, "id name ");
        say(fake, fake->name);
        say(fake, "\noption usemillisec type check default false\noption hashsize type spin min 0 max 1024 default 16\n"
                  "option style type combo var solid var normal var wild default normal\noption newgame type "
                  "button\nucciok\n");
    }
}

static bool starts(const char *line, const char *word) {
    return !strncmp(line, word, strlen(word));
}

/* Think until it is told what comes next: on the other side's time until the guess proves right or wrong, or without
 * a limit. */
static void think_on(Fake *fake) {
    const char *line;
    while ((line = hear(fake)) && strcmp(line, "ponderhit") && strcmp(line, "stop")) {
        if (!strcmp(line, "quit")) exit(0);
        if (!strcmp(line, "isready") && !does(fake, "deaf")) say(fake, "readyok\n");
    }
    if (!line) exit(0);
    fake->hit = !strcmp(line, "ponderhit");
    answer(fake);
    fake->hit = false;
}

/* An engine that thinks for a part of its clock, but without a processor. */
static void sleep_share(const Fake *fake, const char *line) {
    const char *clock = strstr(line, fake->pos.side == RED ? " wtime " : " btime ");
    if (fake->share && clock) mono_sleep_ns(strtol(clock + strlen(" wtime "), NULL, 10) * 1000000 / fake->share);
}

static void stop_late(Fake *fake) {
    char move[MOVE_TEXT_SIZE];
    if (does(fake, "move_at_stop")) say_move(fake, move_coord(choose(&fake->pos), fake->one_based, move));
}

static void go(Fake *fake, const char *line) {
    const char *only = strstr(line, "searchmoves");
    if (only) buf_add(&fake->only, only + strlen("searchmoves"));
    fake->offered = starts(line, "go draw");
    const bool open = starts(line, "go ponder") || starts(line, "go infinite");
    if (open && !does(fake, "hasty")) think_on(fake);
    else if (does(fake, "chess") && !fake->plays_xiangqi) say(fake, "bestmove e2e4\n");
    else {
        sleep_share(fake, line);
        answer(fake);
    }
}

static bool knows(const char *line) {
    static const char *const words[] = { "setoption", "uci", "ponderhit", "banmoves" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(line, words[i])) return true;
    return false;
}

static bool obey_uci(Fake *fake, char *line) {
    if (starts(line, "position ")) set_position(fake, line);
    else if (starts(line, "go")) go(fake, line);
    else if (!strcmp(line, "stop")) stop_late(fake);
    else if (!strcmp(line, "setoption name UCI_Variant value xiangqi")) fake->plays_xiangqi = true;
    else if (starts(line, "banmoves ")) buf_add(&fake->banned, line + strlen("banmoves"));
    else if (!strcmp(line, "isready")) {
        if (!does(fake, "silent_at_new_game") || !fake->games) say(fake, "readyok\n");
        if (does(fake, "chatty") && fake->games) say(fake, "what a fine day\n");
    } else if (!strcmp(line, "ucinewgame") || !strcmp(line, "setoption newgame")) new_game(fake);
    else if (!strcmp(line, "quit")) return false;
    else if (does(fake, "exit_at_unknown") && !knows(line)) exit(6);
    return true;
}

static void introduce_xboard(Fake *fake) {
    fake->speaks = SPEAKS_XBOARD;
    say(fake, "feature done=0\nfeature ping=1 setboard=1 usermove=1 myname=\"");
    say(fake, fake->name);
    say(fake, "\" variants=\"normal,xiangqi\" san=0\nfeature option=\"Level - of play -spin 3 1 9\" option=\"Style "
              "-combo a /// *b c\"\n"
              "feature option=\"Clear -button\" option=\"Own Book -check 0\" done=1\n");
}

/* A move of the other side, which is answered unless it is forced. */
static void hear_move(Fake *fake, const char *text) {
    const Move mv = does(fake, "refuse") ? MOVE_NONE : read_move(fake, text);
    if (mv == MOVE_NONE) {
        say(fake, "Illegal move: ");
        say(fake, text);
        say(fake, "\n");
        return;
    }
    make(fake, mv);
    if (!fake->forced) answer(fake);
}

static bool obey_xboard(Fake *fake, char *line) {
    if (starts(line, "usermove ")) hear_move(fake, line + 9);
    else if (!strcmp(line, "go")) {
        fake->forced = false;
        answer(fake);
    } else if (starts(line, "ping ")) {
        if (does(fake, "silent_at_new_game") && fake->games) return true;
        say(fake, "pong ");
        say(fake, line + 5);
        say(fake, "\n");
    } else if (!strcmp(line, "new")) {
        new_game(fake);
        fen_parse(POS_START_FEN, &fake->pos, NULL);
        fake->forced = false;
    } else if (starts(line, "setboard ")) fen_parse(line + 9, &fake->pos, NULL);
    else if (!strcmp(line, "force")) fake->forced = true;
    else if (!strcmp(line, "post")) fake->post = true;
    else if (!strcmp(line, "draw")) fake->offered = true;
    return strcmp(line, "quit") != 0;
}

static bool obey(Fake *fake, char *line) {
    if (fake->speaks == SPEAKS_UCI || fake->speaks == SPEAKS_UCCI) return obey_uci(fake, line);
    if (fake->speaks == SPEAKS_XBOARD) return obey_xboard(fake, line);
    if (!strcmp(line, "protover 2")) introduce_xboard(fake);
    else if (!strcmp(line, "uci")) introduce(fake, SPEAKS_UCI);
    else if (!strcmp(line, "ucci")) introduce(fake, SPEAKS_UCCI);
    return strcmp(line, "quit") != 0;
}

/* --- the command line --- */

static const Deed *find_deed(const char *word) {
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (!strcmp(deeds[i].word, word)) return &deeds[i];
    fprintf(stderr, "fake_engine: there is no deed '%s'\n", word);
    exit(2);
}

static void take_argument(Fake *fake, const char *word) {
    const struct {
        const char *key;
        long *value;
    } numbers[] = {
        { "at=", &fake->at },       { "game=", &fake->only_game }, { "think_ms=", &fake->think_ms },
        { "share=", &fake->share }, { "say=", &fake->say }, { "nodes=", &fake->nodes },
        { "threads=", &fake->threads }, { "work_us=", &fake->work_us },
    };
    if (starts(word, "deed=")) fake->deed = find_deed(word + 5);
    else if (starts(word, "name=")) fake->name = word + 5;
    else if (starts(word, "tell=")) fake->tell = word + 5;
    else if (starts(word, "guess=")) fake->guess = word + 6;
    else if (starts(word, "aside=")) fake->aside = word[6] == '1';
    else if (starts(word, "take_draw=")) fake->take_draw = word[10] == '1';
    else if (starts(word, "ranks=")) fake->one_based = word[6] == '1';
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (starts(word, numbers[i].key)) *numbers[i].value = strtol(strchr(word, '=') + 1, NULL, 10);
}

static void misbehave_at_start(const Fake *fake) {
    if (does(fake, "exit_at_start")) {
        fprintf(stderr, "cannot load the network\n");
        exit(1);
    }
    if (does(fake, "crash_at_start")) crash();
    if (does(fake, "silent_at_start")) wait_for_ever();
    if (does(fake, "ignore_everything")) signal(SIGTERM, SIG_IGN);
}

int main(int argc, char **argv) {
    static Fake fake = { .at = 2, .say = 1, .nodes = 20, .name = "Fake", .tell = "" };
    char *line;
    xq_init();
    for (int i = 1; i < argc; i++) take_argument(&fake, argv[i]);
    misbehave_at_start(&fake);
    if (fake.aside) start_aside(&fake);
    while ((line = hear(&fake)))
        if (!obey(&fake, line)) break;
    flush(&fake);
    if (does(&fake, "ignore_quit") || does(&fake, "ignore_everything")) wait_for_ever();
    buf_free(&fake.told);
    buf_free(&fake.only);
    buf_free(&fake.banned);
    return 0;
}
