/* xqtune verify: games decide whether what a tuning proposes is taken. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/play_run.h"
#include "bench/cmd/run_args.h"
#include "bench/report/summary.h"
#include "bench/store/proofs.h"
#include "engine/conf/conf.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/verify_args.h"
#include "tuner/verify/proof.h"
#include "tuner/verify/unused.h"

/* One proof on its way. */
typedef struct {
    VerifyArgs arg; /* of the command line; for what it leaves out, of the proof that is resumed */
    const char *db;
    Store *store;
    Arena arena;
    TuningRecord tuning;
    ProofRecord *earlier; /* of the tuning */
    int earlier_count;
    ProofPlan plan;
    int stages;
} Work;

/* A proof goes on with the options that it began with. */
static bool recall_options(Work *work, Err *err) {
    const ProofRecord *last = work->earlier_count ? &work->earlier[work->earlier_count - 1] : NULL;
    return !work->arg.resume || !last || verify_args_recall(&work->arg, last->options, &work->arena, err);
}

/* At most so many games a match, where nothing else is said. */
enum { games_usual = 60000 };

static ProofRecord *find_earlier(const Work *work, ProofStage stage) {
    for (int i = 0; i < work->earlier_count; i++) {
        ProofRecord *proof = &work->earlier[i];
        if (proof->attempt == work->plan.attempt && !strcmp(proof->stage, proof_stage_names[stage])) return proof;
    }
    return NULL;
}

/* Which attempt this is, and whether there may be one. */
static bool choose_attempt(Work *work, Err *err) {
    const VerifyArgs *arg = &work->arg;
    const TuningRecord *tuning = &work->tuning;
    const int last = work->earlier_count ? work->earlier[work->earlier_count - 1].attempt : 0;
    work->plan.attempt = arg->again ? last + 1 : last ? last : 1;
    if (!strcmp(tuning->state, "running") || !strcmp(tuning->state, "interrupted"))
        return err_set(err, ERR_INPUT, "tuning %" PRId64 " proposes nothing yet: %s", tuning->id,
                       *tuning->state == 'r' ? "it is still running" : "it was interrupted; xqtune spsa with --resume goes on with it");
    if (arg->again) return true;
    if (strcmp(tuning->state, "proposed"))
        return err_set(err, ERR_INPUT, "tuning %" PRId64 " is %s already; --again proves it anew", tuning->id, tuning->state);
    if (last && !arg->resume)
        return err_set(err, ERR_INPUT, "a proof of tuning %" PRId64 " was begun; --resume plays on (with more --games if they ran out), --again begins anew", tuning->id);
    if (!last && arg->resume) return err_set(err, ERR_INPUT, "no proof of tuning %" PRId64 " was begun; leave --resume out", tuning->id);
    return true;
}

/* The limit that SPSA played at. */
static bool choose_limit(Work *work, Err *err) {
    work->plan.limit[PROOF_GAIN] = *work->arg.limit ? work->arg.limit : "nodes=5000";
    if (*work->arg.limit || strcmp(work->tuning.kind, "spsa")) return true;
    ConfNode *settings = conf_parse(work->tuning.settings, strlen(work->tuning.settings), "the tuning's settings", &work->arena, err);
    const ConfNode *limit = settings ? conf_get(settings, "limit") : NULL;
    if (limit && limit->kind == CONF_SCALAR) work->plan.limit[PROOF_GAIN] = limit->text;
    return settings != NULL;
}

