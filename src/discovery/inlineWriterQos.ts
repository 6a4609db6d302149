// RTPS 2.5 §8.7.2: the name of the topic and the QoS of the writer, as they go with every sample to a reader that expects
// inline QoS.

import { PID_TOPIC_NAME } from "../rtps/messages/parameterId.js";
import { ParameterListBuilder } from "../rtps/messages/parameterList.js";
import type { LocalWriter } from "./localEndpoints.js";
import { appendInlineWriterQos } from "./qosParameterEncoding.js";

/**
 * Makes the list without sentinel that fits into `room` octets: without the policies if they do not, empty if the name
 * does not either. The policies are those of the moment.
 */
export function inlineWriterQosOf(writer: Pick<LocalWriter, "topicName" | "qos">): (room: number) => Uint8Array {
  const name = listOf((list) => list.string(PID_TOPIC_NAME, writer.topicName));
  let { qos } = writer;
  let whole = wholeOf(name, writer);
  return (room) => {
    if (qos !== writer.qos) {
      qos = writer.qos;
      whole = wholeOf(name, writer);
    }
    if (whole.length <= room) return whole;
    return name.length <= room ? name : NOTHING;
  };
}

function wholeOf(name: Uint8Array, { qos }: Pick<LocalWriter, "qos">): Uint8Array {
  const policies = listOf((list) => appendInlineWriterQos(list, qos));
  const whole = new Uint8Array(name.length + policies.length);
  whole.set(name);
  whole.set(policies, name.length);
  return whole;
}

function listOf(fill: (list: ParameterListBuilder) => void): Uint8Array {
  const list = new ParameterListBuilder();
  fill(list);
  return list.finish().subarray(0, -SENTINEL_BYTES);
}

const SENTINEL_BYTES = 4;
const NOTHING = new Uint8Array(0);
