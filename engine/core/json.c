#include "engine/core/json.h"
#include <inttypes.h>
#include <math.h>
#include "engine/core/text.h"

Json json_to(Buf *out) { return (Json){ .out = out }; }

static void add_quoted(const char *text, Buf *out) {
    buf_add_char(out, '"');
    while (*text) {
        const size_t size = utf8_size(text, TEXT_CHAR_MAX);
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') buf_addf(out, "\\%c", c);
        else if (c < 0x20) buf_addf(out, "\\u%04x", c);
        else if (!size) buf_add(out, "\\ufffd"); /* the sign for what is no character */
        else buf_add_n(out, text, size);
        text += size ? size : 1;
    }
    buf_add_char(out, '"');
}

/* What stands before a value. */
static void begin_value(Json *json, const char *key) {
    if (json->more) buf_add(json->out, ", ");
    json->more = true;
    if (!key) return;
    add_quoted(key, json->out);
    buf_add(json->out, ": ");
}

static void open(Json *json, const char *key, char bracket) {
    begin_value(json, key);
    buf_add_char(json->out, bracket);
    json->more = false;
}

static void end(Json *json, char bracket) {
    buf_add_char(json->out, bracket);
    json->more = true; /* what just ended stands before the next */
}

void json_object(Json *json, const char *key) { open(json, key, '{'); }
void json_list(Json *json, const char *key) { open(json, key, '['); }
void json_end_object(Json *json) { end(json, '}'); }
void json_end_list(Json *json) { end(json, ']'); }

void json_text(Json *json, const char *key, const char *text) {
    begin_value(json, key);
    add_quoted(text, json->out);
}

void json_bool(Json *json, const char *key, bool value) {
    begin_value(json, key);
    buf_add(json->out, value ? "true" : "false");
}

void json_int(Json *json, const char *key, int64_t value) {
    begin_value(json, key);
    buf_addf(json->out, "%" PRId64, value);
}

void json_real(Json *json, const char *key, double value) {
    begin_value(json, key);
    if (isfinite(value)) buf_addf(json->out, "%.10g", value + 0.0); /* -0 becomes 0 */
    else buf_add(json->out, "null");
}
