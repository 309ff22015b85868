/* A run is a pure function of its settings and the outcomes of its iterations, so what the store holds of it is replayed to get to
 * where it stood, tasks that were out included. Where parameters join or freeze, nothing is out: that is a boundary. */
#include "tuner/spsa/tune.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/mono.h"
#include "tuner/spsa/kept_games.h"
#include "tuner/spsa/result.h"

enum { PAIRS_MAX = 1 << 30, CHECKS_FROM = 1 << 30 /* pairs of checks use other openings' places than those of iterations */ };

void tune_free(Tune *tune) {
    spsa_free(&tune->spsa);
    arena_free(&tune->arena);
}

int tune_iterations(const SpsaConfig *config) {
    const int64_t batch = config->settings.batch, pairs = config->settings.hours > 0 ? PAIRS_MAX : config->settings.games / 2;
    return (int)((pairs + batch - 1) / batch);
}

/* The parameters as the store has them. */
static StoredParam *stored_params(Tune *tune) {
    const Spsa *spsa = &tune->spsa;
    StoredParam *out = arena_alloc(&tune->arena, (size_t)(spsa->count + 1) * sizeof *out);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *p = &spsa->param[i];
        out[i] = (StoredParam){ .name = p->spec.name, .start = p->spec.start, .min = p->spec.min, .max = p->spec.max, .c = p->spec.c,
                                .first = p->first, .frozen = p->end };
    }
    return out;
}

bool tune_begin(Tune *tune, Err *err) {
    const SpsaConfig *config = tune->config;
    Buf settings = { 0 }, start = { 0 };
    spsa_config_begin(config, &tune->spsa);
    spsa_config_print(config, tune->openings->hash, &settings);
    bool good = result_player(config, &tune->spsa, true, &start, err);
    const TuningRecord record = { .kind = "spsa", .state = "running", .data = tune->data, .settings = buf_text(&settings), .overrides = tune->overrides, .start = buf_text(&start),
                                  .result = "", .report = "", .params = config->params, .loss_start = NAN, .loss_end = NAN, .valid_start = NAN,
                                  .valid_end = NAN, .scale = NAN };
    good = good && store_spsa_begin(tune->store, &record, stored_params(tune), tune->spsa.count, &tune->id, err);
    buf_free(&settings);
    buf_free(&start);
    return good;
}

/* Resuming: what may differ. */

/* To the next line that may not change. */
static const char *skip_free(const SpsaConfig *config, const char *text) {
    while (*text && spsa_config_is_free(config, text)) text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
    return text;
}

/* The first line that differs, of both. */
static bool check_settings(const SpsaConfig *config, const char *stored, const char *now, Err *err) {
    for (;;) {
        stored = skip_free(config, stored);
        now = skip_free(config, now);
        if (!*stored && !*now) return true;
        const size_t a = strcspn(stored, "\n"), b = strcspn(now, "\n");
        if (a != b || memcmp(stored, now, a) != 0)
            return err_set(err, ERR_INPUT, "the run can't be resumed: it was played with '%.*s', the configuration has '%.*s'", (int)a, stored, (int)b, now);
        stored += a + (stored[a] == '\n');
        now += b + (now[b] == '\n');
    }
}

static const SpsaParamConfig *find_param(const SpsaConfig *config, const char *name) {
    for (int i = 0; i < config->params; i++)
        if (!strcmp(config->param[i].spec.name, name)) return &config->param[i];
    return NULL;
}

static bool check_param(const SpsaConfig *config, const StoredParam *stored, Err *err) {
    const SpsaParamConfig *now = find_param(config, stored->name);
    if (!now)
        return err_set(err, ERR_INPUT, "the run can't be resumed: it tunes %s, which the configuration leaves out; freeze: on keeps it as it is", stored->name);
    const SpsaParamSpec *spec = &now->spec;
    if (stored->start != spec->start || stored->min != spec->min || stored->max != spec->max || stored->c != spec->c)
        return err_set(err, ERR_INPUT,
                       "the run can't be resumed: it tunes %s with value %g, min %g, max %g, c %g; the configuration has value %g, min %g, max %g, c %g",
                       stored->name, stored->start, stored->min, stored->max, stored->c, spec->start, spec->min, spec->max, spec->c);
    return stored->frozen < 0 || now->frozen ||
           err_set(err, ERR_INPUT, "the run can't be resumed: %s is frozen since iteration %" PRId64 ", and the configuration lets it move again", stored->name,
                   stored->frozen);
}

