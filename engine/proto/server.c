/* One mutex guards what the two threads share (the job and its state); a second orders their output. The session belongs to
 * the searching thread while the state is SEARCHING, to the input's thread while it is IDLE; session_stop and session_ponderhit
 * may be called any time. In between the answer goes out: whoever reads it may send the next command at once, so that state
 * is waited for instead of refused. */
#include "engine/proto/server.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/proto/command.h"
#include "engine/proto/info.h"
#include "engine/proto/settings.h"
#include "engine/xq/board_text.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/perft.h"

typedef enum { IDLE, SEARCHING, ANSWERING } State;

/* Root moves are named only when a search takes long enough for people to look. */
static const int64_t root_moves_after_ns = 1000000000;

struct Server {
    ServerOutput output;
    pthread_mutex_t writing; /* held while lines go out */
    Protocol protocol;
    Settings settings;
    Session *session;
    Move *banned; /* UCCI: for the current position only; owned */
    int banned_count;
    pthread_t thread;
    int64_t job_start_ns; /* the searching thread's */
    bool name_root_moves; /* the searching thread's: from the start on */
    uint64_t told_nodes;  /* the searching thread's: in the last line of its search */
    int told_hashfull;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    State state;
    bool ending;
    Command job; /* its moves live in job_arena */
    Arena job_arena;
    Pos *probes; /* asked for while searching, answered by the searching thread; owned */
    size_t probe_count, probe_cap;
};

static void say(Server *server, const char *text) {
    pthread_mutex_lock(&server->writing);
    server->output.write(server->output.context, text);
    pthread_mutex_unlock(&server->writing);
}

/* Words for people: "info string ..." or "info message ...". */
static void say_words(Server *server, const char *text) {
    Buf line = { 0 };
    buf_addf(&line, "info %s %s\n", server->protocol == PROTO_UCCI ? "message" : "string", text);
    say(server, buf_text(&line));
    buf_free(&line);
}

/* --- the searching thread --- */

static void answer_probe(Server *server, const Pos *pos) {
    TableEntry entry;
    Buf line = { 0 };
    pophash_line(session_probe(server->session, pos, &entry) ? &entry : NULL, &line);
    buf_add(&line, "\n");
    say(server, buf_text(&line));
    buf_free(&line);
}

/* Answer what was asked during the search; the table is ours here. */
static void answer_probes(Server *server) {
    pthread_mutex_lock(&server->lock);
    Pos *const probes = server->probes;
    const size_t count = server->probe_count;
    server->probes = NULL;
    server->probe_count = server->probe_cap = 0;
    pthread_mutex_unlock(&server->lock);
    for (size_t i = 0; i < count; i++) answer_probe(server, &probes[i]);
    free(probes);
}

static void report_iteration(void *context, const SearchInfo *info) {
    Server *server = context;
    Buf line = { 0 };
    server->told_nodes = info->counters.nodes;
    server->told_hashfull = info->hashfull;
    info_line(server->protocol, info, &line);
    buf_add(&line, "\n");
    say(server, buf_text(&line));
    if (info->visited_count) {
        buf_clear(&line);
        visits_text(info, &line);
        say_words(server, buf_text(&line));
    }
    buf_free(&line);
    answer_probes(server);
}

static void report_root_move(void *context, int depth, Move move, int number) {
    Server *server = context;
    answer_probes(server);
    if (!server->name_root_moves && mono_ns() - server->job_start_ns < root_moves_after_ns) return;
    Buf line = { 0 };
    root_move_line(server->protocol, depth, move, number, &line);
    buf_add(&line, "\n");
    say(server, buf_text(&line));
    buf_free(&line);
}

/* UCCI `go depth 0`: the static value and no move. */
static void print_static(Server *server, Buf *out) {
    const Variant *variant = session_variant(server->session);
    buf_addf(out, "info depth 0 score %d\nnobestmove\n",
             eval(&session_game(server->session)->pos, &variant->weights, &variant->eval));
}

/* UCCI alone can answer more than a move. An offered draw is taken by who stands no better. */
static Answer choose_answer(const Server *server, const SearchResult *result, bool draw_offered) {
    if (server->protocol != PROTO_UCCI) return ANSWER_PLAY;
    if (draw_offered && result->score <= 0) return ANSWER_DRAW;
    const int64_t resign = server->settings.resign_score;
    return resign > 0 && result->score <= -resign ? ANSWER_RESIGN : ANSWER_PLAY;
}

