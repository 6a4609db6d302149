// The Fast DDS peer of interop/README.md: one writer or one reader of the shapes type, over UDP on loopback.
// Owns: the write schedule, statuses, taking samples. QoS is in entities.cpp, the command line in ../contract.
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastrtps/config.h>

#include "entities.hpp"
#include "shape_final.h"

using namespace eprosima::fastdds::dds;
using eprosima::fastrtps::types::ReturnCode_t;

namespace {

constexpr int TICK_MS = 5;

class Peer
{
public:

    explicit Peer(const peer_options& options)
        : options_(options), deadline_(peer_now_ms() + options.timeout_ms), entities_(create_entities(options))
    {
        peer_emit_ready("fastdds", FASTRTPS_VERSION_STR, entities_.participant->guid().guidPrefix.value);
    }

    int run()
    {
        int count = !options_.writer ? run_reader()
                : options_.keyed ? run_writer<ShapeType>() : run_writer<PlainType>();
        delete_entities(entities_);
        return count;
    }

private:

    // One turn of either role: commands, the time limit, statuses. False = leave.
    bool turn()
    {
        peer_poll_commands(&commands_, TICK_MS);
        if (options_.writer) report_writer_statuses();
        else report_reader_statuses();
        if (commands_.stop) return false;
        if (peer_now_ms() < deadline_) return true;
        peer_emit_error("timed out");
        std::exit(PEER_EXIT_TIMEOUT);
    }

    void report_writer_statuses()
    {
        PublicationMatchedStatus match;
        OfferedIncompatibleQosStatus qos;
        entities_.writer->get_publication_matched_status(match);
        entities_.writer->get_offered_incompatible_qos_status(qos);
        report(match.current_count, qos.total_count_change, qos.last_policy_id);
    }

    void report_reader_statuses()
    {
        SubscriptionMatchedStatus match;
        RequestedIncompatibleQosStatus qos;
        entities_.reader->get_subscription_matched_status(match);
        entities_.reader->get_requested_incompatible_qos_status(qos);
        report(match.current_count, qos.total_count_change, qos.last_policy_id);
    }

    void report(int matched, int incompatible, uint32_t policy)
    {
        if (matched != matched_) peer_emit_matched(matched);
        matched_ = matched;
        if (incompatible > 0) peer_emit_incompatible_qos(static_cast<int>(policy));
    }

    template<typename Type>
    int run_writer()
    {
        while (matched_ < options_.wait_readers || (options_.gate && !commands_.go))
        {
            if (!turn()) return 0;
        }
        int written = 0;
        for (int64_t next = peer_now_ms(); written < options_.count; next += options_.period_ms)
        {
            while (peer_now_ms() < next)
            {
                if (!turn()) return written;
            }
            write_sample<Type>(written++);
        }
        end_instances<Type>();
        peer_emit_count("written", written);
        for (int64_t end = peer_now_ms() + options_.linger_ms; peer_now_ms() < end;)
        {
            if (!turn()) break;
        }
        return written;
    }

    template<typename Type>
    void write_sample(int index)
    {
        char color[129];
        peer_color(&options_, index, color, sizeof color);
        Type sample;
        sample.color(color);
        sample.x(index);
        sample.y(-index);
        sample.shapesize(30);
        sample.additional_payload_size().resize(static_cast<size_t>(options_.payload_bytes));
        peer_fill_payload(index, sample.additional_payload_size().data(), sample.additional_payload_size().size());
        if (!entities_.writer->write(&sample)) fail("write");
    }

    template<typename Type>
    void end_instances()
    {
        Type key;
        if (options_.dispose != nullptr)
        {
            key.color(options_.dispose);
            if (entities_.writer->dispose(&key, HANDLE_NIL) != ReturnCode_t::RETCODE_OK) fail("dispose");
        }
        if (options_.unregister != nullptr)
        {
            key.color(options_.unregister);
            if (entities_.writer->unregister_instance(&key, HANDLE_NIL) != ReturnCode_t::RETCODE_OK)
            {
                fail("unregister_instance");
            }
        }
    }

    template<typename Type>
    int take_samples()
    {
        int valid = 0;
        Type sample;
        SampleInfo info;
        while (entities_.reader->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK)
        {
            if (info.valid_data)
            {
                valid++;
                colors_[info.instance_handle] = sample.color();
                const std::vector<uint8_t>& payload = sample.additional_payload_size();
                peer_emit_sample(sample.color().c_str(), sample.x(), sample.y(), sample.shapesize(),
                        payload.data(), payload.size());
            }
            else report_instance(info);
        }
        return valid;
    }

    // Fast DDS 2.9 has no get_key_value, so the colour of an instance is what its samples said.
    void report_instance(const SampleInfo& info)
    {
        const char* color = colors_[info.instance_handle].c_str();
        if (info.instance_state == NOT_ALIVE_DISPOSED_INSTANCE_STATE) peer_emit_instance("disposed", color);
        if (info.instance_state == NOT_ALIVE_NO_WRITERS_INSTANCE_STATE) peer_emit_instance("no_writers", color);
    }

    int take()
    {
        return options_.keyed ? take_samples<ShapeType>() : take_samples<PlainType>();
    }

    int run_reader()
    {
        int received = 0;
        int64_t end = INT64_MAX;
        while (turn() && peer_now_ms() < end)
        {
            received += take();
            if (end == INT64_MAX && options_.count > 0 && received >= options_.count)
            {
                end = peer_now_ms() + options_.linger_ms;
            }
        }
        return received + take();
    }

    const peer_options options_;
    const int64_t deadline_;
    peer_commands commands_{};
    int matched_ = 0;
    Entities entities_;
    std::map<InstanceHandle_t, std::string> colors_;
};

} // namespace

int main(int argc, char** argv)
{
    peer_options options;
    peer_parse_options(argc, argv, &options);
    Peer peer(options);
    peer_emit_count("done", peer.run());
    return PEER_EXIT_OK;
}
