#include "bench/regress/signature.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/pool.h"
#include "engine/xq/fen.h"

/* Each worker has a player, each position an answer; nothing is shared but the wish to stop. */
typedef struct {
    const Openings *positions;
    const Limit *limit;
    Player **player;      /* by worker */
    Answer *answer;       /* by position */
    bool *answered;
    const atomic_bool *stop;
} Survey;

void opening_set_up(const Opening *opening, Game *game) {
    Pos start;
    const bool good = fen_parse(opening->fen, &start, NULL);
    assert(good); /* it was when the list was read */
    (void)good;
    game_init(game, &start);
    for (int i = 0; i < opening->count; i++) game_push(game, opening->move[i]);
}

static void survey_one(void *context, int worker, int job) {
    Survey *survey = context;
    Player *player = survey->player[worker];
    Answer *answer = &survey->answer[job];
    const ClockState clock = { 0 };
    Err err = { 0 };
    Game game;
    if (survey->stop && atomic_load(survey->stop)) return;
    if (player->kind->new_game(player, &err)) {
        opening_set_up(&survey->positions->item[job], &game);
        player->kind->go(player, &game, survey->limit, &clock, answer);
        game_free(&game);
    } else {
        answer->fault = FAULT_CRASH;
        memcpy(answer->note, err.text, sizeof answer->note - 1);
    }
    survey->answered[job] = true;
}

static bool collect(const Survey *survey, Signature *out, Err *err) {
    const uint32_t count = survey->positions->count;
    out->position = mem_zalloc(count, sizeof *out->position);
    for (uint32_t i = 0; i < count; i++) {
        const Answer *answer = &survey->answer[i];
        if (!survey->answered[i]) return err_set(err, ERR_INTERRUPTED, "interrupted while the signature was taken");
        out->position[i] = (int64_t)answer->nodes;
        out->nodes += out->position[i];
        if (answer->fault == FAULT_NONE || out->fault != FAULT_NONE) continue;
        out->fault = answer->fault;
        out->faulty = i;
        memcpy(out->note, answer->note, sizeof out->note);
    }
    return true;
}

bool signature_measure(const PlayerSpec *player, const Openings *positions, const Limit *limit, int jobs, const atomic_bool *stop,
                       Signature *out, Err *err) {
    const uint32_t count = positions->count;
    Survey survey = { .positions = positions, .limit = limit, .stop = stop };
    *out = (Signature){ .nodes = 0 };
    if ((uint32_t)jobs > count) jobs = (int)count;
    survey.player = mem_zalloc((size_t)jobs, sizeof *survey.player);
    survey.answer = mem_zalloc(count, sizeof *survey.answer);
    survey.answered = mem_zalloc(count, sizeof *survey.answered);
    bool good = true;
    for (int i = 0; good && i < jobs; i++) good = (survey.player[i] = player_new(player, err)) != NULL;
    good = good && pool_run(jobs, (int)count, survey_one, &survey, stop, err) && collect(&survey, out, err);
    for (int i = 0; i < jobs; i++) player_delete(survey.player[i]);
    free(survey.player);
    free(survey.answer);
    free(survey.answered);
    if (!good) signature_free(out);
    return good;
}

void signature_free(Signature *signature) {
    free(signature->position);
    *signature = (Signature){ .nodes = 0 };
}
