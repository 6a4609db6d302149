/* The command line, the samples and their event lines of a peer with rich types (interop/types/README.md), for C and
 * C++. Commands and the other events are those of ../../contract/peer_contract.h. Never: anything of DDS. */
#ifndef RTPS_LAB_TYPES_CONTRACT_H
#define RTPS_LAB_TYPES_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "peer_contract.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TYPES_TOPIC "Rich"

/* Bounds of the IDL, or for what has none there more than any sample has. Strings have room for their NUL. */
enum { RICH_SHORT = 17, RICH_LONG = 33, RICH_LIST_MAX = 4, RICH_HISTORY_MAX = 8, RICH_ROWS = 2, RICH_COLUMNS = 3,
  TYPES_LIFE_MS = 60000 };

typedef struct {
  bool writer;              /* pub, else sub */
  int domain;
  bool xcdr2;
  int count;
  bool announce;            /* tell others what the type consists of, where the vendor leaves that to the program */
} types_options;

/** Prints one line on stderr and exits with PEER_EXIT_USAGE when the arguments are wrong. */
void types_parse_options(int argc, char **argv, types_options *options);

typedef enum { RICH_KIND_NUMBER, RICH_KIND_TEXT, RICH_KIND_PLACE, RICH_KIND_LIST } rich_kind;

typedef struct {
  double x, y;
  char label[RICH_SHORT];
} rich_spot;

/** A union: only what `kind` selects means something. */
typedef struct {
  int kind;                 /* rich_kind */
  int64_t number;
  char text[RICH_LONG];
  rich_spot at;
  int length;
  int32_t list[RICH_LIST_MAX];
} rich_reading;

/** A union: 1 selects `small`, -3 `large`. */
typedef struct {
  int discriminator;
  uint8_t small;
  double large;
} rich_step;

typedef struct {
  int length;
  int16_t items[RICH_LIST_MAX];
} rich_row;

/** A sample without the types of a vendor. */
typedef struct {
  int32_t id;
  char zone[RICH_SHORT];
  int mode;                 /* rich_kind */
  char title[RICH_LONG];
  int64_t total;
  uint64_t mask;
  float matrix[RICH_ROWS][RICH_COLUMNS];
  rich_reading current;
  rich_step step;
  int history_length;
  rich_reading history[RICH_HISTORY_MAX];
  int grid_length;
  rich_row grid[RICH_LIST_MAX];
  int points_length;
  rich_spot points[RICH_LIST_MAX];
  int words_length;
  char words[RICH_LIST_MAX][RICH_SHORT];
  bool has_ratio, has_remark, has_place, has_spare;
  double ratio;
  char remark[RICH_SHORT];
  rich_spot place;
  rich_reading spare;
  uint8_t last;
} rich_sample;

/** Sample `index`. */
void rich_fill(int index, rich_sample *sample);

/** How many of `length` elements there is room for; says so in an `error` event when that is not all. */
int rich_room(size_t length, int max);

/** @param with_optional whether the type has the optional members at all */
void rich_emit(const rich_sample *sample, bool with_optional);

/** What the vendor makes of the key of the sample that is written next: 16 octets. */
void types_emit_key(const uint8_t *hash);

#ifdef __cplusplus
}
#endif
#endif
