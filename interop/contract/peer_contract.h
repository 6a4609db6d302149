/* The command line and the event lines of an interop peer (interop/README.md), for the C and C++ peers.
 * Owns: options, stdin commands, JSON lines, the sample pattern. Never: anything of DDS. */
#ifndef RTPS_LAB_PEER_CONTRACT_H
#define RTPS_LAB_PEER_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_EXIT_OK = 0, PEER_EXIT_ERROR = 1, PEER_EXIT_USAGE = 2, PEER_EXIT_TIMEOUT = 3 };

typedef struct {
  bool writer;              /* pub, else sub */
  int domain;
  const char *topic;
  bool keyed;               /* --type shape, else plain */
  bool reliable;
  bool transient_local;
  int history_depth;        /* 0 = keep_all */
  bool xcdr2;
  const char *partition;    /* NULL = none */
  int deadline_ms;          /* 0 = infinite */
  int count;
  int period_ms;
  int payload_bytes;
  const char *colors;       /* comma-separated; sample i takes colour i modulo their number */
  int wait_readers;
  bool gate;                /* wait for the line "go" before the first write */
  const char *dispose;      /* colour, or NULL */
  const char *unregister;   /* colour, or NULL */
  int linger_ms;
  int timeout_ms;
} peer_options;

/** Fills `options` from the arguments. Prints one line on stderr and exits with PEER_EXIT_USAGE when they are wrong. */
void peer_parse_options(int argc, char **argv, peer_options *options);

/** Monotonic milliseconds. */
int64_t peer_now_ms(void);

/** What has been read from stdin so far. Both flags stay set. */
typedef struct { bool go, stop; } peer_commands;

/** Sleeps up to `wait_ms`, or until a command line arrives on stdin. */
void peer_poll_commands(peer_commands *commands, int wait_ms);

/** Copies the colour of sample `index` into `color`. */
void peer_color(const peer_options *options, int index, char *color, size_t size);

/** Fills the payload pattern of sample `index`. */
void peer_fill_payload(int index, uint8_t *bytes, size_t length);

/** Event lines. guid_prefix is 12 octets, or NULL when unknown. */
void peer_emit_ready(const char *vendor, const char *version, const uint8_t *guid_prefix);
void peer_emit_matched(int count);
void peer_emit_incompatible_qos(int policy_id);
void peer_emit_sample(const char *color, int32_t x, int32_t y, int32_t shapesize, const uint8_t *payload, size_t length);
void peer_emit_instance(const char *event, const char *color);
void peer_emit_count(const char *event, int count);
void peer_emit_error(const char *message);

#ifdef __cplusplus
}
#endif
#endif
