/* See types_contract.h. Plain C11. */
#include "types_contract.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill_reading(int kind, int index, rich_reading *reading);
static void fill_lists(int index, rich_sample *sample);
static void fill_spot(int index, rich_spot *spot);
static void emit_reading(const rich_reading *reading);
static void emit_lists(const rich_sample *sample);
static void emit_optional(const rich_sample *sample);
static void emit_spot(const rich_spot *spot);

static const char *const KINDS[] = { "NUMBER", "TEXT", "PLACE", "LIST" };

static void refuse(const char *what, const char *which)
{
  fprintf(stderr, "%s: %s\n", what, which);
  exit(PEER_EXIT_USAGE);
}

void types_parse_options(int argc, char **argv, types_options *options)
{
  *options = (types_options){ .count = 8 };
  if (argc < 2 || (strcmp(argv[1], "pub") != 0 && strcmp(argv[1], "sub") != 0)) refuse("usage", "peer pub|sub [options]");
  options->writer = strcmp(argv[1], "pub") == 0;
  for (int i = 2; i < argc; i += 2) {
    const char *name = argv[i];
    if (i + 1 == argc) refuse("no value for", name);
    const char *value = argv[i + 1];
    if (strcmp(name, "--domain") == 0) options->domain = atoi(value);
    else if (strcmp(name, "--representation") == 0) options->xcdr2 = strcmp(value, "xcdr2") == 0;
    else if (strcmp(name, "--count") == 0) options->count = atoi(value);
    else if (strcmp(name, "--announce") == 0) options->announce = strcmp(value, "yes") == 0;
    else refuse("unknown option", name);
  }
}

void rich_fill(int index, rich_sample *sample)
{
  memset(sample, 0, sizeof *sample);
  sample->id = 7 + index;
  snprintf(sample->zone, sizeof sample->zone, "zone %d", index);
  sample->mode = (index + 1) % 4;
  snprintf(sample->title, sizeof sample->title, "gr\xc3\xbc\xc3\x9f" "e %d", index);
  sample->total = INT64_C(-9007199254740993) - index;
  sample->mask = UINT64_C(9223372036854775809) + (uint64_t)index;
  for (int row = 0; row < RICH_ROWS; row++)
    for (int column = 0; column < RICH_COLUMNS; column++)
      sample->matrix[row][column] = (float)(RICH_COLUMNS * row + column) + 0.5f * (float)index;
  fill_reading(index % 4, index, &sample->current);
  sample->step = index % 2 == 0 ? (rich_step){ 1, (uint8_t)(200 + index), 0 } : (rich_step){ -3, 0, index + 0.25 };
  fill_lists(index, sample);
  sample->has_ratio = index & 1;
  sample->ratio = index / 8.0;
  sample->has_remark = index & 2;
  snprintf(sample->remark, sizeof sample->remark, "remark %d", index);
  sample->has_place = index & 4;
  fill_spot(index + 20, &sample->place);
  sample->has_spare = index % 3 == 0;
  fill_reading(index / 3 % 4, index + 30, &sample->spare);
  sample->last = (uint8_t)(255 - index);
}

static void fill_lists(int index, rich_sample *sample)
{
  sample->history_length = index % 5;
  for (int i = 0; i < sample->history_length; i++) fill_reading((index + i) % 4, 10 * index + i, &sample->history[i]);
  sample->grid_length = index % 4;
  for (int row = 0; row < sample->grid_length; row++) {
    sample->grid[row].length = (index + row) % 4;
    for (int i = 0; i < sample->grid[row].length; i++) sample->grid[row].items[i] = (int16_t)(100 * row - 7 * i - index);
  }
  sample->points_length = index % 3;
  for (int i = 0; i < sample->points_length; i++) fill_spot(index + i, &sample->points[i]);
  sample->words_length = (index + 1) % 3;
  for (int i = 0; i < sample->words_length; i++) {
    int length = (index + i) % 8;
    memset(sample->words[i], 'a' + i, (size_t)length);
  }
}

static void fill_spot(int index, rich_spot *spot)
{
  spot->x = index + 0.5;
  spot->y = -1 - index / 4.0;
  snprintf(spot->label, sizeof spot->label, "spot %d", index);
}

