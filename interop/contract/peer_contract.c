/* See peer_contract.h. Plain C11 and POSIX; compiled into the Cyclone DDS and the Fast DDS peer. */
#include "peer_contract.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void usage_error(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fputs("peer: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs(" (see interop/README.md)\n", stderr);
  va_end(arguments);
  exit(PEER_EXIT_USAGE);
}

static int parse_number(const char *name, const char *text)
{
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < 0 || value > 100000000)
    usage_error("%s needs a number from 0, got %s", name, text);
  return (int)value;
}

/* true for `yes`, false for `no`, else a usage error. */
static bool parse_choice(const char *name, const char *text, const char *yes, const char *no)
{
  if (strcmp(text, yes) == 0) return true;
  if (strcmp(text, no) != 0) usage_error("%s needs %s or %s, got %s", name, yes, no, text);
  return false;
}

static int parse_history(const char *text)
{
  if (strcmp(text, "keep_all") == 0) return 0;
  if (strncmp(text, "keep_last:", 10) != 0) usage_error("--history needs keep_all or keep_last:N, got %s", text);
  int depth = parse_number("--history keep_last", text + 10);
  if (depth == 0) usage_error("--history keep_last needs a depth from 1");
  return depth;
}

static bool parse_flag(peer_options *options, const char *name)
{
  if (strcmp(name, "--gate") != 0) return false;
  options->gate = true;
  return true;
}

static bool parse_number_option(peer_options *options, const char *name, const char *value)
{
  const struct { const char *name; int *target; } numbers[] = {
    { "--domain", &options->domain }, { "--deadline-ms", &options->deadline_ms }, { "--count", &options->count },
    { "--period-ms", &options->period_ms }, { "--payload", &options->payload_bytes },
    { "--wait-readers", &options->wait_readers }, { "--linger-ms", &options->linger_ms },
    { "--timeout-ms", &options->timeout_ms },
  };
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    if (strcmp(name, numbers[i].name) != 0) continue;
    *numbers[i].target = parse_number(name, value);
    return true;
  }
  return false;
}

static bool parse_text_option(peer_options *options, const char *name, const char *value)
{
  const struct { const char *name; const char **target; } texts[] = {
    { "--topic", &options->topic }, { "--partition", &options->partition }, { "--color", &options->colors },
    { "--dispose", &options->dispose }, { "--unregister", &options->unregister },
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (strcmp(name, texts[i].name) != 0) continue;
    *texts[i].target = value;
    return true;
  }
  return false;
}

static bool parse_choice_option(peer_options *options, const char *name, const char *value)
{
  if (strcmp(name, "--type") == 0) options->keyed = parse_choice(name, value, "shape", "plain");
  else if (strcmp(name, "--reliability") == 0) options->reliable = parse_choice(name, value, "reliable", "best_effort");
  else if (strcmp(name, "--durability") == 0)
    options->transient_local = parse_choice(name, value, "transient_local", "volatile");
  else if (strcmp(name, "--representation") == 0) options->xcdr2 = parse_choice(name, value, "xcdr2", "xcdr1");
  else if (strcmp(name, "--history") == 0) options->history_depth = parse_history(value);
  else return false;
  return true;
}

void peer_parse_options(int argc, char **argv, peer_options *options)
{
  *options = (peer_options){ .topic = "Square", .keyed = true, .reliable = true, .history_depth = 0, .count = 0,
    .period_ms = 10, .colors = "BLUE", .wait_readers = 1, .linger_ms = 1000, .timeout_ms = 20000 };
  if (argc < 2) usage_error("needs pub or sub");
  options->writer = parse_choice("the first argument", argv[1], "pub", "sub");
  for (int i = 2; i < argc; i++) {
    const char *name = argv[i];
    if (parse_flag(options, name)) continue;
    if (i + 1 == argc) usage_error("%s needs a value or is unknown", name);
    const char *value = argv[++i];
    if (!parse_number_option(options, name, value) && !parse_text_option(options, name, value)
        && !parse_choice_option(options, name, value))
      usage_error("unknown option %s", name);
  }
}

int64_t peer_now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Commands are whole lines; a line may arrive in pieces. End of input is not a command: see interop/README.md. */
static void feed_command_bytes(peer_commands *commands, const char *bytes, ssize_t length)
{
  static char line[16];
  static size_t used = 0;
  for (ssize_t i = 0; i < length; i++) {
    if (bytes[i] != '\n') {
      if (used + 1 < sizeof line) line[used++] = bytes[i];
      continue;
    }
    line[used] = '\0';
    used = 0;
    if (strcmp(line, "go") == 0) commands->go = true;
    if (strcmp(line, "stop") == 0) commands->stop = true;
  }
}

void peer_poll_commands(peer_commands *commands, int wait_ms)
{
  static bool ended = false;
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  int ready = poll(&input, ended ? 0 : 1, wait_ms);
  if (ended || ready <= 0 || input.revents == 0) return;
  char bytes[64];
  ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
  if (length <= 0) ended = true;
  else feed_command_bytes(commands, bytes, length);
}

void peer_color(const peer_options *options, int index, char *color, size_t size)
{
  int colors = 1;
  for (const char *c = options->colors; *c != '\0'; c++) colors += *c == ',';
  const char *start = options->colors;
  for (int skip = index % colors; skip > 0; skip--) start = strchr(start, ',') + 1;
  size_t length = strcspn(start, ",");
  if (length >= size) length = size - 1;
  memcpy(color, start, length);
  color[length] = '\0';
}

void peer_fill_payload(int index, uint8_t *bytes, size_t length)
{
  for (size_t k = 0; k < length; k++) bytes[k] = (uint8_t)((size_t)index * 31 + k * 7 + (k >> 8));
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

void peer_emit_ready(const char *vendor, const char *version, const uint8_t *guid_prefix)
{
  char prefix[25] = "";
  for (int i = 0; guid_prefix != NULL && i < 12; i++) snprintf(prefix + 2 * i, 3, "%02x", guid_prefix[i]);
  emit("{\"event\":\"ready\",\"vendor\":\"%s\",\"version\":\"%s\",\"guidPrefix\":\"%s\"}", vendor, version, prefix);
}

void peer_emit_matched(int count) { emit("{\"event\":\"matched\",\"count\":%d}", count); }

void peer_emit_incompatible_qos(int policy_id) { emit("{\"event\":\"incompatible_qos\",\"policyId\":%d}", policy_id); }

void peer_emit_sample(const char *color, int32_t x, int32_t y, int32_t shapesize, const uint8_t *payload, size_t length)
{
  char text[300];
  json_text(color, text, sizeof text);
  emit("{\"event\":\"sample\",\"color\":\"%s\",\"x\":%d,\"y\":%d,\"shapesize\":%d,\"payloadLength\":%zu,"
       "\"payloadCrc\":\"%08x\",\"instanceState\":\"ALIVE\"}", text, x, y, shapesize, length, crc32_of(payload, length));
}

void peer_emit_instance(const char *event, const char *color)
{
  char text[300];
  json_text(color, text, sizeof text);
  const char *state = strcmp(event, "disposed") == 0 ? "NOT_ALIVE_DISPOSED" : "NOT_ALIVE_NO_WRITERS";
  emit("{\"event\":\"%s\",\"color\":\"%s\",\"instanceState\":\"%s\"}", event, text, state);
}

void peer_emit_count(const char *event, int count) { emit("{\"event\":\"%s\",\"count\":%d}", event, count); }

void peer_emit_error(const char *message)
{
  char text[600];
  json_text(message, text, sizeof text);
  emit("{\"event\":\"error\",\"message\":\"%s\"}", text);
}