static bool load_tuning(Work *work, Err *err) {
    const VerifyArgs *arg = &work->arg;
    if (!*arg->player != !*arg->against) return err_set(err, ERR_USAGE, "--player and --against go together");
    if (arg->resume && arg->again) return err_set(err, ERR_USAGE, "--resume and --again are opposites; keep one");
    if (!store_tuning(work->store, &work->arena, arg->run, &work->tuning, err) ||
        !store_proofs(work->store, &work->arena, work->tuning.id, &work->earlier, &work->earlier_count, err) ||
        !recall_options(work, err))
        return false;
    const bool once = !strcmp(arg->second_limit, "none");
    work->stages = once ? 1 : PROOF_STAGES;
    work->plan = (ProofPlan){
        .tuning = &work->tuning, .variant = arg->variant, .player = arg->player, .against = arg->against,
        .limit = { [PROOF_KEEP] = once ? "" : arg->second_limit },
        .sprt = { [PROOF_GAIN] = arg->sprt, [PROOF_KEEP] = arg->second_sprt }, .openings = arg->openings,
        .games = arg->games ? arg->games : games_usual, .seed = arg->seed, .set = &arg->set,
    };
    return choose_limit(work, err) && choose_attempt(work, err);
}

/* The openings of a match. */

static bool open_more(const OptList *names, Store **more, Err *err) {
    for (int i = 0; i < names->count; i++)
        if (!(more[i] = store_open(names->item[i], STORE_READ, err))) return false;
    return true;
}

static bool load_openings(const Work *work, const MatchSpec *spec, Openings *openings, Err *err) {
    Store *more[OPT_LIST_MAX] = { NULL };
    const OptList *names = &work->arg.games_of;
    UnusedCount count;
    const bool good = openings_load(spec->openings, (int)spec->opening_plies, openings, err) && open_more(names, more, err) &&
                      unused_openings(openings, work->store, &work->tuning, more, names->count, &count, err);
    for (int i = 0; i < names->count; i++) store_close(more[i]);
    if (!good) return false;
    if (!count.played && !work->arg.quiet)
        fprintf(stderr, "warning: no run before the tuning used any of these openings; if its games are in another database, name that: --games-of DB\n");
    else if (!work->arg.quiet)
        fprintf(stderr, "%" PRIu32 " of %" PRIu32 " openings were played before the tuning; the other %" PRIu32 " serve its proof\n", count.played, count.all, openings->count);
    return true;
}

/* Who asks for no number gets that of the match that was begun: this one, run (0: none), or that before it. */
static bool choose_games(Work *work, int64_t run, MatchSpec *spec, Err *err) {
    const ProofRecord *first = find_earlier(work, PROOF_GAIN);
    RunInfo begun;
    if (!run && first) run = first->run_id;
    if (work->arg.games || !run) return true;
    if (!store_run(work->store, &work->arena, run, &begun, err)) return false;
    spec->games = begun.games;
    return true;
}

/* Players without chance would only repeat their games. */
static void cap_games(const Work *work, const Openings *openings, MatchSpec *spec) {
    const int64_t distinct = 2 * (int64_t)openings->count;
    if (!spec_is_deterministic(spec) || spec->games <= distinct) return;
    spec->games = distinct;
    if (!work->arg.quiet)
        fprintf(stderr, "warning: %" PRId64 " games at most: players without chance would repeat those of an opening; more openings: --openings FILE\n", distinct);
}

/* Play what is missing of the match; *run is its number, 0 for one that has yet to begin. */
static bool play(Work *work, ProofStage stage, const MatchSpec *spec, const Openings *openings, int64_t *run, Err *err) {
    Buf limit = { 0 }, asked = { 0 };
    limit_print(&spec->limit, &limit);
    verify_args_print(&work->arg, &asked);
    const ProofRecord proof = { .tuning = work->tuning.id, .attempt = work->plan.attempt, .stage = proof_stage_names[stage], .limit = buf_text(&limit), .options = buf_text(&asked) };
    const bool begun = *run ? store_run_extend(work->store, *run, spec, openings->hash, err)
                            : store_proof_begin(work->store, &proof, spec, openings->hash, run, err);
    buf_free(&limit);
    buf_free(&asked);
    if (!begun) return false;
    const PlayOptions how = { .db = work->db, .again = "the same command with --resume", .jobs = (int)work->arg.jobs, .pgn_out = "", .quiet = work->arg.quiet };
    Err why = { 0 };
    play_run(work->store, *run, spec, openings, &how, &why);
    if (why.kind == ERR_NONE) return true;
    *err = why;
    return false;
}

