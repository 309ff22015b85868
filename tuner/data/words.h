/* Words of a line: what the readers of text formats share. */
#ifndef TUNER_DATA_WORDS_H
#define TUNER_DATA_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_SIZE = 256 };

/* The next word of the line at *at (moved on), up to a blank or the line's end; cut to fit. false at the end. */
bool word_next(const char **at, const char *end, char out[WORD_SIZE]);
/* The whole word as a number. */
bool word_int(const char *word, long *out);
bool word_real(const char *word, double *out);
/* A result from Red's view in any usual writing (1-0, 0-1, 1/2-1/2, 1.0, 0.5, 0, in quotes or brackets, with a semicolon):
 * half points 0 to 2, or -1 when it is none. */
int word_half_points(const char *word);
/* A game's name as its identity, never 0. */
uint64_t word_identity(const char *name);
#endif