static bool check_same(Tune *tune, const TuningRecord *record, Err *err) {
    Buf now = { 0 };
    spsa_config_print(tune->config, tune->openings->hash, &now);
    bool good = check_settings(tune->config, record->settings, buf_text(&now), err);
    buf_free(&now);
    for (int i = 0; good && i < tune->stored.params; i++) good = check_param(tune->config, &tune->stored.param[i], err);
    return good;
}

/* Games and files may have changed. */
static bool keep_settings(Tune *tune, Err *err) {
    Buf settings = { 0 };
    spsa_config_print(tune->config, tune->openings->hash, &settings);
    const TuningRecord record = { .settings = buf_text(&settings), .overrides = tune->overrides };
    const bool good = store_spsa_set_settings(tune->store, tune->id, &record, err);
    buf_free(&settings);
    return good;
}

/* Replaying. */

static bool submit_nothing(void *context, const SpsaTask *task, Err *err) {
    (void)context;
    (void)task;
    (void)err;
    return true;
}

static bool collect_stored(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err) {
    const StoredIteration *stored = &((const Tune *)context)->stored.iteration[task->iteration];
    (void)err;
    *out = (SpsaOutcome){ .twins = stored->twins, .faults = stored->faults };
    memcpy(out->pairs, stored->pairs, sizeof out->pairs);
    return true;
}

static bool replay(Tune *tune, int until, Err *err) {
    const SpsaPlayers players = { .context = tune, .submit = submit_nothing, .collect = collect_stored };
    return spsa_run(&tune->spsa, until, &players, NULL, err);
}

/* Parameters that join or freeze at this iteration; returns the next iteration at which any does, or `end`. */
static int apply_boundary(Tune *tune, int at, int end) {
    int next = end;
    for (int i = 0; i < tune->stored.params; i++) {
        const StoredParam *p = &tune->stored.param[i];
        if (p->first == at) {
            const SpsaParamSpec spec = { .name = p->name, .start = p->start, .min = p->min, .max = p->max, .c = p->c, .whole = true };
            spsa_add(&tune->spsa, &spec);
        }
        if (p->first > at && p->first < next) next = (int)p->first;
        if (p->frozen > at && p->frozen < next) next = (int)p->frozen;
    }
    for (int i = 0; i < tune->spsa.count; i++)
        if (tune->stored.param[i].frozen == at) spsa_freeze(&tune->spsa, i);
    return next;
}

/* To the last boundary; what comes after it is replayed when the run goes on, so that tasks that were out are known. */
static bool replay_boundaries(Tune *tune, Err *err) {
    const int played = tune->stored.iterations;
    for (int at = 0, next; at <= played; at = next) {
        next = apply_boundary(tune, at, played + 1);
        if (next > played) return true;
        if (!replay(tune, next, err)) return false;
    }
    return true;
}

/* Pairs of iterations that a kill has cut short. */
static bool take_pairs(Tune *tune, Err *err) {
    return store_spsa_pairs(tune->store, &tune->arena, tune->id, tune->stored.iterations * tune->config->settings.batch, &tune->pair, &tune->pairs, err);
}

/* What the configuration has that the run has not: a boundary at what was played. */
static bool take_changes(Tune *tune, Err *err) {
    const SpsaConfig *config = tune->config;
    bool changed = config->params > tune->stored.params;
    for (int i = 0; i < tune->stored.params; i++) {
        const StoredParam *stored = &tune->stored.param[i];
        changed = changed || (stored->frozen < 0 && find_param(config, stored->name)->frozen);
    }
    if (!changed) return take_pairs(tune, err);
    if (!store_spsa_settle_pairs(tune->store, tune->id, err) || !replay(tune, tune->stored.iterations, err)) return false;
    for (int i = 0; i < config->params; i++) {
        int at = 0;
        while (at < tune->spsa.count && strcmp(tune->spsa.param[at].spec.name, config->param[i].spec.name) != 0) at++;
        if (at == tune->spsa.count) spsa_add(&tune->spsa, &config->param[i].spec);
        if (config->param[i].frozen) spsa_freeze(&tune->spsa, at);
    }
    return store_spsa_set_params(tune->store, tune->id, stored_params(tune), tune->spsa.count, err);
}

