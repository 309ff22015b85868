#include "engine/conf/conf.h"
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "engine/core/file.h"

enum { MAX_DEPTH = 64 };

typedef struct {
    yaml_parser_t yaml;
    const char *text; /* what is being parsed, for the marks that libyaml leaves out */
    size_t len;
    const char *name;
    Arena *arena;
    Err *err;
} Reader;

static bool error_at(const Reader *reader, yaml_mark_t mark, const char *sentence) {
    return err_set(reader->err, ERR_INPUT, "%s:%zu:%zu: %s", reader->name, mark.line + 1, mark.column + 1, sentence);
}

static bool begins_character(char c) {
    return ((unsigned char)c & 0xc0) != 0x80;
}

/* The reader of libyaml knows only the offset of a bad byte. */
static yaml_mark_t mark_of_offset(const Reader *reader, size_t offset) {
    yaml_mark_t mark = { 0 };
    for (size_t i = 0; i < offset && i < reader->len; i++) {
        if (reader->text[i] == '\n') {
            mark.line++;
            mark.column = 0;
        } else if (begins_character(reader->text[i])) {
            mark.column++;
        }
    }
    return mark;
}

/* At the end of a text without a last line end libyaml believes itself one line further. */
static yaml_mark_t mark_in_text(const Reader *reader, yaml_mark_t mark) {
    const yaml_mark_t end = mark_of_offset(reader, reader->len);
    return mark.line > end.line ? end : mark;
}

static bool is_tab_at(const Reader *reader, yaml_mark_t mark) {
    const char *at = reader->text, *end = reader->text + reader->len;
    for (size_t line = 0; line < mark.line && at < end; at++) line += *at == '\n';
    for (size_t column = 0; at < end && *at != '\n'; at++) {
        if (!begins_character(*at)) continue;
        if (column++ == mark.column) return *at == '\t';
    }
    return false;
}

static bool syntax_error(Reader *reader) {
    const yaml_parser_t *yaml = &reader->yaml;
    if (yaml->error == YAML_MEMORY_ERROR) return err_set(reader->err, ERR_SYSTEM, "%s: out of memory", reader->name);
    if (yaml->error == YAML_READER_ERROR) {
        const yaml_mark_t mark = mark_of_offset(reader, yaml->problem_offset);
        return error_at(reader, mark, "this is not UTF-8 text, or a control character");
    }
    const yaml_mark_t mark = mark_in_text(reader, yaml->problem_mark);
    if (is_tab_at(reader, mark)) return error_at(reader, mark, "a tab stands here; YAML is indented with blanks");
    if (!yaml->context) return error_at(reader, mark, yaml->problem);
    Buf sentence = { 0 };
    buf_addf(&sentence, "%s %s", yaml->problem, yaml->context);
    if (yaml->context_mark.line < mark.line)
        buf_addf(&sentence, " that begins in line %zu", yaml->context_mark.line + 1);
    error_at(reader, mark, buf_text(&sentence));
    buf_free(&sentence);
    return false;
}

static bool next_event(Reader *reader, yaml_event_t *event) {
    return yaml_parser_parse(&reader->yaml, event) || syntax_error(reader);
}

/* What YAML has and configuration does without: it would let a file say one thing in two places. */
static bool check_plain(const Reader *reader, const yaml_event_t *event) {
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_ALIAS_EVENT)
        return error_at(reader, event->start_mark, "aliases ('*name') are not allowed; write the value out");
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor) return error_at(reader, event->start_mark, "anchors ('&name') are not allowed");
    if (tag) return error_at(reader, event->start_mark, "tags ('!name') are not allowed");
    return true;
}

static const char *scalar_text(const Reader *reader, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    const size_t len = event->data.scalar.length;
    if (!memchr(text, 0, len)) return arena_strndup(reader->arena, text, len);
    error_at(reader, event->start_mark, "the text holds a zero byte");
    return NULL;
}

static ConfNode *read_node(Reader *reader, yaml_event_t *event, int depth);

/* A member's key from its event. */
static bool read_key(Reader *reader, const yaml_event_t *event, const char **key) {
    if (!check_plain(reader, event)) return false;
    if (event->type != YAML_SCALAR_EVENT)
        return error_at(reader, event->start_mark, "a key must be a single text, not a list or mapping");
    if (!event->data.scalar.length) return error_at(reader, event->start_mark, "a key is missing before ':'");
    return (*key = scalar_text(reader, event)) != NULL;
}

