/* Passes over data sorted by phase, cut into a fixed number of lanes. Each lane sums by itself and the sums are added in the order of
 * the lanes: any number of threads gives the same bits. */
#ifndef TUNER_FIT_LANES_H
#define TUNER_FIT_LANES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LANES = 8 };

/* A part of the items of every phase: piece number `piece` of `pieces` (0 of 1: all). Items of a phase stand in the order of
 * a hash, so a piece is a random draw of them. */
typedef struct { int piece, pieces; } KernelSlice;
extern const KernelSlice kernel_all;

/* Items of the phases 0 to `phases`; those of phase p are phase_first[p] to phase_first[p + 1]. */
typedef struct { const uint64_t *phase_first; int phases; KernelSlice slice; } LaneItems;
/* How many there are in the slice. */
uint64_t lanes_count(const LaneItems *items);
/* The lane's share, an even part of the slice: run is called for what it holds of each phase, in order. */
void lane_walk(const LaneItems *items, int lane, void (*run)(void *context, int lane, int phase, uint64_t first, uint64_t end), void *context);
/* Run work for every lane, on threads unless `alone`. Where threads can't be had, reset is called and the lanes run one after another:
 * the same sums, later. */
void lanes_run(int threads, bool alone, void (*work)(void *context, int worker, int lane), void (*reset)(void *context), void *context);

/* A vector of zeros for each lane. */
void lanes_new(double *vector[LANES], size_t size);
/* The lanes' vectors added up in their order, times a factor; releases them. */
void lanes_add(double *vector[LANES], size_t size, double factor, double *out);
#endif
