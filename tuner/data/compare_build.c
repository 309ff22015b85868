#include "tuner/data/compare_build.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/pool.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"
#include "tuner/data/compare_image.h"
#include "tuner/data/leaf.h"
#include "tuner/data/words.h"

/* A move with the leaf behind it, from the view of who moves. */
typedef struct { Move move; int value; Pos leaf; } Candidate;

/* What becomes of a choice. */
typedef enum { CHOICE_DROPPED, CHOICE_FORCED, CHOICE_DECIDED, CHOICE_GOOD } ChoiceFate;
typedef struct {
    ChoiceFate fate;
    Move played;
    int phase, below;
    CompareRow *row;
    uint16_t *index;
    int8_t *value;
    size_t rows, indices, values;
} Resolved;

/* Entries of one position on their way; a count too large for eight bits takes several. */
enum { ENTRIES_MAX = 8 * WEIGHT_COUNT };
typedef struct {
    CompareRow row[MOVES_MAX];
    uint16_t index[MOVES_MAX * ENTRIES_MAX];
    int8_t value[MOVES_MAX * ENTRIES_MAX];
    size_t rows, indices, values;
} Scratch;

typedef struct {
    const Choice *choice;
    const LeafRules *rules;
    EvalTables tables;
    Resolved *resolved;
    Scratch **scratch; /* by worker */
} Build;

static bool is_right(const Choice *choice, Move mv) {
    for (int i = 0; i < choice->rights; i++)
        if (choice->right[i] == mv) return true;
    return false;
}

/* Best first; equal ones by their code. */
static int compare_candidates(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static int find_leaves(const Build *b, const Pos *pos, Candidate *out) {
    MoveList list;
    Pos walk = *pos;
    gen_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        pos_make(&walk, list.move[i], &undo);
        out[i].move = list.move[i];
        out[i].value = -(b->rules->depth < 0 ? leaf_as_it_stands(&b->tables, &walk, &out[i].leaf)
                                             : leaf_search(&b->tables, &walk, b->rules->depth, &out[i].leaf));
        pos_undo(&walk, list.move[i], &undo);
    }
    qsort(out, (size_t)list.count, sizeof *out, compare_candidates);
    return list.count;
}

/* Encoding. */

static void put(Scratch *s, int term, int count) {
    s->index[s->indices++] = (uint16_t)term;
    if (count) s->value[s->values++] = (int8_t)count;
}

/* A list in its order. */
static CompareCounts encode_list(Scratch *s, const int *count) {
    const size_t first = s->indices;
    CompareCounts length = { 0 };
    for (int t = 0; t < WEIGHT_COUNT; t++)
        if (count[t] == 1) put(s, t, 0);
    length.plus = (uint16_t)(s->indices - first);
    for (int t = 0; t < WEIGHT_COUNT; t++)
        if (count[t] == -1) put(s, t + WEIGHT_COUNT, 0);
    length.minus = (uint16_t)(s->indices - first - length.plus);
    for (int t = 0; t < WEIGHT_COUNT; t++)
        for (int left = count[t] == 1 || count[t] == -1 ? 0 : count[t], part; left; left -= part) {
            part = left > INT8_MAX ? INT8_MAX : left < INT8_MIN ? INT8_MIN : left;
            put(s, t, part);
        }
    length.other = (uint16_t)(s->indices - first - length.plus - length.minus);
    assert(s->indices - first <= ENTRIES_MAX / 2);
    return length;
}

/* Uses from the mover's view. */
static void count_uses(const Build *b, const Pos *leaf, int mover, int *uses) {
    Trace trace;
    eval_trace(leaf, &b->rules->groups, &trace);
    for (int t = 0; t < WEIGHT_COUNT; t++) uses[t] = mover == RED ? trace.flat[t] : -trace.flat[t];
}

static void encode_row(const Build *b, Scratch *s, const Candidate *other, int mover, int phase, const int *played) {
    int uses[WEIGHT_COUNT], difference[WEIGHT_COUNT];
    count_uses(b, &other->leaf, mover, uses);
    for (int t = 0; t < WEIGHT_COUNT; t++) difference[t] = uses[t] - played[t];
    const int taper = eval_phase(&other->leaf) - phase;
    const CompareCounts differences = encode_list(s, difference), tapered = taper ? encode_list(s, uses) : (CompareCounts){ 0 };
    s->row[s->rows++] = (CompareRow){ .difference = differences, .uses = tapered, .taper = (int16_t)taper, .move = other->move };
}

