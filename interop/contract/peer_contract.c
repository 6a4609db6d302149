/* Commands, schedule and pattern of a peer: see peer_contract.h. Plain C11 and POSIX. */
#include "peer_contract.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void feed_command_bytes(peer_commands *commands, const char *bytes, ssize_t length);
static void obey(peer_commands *commands, const char *line);

int64_t peer_now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
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

/* Commands are whole lines; a line may arrive in pieces. End of input is not a command: see interop/README.md. */
static void feed_command_bytes(peer_commands *commands, const char *bytes, ssize_t length)
{
  static char line[32];
  static size_t used = 0;
  for (ssize_t i = 0; i < length; i++) {
    if (bytes[i] != '\n') {
      if (used + 1 < sizeof line) line[used++] = bytes[i];
      continue;
    }
    line[used] = '\0';
    used = 0;
    obey(commands, line);
  }
}

static void obey(peer_commands *commands, const char *line)
{
  int strength;
  if (strcmp(line, "go") == 0) commands->go++;
  if (strcmp(line, "stop") == 0) commands->stop = true;
  if (strcmp(line, "assert") == 0) commands->asserts++;
  if (sscanf(line, "strength %d", &strength) != 1) return;
  commands->strength = strength;
  commands->strengths++;
}

bool peer_is_released(const peer_options *options, const peer_commands *commands, int index)
{
  if (!options->gate) return true;
  return commands->go > (options->batch == 0 ? 0 : index / options->batch);
}

bool peer_ends_batch(const peer_options *options, int written)
{
  return options->batch > 0 && written < options->count && written % options->batch == 0;
}

const char *peer_color(const peer_options *options, int index)
{
  return options->colors.items[index % options->colors.count];
}

void peer_fill_payload(int index, uint8_t *bytes, size_t length)
{
  for (size_t k = 0; k < length; k++) bytes[k] = (uint8_t)((size_t)index * 31 + k * 7 + (k >> 8));
}