static void fill_reading(int kind, int index, rich_reading *reading)
{
  reading->kind = kind;
  reading->number = INT64_C(5000000000) * (index - 2);
  snprintf(reading->text, sizeof reading->text, "text %d", index);
  fill_spot(index, &reading->at);
  reading->length = index % 3;
  for (int i = 0; i < reading->length; i++) reading->list[i] = index - 100000 * i;
}

int rich_room(size_t length, int max)
{
  if (length <= (size_t)max) return (int)length;
  peer_emit_error("a sequence is longer than in any sample");
  return max;
}

void rich_emit(const rich_sample *sample, bool with_optional)
{
  printf("{\"event\":\"value\",\"value\":{\"id\":%" PRId32 ",\"zone\":\"%s\",\"mode\":\"%s\",\"title\":\"%s\",",
    sample->id, sample->zone, KINDS[sample->mode & 3], sample->title);
  printf("\"total\":\"%" PRId64 "\",\"mask\":\"%" PRIu64 "\",\"matrix\":[", sample->total, sample->mask);
  for (int row = 0; row < RICH_ROWS; row++)
    printf("%s[%.9g,%.9g,%.9g]", row == 0 ? "" : ",", (double)sample->matrix[row][0], (double)sample->matrix[row][1],
      (double)sample->matrix[row][2]);
  printf("],\"current\":");
  emit_reading(&sample->current);
  bool small = sample->step.discriminator > 0;
  printf(",\"step\":{\"$discriminator\":%d,\"member\":\"%s\",\"value\":%.17g}", sample->step.discriminator,
    small ? "small" : "large", small ? sample->step.small : sample->step.large);
  emit_lists(sample);
  if (with_optional) emit_optional(sample);
  printf(",\"last\":%u}}\n", sample->last);
  fflush(stdout);
}

void types_emit_key(const uint8_t *hash)
{
  printf("{\"event\":\"key\",\"hash\":\"");
  for (int i = 0; i < 16; i++) printf("%02x", hash[i]);
  printf("\"}\n");
  fflush(stdout);
}

static void emit_lists(const rich_sample *sample)
{
  printf(",\"history\":[");
  for (int i = 0; i < sample->history_length; i++) {
    if (i > 0) putchar(',');
    emit_reading(&sample->history[i]);
  }
  printf("],\"grid\":[");
  for (int row = 0; row < sample->grid_length; row++) {
    printf(row == 0 ? "[" : ",[");
    for (int i = 0; i < sample->grid[row].length; i++) printf("%s%d", i == 0 ? "" : ",", sample->grid[row].items[i]);
    putchar(']');
  }
  printf("],\"points\":[");
  for (int i = 0; i < sample->points_length; i++) {
    if (i > 0) putchar(',');
    emit_spot(&sample->points[i]);
  }
  printf("],\"words\":[");
  for (int i = 0; i < sample->words_length; i++) printf("%s\"%s\"", i == 0 ? "" : ",", sample->words[i]);
  putchar(']');
}

static void emit_optional(const rich_sample *sample)
{
  if (sample->has_ratio) printf(",\"ratio\":%.17g", sample->ratio);
  else printf(",\"ratio\":null");
  if (sample->has_remark) printf(",\"remark\":\"%s\"", sample->remark);
  else printf(",\"remark\":null");
  printf(",\"place\":");
  if (sample->has_place) emit_spot(&sample->place);
  else printf("null");
  printf(",\"spare\":");
  if (sample->has_spare) emit_reading(&sample->spare);
  else printf("null");
}

static void emit_spot(const rich_spot *spot)
{
  printf("{\"x\":%.17g,\"y\":%.17g,\"label\":\"%s\"}", spot->x, spot->y, spot->label);
}

static void emit_reading(const rich_reading *reading)
{
  printf("{\"$discriminator\":\"%s\",\"member\":", KINDS[reading->kind & 3]);
  if (reading->kind == RICH_KIND_NUMBER) printf("\"number\",\"value\":\"%" PRId64 "\"}", reading->number);
  if (reading->kind == RICH_KIND_TEXT) printf("\"text\",\"value\":\"%s\"}", reading->text);
  if (reading->kind == RICH_KIND_PLACE) {
    printf("\"at\",\"value\":");
    emit_spot(&reading->at);
    putchar('}');
  }
  if (reading->kind != RICH_KIND_LIST) return;
  printf("\"list\",\"value\":[");
  for (int i = 0; i < reading->length; i++) printf("%s%" PRId32, i == 0 ? "" : ",", reading->list[i]);
  printf("]}");
}
