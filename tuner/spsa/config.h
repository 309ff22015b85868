/* A tuning by SPSA as its file describes it: player, games, gains, parameters. */
#ifndef TUNER_SPSA_CONFIG_H
#define TUNER_SPSA_CONFIG_H
#include "bench/client/tunables.h"
#include "bench/match/openings.h"
#include "bench/match/spec.h"
#include "engine/conf/conf.h"
#include "tuner/spsa/spsa.h"

/* Fields are rows of spsa_options: keys of configuration files. */
typedef struct {
    int64_t games, seed, batch, lag, opening_plies, max_faults, validate_every, validate_pairs;
    double hours;
    char openings[OPT_TEXT_SIZE], out[OPT_TEXT_SIZE], report[OPT_TEXT_SIZE], csv[OPT_TEXT_SIZE], svg[OPT_TEXT_SIZE];
    int opening_order, rule_set, schedule;
    double r, gain_multiple, precision, confidence, draw_ratio, elo_at_c, tail, alpha, gamma, stability, a;
    bool preflight, keep_games, halves;
} SpsaSettings;
extern const OptTable spsa_options, spsa_param_options;

typedef struct { SpsaParamSpec spec; bool frozen; } SpsaParamConfig;

typedef struct {
    SpsaSettings settings;
    MatchSpec match;         /* two players, plus and minus, made from the same; games are of no account */
    char name[PLAYER_NAME_SIZE];
    char *player;            /* the player as the file has it: a mapping, as YAML */
    const ConfNode *plays;   /* the same where it stands */
    const ConfNode *openings; /* where the file, or --set, names them; NULL: it doesn't */
    SpsaParamConfig *param;  /* in the order of the file; names in the arena */
    int params;
    Arena arena;
} SpsaConfig;

/* Read a configuration; assignments are --set texts, NULL-terminated, may be NULL. Parameters are looked up among what the
 * player has: values that are left out are the player's, c and bounds what suits them. Free with spsa_config_free. */
bool spsa_config_load(const char *path, const char *const *assignments, SpsaConfig *out, Err *err);
void spsa_config_free(SpsaConfig *config);
/* Try the player before the run (player_spec_prepare); warnings get a line each. */
bool spsa_config_prepare(SpsaConfig *config, Buf *warnings, Err *err);
/* The openings that it names. Errors tell where. */
bool spsa_config_openings(const SpsaConfig *config, Openings *out, Err *err);
/* The rules of the loop. */
SpsaRules spsa_config_rules(const SpsaConfig *config);
/* A run of it before its first iteration. Free with spsa_free. */
void spsa_config_begin(const SpsaConfig *config, Spsa *out);
/* Canonical text, as YAML, of all but the parameters. openings_hash is that of the openings' content. */
void spsa_config_print(const SpsaConfig *config, uint64_t openings_hash, Buf *out);
/* May this line of such a text change when a run is resumed? It decides nothing, or nothing of what has been played: the number of games,
 * files. */
bool spsa_config_is_free(const SpsaConfig *config, const char *line);
/* Bounds and c that suit a number, where the file says nothing. */
void spsa_param_suggest(const Tunable *tunable, SpsaParamSpec *out);
/* Does the name of a tunable match a pattern? As term_name_matches, but "search.*" and "weights.pair" match all that begins so. */
bool spsa_name_matches(const char *name, const char *pattern);
#endif