static ConfNode *read_member(Reader *reader, yaml_event_t *event, int depth) {
    const char *key = NULL;
    const yaml_mark_t mark = event->start_mark;
    const bool good = read_key(reader, event, &key);
    yaml_event_delete(event);
    if (!good || !next_event(reader, event)) return NULL;
    ConfNode *node = read_node(reader, event, depth);
    if (!node) return NULL;
    node->key = key;
    node->key_line = (int)mark.line + 1;
    node->key_column = (int)mark.column + 1;
    return node;
}

static int compare_members(const void *left, const void *right) {
    const ConfNode *a = *(const ConfNode *const *)left, *b = *(const ConfNode *const *)right;
    const int order = strcmp(a->key, b->key);
    if (order) return order;
    if (a->key_line != b->key_line) return a->key_line < b->key_line ? -1 : 1;
    return a->key_column < b->key_column ? -1 : a->key_column > b->key_column;
}

static bool is_before(const ConfNode *a, const ConfNode *b) {
    return a->key_line < b->key_line || (a->key_line == b->key_line && a->key_column < b->key_column);
}

/* Sorted, not compared each with each: a hostile file must not cost quadratic time. */
static bool check_duplicates(const Reader *reader, const ConfNode *map, size_t count) {
    if (count < 2) return true;
    const ConfNode **members = mem_alloc(count * sizeof *members), *again = NULL, *first = NULL;
    size_t filled = 0;
    for (const ConfNode *member = map->child; member; member = member->next) members[filled++] = member;
    qsort(members, count, sizeof *members, compare_members);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(members[i - 1]->key, members[i]->key) || (again && is_before(again, members[i]))) continue;
        first = members[i - 1];
        again = members[i];
    }
    free(members);
    if (!again) return true;
    return err_set(reader->err, ERR_INPUT, "%s:%d:%d: the key '%s' stands here a second time; the first is in line %d",
                   reader->name, again->key_line, again->key_column, again->key, first->key_line);
}

static bool read_children(Reader *reader, ConfNode *parent, int depth) {
    const bool is_map = parent->kind == CONF_MAP;
    const yaml_event_type_t end = is_map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    ConfNode **tail = &parent->child;
    for (size_t count = 0;; count++) {
        yaml_event_t event;
        if (!next_event(reader, &event)) return false;
        if (event.type == end) {
            yaml_event_delete(&event);
            return !is_map || check_duplicates(reader, parent, count);
        }
        ConfNode *child = is_map ? read_member(reader, &event, depth) : read_node(reader, &event, depth);
        if (!child) return false;
        *tail = child;
        tail = &child->next;
    }
}

/* The node that begins with this event, which is consumed. */
static ConfNode *read_node(Reader *reader, yaml_event_t *event, int depth) {
    ConfNode *node = arena_alloc(reader->arena, sizeof *node);
    node->kind = event->type == YAML_MAPPING_START_EVENT    ? CONF_MAP
                 : event->type == YAML_SEQUENCE_START_EVENT ? CONF_LIST
                                                            : CONF_SCALAR;
    node->file = reader->name;
    node->line = (int)event->start_mark.line + 1;
    node->column = (int)event->start_mark.column + 1;
    bool good = check_plain(reader, event);
    if (good && node->kind == CONF_SCALAR) good = (node->text = scalar_text(reader, event)) != NULL;
    if (good && node->kind != CONF_SCALAR && depth == MAX_DEPTH)
        good = error_at(reader, event->start_mark, "nested deeper than 64 levels");
    yaml_event_delete(event);
    if (good && node->kind != CONF_SCALAR) good = read_children(reader, node, depth + 1);
    return good ? node : NULL;
}

static bool is_empty_scalar(const ConfNode *node) {
    return node->kind == CONF_SCALAR && !*node->text;
}

/* "search:" with nothing after it is an empty mapping to whoever wants one. */
static void become_map(ConfNode *node) {
    node->kind = CONF_MAP;
    node->text = NULL;
}

static ConfNode *empty_map(const Reader *reader) {
    ConfNode *node = arena_alloc(reader->arena, sizeof *node);
    *node = (ConfNode){ .kind = CONF_MAP, .file = reader->name, .line = 1, .column = 1 };
    return node;
}

/* Everything up to the first node, and everything after it. */
static ConfNode *read_stream(Reader *reader) {
    ConfNode *root = NULL;
    for (;;) {
        yaml_event_t event;
        if (!next_event(reader, &event)) return NULL;
        switch (event.type) {
        case YAML_STREAM_END_EVENT: yaml_event_delete(&event); return root ? root : empty_map(reader);
        case YAML_STREAM_START_EVENT:
        case YAML_DOCUMENT_END_EVENT: yaml_event_delete(&event); break;
        case YAML_DOCUMENT_START_EVENT:
            if (root) error_at(reader, event.start_mark, "a second document begins here; a file holds one");
            yaml_event_delete(&event);
            if (root) return NULL;
            break;
        default:
            if (!(root = read_node(reader, &event, 0))) return NULL;
            if (is_empty_scalar(root)) become_map(root);
        }
    }
}

