/* One mutex guards what the two threads share (the job and its state); a second orders their output. The session belongs to
 * the searching thread while `busy`, to the input's thread otherwise; session_stop and session_ponderhit may be called any time. */
#include "engine/proto/server.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/proto/command.h"
#include "engine/proto/info.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/perft.h"

/* Options of the protocols themselves; those of the search and the evaluation come from their own tables. */
typedef struct { bool milliseconds, batch, ponder; int64_t threads; int variant; } ProtocolOptions;

static const char *const variants[] = { "xiangqi", NULL };
static const OptRow uci_rows[] = {
    { .name = "UCI_Variant", .kind = OPT_CHOICE, .offset = offsetof(ProtocolOptions, variant), .initial = "xiangqi", .choices = variants,
      .help = "the game played" },
    { .name = "Ponder", .kind = OPT_BOOL, .offset = offsetof(ProtocolOptions, ponder), .initial = "false", .help = "the GUI may let the engine ponder" },
    { .name = "Threads", .kind = OPT_INT, .offset = offsetof(ProtocolOptions, threads), .initial = "1", .min = 1, .max = 1,
      .help = "searching threads; results are deterministic with one" },
};
static const OptRow ucci_rows[] = {
    { .name = "usemillisec", .kind = OPT_BOOL, .offset = offsetof(ProtocolOptions, milliseconds), .initial = "false", .help = "times are milliseconds" },
    { .name = "batch", .kind = OPT_BOOL, .offset = offsetof(ProtocolOptions, batch), .initial = "false", .help = "read no input while thinking" },
    { .name = "ponder", .kind = OPT_BOOL, .offset = offsetof(ProtocolOptions, ponder), .initial = "false", .help = "the GUI may let the engine ponder" },
    { .name = "threads", .kind = OPT_INT, .offset = offsetof(ProtocolOptions, threads), .initial = "1", .min = 1, .max = 1, .help = "searching threads" },
};
static const OptTable uci_options = { "UCI", uci_rows, sizeof uci_rows / sizeof uci_rows[0] };
static const OptTable ucci_options = { "UCCI", ucci_rows, sizeof ucci_rows / sizeof ucci_rows[0] };

struct Server {
    ServerOutput output;
    pthread_mutex_t writing;   /* held while lines go out */
    Protocol protocol;
    ProtocolOptions options;
    Session *session;
    Move *banned;              /* UCCI: for the current position only; owned */
    int banned_count;
    pthread_t thread;
    pthread_mutex_t lock;      /* guards what follows */
    pthread_cond_t changed;
    bool busy;                 /* a job is set or running */
    bool ending;
    Command job;               /* its moves live in job_arena */
    Arena job_arena;
};

static void say(Server *server, const char *text) {
    pthread_mutex_lock(&server->writing);
    server->output.write(server->output.context, text);
    pthread_mutex_unlock(&server->writing);
}

static void say_error(Server *server, const char *text) {
    Buf line = { 0 };
    buf_addf(&line, "info %s %s\n", server->protocol == PROTO_UCCI ? "message" : "string", text);
    say(server, buf_text(&line));
    buf_free(&line);
}

/* --- the searching thread --- */

static void report_iteration(void *context, const SearchInfo *info) {
    Server *server = context;
    Buf line = { 0 };
    info_line(server->protocol, info, &line);
    buf_add(&line, "\n");
    say(server, buf_text(&line));
    buf_free(&line);
}

/* UCCI `go depth 0`: the static value and no move. */
static void answer_static(Server *server) {
    const Variant *variant = session_variant(server->session);
    Buf line = { 0 };
    buf_addf(&line, "info depth 0 score %d\nnobestmove\n", eval(&session_game(server->session)->pos, &variant->weights, &variant->eval));
    say(server, buf_text(&line));
    buf_free(&line);
}

static void search(Server *server, const Command *job) {
    if (job->static_eval) {
        answer_static(server);
        return;
    }
    const Listener listener = { .context = server, .iteration = report_iteration };
    SearchResult result;
    session_go(server->session, &job->limits, &listener, &result);
    Buf line = { 0 };
    bestmove_line(server->protocol, &result, job->draw_offered && result.score <= 0, &line);
    buf_add(&line, "\n");
    say(server, buf_text(&line));
    buf_free(&line);
}

static void *search_jobs(void *object) {
    Server *server = object;
    pthread_mutex_lock(&server->lock);
    for (;;) {
        while (!server->busy && !server->ending) pthread_cond_wait(&server->changed, &server->lock);
        if (!server->busy) break;
        const Command job = server->job;
        pthread_mutex_unlock(&server->lock);
        search(server, &job);
        pthread_mutex_lock(&server->lock);
        server->busy = false;
        pthread_cond_broadcast(&server->changed);
    }
    pthread_mutex_unlock(&server->lock);
    return NULL;
}

static bool is_busy(Server *server) {
    pthread_mutex_lock(&server->lock);
    const bool busy = server->busy;
    pthread_mutex_unlock(&server->lock);
    return busy;
}

static void wait_until_idle(Server *server) {
    pthread_mutex_lock(&server->lock);
    while (server->busy) pthread_cond_wait(&server->changed, &server->lock);
    pthread_mutex_unlock(&server->lock);
}

/* --- the input's thread --- */

