/* See ros_contract.h. Plain C11. */
#include "ros_contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ROS_FIELD_NAMES[ROS_FIELDS] = { "x", "y", "z" };

static void refuse(const char *what, const char *which)
{
  fprintf(stderr, "%s: %s\n", what, which);
  exit(PEER_EXIT_USAGE);
}

void ros_parse_options(int argc, char **argv, ros_options *options)
{
  memset(options, 0, sizeof *options);
  options->count = 5;
  options->points = 10;
  options->node = "peer";
  if (argc < 2 || (strcmp(argv[1], "pub") != 0 && strcmp(argv[1], "sub") != 0)) refuse("usage", "peer pub|sub [options]");
  options->writer = strcmp(argv[1], "pub") == 0;
  for (int i = 2; i < argc; i += 2) {
    const char *name = argv[i];
    if (i + 1 == argc) refuse("no value for", name);
    const char *value = argv[i + 1];
    if (strcmp(name, "--domain") == 0) options->domain = atoi(value);
    else if (strcmp(name, "--type") == 0) options->cloud = strcmp(value, "cloud") == 0;
    else if (strcmp(name, "--count") == 0) options->count = atoi(value);
    else if (strcmp(name, "--points") == 0) options->points = atoi(value);
    else if (strcmp(name, "--node") == 0) options->node = value;
    else if (strcmp(name, "--type-hash") == 0)
      snprintf(options->user_data, sizeof options->user_data, "typehash=%s;", value);
    else refuse("unknown option", name);
  }
}

const char *ros_topic(const ros_options *options) { return options->cloud ? "rt/points" : "rt/chatter"; }

void ros_fill_text(int index, char *text, size_t size) { snprintf(text, size, "sample %d: gr\xc3\xbc\xc3\x9f" "e", index); }

void ros_fill_cloud(const ros_options *options, int index, char *frame_id, ros_cloud *cloud)
{
  snprintf(frame_id, ROS_TEXT_MAX, "lidar_%d", index);
  uint32_t row_step = (uint32_t)options->points * ROS_POINT_STEP;
  *cloud = (ros_cloud){ .sec = 1700000000 + index, .nanosec = 500, .frame_id = frame_id, .height = 1,
    .width = (uint32_t)options->points, .point_step = ROS_POINT_STEP, .row_step = row_step, .fields = ROS_FIELDS,
    .last_field = ROS_FIELD_NAMES[ROS_FIELDS - 1], .is_bigendian = false, .is_dense = true, .data = NULL,
    .length = row_step };
}

void ros_emit_text(const char *text)
{
  printf("{\"event\":\"text\",\"data\":\"%s\"}\n", text);
  fflush(stdout);
}

static uint32_t crc32_of(const uint8_t *bytes, size_t length)
{
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

void ros_emit_cloud(const ros_cloud *cloud)
{
  printf("{\"event\":\"cloud\",\"sec\":%d,\"nanosec\":%u,\"frameId\":\"%s\",\"height\":%u,\"width\":%u,\"fields\":%d,"
         "\"lastField\":\"%s\",\"pointStep\":%u,\"rowStep\":%u,\"isDense\":%s,\"length\":%zu,\"crc\":\"%08x\"}\n",
    cloud->sec, cloud->nanosec, cloud->frame_id, cloud->height, cloud->width, cloud->fields, cloud->last_field,
    cloud->point_step, cloud->row_step, cloud->is_dense ? "true" : "false", cloud->length,
    crc32_of(cloud->data, cloud->length));
  fflush(stdout);
}
