/* Cyclone DDS as a peer of `rtps bench`: UDP over 127.0.0.1, listeners, no shared memory. */
#include <stdlib.h>
#include <string.h>

#include <dds/dds.h>
#include <dds/version.h>

#include "bench.h"
#include "bench_contract.h"

/* Peers are found without multicast, which the loopback interface of a host does not have. */
static const char *const DOMAIN_CONFIG =
  "<General><Interfaces><NetworkInterface name=\"lo\"/></Interfaces><AllowMulticast>false</AllowMulticast></General>"
  "<Discovery><ParticipantIndex>auto</ParticipantIndex><Peers><Peer address=\"127.0.0.1\"/></Peers></Discovery>"
  "<Internal><SocketReceiveBufferSize min=\"default\" max=\"8MiB\"/></Internal>";

enum { MAX_TAKE = 64, RECEIVE_BUFFER_ASKED = 8 * 1024 * 1024, BLOCKING_S = 10 };

static bench_options options;
static rtps_lab_BenchSample sample;
static dds_entity_t writer, reader;

static dds_entity_t check(const char *what, dds_return_t result);
static void create(dds_entity_t participant);
static dds_entity_t create_topic(dds_entity_t participant, const char *suffix);
static void on_data(dds_entity_t from, void *argument);
static bool is_matched(void);
static void send_sample(uint64_t number, double stamp_us);
static void flush(void);

int main(int argc, char **argv)
{
  bench_parse(argc, argv, &options);
  sample.payload._length = sample.payload._maximum = (uint32_t)options.payload;
  sample.payload._buffer = calloc(options.payload, 1);
  dds_domainid_t domain = (dds_domainid_t)options.domain;
  dds_entity_t domain_entity = check("dds_create_domain", dds_create_domain(domain, DOMAIN_CONFIG));
  /* Several samples in a datagram, where that is what is measured. */
  if (options.role == BENCH_PUB && options.samples == 0) dds_write_set_batch(true);
  dds_entity_t participant = check("dds_create_participant", dds_create_participant(domain, NULL, NULL));
  create(participant);
  bench_side side = { .version = DDS_VERSION, .transport = "UDP 127.0.0.1",
    .receive_buffer_asked = RECEIVE_BUFFER_ASKED, .is_matched = is_matched, .send = send_sample, .flush = flush };
  bench_run(&options, &side);
  dds_delete(domain_entity);
  return 0;
}

static void create(dds_entity_t participant)
{
  dds_qos_t *qos = dds_create_qos();
  dds_qset_reliability(qos, options.reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
    DDS_SECS(BLOCKING_S));
  dds_qset_history(qos, options.depth == 0 ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
    options.depth == 0 ? 1 : options.depth);
  dds_listener_t *listener = dds_create_listener(NULL);
  dds_lset_data_available(listener, on_data);
  bool pair = options.role == BENCH_PING || options.role == BENCH_ECHO;
  const char *out = pair ? (options.role == BENCH_PING ? "ping" : "pong") : "stream";
  const char *in = pair ? (options.role == BENCH_PING ? "pong" : "ping") : "stream";
  if (options.role != BENCH_SUB)
  {
    writer = check("dds_create_writer", dds_create_writer(participant, create_topic(participant, out), qos, NULL));
    // Held, or Cyclone DDS would forget the instance and free it after each BEST_EFFORT sample.
    dds_instance_handle_t instance;
    check("dds_register_instance", dds_register_instance(writer, &instance, &sample));
  }
  if (options.role != BENCH_PUB)
    reader = check("dds_create_reader", dds_create_reader(participant, create_topic(participant, in), qos, listener));
  dds_delete_listener(listener);
  dds_delete_qos(qos);
}

static dds_entity_t create_topic(dds_entity_t participant, const char *suffix)
{
  char name[256];
  snprintf(name, sizeof name, "%s_%s", options.topic, suffix);
  /* Names of topics have no slashes here. */
  for (char *at = name; *at != '\0'; at++) if (*at == '/') *at = '_';
  return check("dds_create_topic", dds_create_topic(participant, &rtps_lab_BenchSample_desc, name, NULL, NULL));
}

static void on_data(dds_entity_t from, void *argument)
{
  (void)argument;
  void *samples[MAX_TAKE] = { NULL };
  dds_sample_info_t infos[MAX_TAKE];
  int count;
  while ((count = dds_take(from, samples, infos, MAX_TAKE, MAX_TAKE)) > 0) {
    for (int i = 0; i < count; i++) {
      if (!infos[i].valid_data) continue;
      const rtps_lab_BenchSample *received = samples[i];
      if (options.role == BENCH_ECHO) {
        check("dds_write", dds_write(writer, received));
        bench_on_echoed();
      } else bench_on_sample(received->number, received->stamp, received->payload._length);
    }
    dds_return_loan(from, samples, count);
    samples[0] = NULL;
  }
}

static bool is_matched(void)
{
  dds_publication_matched_status_t publication = { .current_count = 1 };
  dds_subscription_matched_status_t subscription = { .current_count = 1 };
  if (writer != 0) dds_get_publication_matched_status(writer, &publication);
  if (reader != 0) dds_get_subscription_matched_status(reader, &subscription);
  return publication.current_count > 0 && subscription.current_count > 0;
}

static void send_sample(uint64_t number, double stamp_us)
{
  sample.number = number;
  sample.stamp = stamp_us;
  dds_return_t result;
  do result = dds_write(writer, &sample); while (result == DDS_RETCODE_TIMEOUT);
  check("dds_write", result);
}

static void flush(void)
{
  dds_write_flush(writer);
}

static dds_entity_t check(const char *what, dds_return_t result)
{
  if (result < 0) bench_fail(what, dds_strretcode(-result));
  return result;
}
