#include "bench/report/rating_report.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "engine/core/json.h"

static const RatingPlayer *rating_at(const RatingPool *pool, int place) {
    return &pool->list.players[pool->order[place]];
}
static const PooledPlayer *player_at(const RatingPool *pool, int place) {
    return &pool->player[pool->order[place]];
}
static int64_t games_of(const PooledPlayer *player) {
    return player->wins + player->draws + player->losses;
}

/* A figure, "-" where there is none. */
static void add_figure(Table *table, double value, int decimals) {
    if (isnan(value)) table_add(table, "-");
    else table_add(table, "%.*f", decimals, fabs(value) < 0.5 * pow(10, -decimals) ? 0.0 : value);
}

static void add_player(const RatingPool *pool, int place, bool grouped, Table *table) {
    const RatingPlayer *rating = rating_at(pool, place);
    const PooledPlayer *player = player_at(pool, place);
    const bool last = place + 1 == pool->players;
    table_add(table, "%d", place + 1);
    table_add(table, "%s%s", player->name, rating->prior ? " *" : "");
    add_figure(table, rating->elo, 1);
    add_figure(table, rating->error, 1);
    table_add(table, "%" PRId64, games_of(player));
    add_figure(table, 100 * rating->score, 1);
    table_add(table, "%" PRId64, player->wins);
    table_add(table, "%" PRId64, player->draws);
    table_add(table, "%" PRId64, player->losses);
    add_figure(table, last ? NAN : 100 * rating_difference(&pool->list, pool->order[place], pool->order[place + 1]).los,
               1);
    if (!grouped) return;
    if (rating->group < 0) table_add(table, "-");
    else table_add(table, "%d", rating->group + 1);
}

static void write_list(const RatingPool *pool, TableForm form, Buf *out) {
    static const TableColumn columns[] = {
        { "#", false },       { "player", true }, { "Elo", false },   { "+/-", false },  { "games", false },
        { "score %", false }, { "won", false },   { "drawn", false }, { "lost", false }, { "LOS to next %", false }
    };
    Table table;
    table_init(&table,
               form == TABLE_CSV
                   ? NULL
                   : "Ratings (Elo with its error at 95 %; LOS: how likely a player is stronger than the next)");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_add_column(&table, columns[i].head, columns[i].left);
    const bool grouped = pool->list.groups > 1 && form != TABLE_CSV; /* the columns of CSV are always the same */
    if (grouped) table_add_column(&table, "group", false);
    for (int i = 0; i < pool->players; i++) add_player(pool, i, grouped, &table);
    table_write(&table, form, out);
    table_free(&table);
}

static void write_head(const RatingPool *pool, Buf *out) {
    int64_t games = 0;
    for (int i = 0; i < pool->players; i++) games += games_of(&pool->player[i]);
    buf_addf(out, "%d run%s, %d players, %" PRId64 " games; ", pool->runs, pool->runs == 1 ? "" : "s", pool->players,
             games / 2);
    if (pool->anchor >= 0) buf_addf(out, "%s is given", pool->player[pool->anchor].name);
    else buf_add(out, "the players' mean is 0");
    buf_addf(out, "; Red's advantage is %.1f +/- %.1f Elo\n", pool->list.colour_elo, pool->list.colour_error);
}

static void write_warnings(const RatingPool *pool, Buf *out) {
    bool prior = false;
    for (int i = 0; i < pool->players; i++) prior |= pool->list.players[i].prior;
    if (out->len) buf_add(out, "\n");
    if (prior)
        buf_add(out, "* the results alone leave this rating without a bound: one draw against the mean was added.\n");
    if (pool->list.groups > 1)
        buf_addf(out, "The players fall into %d groups that never met; ratings compare within a group only.\n",
                 pool->list.groups);
    if (pool->own_pairs) buf_addf(out, "Left out: %" PRId64 " pairs of a player against itself.\n", pool->own_pairs);
    if (pool->repeated_runs) buf_addf(out, "Left out: %d runs that were given twice.\n", pool->repeated_runs);
    if (pool->alike_runs)
        buf_addf(out,
                 "%d of the runs repeat%s the specification and seed of another: without clocks these are the same "
                 "games again, and errors "
                 "come out too small.\n",
                 pool->alike_runs, pool->alike_runs == 1 ? "s" : "");
}