/* The search's totals, where the last iteration was not its end: whoever asked counts every node. */
static void print_totals(const Server *server, const SearchResult *result, Buf *out) {
    if (result->best == MOVE_NONE || result->counters.nodes == server->told_nodes) return;
    const SearchInfo info = { .depth = result->depth, .seldepth = result->seldepth, .score = result->score, .bound = result->bound,
                              .time_ns = result->time_ns, .counters = result->counters, .pv = result->pv, .pv_len = result->pv_len,
                              .hashfull = server->told_hashfull };
    info_line(server->protocol, &info, out);
    buf_add(out, "\n");
}

static void search(Server *server, const Command *job, Buf *out) {
    if (job->static_eval) {
        print_static(server, out);
        return;
    }
    const Listener listener = { .context = server, .iteration = report_iteration, .root_move = report_root_move };
    SearchResult result;
    server->job_start_ns = mono_ns();
    server->name_root_moves = server->settings.debug;
    server->told_nodes = 0;
    server->told_hashfull = 0;
    session_go(server->session, &job->limits, &listener, &result);
    pthread_mutex_lock(&server->lock);
    const bool draw_offered = server->job.draw_offered; /* perhaps with ponderhit */
    pthread_mutex_unlock(&server->lock);
    print_totals(server, &result, out);
    bestmove_line(server->protocol, &result, choose_answer(server, &result, draw_offered), out);
    buf_add(out, "\n");
}

static void set_state(Server *server, State state) {
    pthread_mutex_lock(&server->lock);
    server->state = state;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
}

/* Wait for a job, or for the end (false). */
static bool next_job(Server *server, Command *job) {
    pthread_mutex_lock(&server->lock);
    while (server->state != SEARCHING && !server->ending) pthread_cond_wait(&server->changed, &server->lock);
    const bool given = server->state == SEARCHING;
    if (given) *job = server->job;
    pthread_mutex_unlock(&server->lock);
    return given;
}

static void *search_jobs(void *object) {
    Server *server = object;
    for (Command job; next_job(server, &job);) {
        Buf answer = { 0 };
        search(server, &job, &answer);
        set_state(server, ANSWERING);
        answer_probes(server);
        say(server, buf_text(&answer));
        buf_free(&answer);
        set_state(server, IDLE);
    }
    return NULL;
}

/* --- the input's thread --- */

/* Is a search running? An answer on its way is waited for. */
static bool is_busy(Server *server) {
    pthread_mutex_lock(&server->lock);
    while (server->state == ANSWERING) pthread_cond_wait(&server->changed, &server->lock);
    const bool busy = server->state == SEARCHING;
    pthread_mutex_unlock(&server->lock);
    return busy;
}

static void wait_until_idle(Server *server) {
    pthread_mutex_lock(&server->lock);
    while (server->state != IDLE) pthread_cond_wait(&server->changed, &server->lock);
    pthread_mutex_unlock(&server->lock);
}

static void greet(Server *server, Protocol protocol) {
    server->protocol = protocol;
    const Variant *variant = session_variant(server->session);
    Buf text = { 0 };
    buf_addf(&text, "id name xqlab " XQLAB_VERSION " (%s)\nid author the xqlab authors\n", variant->name);
    settings_list(protocol, &server->settings, variant, &text);
    buf_add(&text, protocol == PROTO_UCI ? "uciok\n" : "ucciok\n");
    say(server, buf_text(&text));
    buf_free(&text);
}

static bool set_position(Server *server, const Command *command, Err *err) {
    server->banned_count = 0;
    return session_set_position(server->session, &command->start, command->moves, command->move_count, err);
}

static void ban_moves(Server *server, const Command *command) {
    server->banned = mem_realloc(server->banned, (size_t)command->move_count * sizeof *server->banned);
    if (command->move_count)
        memcpy(server->banned, command->moves, (size_t)command->move_count * sizeof *server->banned);
    server->banned_count = command->move_count;
}