static bool play_stage(Work *work, ProofStage stage, int64_t *run, Err *err) {
    MatchSpec spec = { 0 };
    Openings openings = { 0 };
    bool good = proof_spec(&work->plan, stage, &spec, err) && load_openings(work, &spec, &openings, err) &&
                prepare_players(&spec, err) && choose_games(work, *run, &spec, err);
    if (good) {
        cap_games(work, &openings, &spec);
        good = play(work, stage, &spec, &openings, run, err);
    }
    openings_free(&openings);
    spec_free(&spec);
    return good;
}

/* What the games of the run say. An undecided test is open while the run isn't finished. */
static bool judge(Work *work, int64_t run, ProofRecord *proof, Err *err) {
    static const char *const verdicts[] = { [SPRT_CONTINUE] = "none", [SPRT_ACCEPT_H0] = "H0", [SPRT_ACCEPT_H1] = "H1" };
    RunReport report;
    int64_t penta[ELO_PAIRS];
    if (!report_load(work->store, run, &work->arena, &report, err)) return false;
    report_penta(&report, penta);
    const EloStats elo = elo_pairs(penta);
    const bool open = report.sprt.verdict == SPRT_CONTINUE && strcmp(report.run.state, "finished");
    proof->verdict = open ? "" : verdicts[report.sprt.verdict];
    proof->run = arena_strdup(&work->arena, report.run.uid);
    proof->run_id = run;
    proof->pairs = elo.games / 2;
    proof->llr = report.sprt.llr;
    proof->elo = elo.elo;
    proof->elo_error = elo.elo_error;
    report_free(&report);
    return true;
}

/* The verdict of this stage: that of the store, that of games which are there, or that of games which are played now. */
static bool settle(Work *work, ProofStage stage, ProofRecord *proof, Err *err) {
    const ProofRecord *earlier = find_earlier(work, stage);
    int64_t run = 0;
    *proof = (ProofRecord){ .tuning = work->tuning.id, .attempt = work->plan.attempt, .stage = proof_stage_names[stage], .verdict = "" };
    if (earlier && *earlier->verdict == 'H') {
        *proof = *earlier;
        return true;
    }
    if (earlier && !(run = earlier->run_id))
        return err_set(err, ERR_INPUT, "%s: the run of the proof, %s, isn't in this database", work->db, earlier->run);
    if (earlier && !judge(work, run, proof, err)) return false;
    if (*proof->verdict != 'H' && !(play_stage(work, stage, &run, err) && judge(work, run, proof, err))) return false;
    return store_proof_end(work->store, proof, err);
}

/* The end. */

static void print_stage(const ProofRecord *proof) {
    static const char *const words[PROOF_STAGES][2] = { { "gains", "doesn't gain enough" }, { "keeps that", "loses" } };
    Buf text = { 0 };
    const ProofStage stage = strcmp(proof->stage, proof_stage_names[PROOF_KEEP]) ? PROOF_GAIN : PROOF_KEEP;
    elo_text(proof->elo, proof->elo_error, 1, &text);
    printf("%s: %s Elo over %" PRId64 " pairs, LLR %.2f: %s\n", stage == PROOF_GAIN ? "first match" : "second match", buf_text(&text), proof->pairs, proof->llr,
           *proof->verdict == 'n' ? "the games ran out before it was decided" : words[stage][proof->verdict[1] == '0']);
    buf_free(&text);
}

/* SPSA may have gone on meanwhile. */
static bool check_unchanged(Work *work, Err *err) {
    TuningRecord now;
    if (!store_tuning(work->store, &work->arena, work->tuning.id, &now, err)) return false;
    return !strcmp(now.result, work->tuning.result) ||
           err_set(err, ERR_INPUT, "tuning %" PRId64 " proposes other values now than those that were proved: it was played on; --again proves the new ones", now.id);
}

