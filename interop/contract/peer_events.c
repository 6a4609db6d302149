/* The event lines of a peer: see peer_contract.h. Plain C11. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer_contract.h"

static void emit(const char *format, ...);
static void emit_message(const char *event, const char *message);
static void json_text(const char *text, char *out, size_t size);
static uint32_t crc32_of(const uint8_t *bytes, size_t length);

void peer_emit_ready(const char *vendor, const char *version, const uint8_t *guid_prefix)
{
  char prefix[25] = "";
  for (int i = 0; guid_prefix != NULL && i < 12; i++) snprintf(prefix + 2 * i, 3, "%02x", guid_prefix[i]);
  emit("{\"event\":\"ready\",\"vendor\":\"%s\",\"version\":\"%s\",\"guidPrefix\":\"%s\"}", vendor, version, prefix);
}

void peer_emit_matched(int count) { peer_emit_count("matched", count); }

void peer_emit_incompatible_qos(int policy_id) { emit("{\"event\":\"incompatible_qos\",\"policyId\":%d}", policy_id); }

void peer_emit_sample(const peer_sample *sample)
{
  char color[300];
  json_text(sample->color, color, sizeof color);
  emit("{\"event\":\"sample\",\"color\":\"%s\",\"x\":%d,\"y\":%d,\"shapesize\":%d,\"payloadLength\":%zu,"
       "\"payloadCrc\":\"%08x\",\"instanceState\":\"ALIVE\",\"take\":%d,\"sourceMs\":%" PRId64 ".%03d}",
    color, sample->x, sample->y, sample->shapesize, sample->length, crc32_of(sample->payload, sample->length),
    sample->take, sample->source_ns / 1000000, (int)(sample->source_ns / 1000 % 1000));
}

void peer_emit_instance(const char *event, const char *color)
{
  char text[300];
  json_text(color, text, sizeof text);
  const char *state = strcmp(event, "disposed") == 0 ? "NOT_ALIVE_DISPOSED" : "NOT_ALIVE_NO_WRITERS";
  emit("{\"event\":\"%s\",\"color\":\"%s\",\"instanceState\":\"%s\"}", event, text, state);
}

void peer_emit_count(const char *event, int count) { emit("{\"event\":\"%s\",\"count\":%d}", event, count); }

void peer_emit_total(const char *event, int total) { emit("{\"event\":\"%s\",\"total\":%d}", event, total); }

void peer_emit_liveliness(int alive, int not_alive)
{
  emit("{\"event\":\"liveliness_changed\",\"alive\":%d,\"notAlive\":%d}", alive, not_alive);
}

void peer_emit_error(const char *message) { emit_message("error", message); }

void peer_unsupported(const char *message)
{
  emit_message("unsupported", message);
  exit(PEER_EXIT_UNSUPPORTED);
}

static void emit_message(const char *event, const char *message)
{
  char text[600];
  json_text(message, text, sizeof text);
  emit("{\"event\":\"%s\",\"message\":\"%s\"}", event, text);
}

static void emit(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

/* Good enough for what a peer prints: control characters are dropped. */
static void json_text(const char *text, char *out, size_t size)
{
  size_t used = 0;
  for (; *text != '\0' && used + 3 < size; text++) {
    if ((unsigned char)*text < 0x20) continue;
    if (*text == '"' || *text == '\\') out[used++] = '\\';
    out[used++] = *text;
  }
  out[used] = '\0';
}

/* CRC-32 of IEEE 802.3, bit by bit: 100 kB takes about a millisecond, which is enough here. */
static uint32_t crc32_of(const uint8_t *bytes, size_t length)
{
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}