/* Hand the job to the searching thread; its moves are copied, the line's arena is gone when it runs. */
static void start_search(Server *server, const Command *command) {
    pthread_mutex_lock(&server->lock);
    arena_free(&server->job_arena);
    server->job = *command;
    SearchLimits *limits = &server->job.limits;
    if (limits->root_move_count) {
        Move *moves = arena_alloc(&server->job_arena, (size_t)limits->root_move_count * sizeof *moves);
        memcpy(moves, limits->root_moves, (size_t)limits->root_move_count * sizeof *moves);
        limits->root_moves = moves;
    } else {
        limits->root_moves = NULL;
    }
    limits->banned = server->banned;
    limits->banned_count = server->banned_count;
    session_forget_stop(server->session);
    server->state = SEARCHING;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    if (server->settings.batch) wait_until_idle(server);
}

static void show_board(Server *server) {
    const Game *game = session_game(server->session);
    const BoardStyle style = { .set = BOARD_LETTERS };
    Buf board = { 0 }, text = { 0 };
    const char *line;
    size_t len;
    board_text(&game->pos, game->count ? game->ply[game->count - 1].move : MOVE_NONE, &style, &board);
    for (const char *at = buf_text(&board); text_next_line(&at, &line, &len);)
        buf_addf(&text, "info string %.*s\n", (int)len, line);
    buf_add(&text, "info string fen ");
    fen_print(&game->pos, &text);
    buf_add(&text, "\n");
    say(server, buf_text(&text));
    buf_free(&board);
    buf_free(&text);
}

static void answer_perft(Server *server, int depth) {
    Pos pos = session_game(server->session)->pos;
    const int64_t start = mono_ns();
    MoveList list;
    gen_legal(&pos, &list);
    uint64_t total = 0;
    Buf text = { 0 };
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        char move[MOVE_TEXT_SIZE];
        pos_make(&pos, list.move[i], &undo);
        const uint64_t leaves = perft(&pos, depth - 1, (MoveGen)MOVEGEN_DEFAULT, true);
        pos_undo(&pos, list.move[i], &undo);
        total += leaves;
        buf_addf(&text, "%s: %llu\n", move_coord(list.move[i], false, move), (unsigned long long)leaves);
    }
    buf_addf(&text, "\nNodes searched: %llu\ninfo string time %lld ms\n", (unsigned long long)total,
             (long long)(mono_ns() - start) / 1000000);
    say(server, buf_text(&text));
    buf_free(&text);
}

static void answer_eval(Server *server) {
    const Variant *variant = session_variant(server->session);
    Buf text = { 0 };
    buf_addf(&text, "info string static value %d for the side to move\n",
             eval(&session_game(server->session)->pos, &variant->weights, &variant->eval));
    say(server, buf_text(&text));
    buf_free(&text);
}

/* UCCI `probe`: the position after the moves, if they are legal; looked up now, or by the searching thread soon. */
static bool probe(Server *server, const Command *command, Err *err) {
    Pos pos = command->start;
    for (int i = 0; i < command->move_count; i++) {
        const Move mv = command->moves[i];
        char text[MOVE_TEXT_SIZE];
        Undo undo;
        if (!pos_is_pseudo_legal(&pos, mv) || !pos_is_legal(&pos, mv))
            return err_set(err, ERR_INPUT, "move %d, %s, is not legal", i + 1, move_coord(mv, false, text));
        pos_make(&pos, mv, &undo);
    }
    pthread_mutex_lock(&server->lock);
    while (server->state == ANSWERING) pthread_cond_wait(&server->changed, &server->lock);
    const bool searching = server->state == SEARCHING;
    if (searching) {
        if (server->probe_count == server->probe_cap) {
            server->probe_cap = server->probe_cap ? server->probe_cap * 2 : 8;
            server->probes = mem_realloc(server->probes, server->probe_cap * sizeof *server->probes);
        }
        server->probes[server->probe_count++] = pos;
    }
    pthread_mutex_unlock(&server->lock);
    if (!searching) answer_probe(server, &pos);
    return true;
}

/* The answer is out before the next line is looked at: a position sent right behind the stop belongs to the next search. Without a
 * search, a GUI that stops an engine which has answered already would wait for ever; the UCCI specification asks for a line. */
static void stop(Server *server) {
    if (is_busy(server)) {
        session_stop(server->session);
        wait_until_idle(server);
    } else if (server->protocol == PROTO_UCCI) {
        say(server, "nobestmove\n");
    }
}

static void ponderhit(Server *server, const Command *command) {
    pthread_mutex_lock(&server->lock);
    if (command->draw_offered) server->job.draw_offered = true;
    pthread_mutex_unlock(&server->lock);
    session_ponderhit(server->session);
}

