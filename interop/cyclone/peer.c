/* The Cyclone DDS peer of interop/README.md: one writer or one reader of the shapes type, over UDP on loopback.
 * Owns: the write schedule, taking samples. QoS is in entities.c, statuses in statuses.c, the contract in ../contract. */
#include <dds/dds.h>
#include <dds/version.h>
#include <stdio.h>
#include <stdlib.h>

#include "entities.h"
#include "peer_contract.h"
#include "shape_final.h"
#include "statuses.h"

#define TICK_MS 5
#define TAKE_MAX 256

typedef struct {
  peer_options options;
  entities entities;
  statuses statuses;
  peer_commands commands;
  int strengths_done, asserts_done, takes;
  int64_t deadline;
} peer;

static int run_writer(peer *self);
static int run_reader(peer *self);

int main(int argc, char **argv)
{
  peer self = { .takes = 0 };
  peer_parse_options(argc, argv, &self.options);
  self.deadline = peer_now_ms() + self.options.timeout_ms;
  self.entities = create_entities(&self.options);
  dds_guid_t guid;
  check("dds_get_guid", dds_get_guid(self.entities.participant, &guid));
  peer_emit_ready("cyclone", DDS_VERSION, guid.v);
  int count = self.options.writer ? run_writer(&self) : run_reader(&self);
  /* The domain as well: only that waits until the goodbye of the participant has left. */
  dds_delete(self.entities.participant);
  dds_delete(self.entities.domain);
  peer_emit_count("done", count);
  return PEER_EXIT_OK;
}

static void obey_commands(peer *self)
{
  if (self->commands.strengths > self->strengths_done) set_strength(&self->entities, self->commands.strength);
  self->strengths_done = self->commands.strengths;
  for (; self->asserts_done < self->commands.asserts; self->asserts_done++)
    check("dds_assert_liveliness", dds_assert_liveliness(self->entities.endpoint));
}

/* One turn of either role: commands, the time limit, statuses. False = leave. */
static bool turn(peer *self)
{
  peer_poll_commands(&self->commands, TICK_MS);
  obey_commands(self);
  report_statuses(&self->statuses, self->entities.endpoint, self->options.writer);
  if (self->commands.stop) return false;
  if (peer_now_ms() < self->deadline) return true;
  peer_emit_error("timed out");
  exit(PEER_EXIT_TIMEOUT);
}

static void write_sample(peer *self, int index)
{
  ShapeType sample = { .x = index, .y = -index, .shapesize = self->options.size };
  snprintf(sample.color, sizeof sample.color, "%s", peer_color(&self->options, index));
  uint32_t length = (uint32_t)self->options.payload_bytes;
  uint8_t *payload = malloc(length + 1);
  peer_fill_payload(index, payload, length);
  sample.additional_payload_size._buffer = payload;
  sample.additional_payload_size._length = sample.additional_payload_size._maximum = length;
  check("dds_write", dds_write(self->entities.endpoint, &sample));
  free(payload);
}

static void end_instance(peer *self, const char *color, dds_return_t (*operation)(dds_entity_t, const void *),
  const char *name)
{
  if (color == NULL) return;
  ShapeType key = { .x = 0 };
  snprintf(key.color, sizeof key.color, "%s", color);
  check(name, operation(self->entities.endpoint, &key));
}

static int run_writer(peer *self)
{
  const peer_options *options = &self->options;
  while (self->statuses.matched < options->wait_readers)
    if (!turn(self)) return 0;
  int written = 0;
  for (int64_t next = peer_now_ms(); written < options->count; next += options->period_ms) {
    while (!peer_is_released(options, &self->commands, written)) {
      if (!turn(self)) return written;
      next = peer_now_ms();
    }
    while (peer_now_ms() < next)
      if (!turn(self)) return written;
    write_sample(self, written++);
    if (peer_ends_batch(options, written)) peer_emit_count("written", written);
  }
  end_instance(self, options->dispose, dds_dispose, "dds_dispose");
  end_instance(self, options->unregister, dds_unregister_instance, "dds_unregister_instance");
  peer_emit_count("written", written);
  for (int64_t end = peer_now_ms() + options->linger_ms; peer_now_ms() < end;)
    if (!turn(self)) break;
  return written;
}

static void emit_sample(peer *self, const ShapeType *sample, const dds_sample_info_t *info)
{
  peer_sample event = { .color = sample->color, .x = sample->x, .y = sample->y, .shapesize = sample->shapesize,
    .payload = sample->additional_payload_size._buffer, .length = sample->additional_payload_size._length,
    .take = self->takes, .source_ns = info->source_timestamp };
  peer_emit_sample(&event);
}

/* Emits what is there; returns the number of samples with data. */
static int take_samples(peer *self)
{
  void *samples[TAKE_MAX] = { NULL };
  dds_sample_info_t infos[TAKE_MAX];
  int taken = check("dds_take", dds_take(self->entities.endpoint, samples, infos, TAKE_MAX, TAKE_MAX));
  int valid = 0;
  if (taken > 0) self->takes++;
  for (int i = 0; i < taken; i++) {
    const ShapeType *sample = samples[i];
    if (infos[i].valid_data) {
      valid++;
      emit_sample(self, sample, &infos[i]);
    }
    /* When data of the instance is still unread, Cyclone DDS shows the new state on that data instead of on a sample
     * of its own: the last sample of an instance in this take carries it. */
    if (infos[i].sample_rank > 0) continue;
    if (infos[i].instance_state == DDS_NOT_ALIVE_DISPOSED_INSTANCE_STATE) peer_emit_instance("disposed", sample->color);
    if (infos[i].instance_state == DDS_NOT_ALIVE_NO_WRITERS_INSTANCE_STATE)
      peer_emit_instance("no_writers", sample->color);
  }
  if (taken > 0) dds_return_loan(self->entities.endpoint, samples, taken);
  return valid;
}

static int run_reader(peer *self)
{
  int received = 0;
  int64_t end = INT64_MAX;
  while (turn(self) && peer_now_ms() < end) {
    if (!peer_is_released(&self->options, &self->commands, 0)) continue;
    received += take_samples(self);
    if (end == INT64_MAX && self->options.count > 0 && received >= self->options.count)
      end = peer_now_ms() + self->options.linger_ms;
  }
  return received + take_samples(self);
}
