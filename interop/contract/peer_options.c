/* The command line of a peer: see peer_contract.h. Plain C11. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer_contract.h"

static void parse_role(const char *text, peer_options *options);
static bool parse_flag(peer_options *options, const char *name);
static bool parse_number_option(peer_options *options, const char *name, const char *value);
static bool parse_text_option(peer_options *options, const char *name, const char *value);
static bool parse_choice_option(peer_options *options, const char *name, const char *value);
static void usage_error(const char *format, ...);

void peer_parse_options(int argc, char **argv, peer_options *options)
{
  *options = (peer_options){ .topic = "Square", .keyed = true, .reliable = true, .period_ms = 10, .size = 30,
    .colors = { 1, { "BLUE" } }, .topics = 1, .wait_readers = 1, .linger_ms = 1000, .timeout_ms = 20000 };
  if (argc < 2) usage_error("needs pub or sub");
  parse_role(argv[1], options);
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

/* The index of `text` in `allowed`, which ends with NULL; else a usage error. */
static int parse_choice(const char *name, const char *text, const char *const *allowed)
{
  for (int i = 0; allowed[i] != NULL; i++)
    if (strcmp(text, allowed[i]) == 0) return i;
  usage_error("%s needs one of %s, %s%s%s, got %s", name, allowed[0], allowed[1], allowed[2] == NULL ? "" : ", ",
    allowed[2] == NULL ? "" : allowed[2], text);
  return 0;
}

static void parse_role(const char *text, peer_options *options)
{
  options->writer = parse_choice("the first argument", text, (const char *const[]){ "sub", "pub", NULL }) == 1;
}

static int parse_number(const char *name, const char *text)
{
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < 0 || value > 100000000)
    usage_error("%s needs a number from 0, got %s", name, text);
  return (int)value;
}

static int parse_history(const char *text)
{
  if (strcmp(text, "keep_all") == 0) return 0;
  if (strncmp(text, "keep_last:", 10) != 0) usage_error("--history needs keep_all or keep_last:N, got %s", text);
  int depth = parse_number("--history keep_last", text + 10);
  if (depth == 0) usage_error("--history keep_last needs a depth from 1");
  return depth;
}

static peer_list parse_list(const char *name, const char *text)
{
  peer_list list = { .count = 0 };
  if (*text == '\0') return list;
  char *copy = strdup(text);
  for (char *item = copy; item != NULL;) {
    char *comma = strchr(item, ',');
    if (comma != NULL) *comma++ = '\0';
    if (list.count == PEER_LIST_MAX) usage_error("%s takes at most %d values", name, PEER_LIST_MAX);
    list.items[list.count++] = item;
    item = comma;
  }
  return list;
}

static bool parse_flag(peer_options *options, const char *name)
{
  if (strcmp(name, "--gate") == 0) options->gate = true;
  else if (strcmp(name, "--ordered") == 0) options->ordered = true;
  else return false;
  return true;
}

static bool parse_number_option(peer_options *options, const char *name, const char *value)
{
  const struct { const char *name; int *target; } numbers[] = {
    { "--domain", &options->domain }, { "--deadline-ms", &options->deadline_ms }, { "--count", &options->count },
    { "--period-ms", &options->period_ms }, { "--payload", &options->payload_bytes }, { "--size", &options->size },
    { "--wait-readers", &options->wait_readers }, { "--linger-ms", &options->linger_ms },
    { "--timeout-ms", &options->timeout_ms }, { "--lease-ms", &options->lease_ms },
    { "--lifespan-ms", &options->lifespan_ms }, { "--strength", &options->strength },
    { "--time-filter-ms", &options->time_filter_ms }, { "--coherent", &options->coherent },
    { "--batch", &options->batch }, { "--topics", &options->topics },
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
    { "--topic", &options->topic }, { "--dispose", &options->dispose }, { "--unregister", &options->unregister },
    { "--filter", &options->filter },
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (strcmp(name, texts[i].name) != 0) continue;
    *texts[i].target = value;
    return true;
  }
  if (strcmp(name, "--partition") == 0) options->partitions = parse_list(name, value);
  else if (strcmp(name, "--color") == 0) options->colors = parse_list(name, value);
  else if (strcmp(name, "--filter-params") == 0) options->filter_params = parse_list(name, value);
  else return false;
  return true;
}

static bool parse_choice_option(peer_options *options, const char *name, const char *value)
{
  if (strcmp(name, "--history") == 0) {
    options->history_depth = parse_history(value);
    return true;
  }
  const struct { const char *name; bool *target; const char *allowed[3]; } pairs[] = {
    { "--type", &options->keyed, { "plain", "shape" } },
    { "--reliability", &options->reliable, { "best_effort", "reliable" } },
    { "--durability", &options->transient_local, { "volatile", "transient_local" } },
    { "--representation", &options->xcdr2, { "xcdr1", "xcdr2" } },
    { "--ownership", &options->exclusive, { "shared", "exclusive" } },
  };
  const struct { const char *name; int *target; const char *allowed[4]; } triples[] = {
    { "--liveliness", &options->liveliness, { "automatic", "manual_participant", "manual_topic" } },
    { "--access-scope", &options->access_scope, { "instance", "topic", "group" } },
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    if (strcmp(name, pairs[i].name) != 0) continue;
    *pairs[i].target = parse_choice(name, value, pairs[i].allowed) == 1;
    return true;
  }
  for (size_t i = 0; i < sizeof triples / sizeof triples[0]; i++) {
    if (strcmp(name, triples[i].name) != 0) continue;
    *triples[i].target = parse_choice(name, value, triples[i].allowed);
    return true;
  }
  return false;
}