static bool go(Server *server, const Command *command) {
    Buf text = { 0 };
    if (command->ignored) {
        buf_addf(&text, "go: '%s' is unknown, passed over", command->ignored);
        say_words(server, buf_text(&text));
        buf_free(&text);
    }
    start_search(server, command);
    return true;
}

/* Commands that touch the session; while a search runs they are refused. */
static bool handle_idle(Server *server, const Command *command, Err *err) {
    switch (command->kind) {
    case COMMAND_UCI: greet(server, PROTO_UCI); return true;
    case COMMAND_UCCI: greet(server, PROTO_UCCI); return true;
    case COMMAND_DEBUG: server->settings.debug = strcmp(command->value, "off") != 0; return true;
    case COMMAND_SETOPTION:
        return settings_set(server->protocol, &server->settings, server->session, command->name, command->value, err);
    case COMMAND_NEWGAME: session_new_game(server->session); return true;
    case COMMAND_POSITION: return set_position(server, command, err);
    case COMMAND_BANMOVES: ban_moves(server, command); return true;
    case COMMAND_GO: return go(server, command);
    case COMMAND_PERFT: answer_perft(server, command->depth); return true;
    case COMMAND_BENCH:
        return server->output.bench(server->output.context, session_variant(server->session), command->depth, err);
    case COMMAND_SHOW: show_board(server); return true;
    case COMMAND_EVAL: answer_eval(server); return true;
    default: return true;
    }
}

static bool handle(Server *server, const Command *command, Err *err) {
    switch (command->kind) {
    case COMMAND_NONE: return true;
    case COMMAND_ISREADY: say(server, "readyok\n"); return true;
    case COMMAND_PROBE: return probe(server, command, err);
    case COMMAND_STOP:
        stop(server);
        return true;
    case COMMAND_PONDERHIT:
        if (is_busy(server)) ponderhit(server, command);
        return true;
    default:
        if (is_busy(server))
            return err_set(err, ERR_INPUT,
                           "busy searching: only isready, stop, ponderhit, probe and quit are heard now");
        return handle_idle(server, command, err);
    }
}

bool server_line(Server *server, const char *line) {
    Arena arena = { 0 };
    Command command;
    Err err = { .kind = ERR_NONE };
    const bool idle = !is_busy(server); /* the session's position may be read only then */
    const bool red = !idle || session_game(server->session)->pos.side == RED;
    const bool parsed =
        command_parse(line, server->protocol, server->settings.milliseconds, red, &arena, &command, &err);
    const bool quit = parsed && command.kind == COMMAND_QUIT;
    if (!parsed || (!quit && !handle(server, &command, &err))) say_words(server, err.text);
    if (quit && server->protocol == PROTO_UCCI) {
        session_stop(server->session);
        wait_until_idle(server);
        say(server, "bye\n");
    }
    arena_free(&arena);
    return !quit;
}

void server_end_of_input(Server *server) {
    pthread_mutex_lock(&server->lock);
    const SearchLimits *limits = &server->job.limits;
    const bool endless = server->state == SEARCHING &&
                         (limits->infinite || limits->ponder ||
                          !(limits->depth || limits->nodes || limits->movetime_ns || limits->time_ns || limits->mate));
    pthread_mutex_unlock(&server->lock);
    if (endless) session_stop(server->session);
    wait_until_idle(server);
}

Server *server_new(const Variant *variant, const ServerOutput *output, Err *err) {
    Server *server = mem_zalloc(1, sizeof *server);
    server->output = *output;
    settings_init(&server->settings);
    pthread_mutex_init(&server->writing, NULL);
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->changed, NULL);
    if ((server->session = session_new(variant, err))) {
        const int code = pthread_create(&server->thread, NULL, search_jobs, server);
        if (code == 0) return server;
        err_set(err, ERR_SYSTEM, "cannot start the searching thread: %s", strerror(code));
        session_delete(server->session);
    }
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->writing);
    free(server);
    return NULL;
}

void server_delete(Server *server) {
    if (!server) return;
    session_stop(server->session);
    pthread_mutex_lock(&server->lock);
    server->ending = true;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    pthread_join(server->thread, NULL);
    session_delete(server->session);
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
    pthread_mutex_destroy(&server->writing);
    arena_free(&server->job_arena);
    free(server->banned);
    free(server->probes);
    free(server);
}
