/* The command line, the samples and their event lines of a ROS peer (interop/ros/README.md), for C and C++. Commands
 * and the other events are those of ../../contract/peer_contract.h. Never: anything of DDS. */
#ifndef RTPS_LAB_ROS_CONTRACT_H
#define RTPS_LAB_ROS_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "peer_contract.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROS_DISCOVERY_TOPIC "ros_discovery_info"
#define ROS_ENCLAVE "enclave=/;"

enum { ROS_TEXT_MAX = 64, ROS_FIELDS = 3, ROS_POINT_STEP = 12, ROS_USER_DATA_MAX = 128, ROS_LIFE_MS = 60000 };

typedef struct {
  bool writer;              /* pub, else sub */
  int domain;
  bool cloud;               /* --type cloud, else string */
  int count;
  int points;               /* of a cloud */
  const char *node;         /* name of the node, in namespace "/" */
  char user_data[ROS_USER_DATA_MAX];  /* of the endpoint: its type hash; "" for none */
} ros_options;

/** Prints one line on stderr and exits with PEER_EXIT_USAGE when the arguments are wrong. */
void ros_parse_options(int argc, char **argv, ros_options *options);

/** "rt/chatter" or "rt/points". */
const char *ros_topic(const ros_options *options);

/** The text of sample `index`. */
void ros_fill_text(int index, char *text, size_t size);

/** A cloud without the types of a vendor. Fields are "x", "y" and "z", float32. */
typedef struct {
  int32_t sec;
  uint32_t nanosec;
  const char *frame_id;
  uint32_t height, width, point_step, row_step;
  int fields;
  const char *last_field;   /* name of the last of them */
  bool is_bigendian, is_dense;
  const uint8_t *data;
  size_t length;
} ros_cloud;

/** All of cloud `index` but its data, which peer_fill_payload gives. `frame_id` has room for ROS_TEXT_MAX. */
void ros_fill_cloud(const ros_options *options, int index, char *frame_id, ros_cloud *cloud);

/** Names of the fields, in order. */
extern const char *const ROS_FIELD_NAMES[ROS_FIELDS];

void ros_emit_text(const char *text);
void ros_emit_cloud(const ros_cloud *cloud);

#ifdef __cplusplus
}
#endif
#endif
