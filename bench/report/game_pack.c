#include "bench/report/game_pack.h"
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/store/queries.h"
#include "bench/store/series.h"
#include "engine/core/json.h"

/* All of printable ASCII but the blank and what HTML, JSON and JavaScript give a meaning inside texts: " & < \ */
static const char digits[] = "!#$%'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
_Static_assert(sizeof digits == PACK_BASE + 1, "a digit for every square");

char pack_digit(int number) {
    assert(number >= 0 && number < PACK_BASE);
    return digits[number];
}

int pack_score(const MoveRecord *move) {
    enum { MOST = PACK_SCORE_MATE - 1 };
    if (move->bound == SCORE_NONE) return 0;
    const int size = abs(move->score);
    const int scaled = size >= ANSWER_MATE_MIN ? PACK_SCORE_MATE : (int)lround(8 * asinh(size / 40.0));
    const int level = size < ANSWER_MATE_MIN && scaled > MOST ? MOST : scaled;
    return PACK_SCORE_ZERO + (move->score < 0 ? -level : level);
}

/* Choosing. */

static int64_t bytes_of(const GameLine *line) { return 40 + 4 * line->plies + (60 + 2 * line->opening_plies) / 2; }

static int games_to_keep(const GameLine *line, int count, int64_t most) {
    if (most) return most < count ? (int)most : count;
    int64_t bytes = 0;
    for (int i = 0; i < count; i++) bytes += bytes_of(&line[i]);
    return bytes <= PACK_BYTES ? count : (int)((double)count * PACK_BYTES / (double)bytes);
}

/* Item `place` of `of` is among the `quota` that are spread evenly. */
static bool is_spread(int64_t place, int64_t quota, int64_t of) { return (place + 1) * quota / of > place * quota / of; }

/* Numbers of the games to keep, ascending; *kept of them, in the arena. */
static int64_t *choose(const GameLine *line, int count, int64_t most, Arena *arena, int *kept) {
    int faulty = 0, seen[2] = { 0 };
    for (int i = 0; i < count; i++) faulty += line[i].faulty;
    const int keep = games_to_keep(line, count, most);
    const int of[2] = { count - faulty, faulty };
    const int faulty_kept = faulty < keep ? faulty : keep, quota[2] = { keep - faulty_kept, faulty_kept };
    int64_t *number = arena_alloc(arena, (size_t)(keep + 1) * sizeof *number);
    *kept = 0;
    for (int i = 0; i < count; i++) {
        const int class = line[i].faulty;
        if (is_spread(seen[class]++, quota[class], of[class])) number[(*kept)++] = line[i].number;
    }
    return number;
}

/* Packing. */

typedef struct {
    GamePack *pack;
    Json verdicts, openings, notes;
    Arena arena;
    const char **verdict;      /* distinct sentences */
    int verdict_count;
    int opening_count;
    Buf last_opening;          /* pairs follow each other, so equal openings do too */
} Packer;

static int verdict_place(Packer *packer, const GameRecord *record) {
    if (record->verdict.reason == REASON_NONE) return -1;
    Buf text = { 0 };
    verdict_print(&record->verdict, &text);
    int place = 0;
    while (place < packer->verdict_count && strcmp(packer->verdict[place], text.text)) place++;
    if (place == packer->verdict_count) {
        packer->verdict = mem_realloc(packer->verdict, (size_t)(place + 1) * sizeof *packer->verdict);
        packer->verdict[packer->verdict_count++] = arena_strdup(&packer->arena, text.text);
        json_text(&packer->verdicts, NULL, text.text);
    }
    buf_free(&text);
    return place;
}

static void pack_move(Move mv, Buf *out) {
    buf_add_char(out, pack_digit(mv_from(mv)));
    buf_add_char(out, pack_digit(mv_to(mv)));
}

static int opening_place(Packer *packer, const StoredGame *game) {
    Buf text = { 0 }, moves = { 0 };
    for (int i = 0; i < game->opening_count; i++) pack_move(game->opening_move[i], &moves);
    buf_addf(&text, "%s/%s", game->start_fen, buf_text(&moves));
    if (packer->opening_count == 0 || strcmp(buf_text(&packer->last_opening), text.text)) {
        json_list(&packer->openings, NULL);
        json_text(&packer->openings, NULL, game->start_fen);
        json_text(&packer->openings, NULL, buf_text(&moves));
        json_end_list(&packer->openings);
        packer->opening_count++;
        buf_free(&packer->last_opening);
        packer->last_opening = text;
        text = (Buf){ 0 };
    }
    buf_free(&text);
    buf_free(&moves);
    return packer->opening_count - 1;
}