ConfNode *conf_parse(const char *text, size_t len, const char *name, Arena *arena, Err *err) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    const size_t mark_len = sizeof byte_order_mark - 1;
    if (len >= mark_len && !memcmp(text, byte_order_mark, mark_len)) {
        text += mark_len;
        len -= mark_len;
    }
    Reader reader = { .text = text, .len = len, .arena = arena, .err = err };
    reader.name = arena_strdup(arena, name);
    if (!yaml_parser_initialize(&reader.yaml)) {
        err_set(err, ERR_SYSTEM, "%s: out of memory", name);
        return NULL;
    }
    yaml_parser_set_encoding(&reader.yaml, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.yaml, (const unsigned char *)(text ? text : ""), len);
    ConfNode *root = read_stream(&reader);
    yaml_parser_delete(&reader.yaml);
    return root;
}

ConfNode *conf_load(const char *path, Arena *arena, Err *err) {
    Buf text = { 0 };
    ConfNode *root = NULL;
    if (file_read(path, &text, err)) root = conf_parse(buf_text(&text), text.len, path, arena, err);
    buf_free(&text);
    return root;
}

/* "file:line:column: ", or "--set games=ten: " for a value from the command line. */
static bool prefix_place(Err *err, const char *file, int line, int column) {
    if (!line) return err_prefix(err, "%s: ", file);
    return err_prefix(err, "%s:%d:%d: ", file, line, column);
}

bool conf_error(const ConfNode *node, Err *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    err_setv(err, ERR_INPUT, format, args);
    va_end(args);
    return prefix_place(err, node->file, node->line, node->column);
}

static bool unknown_key(const ConfNode *member, const char *nearest, Err *err) {
    if (nearest) err_set(err, ERR_INPUT, "unknown key '%s'; did you mean '%s'?", member->key, nearest);
    else err_set(err, ERR_INPUT, "unknown key '%s'", member->key);
    return prefix_place(err, member->file, member->key_line, member->key_column);
}

static ConfNode *find_member(const ConfNode *map, const char *key, size_t len) {
    if (map->kind != CONF_MAP) return NULL;
    for (ConfNode *member = map->child; member; member = member->next)
        if (strlen(member->key) == len && !memcmp(member->key, key, len)) return member;
    for (ConfNode *member = map->child; member; member = member->next)
        if (opt_same_name(member->key, key, len)) return member;
    return NULL;
}

ConfNode *conf_get(ConfNode *map, const char *key) {
    ConfNode *member = find_member(map, key, strlen(key));
    if (member) member->used = true;
    return member;
}

void conf_remove(ConfNode *map, const char *key) {
    for (ConfNode **at = &map->child; *at; at = &(*at)->next)
        if (!strcmp((*at)->key, key)) {
            *at = (*at)->next;
            return;
        }
}

static bool apply_scalar(const OptRow *row, void *object, const ConfNode *value, Err *err) {
    if (value->kind != CONF_SCALAR)
        return conf_error(value, err, "%s: one value is wanted here, not a %s", row->name,
                          value->kind == CONF_LIST ? "list" : "mapping");
    return opt_set_row(row, object, value->text, err) || prefix_place(err, value->file, value->line, value->column);
}

static bool apply_member(const OptRow *row, void *object, ConfNode *member, Err *err) {
    member->used = true;
    if (row->kind != OPT_LIST || member->kind != CONF_LIST) return apply_scalar(row, object, member, err);
    for (ConfNode *item = member->child; item; item = item->next) {
        item->used = true;
        if (!apply_scalar(row, object, item, err)) return false;
    }
    return true;
}

/* Is the row named by an earlier member too, under another spelling? */
static const ConfNode *earlier_spelling(const OptTable *table, const OptRow *row, const ConfNode *map,
                                        const ConfNode *member) {
    for (const ConfNode *earlier = map->child; earlier != member; earlier = earlier->next)
        if (opt_find(table, earlier->key) == row) return earlier;
    return NULL;
}

