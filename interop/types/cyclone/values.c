/* See values.h. */
#include "values.h"

#include <stdlib.h>
#include <string.h>

/* Memory from dds_alloc is zeroed. */
#define MAKE_SEQUENCE(sequence, length) \
  do { \
    (sequence)._length = (sequence)._maximum = (uint32_t)(length); \
    (sequence)._buffer = (length) == 0 ? NULL : dds_alloc((size_t)(length) * sizeof *(sequence)._buffer); \
    (sequence)._release = true; \
  } while (0)

static void put_spot(const rich_spot *from, lab_Spot *to)
{
  to->x = from->x;
  to->y = from->y;
  memcpy(to->label, from->label, sizeof to->label);
}

static void get_spot(const lab_Spot *from, rich_spot *to)
{
  to->x = from->x;
  to->y = from->y;
  memcpy(to->label, from->label, sizeof to->label);
}

static void put_reading(const rich_reading *from, lab_Reading *to)
{
  to->_d = (lab_Kind)from->kind;
  if (from->kind == RICH_KIND_NUMBER) to->_u.number = from->number;
  if (from->kind == RICH_KIND_TEXT) memcpy(to->_u.text, from->text, sizeof to->_u.text);
  if (from->kind == RICH_KIND_PLACE) put_spot(&from->at, &to->_u.at);
  if (from->kind != RICH_KIND_LIST) return;
  MAKE_SEQUENCE(to->_u.list, from->length);
  for (int i = 0; i < from->length; i++) to->_u.list._buffer[i] = from->list[i];
}

static void get_reading(const lab_Reading *from, rich_reading *to)
{
  to->kind = (int)from->_d;
  if (from->_d == lab_NUMBER) to->number = from->_u.number;
  if (from->_d == lab_TEXT) memcpy(to->text, from->_u.text, sizeof to->text);
  if (from->_d == lab_PLACE) get_spot(&from->_u.at, &to->at);
  if (from->_d != lab_LIST) return;
  to->length = rich_room(from->_u.list._length, RICH_LIST_MAX);
  for (int i = 0; i < to->length; i++) to->list[i] = from->_u.list._buffer[i];
}

static void put_lists(const rich_sample *sample, lab_Rich *value)
{
  MAKE_SEQUENCE(value->history, sample->history_length);
  for (int i = 0; i < sample->history_length; i++) put_reading(&sample->history[i], &value->history._buffer[i]);
  MAKE_SEQUENCE(value->grid, sample->grid_length);
  for (int row = 0; row < sample->grid_length; row++) {
    const rich_row *from = &sample->grid[row];
    dds_sequence_short *to = &value->grid._buffer[row];
    MAKE_SEQUENCE(*to, from->length);
    for (int i = 0; i < from->length; i++) to->_buffer[i] = from->items[i];
  }
  MAKE_SEQUENCE(value->points, sample->points_length);
  for (int i = 0; i < sample->points_length; i++) put_spot(&sample->points[i], &value->points._buffer[i]);
  MAKE_SEQUENCE(value->words, sample->words_length);
  for (int i = 0; i < sample->words_length; i++) memcpy(value->words._buffer[i], sample->words[i], RICH_SHORT);
}

static void get_lists(const lab_Rich *value, rich_sample *sample)
{
  sample->history_length = rich_room(value->history._length, RICH_HISTORY_MAX);
  for (int i = 0; i < sample->history_length; i++) get_reading(&value->history._buffer[i], &sample->history[i]);
  sample->grid_length = rich_room(value->grid._length, RICH_LIST_MAX);
  for (int row = 0; row < sample->grid_length; row++) {
    const dds_sequence_short *from = &value->grid._buffer[row];
    rich_row *to = &sample->grid[row];
    to->length = rich_room(from->_length, RICH_LIST_MAX);
    for (int i = 0; i < to->length; i++) to->items[i] = from->_buffer[i];
  }
  sample->points_length = rich_room(value->points._length, RICH_LIST_MAX);
  for (int i = 0; i < sample->points_length; i++) get_spot(&value->points._buffer[i], &sample->points[i]);
  sample->words_length = rich_room(value->words._length, RICH_LIST_MAX);
  for (int i = 0; i < sample->words_length; i++) memcpy(sample->words[i], value->words._buffer[i], RICH_SHORT);
}

#ifdef WITH_OPTIONAL
bool has_optional(void) { return true; }

static void put_optional(const rich_sample *sample, lab_Rich *value)
{
  if (sample->has_ratio) *(value->ratio = dds_alloc(sizeof *value->ratio)) = sample->ratio;
  if (sample->has_remark) memcpy(value->remark = dds_alloc(sizeof *value->remark), sample->remark, RICH_SHORT);
  if (sample->has_place) put_spot(&sample->place, value->place = dds_alloc(sizeof *value->place));
  if (sample->has_spare) put_reading(&sample->spare, value->spare = dds_alloc(sizeof *value->spare));
}

static void get_optional(const lab_Rich *value, rich_sample *sample)
{
  sample->has_ratio = value->ratio != NULL;
  if (sample->has_ratio) sample->ratio = *value->ratio;
  sample->has_remark = value->remark != NULL;
  if (sample->has_remark) memcpy(sample->remark, *value->remark, RICH_SHORT);
  sample->has_place = value->place != NULL;
  if (sample->has_place) get_spot(value->place, &sample->place);
  sample->has_spare = value->spare != NULL;
  if (sample->has_spare) get_reading(value->spare, &sample->spare);
}
#else
bool has_optional(void) { return false; }
static void put_optional(const rich_sample *sample, lab_Rich *value) { (void)sample; (void)value; }
static void get_optional(const lab_Rich *value, rich_sample *sample) { (void)value; (void)sample; }
#endif

lab_Rich *value_of(const rich_sample *sample)
{
  lab_Rich *value = lab_Rich__alloc();
  value->id = sample->id;
  memcpy(value->zone, sample->zone, sizeof value->zone);
  value->mode = (lab_Kind)sample->mode;
  memcpy(value->title, sample->title, sizeof value->title);
  value->total = sample->total;
  value->mask = sample->mask;
  memcpy(value->matrix, sample->matrix, sizeof value->matrix);
  put_reading(&sample->current, &value->current);
  value->step._d = sample->step.discriminator;
  if (sample->step.discriminator > 0) value->step._u.small = sample->step.small;
  else value->step._u.large = sample->step.large;
  put_lists(sample, value);
  put_optional(sample, value);
  value->last = sample->last;
  return value;
}

void sample_of(const lab_Rich *value, rich_sample *sample)
{
  memset(sample, 0, sizeof *sample);
  sample->id = value->id;
  memcpy(sample->zone, value->zone, sizeof sample->zone);
  sample->mode = (int)value->mode;
  memcpy(sample->title, value->title, sizeof sample->title);
  sample->total = value->total;
  sample->mask = value->mask;
  memcpy(sample->matrix, value->matrix, sizeof sample->matrix);
  get_reading(&value->current, &sample->current);
  sample->step.discriminator = value->step._d;
  if (value->step._d > 0) sample->step.small = value->step._u.small;
  else sample->step.large = value->step._u.large;
  get_lists(value, sample);
  get_optional(value, sample);
  sample->last = value->last;
}