/* Runs of sessions that were killed say that they are being played. */
static bool end_runs(Tune *tune, Err *err) {
    int64_t *run;
    int count;
    bool good = store_spsa_runs(tune->store, &tune->arena, tune->id, &run, &count, err);
    for (int i = 0; good && i < count; i++) good = store_run_end_open(tune->store, run[i], err);
    return good;
}

bool tune_resume(Tune *tune, Err *err) {
    const SpsaRules rules = spsa_config_rules(tune->config);
    TuningRecord record;
    spsa_init(&tune->spsa, &rules);
    if (!store_spsa_find(tune->store, &tune->arena, tune->data, &record, err)) return false;
    if (!strcmp(record.state, "accepted") || !strcmp(record.state, "rejected"))
        return err_set(err, ERR_INPUT, "tuning %" PRId64 " is %s already; without --resume a new one begins", record.id, record.state);
    tune->id = record.id;
    if (!store_spsa_take(tune->store, record.id, err) || !end_runs(tune, err) ||
        !store_spsa_load(tune->store, &tune->arena, record.id, &tune->stored, err))
        return false;
    if (tune->stored.iterations) tune->before_ms = tune->stored.iteration[tune->stored.iterations - 1].time_ms;
    return check_same(tune, &record, err) && keep_settings(tune, err) && replay_boundaries(tune, err) && take_changes(tune, err);
}

/* Playing. */

typedef struct {
    Tune *tune;
    const TuneSpec *spec;
    SpsaPlayers games;
    KeptGames *kept; /* NULL: games aren't kept */
    int64_t began_ns;
} Session;

static int64_t played_ms(const Session *session) { return session->tune->before_ms + (mono_ns() - session->began_ns) / 1000000; }

static bool is_played(const Session *session, const SpsaTask *task) { return task->iteration < session->tune->stored.iterations; }

static bool submit(void *context, const SpsaTask *task, Err *err) {
    Session *session = context;
    return is_played(session, task) || session->games.submit(session->games.context, task, err);
}

static bool collect(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err) {
    Session *session = context;
    return is_played(session, task) ? collect_stored(session->tune, task, out, err) : session->games.collect(session->games.context, task, out, err);
}

static bool store_iteration(Session *session, const SpsaTask *task, const SpsaOutcome *outcome, Err *err) {
    const Spsa *spsa = &session->tune->spsa;
    StoredIteration row = { .iteration = task->iteration, .twins = outcome->twins, .faults = outcome->faults, .time_ms = played_ms(session) };
    StoredValue *values = mem_alloc((size_t)(spsa->count + 1) * sizeof *values);
    memcpy(row.pairs, outcome->pairs, sizeof row.pairs);
    for (int i = 0; i < spsa->count; i++) values[i] = (StoredValue){ .plus = task->plus[i], .minus = task->minus[i], .value = spsa->param[i].value };
    const bool good = store_spsa_add(session->tune->store, session->tune->id, &row, values, spsa->count, err);
    free(values);
    return good;
}

