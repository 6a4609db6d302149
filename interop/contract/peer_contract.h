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

enum {
  PEER_EXIT_OK = 0, PEER_EXIT_ERROR = 1, PEER_EXIT_USAGE = 2, PEER_EXIT_TIMEOUT = 3, PEER_EXIT_UNSUPPORTED = 4
};

typedef enum { PEER_AUTOMATIC, PEER_MANUAL_PARTICIPANT, PEER_MANUAL_TOPIC } peer_liveliness;
typedef enum { PEER_SCOPE_INSTANCE, PEER_SCOPE_TOPIC, PEER_SCOPE_GROUP } peer_access_scope;

enum { PEER_LIST_MAX = 8 };

/** Values between commas. The texts are those of the command line and stay. */
typedef struct {
  int count;
  const char *items[PEER_LIST_MAX];
} peer_list;

typedef struct {
  bool writer;              /* pub, else sub */
  int domain;
  const char *topic;
  bool keyed;               /* --type shape, else plain */
  bool reliable;
  bool transient_local;
  int history_depth;        /* 0 = keep_all */
  bool xcdr2;
  peer_list partitions;
  int deadline_ms;          /* 0 = infinite, as for every period below */
  int liveliness;           /* peer_liveliness */
  int lease_ms;
  int lifespan_ms;
  bool exclusive;           /* --ownership exclusive, else shared */
  int strength;
  int time_filter_ms;
  const char *filter;       /* DDS SQL, or NULL */
  peer_list filter_params;
  int access_scope;         /* peer_access_scope */
  bool ordered;
  int coherent;             /* pub: samples in a coherent set; sub: anything but 0 asks for coherent access */
  int topics;               /* endpoints in the group; these peers refuse GROUP scope before they need two */
  int count;
  int period_ms;
  int payload_bytes;
  int size;                 /* shapesize of every sample */
  peer_list colors;         /* sample i takes colour i modulo their number */
  int wait_readers;
  bool gate;                /* pub: wait for the line "go" before the first write; sub: take nothing before it */
  int batch;                /* pub: after so many samples wait for another "go"; 0 = never */
  const char *dispose;      /* colour, or NULL */
  const char *unregister;   /* colour, or NULL */
  int linger_ms;
  int timeout_ms;
} peer_options;

/** Fills `options` from the arguments. Prints one line on stderr and exits with PEER_EXIT_USAGE when they are wrong. */
void peer_parse_options(int argc, char **argv, peer_options *options);

/** Monotonic milliseconds. */
int64_t peer_now_ms(void);

/** What has been read from stdin so far. `go` and `asserts` count; the others stay set. */
typedef struct {
  int go;
  bool stop;
  int strength;             /* of the last "strength N" */
  int strengths;            /* how many of those came */
  int asserts;
} peer_commands;

/** Sleeps up to `wait_ms`, or until a command line arrives on stdin. */
void peer_poll_commands(peer_commands *commands, int wait_ms);

/** Whether sample `index` may be written, or, in a reader (index 0), samples may be taken. */
bool peer_is_released(const peer_options *options, const peer_commands *commands, int index);

/** Whether a batch, but not the whole run, ends with the sample before `written`. */
bool peer_ends_batch(const peer_options *options, int written);

/** The colour of sample `index`. */
const char *peer_color(const peer_options *options, int index);

/** Fills the payload pattern of sample `index`. */
void peer_fill_payload(int index, uint8_t *bytes, size_t length);

typedef struct {
  const char *color;
  int32_t x, y, shapesize;
  const uint8_t *payload;
  size_t length;
  int take;                 /* number of the take it came in, from 1 */
  int64_t source_ns;        /* since 1970 */
} peer_sample;

/** Event lines. guid_prefix is 12 octets, or NULL when unknown. */
void peer_emit_ready(const char *vendor, const char *version, const uint8_t *guid_prefix);
void peer_emit_matched(int count);
void peer_emit_incompatible_qos(int policy_id);
void peer_emit_sample(const peer_sample *sample);
void peer_emit_instance(const char *event, const char *color);
void peer_emit_count(const char *event, int count);
/** deadline_missed, liveliness_lost or sample_lost. */
void peer_emit_total(const char *event, int total);
void peer_emit_liveliness(int alive, int not_alive);
void peer_emit_error(const char *message);

#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
/** Says what the vendor refused, in its words, and exits with PEER_EXIT_UNSUPPORTED. */
void peer_unsupported(const char *message);

#ifdef __cplusplus
}
#endif
#endif