static void add_notes(Packer *packer, const StoredGame *game) {
    static const char *const sides[] = { "Red", "Black" };
    Buf text = { 0 };
    for (int colour = RED; colour <= BLACK; colour++) {
        const char *note = game->record.side[colour].note;
        if (*note) buf_addf(&text, "%s%s: %s", text.len ? "; " : "", sides[colour], note);
    }
    if (text.len) {
        char key[24];
        snprintf(key, sizeof key, "%" PRId64, game->number);
        json_text(&packer->notes, key, text.text);
    }
    buf_free(&text);
}

static void add_line(const StoredGame *game, int verdict, int opening, Buf *out) {
    const GameRecord *record = &game->record;
    buf_addf(out, "%" PRId64 " %d %d %d %d %d %d %d ", game->number, record->side[RED].player, record->side[BLACK].player,
             (int)record->outcome, (int)record->reason, verdict, game->counted, opening);
    for (int i = 0; i < record->count; i++) pack_move(record->move[i].move, out);
    buf_add_char(out, ' ');
    for (int i = 0; i < record->count; i++) buf_add_char(out, pack_digit(pack_score(&record->move[i])));
    buf_add_char(out, ' ');
    for (int i = 0; i < record->count; i++)
        buf_add_char(out, pack_digit(record->move[i].depth < PACK_BASE ? record->move[i].depth : PACK_BASE - 1));
    buf_add_char(out, '\n');
}

static bool pack_one(void *context, const StoredGame *game) {
    Packer *packer = context;
    const int verdict = verdict_place(packer, &game->record), opening = opening_place(packer, game);
    add_notes(packer, game);
    add_line(game, verdict, opening, &packer->pack->lines);
    packer->pack->packed++;
    return true;
}

static void add_words(Json *json, const char *key, const char *const *word, int count) {
    json_list(json, key);
    for (int i = 0; i < count; i++) json_text(json, NULL, word[i]);
    json_end_list(json);
}

static void add_part(Buf *out, const char *key, const Buf *part) { buf_addf(out, ", \"%s\": %s", key, buf_text(part)); }

/* Three lists grow at the same time, each in a text of its own, and are put together at the end. */
static bool pack_games(Store *store, int64_t run, const int64_t *number, int count, GamePack *out, Err *err) {
    Buf verdicts = { 0 }, openings = { 0 }, notes = { 0 };
    Packer packer = { .pack = out, .verdicts = json_to(&verdicts), .openings = json_to(&openings), .notes = json_to(&notes) };
    json_list(&packer.verdicts, NULL);
    json_list(&packer.openings, NULL);
    json_object(&packer.notes, NULL);
    const bool good = store_games_chosen(store, run, number, count, pack_one, &packer, err);
    json_end_list(&packer.verdicts);
    json_end_list(&packer.openings);
    json_end_object(&packer.notes);
    add_part(&out->json, "verdicts", &verdicts);
    add_part(&out->json, "openings", &openings);
    add_part(&out->json, "notes", &notes);
    buf_free(&verdicts);
    buf_free(&openings);
    buf_free(&notes);
    buf_free(&packer.last_opening);
    free(packer.verdict);
    arena_free(&packer.arena);
    return good;
}

bool game_pack(Store *store, int64_t run, int64_t most, GamePack *out, Err *err) {
    Arena arena = { 0 };
    SeatSummary *seat;
    GameLine *line;
    int seats, count = 0;
    *out = (GamePack){ .games = 0 };
    bool good = store_seat_names(store, run, &arena, &seat, &seats, err) && store_game_lines(store, run, &arena, &line, &out->games, err);
    if (good) {
        Json json = json_to(&out->json);
        json_object(&json, NULL);
        json_list(&json, "players");
        for (int i = 0; i < seats; i++) json_text(&json, NULL, seat[i].name);
        json_end_list(&json);
        add_words(&json, "outcomes", outcome_names, OUTCOME_DRAW + 1);
        add_words(&json, "reasons", reason_names, REASON_COUNT);
        add_words(&json, "reason_helps", reason_helps, REASON_COUNT);
        const int64_t *number = choose(line, out->games, most, &arena, &count);
        good = pack_games(store, run, number, count, out, err);
        json_end_object(&json);
    }
    arena_free(&arena);
    return good;
}

void game_pack_free(GamePack *pack) {
    buf_free(&pack->json);
    buf_free(&pack->lines);
    *pack = (GamePack){ .games = 0 };
}