static int conclude(Work *work, const ProofRecord *last, Err *err) {
    const bool open = *last->verdict == 'n', lost = last->verdict[1] == '0';
    const char *state = open ? "proposed" : lost ? "rejected" : "accepted";
    if (!check_unchanged(work, err)) return EXIT_BAD_INPUT;
    if (!open && !store_tuning_decide(work->store, work->tuning.id, state, last->run, err)) return EXIT_BAD_INPUT;
    printf("Tuning %" PRId64 " %s.\n", work->tuning.id, open ? "stays proposed; --resume with more --games plays on" : lost ? "is rejected" : "is accepted");
    if (!open && !lost) printf("Next: xqtune apply %s --run %" PRId64 "\n", work->db, work->tuning.id);
    return open ? EXIT_INCONCLUSIVE : lost ? EXIT_H0 : EXIT_HELD;
}

/* What is wrong with the second match must not show after the first. */
static bool check_stages(const Work *work, Err *err) {
    for (int stage = 0; stage < work->stages; stage++) {
        MatchSpec spec = { 0 };
        const bool good = proof_spec(&work->plan, (ProofStage)stage, &spec, err);
        spec_free(&spec);
        if (!good) return false;
    }
    return true;
}

static int prove(Work *work, Err *err) {
    ProofRecord proof[PROOF_STAGES];
    int done = 0;
    if (!check_stages(work, err)) return EXIT_BAD_INPUT;
    while (done < work->stages) {
        if (!settle(work, (ProofStage)done, &proof[done], err)) return EXIT_BAD_INPUT;
        if (strcmp(proof[done++].verdict, "H1")) break;
    }
    putchar('\n');
    for (int i = 0; i < done; i++) print_stage(&proof[i]);
    return conclude(work, &proof[done - 1], err);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Work work = { .arg = *(const VerifyArgs *)object, .db = args->count ? args->positional[0] : DEFAULT_DATABASE };
    if (args->count > 1) return err_set(err, ERR_USAGE, "verify: '%s': one database is enough", args->positional[1]);
    int code = EXIT_BAD_INPUT;
    if ((work.store = store_open(work.db, STORE_WRITE, err)) && load_tuning(&work, err)) code = prove(&work, err);
    store_close(work.store);
    arena_free(&work.arena);
    return code;
}

const Cmd cmd_verify = {
    .name = "verify", .synopsis = "[DB] [--run N] [--limit L] [--openings FILE]",
    .summary = "play the matches that decide whether a tuning is taken",
    .details = "The tuned set plays its start, an SPRT over openings that no run before the tuning used, from a fresh seed: is it stronger (normalized "
               "Elo [0, 5] unless --sprt says otherwise)? If so, a second SPRT at four times the limit: is it no worse there ([-5, 0])? Both are "
               "runs of the same database, where xqbench report shows them. Then the tuning is accepted or rejected; when the games run out "
               "first it stays proposed.\n\n"
               "Openings: in the order of the file, all but those that runs used which began before the tuning was kept, or SPSA itself; a "
               "database named by --games-of counts with all its runs.\n\n"
               "Exit codes: 0 accepted, 10 rejected, 11 undecided; 2 wrong use or input, 3 stopped by faults of players, 4 interrupted "
               "(--resume plays on).\n\n"
               "  xqtune verify xqlab.db --run 3\n"
               "  xqtune verify xqlab.db --limit nodes=2000 --second-limit nodes=8000 --games 20000\n"
               "  xqtune verify xqlab.db --run 4 --player 'cmd=./new' --against 'cmd=./old' --limit tc=5+0.05",
    .options = &verify_args_table, .options_size = sizeof(VerifyArgs), .run = run,
};