static void *copy_of(const void *items, size_t bytes) {
    void *out = mem_alloc(bytes + 1);
    memcpy(out, items, bytes);
    return out;
}

static void resolve(void *context, int worker, int job) {
    const Build *b = context;
    const Choice *choice = &b->choice[job];
    Resolved *out = &b->resolved[job];
    Scratch *s = b->scratch[worker];
    Candidate candidate[MOVES_MAX], *played = NULL;
    const int count = find_leaves(b, &choice->pos, candidate), mover = choice->pos.side;
    for (int i = count - 1; i >= 0; i--)
        if (is_right(choice, candidate[i].move)) played = &candidate[i];
    assert(played);
    out->fate = CHOICE_DECIDED;
    if (candidate[0].value >= LEAF_MATE || played->value <= -LEAF_MATE) return;
    int uses[WEIGHT_COUNT], others = 0;
    s->rows = s->indices = s->values = 0;
    out->played = played->move;
    out->phase = eval_phase(&played->leaf);
    count_uses(b, &played->leaf, mover, uses);
    for (int i = 0; i < count; i++) {
        if (is_right(choice, candidate[i].move)) continue;
        others++;
        if (candidate[i].value > -LEAF_MATE && (!b->rules->others || (int)s->rows < b->rules->others))
            encode_row(b, s, &candidate[i], mover, out->phase, uses);
    }
    out->fate = s->rows ? CHOICE_GOOD : CHOICE_FORCED;
    if (!s->rows) return;
    out->below = others - (int)s->rows;
    out->rows = s->rows;
    out->indices = s->indices;
    out->values = s->values;
    out->row = copy_of(s->row, s->rows * sizeof *s->row);
    out->index = copy_of(s->index, s->indices * sizeof *s->index);
    out->value = copy_of(s->value, s->values);
}

static bool resolve_all(Build *b, size_t count, Err *err) {
    const int threads = b->rules->threads > 1 ? b->rules->threads : 1;
    b->scratch = mem_zalloc((size_t)threads, sizeof *b->scratch);
    for (int i = 0; i < threads; i++) b->scratch[i] = mem_alloc(sizeof **b->scratch);
    bool good = pool_run(threads, (int)count, resolve, b, b->rules->stop, err);
    if (good && b->rules->stop && atomic_load(b->rules->stop)) good = err_set(err, ERR_INTERRUPTED, "the search for leaves was interrupted; nothing was written");
    for (int i = 0; i < threads; i++) free(b->scratch[i]);
    free(b->scratch);
    return good;
}

/* Writing. */

/* Positions in the order of the file: by phase, and within it by a hash, so that a piece of them is a random draw. */
typedef struct { int phase; uint64_t hash, game; uint32_t choice; } Place;

static int compare_places(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->phase != y->phase) return x->phase < y->phase ? -1 : 1;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    if (x->game != y->game) return x->game < y->game ? -1 : 1;
    return x->choice < y->choice ? -1 : x->choice > y->choice;
}