static void greet(Server *server, Protocol protocol) {
    server->protocol = protocol;
    const Variant *variant = session_variant(server->session);
    const bool uci = protocol == PROTO_UCI;
    const struct { const OptTable *table; const void *object; } lists[] = {
        { uci ? &uci_options : &ucci_options, &server->options }, { &search_options, &variant->search }, { &eval_options, &variant->eval },
    };
    Buf text = { 0 };
    buf_addf(&text, "id name xqlab " XQLAB_VERSION " (%s)\nid author the xqlab authors\n", variant->name);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (size_t k = 0; k < lists[i].table->count; k++) option_line(protocol, &lists[i].table->rows[k], lists[i].object, &text);
    if (!uci) buf_add(&text, "option newgame type button\n");
    buf_add(&text, uci ? "uciok\n" : "ucciok\n");
    say(server, buf_text(&text));
    buf_free(&text);
}

static bool set_option(Server *server, const Command *command, Err *err) {
    const OptTable *own = server->protocol == PROTO_UCCI ? &ucci_options : &uci_options;
    if (opt_find(own, command->name)) return opt_set(own, &server->options, command->name, command->value, err);
    if (server->protocol == PROTO_UCCI && strcmp(command->name, "newgame") == 0) {
        session_new_game(server->session);
        return true;
    }
    return session_set(server->session, command->name, command->value, err);
}

static bool set_position(Server *server, const Command *command, Err *err) {
    server->banned_count = 0;
    return session_set_position(server->session, &command->start, command->moves, command->move_count, err);
}

static void ban_moves(Server *server, const Command *command) {
    server->banned = mem_realloc(server->banned, (size_t)command->move_count * sizeof *server->banned);
    if (command->move_count) memcpy(server->banned, command->moves, (size_t)command->move_count * sizeof *server->banned);
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
    server->busy = true;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    if (server->options.batch) wait_until_idle(server);
}

static void show_board(Server *server) {
    const Pos *pos = &session_game(server->session)->pos;
    Buf text = { 0 };
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        buf_addf(&text, "info string %d ", rank);
        for (int file = 0; file < FILES; file++) {
            const int pc = pos->board[sq_of(file, rank)];
            buf_addf(&text, " %c", pc == PC_NONE ? '.' : pc_side(pc) == RED ? "KABNRCP"[pc_kind(pc)] : "kabnrcp"[pc_kind(pc)]);
        }
        buf_add(&text, "\n");
    }
    buf_add(&text, "info string    a b c d e f g h i\ninfo string fen ");
    fen_print(pos, &text);
    buf_add(&text, "\n");
    say(server, buf_text(&text));
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
    buf_addf(&text, "\nNodes searched: %llu\ninfo string time %lld ms\n", (unsigned long long)total, (long long)(mono_ns() - start) / 1000000);
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

/* Commands that touch the session; while a search runs they are refused. */
static bool handle_idle(Server *server, const Command *command, Err *err) {
    switch (command->kind) {
    case COMMAND_UCI: greet(server, PROTO_UCI); return true;
    case COMMAND_UCCI: greet(server, PROTO_UCCI); return true;
    case COMMAND_SETOPTION: return set_option(server, command, err);
    case COMMAND_NEWGAME: session_new_game(server->session); return true;
    case COMMAND_POSITION: return set_position(server, command, err);
    case COMMAND_BANMOVES: ban_moves(server, command); return true;
    case COMMAND_GO: start_search(server, command); return true;
    case COMMAND_PERFT: answer_perft(server, command->depth); return true;
    case COMMAND_BENCH: server->output.bench(server->output.context, command->depth); return true;
    case COMMAND_SHOW: show_board(server); return true;
    case COMMAND_EVAL: answer_eval(server); return true;
    default: return true;
    }
}

static bool handle(Server *server, const Command *command, Err *err) {
    switch (command->kind) {
    case COMMAND_NONE: return true;
    case COMMAND_ISREADY: say(server, "readyok\n"); return true;
    case COMMAND_STOP:
        if (is_busy(server)) session_stop(server->session);
        return true;
    case COMMAND_PONDERHIT:
        if (is_busy(server)) session_ponderhit(server->session);
        return true;
    default:
        if (is_busy(server)) return err_set(err, ERR_INPUT, "busy searching: only isready, stop, ponderhit and quit are heard now");
        return handle_idle(server, command, err);
    }
}

bool server_line(Server *server, const char *line) {
    Arena arena = { 0 };
    Command command;
    Err err = { .kind = ERR_NONE };
    const bool idle = !is_busy(server); /* the session's position may be read only then */
    const bool red = !idle || session_game(server->session)->pos.side == RED;
    const bool parsed = command_parse(line, server->protocol, server->options.milliseconds, red, &arena, &command, &err);
    const bool quit = parsed && command.kind == COMMAND_QUIT;
    if (!parsed || (!quit && !handle(server, &command, &err))) say_error(server, err.text);
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
    const bool endless = server->busy && (limits->infinite || limits->ponder ||
                         !(limits->depth || limits->nodes || limits->movetime_ns || limits->time_ns || limits->mate));
    pthread_mutex_unlock(&server->lock);
    if (endless) session_stop(server->session);
    wait_until_idle(server);
}

Server *server_new(const Variant *variant, const ServerOutput *output, Err *err) {
    Server *server = mem_zalloc(1, sizeof *server);
    server->output = *output;
    opt_defaults(&uci_options, &server->options);
    opt_defaults(&ucci_options, &server->options);
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
    free(server);
}
