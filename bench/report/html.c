#include "bench/report/html.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

void html_add(Buf *out, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "&<>\"'");
        buf_add_n(out, text, plain);
        text += plain;
        switch (*text) {
        case '&': buf_add(out, "&amp;"); break;
        case '<': buf_add(out, "&lt;"); break;
        case '>': buf_add(out, "&gt;"); break;
        case '"': buf_add(out, "&quot;"); break;
        case '\'': buf_add(out, "&#39;"); break;
        default: return;
        }
        text++;
    }
}

void html_addf(Buf *out, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    char *text = mem_alloc(size);
    vsnprintf(text, size, format, again);
    va_end(again);
    html_add(out, text);
    free(text);
}

void html_add_json(Buf *out, const char *json) {
    for (const char *at; (at = strchr(json, '<')); json = at + 1) {
        buf_add_n(out, json, (size_t)(at - json));
        buf_add(out, "\\u003c");
    }
    buf_add(out, json);
}

static const char *find_slot(const char *name, size_t len, const HtmlSlot *slot, int slots) {
    for (int i = 0; i < slots; i++)
        if (strlen(slot[i].name) == len && memcmp(slot[i].name, name, len) == 0) return slot[i].text;
    return NULL;
}

void html_fill(Buf *out, const char *template, const HtmlSlot *slot, int slots) {
    for (const char *open; (open = strstr(template, "{{"));) {
        const char *name = open + 2, *close = strstr(name, "}}");
        assert(close);
        const char *text = find_slot(name, (size_t)(close - name), slot, slots);
        assert(text);
        buf_add_n(out, template, (size_t)(open - template));
        buf_add(out, text);
        template = close + 2;
    }
    buf_add(out, template);
}
