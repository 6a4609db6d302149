/* See bench_contract.h. */
#include "bench_contract.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#include "bench_measure.h"

enum { EXIT_FAILED = 2, LINE_SIZE = 64, MAX_FD = 1024, MATCH_POLL_US = 50, MATCH_TIMEOUT_S = 15 };

static double cpu_before, created_at_us;

static double cpu_seconds(void);
static long max_rss_bytes(void);
static long granted_receive_buffer(void);
static void wait_until_matched(const bench_side *side);
static void report(const bench_report *report);

void bench_parse(int argc, char **argv, bench_options *options)
{
  static const char *const ROLES[] = { "ping", "echo", "pub", "sub" };
  static const struct option NAMES[] = {
    { "domain", 1, NULL, 'd' }, { "topic", 1, NULL, 't' }, { "payload", 1, NULL, 'p' }, { "reliable", 1, NULL, 'r' },
    { "depth", 1, NULL, 'k' }, { "samples", 1, NULL, 'n' }, { "warm-up", 1, NULL, 'w' }, { "timeout-us", 1, NULL, 'o' },
    { "pause-us", 1, NULL, 'a' }, { "period-us", 1, NULL, 'e' }, { "warm-up-ms", 1, NULL, 'W' }, { "spin-up-ms", 1, NULL, 's' },
    { "duration-ms", 1, NULL, 'D' }, { "out", 1, NULL, 'f' }, { "datagram", 1, NULL, 'x' }, { "busy-poll", 1, NULL, 'x' },
    { "peer", 1, NULL, 'x' }, { "discovery", 1, NULL, 'x' }, { NULL, 0, NULL, 0 },
  };
  created_at_us = bench_now_us();
  int role = -1;
  for (int i = 0; argc > 1 && i < 4; i++) if (strcmp(argv[1], ROLES[i]) == 0) role = i;
  if (role < 0) bench_fail("usage", "peer ping|echo|pub|sub [options]: see interop/bench/README.md");
  memset(options, 0, sizeof *options);
  options->role = (bench_role)role;
  options->topic = "bench";
  optind = 2;
  for (int option; (option = getopt_long(argc, argv, "", NAMES, NULL)) != -1;) {
    switch (option) {
      case 'd': options->domain = atoi(optarg); break;
      case 't': options->topic = optarg; break;
      case 'p': options->payload = strtoul(optarg, NULL, 10); break;
      case 'r': options->reliable = atoi(optarg) != 0; break;
      case 'k': options->depth = atoi(optarg); break;
      case 'n': options->samples = strtoull(optarg, NULL, 10); break;
      case 'w': options->warm_up = strtoull(optarg, NULL, 10); break;
      case 'o': options->timeout_us = atof(optarg); break;
      case 'a': options->pause_us = atof(optarg); break;
      case 'e': options->period_us = atof(optarg); break;
      case 's': options->spin_up_ms = atof(optarg); break;
      case 'W': options->warm_up_ms = atof(optarg); break;
      case 'D': options->duration_ms = atof(optarg); break;
      case 'f': options->out = optarg; break;
      /* For peers that find each other by hand, or that can spin. */
      case 'x': break;
      default: bench_fail("usage", "unknown option: see interop/bench/README.md");
    }
  }
}

void bench_run(const bench_options *options, const bench_side *side)
{
  setvbuf(stdout, NULL, _IOLBF, 0);
  measure_begin(options, side);
  printf("{\"event\":\"ready\",\"version\":\"%s\",\"transport\":\"%s\",\"receiveBufferAsked\":%ld,"
    "\"receiveBufferGranted\":%ld,\"createdAtUs\":%.3f,\"existAtUs\":%.3f}\n", side->version, side->transport,
    side->receive_buffer_asked, granted_receive_buffer(), created_at_us, bench_now_us());
  wait_until_matched(side);
  printf("{\"event\":\"matched\",\"atUs\":%.3f}\n", bench_now_us());
  bool writes = options->role == BENCH_PING || options->role == BENCH_PUB;
  char line[LINE_SIZE];
  bench_report result;
  while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "stop\n") != 0) {
    if (strcmp(line, "go\n") == 0) {
      cpu_before = cpu_seconds();
      if (!writes) continue;
      measure_write(&result);
      report(&result);
    }
    if (strcmp(line, "report\n") == 0 && !writes) {
      measure_read(&result);
      report(&result);
    }
  }
}

void bench_fail(const char *what, const char *reason)
{
  printf("{\"event\":\"error\",\"message\":\"%s: %s\"}\n", what, reason);
  fflush(stdout);
  /* Threads of a vendor may still run: no destructors. */
  _Exit(EXIT_FAILED);
}

static void report(const bench_report *report)
{
  measure_save();
  printf("{\"event\":\"report\",\"written\":%llu,\"received\":%llu,\"lost\":%llu,\"timedOut\":%llu,\"invalid\":%llu,"
    "\"elapsedUs\":%.3f,\"cpuSeconds\":%.6f,\"maxRssBytes\":%ld}\n", (unsigned long long)report->written,
    (unsigned long long)report->received, (unsigned long long)report->lost, (unsigned long long)report->timed_out,
    (unsigned long long)report->invalid, report->elapsed_us, cpu_seconds() - cpu_before, max_rss_bytes());
}

static void wait_until_matched(const bench_side *side)
{
  double until = bench_now_us() + MATCH_TIMEOUT_S * 1e6;
  while (!side->is_matched()) {
    if (bench_now_us() > until) bench_fail("discovery", "the other side was not found");
    bench_sleep_us(MATCH_POLL_US);
  }
}

static double cpu_seconds(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 + (double)usage.ru_stime.tv_sec
    + (double)usage.ru_stime.tv_usec / 1e6;
}

static long max_rss_bytes(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024L;
}

/* The largest of all datagram sockets: that of user data. Linux reports twice what it grants. */
static long granted_receive_buffer(void)
{
  long largest = 0;
  for (int fd = 3; fd < MAX_FD; fd++) {
    int type = 0, size = 0;
    socklen_t type_length = sizeof type, size_length = sizeof size;
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_length) != 0 || type != SOCK_DGRAM) continue;
    if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, &size_length) == 0 && size / 2 > largest) largest = size / 2;
  }
  return largest;
}