static int compare_ids(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* What the file will hold. */
typedef struct {
    Place *place;
    size_t positions, rows, indices, values, games;
    uint64_t *game;     /* identities, ascending */
    Buf text;
    uint32_t *text_at;  /* by position */
} Content;

static void print_choice(const Choice *choice, Buf *out) {
    char fen[FEN_SIZE];
    buf_clear(out);
    buf_addf(out, "%s;", fen_text(&choice->pos, fen));
    moves_coord(choice->right, choice->rights, out);
}

static void count_fates(const Build *b, size_t count, ChoiceCounts *out) {
    *out = (ChoiceCounts){ 0 };
    for (size_t i = 0; i < count; i++) {
        out->forced += b->resolved[i].fate == CHOICE_FORCED;
        out->decided += b->resolved[i].fate == CHOICE_DECIDED;
    }
}

static void add_texts(const Build *b, Content *c, Buf *line) {
    for (size_t i = 0; i < c->positions; i++) {
        print_choice(&b->choice[c->place[i].choice], line);
        c->text_at[i] = (uint32_t)c->text.len;
        buf_add_n(&c->text, line->text, line->len + 1);
    }
}

static Content gather(const Build *b, size_t count) {
    Content c = { .place = mem_alloc((count + 1) * sizeof *c.place), .game = mem_alloc((count + 1) * sizeof *c.game),
                  .text_at = mem_alloc((count + 1) * sizeof *c.text_at) };
    Buf line = { 0 };
    for (size_t i = 0; i < count; i++) {
        const Resolved *r = &b->resolved[i];
        if (r->fate != CHOICE_GOOD) continue;
        print_choice(&b->choice[i], &line);
        c.place[c.positions] = (Place){ r->phase, word_identity(buf_text(&line)), b->choice[i].game, (uint32_t)i };
        c.game[c.positions++] = b->choice[i].game;
        c.rows += r->rows;
        c.indices += r->indices;
        c.values += r->values;
    }
    if (c.positions) {
        qsort(c.place, c.positions, sizeof *c.place, compare_places);
        qsort(c.game, c.positions, sizeof *c.game, compare_ids);
    }
    for (size_t i = 0; i < c.positions; i++)
        if (!i || c.game[i] != c.game[i - 1]) c.game[c.games++] = c.game[i];
    add_texts(b, &c, &line);
    buf_free(&line);
    return c;
}

static void content_free(Content *c) {
    free(c->place);
    free(c->game);
    free(c->text_at);
    buf_free(&c->text);
}

static uint32_t group_bits(const EvalOptions *groups) {
    uint32_t bits = 0;
    for (size_t i = 0; i < eval_options.count; i++) bits |= (uint32_t)*(const bool *)((const char *)groups + eval_options.rows[i].offset) << i;
    return bits;
}

static void lay_out(const Build *b, const Content *c, const TermTable *table, CompareHeader *head) {
    uint64_t bytes[COMPARE_SECTIONS] = {
        [COMPARE_PHASES] = 8 * ((uint64_t)table->phases + 2), [COMPARE_POSITIONS] = (c->positions + 1) * sizeof(ComparePosition),
        [COMPARE_ROWS] = c->rows * sizeof(CompareRow), [COMPARE_INDEX] = 2 * c->indices, [COMPARE_VALUES] = c->values,
        [COMPARE_TEXTS] = c->text.len, [COMPARE_GAMES] = 8 * c->games,
    };
    image_table_bytes(table, bytes);
    *head = (CompareHeader){ .common = image_head(&compare_kind, table), .depth = b->rules->depth, .others = b->rules->others, .positions = c->positions,
                             .rows = c->rows, .games = c->games };
    head->common.groups = group_bits(&b->rules->groups);
    head->size = image_lay_out(&compare_kind, bytes, COMPARE_SECTIONS, head->section);
}

static void *place(CompareHeader *head, CompareSection which) { return (char *)head + head->section[which].offset; }

static void append(CompareHeader *head, CompareSection which, uint64_t at, const void *items, size_t count, size_t size) {
    if (count) memcpy((char *)place(head, which) + at * size, items, count * size);
}

static void write_positions(const Build *b, const Content *c, CompareHeader *head) {
    ComparePosition *position = place(head, COMPARE_POSITIONS), end = { 0 };
    uint64_t *phase_first = place(head, COMPARE_PHASES);
    int phase = 0;
    for (size_t i = 0; i < c->positions; i++) {
        const uint32_t number = c->place[i].choice;
        const Resolved *r = &b->resolved[number];
        while (phase <= r->phase) phase_first[phase++] = i;
        const uint64_t *game = bsearch(&b->choice[number].game, c->game, c->games, sizeof *c->game, compare_ids);
        position[i] = (ComparePosition){ .row = end.row, .index = end.index, .value = end.value, .game = (uint32_t)(game - c->game),
                                         .text = c->text_at[i], .played = r->played, .below = (uint16_t)r->below };
        append(head, COMPARE_ROWS, end.row, r->row, r->rows, sizeof *r->row);
        append(head, COMPARE_INDEX, end.index, r->index, r->indices, sizeof *r->index);
        append(head, COMPARE_VALUES, end.value, r->value, r->values, 1);
        end.row += r->rows;
        end.index += r->indices;
        end.value += r->values;
    }
    position[c->positions] = end;
    while (phase <= (int)head->common.phases + 1) phase_first[phase++] = c->positions;
}

static void *write_image(const Build *b, const Content *c, const TermTable *table, size_t *size) {
    CompareHeader layout;
    lay_out(b, c, table, &layout);
    CompareHeader *head = mem_zalloc(1, layout.size);
    *head = layout;
    image_write_table(&head->common, head->section, table);
    write_positions(b, c, head);
    append(head, COMPARE_TEXTS, 0, c->text.text, c->text.len, 1);
    append(head, COMPARE_GAMES, 0, c->game, c->games, sizeof *c->game);
    image_seal(&head->common, layout.size);
    *size = layout.size;
    return head;
}

void *compare_build(const Choice *choice, size_t count, const TermTable *table, const LeafRules *rules, size_t *size, ChoiceCounts *counts, Err *err) {
    Build b = { .choice = choice, .rules = rules, .resolved = mem_zalloc(count + 1, sizeof *b.resolved) };
    void *image = NULL;
    eval_prepare(&b.tables, rules->weights, &rules->groups);
    if (resolve_all(&b, count, err)) {
        count_fates(&b, count, counts);
        Content c = gather(&b, count);
        if (c.positions) image = write_image(&b, &c, table, size);
        else err_set(err, ERR_INPUT, "no position leaves a choice to the weights (%lld of %zu are forced, %lld decided by a mate)", (long long)counts->forced,
                     count, (long long)counts->decided);
        content_free(&c);
    }
    for (size_t i = 0; i < count; i++) {
        free(b.resolved[i].row);
        free(b.resolved[i].index);
        free(b.resolved[i].value);
    }
    free(b.resolved);
    return image;
}

/* Reading back. */

static bool read_text(const char *text, Choice *out, Err *err) {
    const char *at = strchr(text, ';');
    char fen[FEN_SIZE];
    if (!at || (size_t)(at - text) >= sizeof fen) return err_set(err, ERR_INPUT, "is damaged: '%.40s' is no position with its moves", text);
    memcpy(fen, text, (size_t)(at - text));
    fen[at - text] = 0;
    if (!fen_parse(fen, &out->pos, err)) return false;
    while (at && *at && out->rights < CHOICE_RIGHT_MAX) {
        char word[8] = "";
        memcpy(word, at + 1, strnlen(at + 1, 4));
        const Move mv = move_parse_coord(word, false);
        if (mv == MOVE_NONE || !pos_is_pseudo_legal(&out->pos, mv) || !pos_is_legal(&out->pos, mv))
            return err_set(err, ERR_INPUT, "is damaged: %s is no legal move of %s", word, fen);
        out->right[out->rights++] = mv;
        at = strchr(at + 1, ' ');
    }
    return true;
}

bool compare_choices(const CompareSet *set, Choice **out, Err *err) {
    Choice *choice = mem_zalloc(set->positions + 1, sizeof *choice);
    for (uint64_t i = 0; i < set->positions; i++) {
        choice[i].game = set->game[set->position[i].game];
        if (read_text(set->text + set->position[i].text, &choice[i], err)) continue;
        free(choice);
        return err_prefix(err, "%s: ", set->path);
    }
    *out = choice;
    return true;
}

bool compare_rebuild(const CompareSet *set, const Weights *weights, int threads, CompareSet *out, Err *err) {
    Choice *choice;
    Arena arena = { 0 };
    TermTable table;
    ChoiceCounts counts;
    size_t size = 0;
    if (!compare_choices(set, &choice, err)) return false;
    const LeafRules rules = { .weights = weights, .groups = set->groups, .depth = set->depth, .others = set->others, .threads = threads };
    term_table_builtin(&table, weights, &arena);
    void *image = compare_build(choice, set->positions, &table, &rules, &size, &counts, err);
    const bool good = image && compare_adopt(out, image, size, set->path, err);
    arena_free(&arena);
    free(choice);
    return good;
}