void rating_report_write(const RatingPool *pool, TableForm form, Buf *out) {
    if (form == TABLE_CSV) {
        write_list(pool, form, out);
        return;
    }
    write_head(pool, out);
    write_list(pool, form, out);
    write_warnings(pool, out);
}

void rating_report_write_los(const RatingPool *pool, TableForm form, Buf *out) {
    Table table;
    char heads[TABLE_COLUMNS_MAX][12];
    const int shown = pool->players < TABLE_COLUMNS_MAX - 2 ? pool->players : TABLE_COLUMNS_MAX - 2;
    table_init(&table, form == TABLE_CSV
                           ? NULL
                           : "Likelihood of superiority (%: the row's player is stronger than the column's)");
    table_add_column(&table, "#", false);
    table_add_column(&table, "player", true);
    for (int i = 0; i < shown; i++) {
        Buf head = { 0 };
        buf_addf(&head, "%d", i + 1);
        memcpy(heads[i], head.text, head.len + 1);
        buf_free(&head);
        table_add_column(&table, heads[i], false);
    }
    for (int i = 0; i < pool->players; i++) {
        table_add(&table, "%d", i + 1);
        table_add(&table, "%s", player_at(pool, i)->name);
        for (int k = 0; k < shown; k++) {
            if (i == k) table_add(&table, "%s", "");
            else add_figure(&table, 100 * rating_difference(&pool->list, pool->order[i], pool->order[k]).los, 1);
        }
    }
    table_write(&table, form, out);
    table_free(&table);
}

/* JSON. */

static void add_runs(const RatingPool *pool, Json *json) {
    json_list(json, "runs");
    for (int i = 0; i < pool->runs; i++) {
        json_object(json, NULL);
        json_text(json, "uid", pool->run[i].uid);
        json_text(json, "name", pool->run[i].name);
        json_end_object(json);
    }
    json_end_list(json);
}

static void add_player_json(const RatingPool *pool, int place, Json *json) {
    const RatingPlayer *rating = rating_at(pool, place);
    const PooledPlayer *player = player_at(pool, place);
    json_object(json, NULL);
    json_text(json, "name", player->name);
    json_text(json, "limit", player->limit);
    json_real(json, "elo", rating->elo);
    json_real(json, "elo_error", rating->error);
    json_real(json, "low", rating->low);
    json_real(json, "high", rating->high);
    json_int(json, "games", games_of(player));
    json_int(json, "wins", player->wins);
    json_int(json, "draws", player->draws);
    json_int(json, "losses", player->losses);
    json_real(json, "score", rating->score);
    json_int(json, "group", rating->group);
    json_int(json, "prior", rating->prior);
    json_end_object(json);
}

/* One figure for every two players. */
static void add_matrix(const RatingPool *pool, const char *key,
                       double (*figure)(const RatingPool *pool, size_t a, size_t b), Json *json) {
    json_list(json, key);
    for (int i = 0; i < pool->players; i++) {
        json_list(json, NULL);
        for (int k = 0; k < pool->players; k++) json_real(json, NULL, figure(pool, pool->order[i], pool->order[k]));
        json_end_list(json);
    }
    json_end_list(json);
}

static double covariance(const RatingPool *pool, size_t a, size_t b) {
    return pool->list.covariance[a * pool->list.count + b];
}
static double superiority(const RatingPool *pool, size_t a, size_t b) {
    return rating_difference(&pool->list, a, b).los;
}

void rating_report_write_json(const RatingPool *pool, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    add_runs(pool, &json);
    if (pool->anchor >= 0) json_text(&json, "anchor", pool->player[pool->anchor].name);
    json_real(&json, "red_elo", pool->list.colour_elo);
    json_real(&json, "red_error", pool->list.colour_error);
    json_int(&json, "groups", pool->list.groups);
    json_int(&json, "own_pairs", pool->own_pairs);
    json_list(&json, "players");
    for (int i = 0; i < pool->players; i++) add_player_json(pool, i, &json);
    json_end_list(&json);
    add_matrix(pool, "covariance", covariance, &json);
    add_matrix(pool, "los", superiority, &json);
    json_end_object(&json);
    buf_add(out, "\n");
}
