// The Fast DDS peer of interop/README.md: one writer or one reader of the shapes type, over UDP on loopback.
// Owns: the write schedule, taking samples. QoS is in entities.cpp, statuses in statuses.cpp, the contract in
// ../contract.
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastrtps/config.h>

#include "entities.hpp"
#include "shape_final.h"
#include "statuses.hpp"

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
        obey_commands();
        statuses_.report(entities_);
        if (commands_.stop) return false;
        if (peer_now_ms() < deadline_) return true;
        peer_emit_error("timed out");
        std::exit(PEER_EXIT_TIMEOUT);
    }

    void obey_commands()
    {
        if (commands_.strengths > strengths_done_) set_strength(entities_, commands_.strength);
        strengths_done_ = commands_.strengths;
        for (; asserts_done_ < commands_.asserts; asserts_done_++)
        {
            check("assert_liveliness", entities_.writer->assert_liveliness());
        }
    }

    template<typename Type>
    int run_writer()
    {
        while (statuses_.matched() < options_.wait_readers)
        {
            if (!turn()) return 0;
        }
        int written = 0;
        for (int64_t next = peer_now_ms(); written < options_.count; next += options_.period_ms)
        {
            while (!peer_is_released(&options_, &commands_, written))
            {
                if (!turn()) return written;
                next = peer_now_ms();
            }
            while (peer_now_ms() < next)
            {
                if (!turn()) return written;
            }
            write_sample<Type>(written++);
            if (peer_ends_batch(&options_, written)) peer_emit_count("written", written);
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
        Type sample;
        sample.color(std::string(peer_color(&options_, index)));
        sample.x(index);
        sample.y(-index);
        sample.shapesize(options_.size);
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
            check("dispose", entities_.writer->dispose(&key, HANDLE_NIL));
        }
        if (options_.unregister != nullptr)
        {
            key.color(options_.unregister);
            check("unregister_instance", entities_.writer->unregister_instance(&key, HANDLE_NIL));
        }
    }

    template<typename Type>
    int take_samples()
    {
        int valid = 0;
        bool is_first = true;
        Type sample;
        SampleInfo info;
        while (entities_.reader->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK)
        {
            if (is_first) takes_++;
            is_first = false;
            if (!info.valid_data)
            {
                report_instance(info);
                continue;
            }
            valid++;
            colors_[info.instance_handle] = sample.color();
            emit_sample(sample, info);
        }
        return valid;
    }

    template<typename Type>
    void emit_sample(const Type& sample, const SampleInfo& info)
    {
        const std::vector<uint8_t>& payload = sample.additional_payload_size();
        peer_sample event{};
        event.color = sample.color().c_str();
        event.x = sample.x();
        event.y = sample.y();
        event.shapesize = sample.shapesize();
        event.payload = payload.data();
        event.length = payload.size();
        event.take = takes_;
        event.source_ns = info.source_timestamp.to_ns();
        peer_emit_sample(&event);
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
            if (!peer_is_released(&options_, &commands_, 0)) continue;
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
    int strengths_done_ = 0;
    int asserts_done_ = 0;
    int takes_ = 0;
    Entities entities_;
    Statuses statuses_;
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