bool conf_apply(const OptTable *table, void *object, ConfNode *map, Err *err) {
    if (is_empty_scalar(map)) return true;
    if (map->kind != CONF_MAP) return conf_error(map, err, "a mapping 'key: value' is wanted here");
    for (ConfNode *member = map->child; member; member = member->next) {
        const OptRow *row = opt_find(table, member->key);
        if (!row && member->used) continue; /* a key that the caller has read on its own */
        if (!row) return unknown_key(member, opt_nearest(table, member->key), err);
        const ConfNode *earlier = earlier_spelling(table, row, map, member);
        if (earlier && member->line) {
            err_set(err, ERR_INPUT, "'%s' and '%s' are the same option", earlier->key, member->key);
            return prefix_place(err, member->file, member->key_line, member->key_column);
        }
        if (!apply_member(row, object, member, err)) return false;
    }
    return true;
}

bool conf_check_used(const ConfNode *map, const char *const *known, Err *err) {
    for (const ConfNode *member = map->child; member; member = member->next)
        if (member->key && !member->used) return unknown_key(member, text_nearest(known, member->key), err);
    return true;
}

static bool is_named(const ConfNode *item, const char *name, size_t len) {
    const ConfNode *own = find_member(item, "name", strlen("name"));
    return own && own->kind == CONF_SCALAR && strlen(own->text) == len && !memcmp(own->text, name, len);
}

static ConfNode *find_step(const ConfNode *parent, const char *name, size_t len) {
    if (parent->kind == CONF_MAP) return find_member(parent, name, len);
    for (ConfNode *item = parent->child; item; item = item->next)
        if (is_named(item, name, len)) return item;
    return NULL;
}

/* The step of a dotted path that begins here: up to a dot, but names may hold dots themselves ("engine-1.2"), so
 * the longest that exists is taken. */
static ConfNode *longest_step(const ConfNode *parent, const char *path, size_t path_len, size_t *len) {
    for (*len = path_len; *len; --*len) {
        if (*len < path_len && path[*len] != '.') continue;
        ConfNode *found = find_step(parent, path, *len);
        if (found) return found;
    }
    const char *dot = memchr(path, '.', path_len);
    *len = dot ? (size_t)(dot - path) : path_len;
    return NULL;
}

static ConfNode *add_member(ConfNode *map, const char *key, size_t len, const char *origin, Arena *arena) {
    ConfNode *node = arena_alloc(arena, sizeof *node), **tail = &map->child;
    *node = (ConfNode){ .kind = CONF_MAP, .key = arena_strndup(arena, key, len), .file = origin };
    while (*tail) tail = &(*tail)->next;
    return *tail = node;
}

/* Has the path a name before, between and after all its dots? */
static bool is_path(const char *path, size_t len) {
    bool after_dot = true;
    for (size_t i = 0; i < len; i++) {
        if (path[i] == '.' && after_dot) return false;
        after_dot = path[i] == '.';
    }
    return !after_dot;
}

/* "[a, b]", as YAML writes a list in a line. */
static bool is_list(const char *value) {
    const size_t len = strlen(value);
    return len >= 2 && value[0] == '[' && value[len - 1] == ']';
}

bool conf_set_path(ConfNode *root, const char *assignment, Arena *arena, Err *err) {
    const bool own_option = !strncmp(assignment, "--", 2);
    const char *origin = own_option ? arena_strdup(arena, assignment) : arena_printf(arena, "--set %s", assignment);
    if (own_option) assignment += 2;
    const char *equals = strchr(assignment, '=');
    if (!equals || !is_path(assignment, (size_t)(equals - assignment)))
        return err_set(err, ERR_USAGE, "%s: this is not of the form path.to.key=value", origin);
    ConfNode *list = NULL, *node = root;
    if (is_list(equals + 1) && !(list = conf_parse(equals + 1, strlen(equals + 1), origin, arena, err))) return false;
    for (const char *step = assignment; step < equals;) {
        size_t len;
        if (is_empty_scalar(node)) become_map(node);
        ConfNode *next = longest_step(node, step, (size_t)(equals - step), &len);
        if (!next && node->kind != CONF_MAP)
            return err_set(err, ERR_USAGE, "%s: there is no '%.*s' in this %s", origin, (int)len, step,
                           node->kind == CONF_LIST ? "list" : "single value");
        node = next ? next : add_member(node, step, len, origin, arena);
        step += len + (step + len < equals);
    }
    if (node->kind == CONF_MAP && (node->child || node->line))
        return err_set(err, ERR_USAGE, "%s: this is a mapping; name one of its members", origin);
    node->kind = list ? CONF_LIST : CONF_SCALAR;
    node->text = list ? NULL : arena_strdup(arena, equals + 1);
    node->child = list ? list->child : NULL;
    for (ConfNode *item = node->child; item; item = item->next) item->line = item->column = 0;
    node->file = origin;
    node->line = node->column = node->key_line = node->key_column = 0;
    return true;
}
