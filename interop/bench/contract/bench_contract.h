/* One side of a benchmark cell: options on the command line, JSON lines on stdout, words on stdin, as
 * interop/bench/README.md says. A vendor's program brings the calls of bench_side and reports what arrives. */
#ifndef RTPS_LAB_BENCH_CONTRACT_H
#define RTPS_LAB_BENCH_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BENCH_PING, BENCH_ECHO, BENCH_PUB, BENCH_SUB } bench_role;

typedef struct bench_options {
  bench_role role;
  int domain;
  const char *topic;
  size_t payload;
  bool reliable;
  /* 0: KEEP_ALL */
  int depth;
  /* 0: a rate over duration_ms, not latencies */
  uint64_t samples;
  uint64_t warm_up;
  double timeout_us;
  double pause_us;
  double period_us;
  /* A ping begins with round trips without pause for this long, before its warm-up */
  double spin_up_ms;
  double warm_up_ms;
  double duration_ms;
  /* NULL: this side measures no latencies */
  const char *out;
} bench_options;

typedef struct bench_side {
  const char *version;
  const char *transport;
  long receive_buffer_asked;
  bool (*is_matched)(void);
  /* Writes one sample; waits for room if need be. */
  void (*send)(uint64_t number, double stamp_us);
  /* Nothing that was written stays behind in this process. May be NULL. */
  void (*flush)(void);
} bench_side;

/* Ends the process with one line and exit code 2 if the command line is wrong. */
void bench_parse(int argc, char **argv, bench_options *options);

/* From "ready" to "stop". The side may be closed when it returns. */
void bench_run(const bench_options *options, const bench_side *side);

/* What a ping or sub receives. Called by one thread at a time. */
void bench_on_sample(uint64_t number, double stamp_us, size_t payload);

/* An echo has sent a sample back. */
void bench_on_echoed(void);

/* Says what went wrong, and ends the process with exit code 2. */
void bench_fail(const char *what, const char *reason);

#ifdef __cplusplus
}
#endif

#endif
