/* JSON, appended value by value: commas, quotes and escapes are its business. */
#ifndef ENGINE_CORE_JSON_H
#define ENGINE_CORE_JSON_H
#include <stdbool.h>
#include <stdint.h>
#include "engine/core/buf.h"

typedef struct {
    Buf *out;  /* the caller's */
    bool more; /* a value stands before the next one in its object or list */
} Json;

/* A document that is appended to out. */
Json json_to(Buf *out);
/* Begin and end an object or a list. Here and below, key is NULL inside lists and for the document itself. */
void json_object(Json *json, const char *key);
void json_list(Json *json, const char *key);
void json_end_object(Json *json);
void json_end_list(Json *json);
/* Text in UTF-8; a byte that is no part of it becomes U+FFFD. */
void json_text(Json *json, const char *key, const char *text);
void json_bool(Json *json, const char *key, bool value);
void json_int(Json *json, const char *key, int64_t value);
/* Ten significant digits; null when not finite, which JSON cannot say. */
void json_real(Json *json, const char *key, double value);
#endif
