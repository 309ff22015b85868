#include "bench/client/talk.h"
#include <string.h>

static void add_line(Talk *talk, bool told, const char *line, size_t len) {
    static const char dots[] = "...";
    char *text = talk->line[talk->count % TALK_LINES].text;
    talk->line[talk->count++ % TALK_LINES].told = told;
    if (len >= TALK_SIZE) {
        const size_t kept = TALK_SIZE - sizeof dots;
        memcpy(text, dots, sizeof dots - 1);
        memcpy(text + sizeof dots - 1, line + len - kept, kept);
        len = TALK_SIZE - 1;
    } else {
        memcpy(text, line, len);
    }
    text[len] = 0;
}

void talk_add(Talk *talk, bool told, const char *text, size_t len) {
    while (len) {
        const char *stop = memchr(text, '\n', len);
        const size_t line = stop ? (size_t)(stop - text) : len, step = line + (stop != NULL);
        if (line) add_line(talk, told, text, line);
        text += step;
        len -= step;
    }
}

void talk_add_clean(const char *text, size_t room, Buf *out) {
    for (size_t i = 0; text[i] && i < room; i++) buf_add_char(out, text[i] >= ' ' && text[i] < 127 ? text[i] : '?');
}

void talk_print(const Talk *talk, Buf *out) {
    for (unsigned i = talk->count > TALK_LINES ? talk->count - TALK_LINES : 0; i < talk->count; i++) {
        buf_add(out, talk->line[i % TALK_LINES].told ? "> " : "< ");
        talk_add_clean(talk->line[i % TALK_LINES].text, TALK_SIZE, out);
        buf_add_char(out, '\n');
    }
}
