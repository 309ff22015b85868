#include "bench/cmd/gate_players.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench/client/words.h"

/* A word as a player's line wants it. */
static void add_word(const char *prefix, const char *text, Buf *out) {
    buf_add(out, out->len ? " \"" : "\"");
    for (const char *part = prefix;; part = text) {
        for (const char *c = part; *c; c++) {
            if (*c == '"' || *c == '\\') buf_add_char(out, '\\');
            buf_add_char(out, *c);
        }
        if (part == text) break;
    }
    buf_add_char(out, '"');
}

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }
static bool is_command(const char *word) { return begins(word, "cmd=") || begins(word, "command="); }

/* Is this the path of a program (and not a variant's file or a player's line)? */
static bool is_program(const char *text) {
    struct stat info;
    return strchr(text, '/') && stat(text, &info) == 0 && S_ISREG(info.st_mode) && access(text, X_OK) == 0;
}

/* The xqengine that was built with this xqbench. */
static bool own_engine(Buf *out, Err *err) {
    char path[4096];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    if (len < 0) return err_system(err, "read", "/proc/self/exe");
    path[len] = 0;
    char *slash = strrchr(path, '/');
    *slash = 0;
    buf_addf(out, "%s/xqengine", path);
    return access(buf_text(out), X_OK) == 0 || err_system(err, "run", buf_text(out));
}

/* The player's line with this command: an engine's words stay, a variant's become arguments of xqengine. */
static void line_with_command(char *const *words, int count, bool engine, const char *command, Buf *out) {
    add_word("cmd=", command, out);
    for (int i = 0; i < count; i++) {
        if (is_command(words[i])) continue;
        if (engine || begins(words[i], "name=") || begins(words[i], "limit=")) {
            add_word("", words[i], out);
        } else {
            add_word("arg=", i ? "--set" : "--variant", out);
            add_word("arg=", words[i], out);
        }
    }
    if (!engine) add_word("protocol=", "uci", out);
}

/* Two lines for two programs: whatever is told to one is told to the other. */
static bool as_programs(const char *player, const char *against, Buf *first, Buf *second, Err *err) {
    Arena arena = { 0 };
    Buf command = { 0 };
    char **words;
    int count;
    bool engine = false, good = words_cut(player, &arena, &words, &count, err);
    for (int i = 0; good && i < count; i++) engine |= is_command(words[i]);
    if (good && engine) buf_add(first, player);
    else if (good && (good = own_engine(&command, err))) line_with_command(words, count, false, buf_text(&command), first);
    if (good) line_with_command(words, count, engine, against, second);
    buf_free(&command);
    arena_free(&arena);
    return good;
}

static bool make(const char *line, const char *option, const Limit *limit, PlayerSpec *out, Err *err) {
    Buf warnings = { 0 };
    bool good = player_spec_parse(line, out, err);
    if (good) {
        out->limit = (Limit){ .depth = 0 };
        good = player_spec_prepare(out, limit, &warnings, err);
    }
    fputs(buf_text(&warnings), stderr);
    buf_free(&warnings);
    return good || err_prefix(err, "%s %s: ", option, line);
}

/* Figures are recorded under a player's name: as a program it is still the same player. */
static bool name_of(const char *line, char name[PLAYER_NAME_SIZE], Err *err) {
    PlayerSpec spec = { .what = NULL };
    if (!player_spec_parse(line, &spec, err)) return err_prefix(err, "--player %s: ", line);
    memcpy(name, spec.name, PLAYER_NAME_SIZE);
    player_spec_free(&spec);
    return true;
}

bool gate_players_make(const char *player, const char *against, const Limit *limit, GatePlayers *out, Err *err) {
    char name[PLAYER_NAME_SIZE];
    Buf first = { 0 }, second = { 0 };
    *out = (GatePlayers){ .two = *against != 0 };
    bool good = name_of(player, name, err);
    if (good && is_program(against)) {
        good = as_programs(player, against, &first, &second, err);
    } else {
        buf_add(&first, player);
        buf_add(&second, against);
    }
    good = good && make(buf_text(&first), "--player", limit, &out->player, err) &&
           (!out->two || make(buf_text(&second), "--against", limit, &out->against, err));
    if (good) {
        memcpy(out->player.name, name, sizeof name);
        if (out->two && (!strcmp(out->against.name, name) || is_program(against)))
            snprintf(out->against.name, sizeof out->against.name, "%.*s (before)", PLAYER_NAME_SIZE - 10, name);
    }
    buf_free(&first);
    buf_free(&second);
    return good;
}

void gate_players_free(GatePlayers *players) {
    player_spec_free(&players->player);
    player_spec_free(&players->against);
}
