#include "engine/core/text.h"
#include <string.h>

size_t utf8_size(const char *text, size_t len) {
    const unsigned char *bytes = (const unsigned char *)text, first = bytes[0];
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size > len) return 0;
    const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    return size;
}

bool utf8_valid(const char *bytes, size_t len) {
    for (size_t at = 0; at < len;) {
        const size_t size = utf8_size(bytes + at, len - at);
        if (!size) return false;
        at += size;
    }
    return true;
}

static unsigned code_point(const char *text, size_t size) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (size == 1) return bytes[0];
    unsigned code = bytes[0] & (0xffu >> (size + 1));
    for (size_t i = 1; i < size; i++) code = code << 6 | (bytes[i] & 0x3fu);
    return code;
}

static bool is_control(unsigned code) {
    return code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

bool text_is_control(const char *text, size_t size) { return is_control(code_point(text, size)); }

bool text_is_line(const char *text) {
    while (*text) {
        const size_t size = utf8_size(text, TEXT_CHAR_MAX);
        if (!size || text_is_control(text, size)) return false;
        text += size;
    }
    return true;
}

/* What YAML cannot hold as it is or would fold like a line end. */
static bool is_awkward(unsigned code) {
    return is_control(code) || code == 0xfeff /* byte order mark */ || code == 0xfffe || code == 0xffff /* no characters */;
}

void text_add_quoted(const char *text, Buf *out) {
    buf_add_char(out, '"');
    while (*text) {
        const size_t known = utf8_size(text, TEXT_CHAR_MAX), size = known ? known : 1;
        const unsigned code = code_point(text, size);
        if (known && is_awkward(code)) buf_addf(out, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
        else if (*text == '"' || *text == '\\') buf_addf(out, "\\%c", *text);
        else buf_add_n(out, text, size);
        text += size;
    }
    buf_add_char(out, '"');
}