/* A small match of the mean so far against the start. It changes nothing. */
static bool play_check(Session *session, int iteration, Err *err) {
    const Spsa *spsa = &session->tune->spsa;
    const int pairs = (int)session->tune->config->settings.validate_pairs;
    const int number = iteration / (int)session->tune->config->settings.validate_every;
    SpsaTask task = { .iteration = -number, .first_pair = CHECKS_FROM + (int64_t)(number - 1) * pairs % CHECKS_FROM, .pairs = pairs };
    SpsaOutcome outcome;
    task.plus = mem_alloc(2 * (size_t)(spsa->count + 1) * sizeof *task.plus);
    task.minus = task.plus + spsa->count;
    for (int i = 0; i < spsa->count; i++) {
        task.plus[i] = result_value(spsa, i);
        task.minus[i] = spsa->param[i].spec.start;
    }
    bool good = session->games.submit(session->games.context, &task, err) && session->games.collect(session->games.context, &task, &outcome, err);
    good = good && store_spsa_add_check(session->tune->store, session->tune->id, iteration, outcome.pairs, err);
    if (good && session->spec->checked) session->spec->checked(session->spec->context, session->tune, &outcome);
    spsa_task_free(&task);
    return good;
}

/* Games of checks belong to no iteration. */
static bool keep_pair(void *context, int iteration, const PairRecord *pair, Err *err) {
    Session *session = context;
    return !session->kept || iteration < 0 || kept_games_add(session->kept, pair, err);
}

static bool take_iteration(void *context, const Spsa *spsa, const SpsaTask *task, const SpsaOutcome *outcome, Err *err) {
    Session *session = context;
    const int64_t every = session->tune->config->settings.validate_every;
    if (is_played(session, task)) return true;
    if ((session->kept && !kept_games_flush(session->kept, err)) || !store_iteration(session, task, outcome, err)) return false;
    if (session->spec->progress) session->spec->progress(session->spec->context, session->tune, played_ms(session));
    return !every || spsa->iterations % every || play_check(session, spsa->iterations, err);
}

static bool is_enough(void *context, const Spsa *spsa) {
    const Session *session = context;
    const double hours = session->tune->config->settings.hours;
    return hours > 0 && spsa->iterations >= session->tune->stored.iterations && (double)played_ms(session) >= hours * 3.6e6;
}

static KeptGames *keep_games(const Tune *tune, int until) {
    const SpsaSettings *settings = &tune->config->settings;
    const int64_t left = settings->hours > 0 ? 0 : until - tune->stored.iterations;
    const KeptGamesSpec spec = { .db = tune->db, .tuning = tune->id, .player = tune->config->name, .match = &tune->config->match,
                                 .openings_hash = tune->openings->hash, .pairs = left * settings->batch };
    return settings->keep_games ? kept_games_new(&spec) : NULL;
}

bool tune_play(Tune *tune, const TuneSpec *spec, Err *err) {
    const int wanted = tune_iterations(tune->config), until = wanted > tune->stored.iterations ? wanted : tune->stored.iterations;
    Session session = { .tune = tune, .spec = spec, .kept = keep_games(tune, until), .began_ns = mono_ns() };
    const SpsaGamesSpec games_spec = { .match = &tune->config->match, .openings = tune->openings, .spsa = &tune->spsa, .jobs = spec->jobs, .stop = spec->stop,
                                       .known = tune->pair, .known_count = tune->pairs, .pair = keep_pair, .context = &session };
    SpsaGames *games = spsa_games_new(&games_spec, err);
    bool good = games != NULL;
    if (good) {
        session.games = spsa_games_players(games);
        const SpsaPlayers players = { .context = &session, .submit = submit, .collect = collect };
        const SpsaListener listener = { .context = &session, .iteration = take_iteration, .enough = is_enough };
        good = spsa_run(&tune->spsa, until, &players, &listener, err);
    }
    spsa_games_delete(games);
    return kept_games_finish(session.kept, good ? err : NULL) && good;
}

bool tune_keep(Tune *tune, const char *state, const char *report, int64_t cpu_ns, Err *err) {
    const Spsa *spsa = &tune->spsa;
    Buf start = { 0 }, result = { 0 };
    bool good = result_player(tune->config, spsa, true, &start, err) && result_player(tune->config, spsa, false, &result, err);
    const TuningRecord record = { .state = state, .start = buf_text(&start), .result = buf_text(&result), .report = report,
                                  .games = 2 * spsa->iterations * spsa->rules.gains.batch, .params = spsa->count, .cpu_ns = cpu_ns };
    good = good && store_tuning_update(tune->store, tune->id, &record, err);
    buf_free(&start);
    buf_free(&result);
    return good;
}
