/* See bench_measure.h. */
#include "bench_measure.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_IN_VAIN = 10, SPIN_US = 100, SETTLE_US = 100000, MARGIN_MS = 200, WATCH_US = 100000 };

static const bench_options *options;
static const bench_side *side;

/* Latencies in the order measured, without the warm-up. */
static double *latencies;
static uint64_t measured;

/* Round trips: the number that is on its way, 0 for none. Whoever takes it back sends the next. */
static _Atomic uint64_t waiting;
static _Atomic double sent_at_us, measured_from_us;
static _Atomic uint64_t timed_out, invalid;
static uint64_t last_number;
/* The first round trips only warm up: up to measured_after, once the time for it is over. */
static double spin_until_us;
static _Atomic uint64_t measured_after = UINT64_MAX;
static sem_t answered;

/* What was received. */
static _Atomic uint64_t echoed;
static struct {
  uint64_t received, received_at_start, number_at_start, received_at_end, number_at_end;
  double first_us, opened_us, last_us;
} window;
static atomic_bool window_is_over;

static void round_trips(bench_report *report);
static void send_next(void);
static void on_echo(uint64_t number, size_t payload);
static bool is_last(uint64_t number);
static void write_on_schedule(bench_report *report);
static void write_for_duration(bench_report *report);
static void note_in_window(uint64_t number);

void measure_begin(const bench_options *given_options, const bench_side *given_side)
{
  options = given_options;
  side = given_side;
  if (options->samples > 0) latencies = calloc(options->samples, sizeof *latencies);
  sem_init(&answered, 0, 0);
}

void measure_write(bench_report *report)
{
  *report = (bench_report){ 0 };
  if (options->role == BENCH_PING) round_trips(report);
  else if (options->samples > 0) write_on_schedule(report);
  else write_for_duration(report);
}

void measure_read(bench_report *report)
{
  *report = (bench_report){ 0 };
  if (options->role == BENCH_ECHO) report->received = atomic_load(&echoed);
  else if (options->samples > 0) report->received = measured;
  else {
    /* Not over: the writer has ended before, and nothing comes any more. */
    (void)atomic_load(&window_is_over);
    uint64_t numbers = window.number_at_end - window.number_at_start;
    report->received = window.received_at_end - window.received_at_start;
    report->lost = numbers > report->received ? numbers - report->received : 0;
    report->elapsed_us = window.last_us - window.opened_us;
  }
}

void measure_save(void)
{
  if (options->out == NULL) return;
  FILE *file = fopen(options->out, "wb");
  if (file == NULL || fwrite(latencies, sizeof *latencies, measured, file) != measured)
    bench_fail("samples", "their file cannot be written");
  fclose(file);
}

void bench_on_sample(uint64_t number, double stamp_us, size_t payload)
{
  if (options->role == BENCH_PING) on_echo(number, payload);
  else if (options->samples == 0) note_in_window(number);
  else if (number > options->warm_up && measured < options->samples) latencies[measured++] = bench_now_us() - stamp_us;
}

void bench_on_echoed(void)
{
  atomic_fetch_add(&echoed, 1);
}

double bench_now_us(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

void bench_sleep_us(double us)
{
  if (us <= 0) return;
  struct timespec time = { .tv_sec = (time_t)(us / 1e6) };
  time.tv_nsec = (long)((us - (double)time.tv_sec * 1e6) * 1e3);
  while (nanosleep(&time, &time) != 0 && errno == EINTR) continue;
}

/* ---- round trips ---- */

/* The listener sends the next itself, unless there is a pause; this thread watches over lost ones. */
static void round_trips(bench_report *report)
{
  int in_vain = 0;
  spin_until_us = bench_now_us() + options->spin_up_ms * 1e3;
  send_next();
  for (;;) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_US * 1000L;
    if (until.tv_nsec >= 1000000000L) { until.tv_nsec -= 1000000000L; until.tv_sec++; }
    bool was_answered = sem_timedwait(&answered, &until) == 0;
    uint64_t number = atomic_load(&waiting);
    if (was_answered) in_vain = 0;
    else {
      if (number == 0 || bench_now_us() - atomic_load(&sent_at_us) < options->timeout_us) continue;
      if (!atomic_compare_exchange_strong(&waiting, &number, 0)) continue;
      if (number > atomic_load(&measured_after)) atomic_fetch_add(&timed_out, 1);
      if (++in_vain == MAX_IN_VAIN) bench_fail("round trips", "nothing came back 10 times in a row");
    }
    if (is_last(last_number)) break;
    bench_sleep_us(options->pause_us);
    send_next();
  }
  report->written = options->samples;
  report->received = measured;
  report->timed_out = atomic_load(&timed_out);
  report->invalid = atomic_load(&invalid);
  report->elapsed_us = bench_now_us() - atomic_load(&measured_from_us);
}

