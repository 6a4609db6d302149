/* What the sides of a benchmark cell do and count; src/cli/bench/peer has the same in TypeScript. */
#ifndef RTPS_LAB_BENCH_MEASURE_H
#define RTPS_LAB_BENCH_MEASURE_H

#include "bench_contract.h"

typedef struct bench_report {
  uint64_t written, received, lost, timed_out, invalid;
  double elapsed_us;
} bench_report;

/* Both must outlive the measurement. */
void measure_begin(const bench_options *options, const bench_side *side);

/* A ping or pub does its work. */
void measure_write(bench_report *report);

/* What an echo or sub has seen. */
void measure_read(bench_report *report);

/* Writes the latencies to the file of the options, if there is one. */
void measure_save(void);

/* CLOCK_MONOTONIC, microseconds. */
double bench_now_us(void);

void bench_sleep_us(double us);

#endif