static void send_next(void)
{
  uint64_t number = ++last_number;
  double now_us = bench_now_us();
  if (atomic_load(&measured_after) == UINT64_MAX && now_us >= spin_until_us)
    atomic_store(&measured_after, number - 1 + options->warm_up);
  if (number == atomic_load(&measured_after) + 1) atomic_store(&measured_from_us, now_us);
  atomic_store(&sent_at_us, now_us);
  atomic_store(&waiting, number);
  side->send(number, now_us);
}

/* An echo that was given up on may still come: it is not counted. */
static void on_echo(uint64_t number, size_t payload)
{
  double now_us = bench_now_us();
  uint64_t expected = number;
  if (!atomic_compare_exchange_strong(&waiting, &expected, 0)) return;
  if (payload != options->payload) atomic_fetch_add(&invalid, 1);
  else if (number > atomic_load(&measured_after)) latencies[measured++] = now_us - atomic_load(&sent_at_us);
  bool spins = atomic_load(&measured_after) == UINT64_MAX;
  if ((options->pause_us > 0 && !spins) || is_last(number)) sem_post(&answered);
  else send_next();
}

static bool is_last(uint64_t number)
{
  uint64_t after = atomic_load(&measured_after);
  return after != UINT64_MAX && number == after + options->samples;
}

/* ---- streams ---- */

static void write_on_schedule(bench_report *report)
{
  uint64_t total = options->warm_up + options->samples;
  double start_us = bench_now_us() + options->period_us;
  for (uint64_t number = 1; number <= total; number++) {
    double due_us = start_us + (double)(number - 1) * options->period_us;
    bench_sleep_us(due_us - bench_now_us() - SPIN_US);
    while (bench_now_us() < due_us) continue;
    side->send(number, due_us);
  }
  report->written = options->samples;
  report->elapsed_us = bench_now_us() - start_us;
  bench_sleep_us(SETTLE_US);
}

/* The reader's window begins with the first sample, so it ends a little later than this side thinks. */
static void write_for_duration(bench_report *report)
{
  double start_us = bench_now_us();
  double end_us = start_us + (options->warm_up_ms + options->duration_ms + MARGIN_MS) * 1e3;
  uint64_t number = 0;
  while (bench_now_us() < end_us) side->send(++number, 0);
  report->written = number;
  report->elapsed_us = bench_now_us() - start_us;
  if (side->flush != NULL) side->flush();
  bench_sleep_us(SETTLE_US);
}

static void note_in_window(uint64_t number)
{
  if (atomic_load_explicit(&window_is_over, memory_order_relaxed)) return;
  double now_us = bench_now_us();
  window.received++;
  if (window.first_us == 0) window.first_us = now_us;
  if (now_us - window.first_us < options->warm_up_ms * 1e3) return;
  if (window.opened_us == 0) {
    window.opened_us = now_us;
    window.received_at_start = window.received;
    window.number_at_start = number;
  }
  window.last_us = now_us;
  window.received_at_end = window.received;
  window.number_at_end = number;
  if (now_us - window.opened_us >= options->duration_ms * 1e3) atomic_store(&window_is_over, true);
}
