// The graph of ROS 2 as a participant sees it: what discovery tells, and what ros_discovery_info adds about nodes.

import {
  type DomainParticipant,
  ROS_DISCOVERY_TOPIC,
  type RosGraph,
  type RosParticipantEntities,
  rosDiscoveryCodec,
  rosDiscoveryType,
  rosGraph,
  rosParticipantEntities,
} from "../../index.js";

export class GraphWatch {
  /** The latest of each participant, by its GUID. */
  private readonly entities = new Map<string, RosParticipantEntities>();

  /** @param onChange is called when a participant tells of its nodes anew */
  constructor(
    private readonly participant: DomainParticipant,
    onChange: () => void = () => {},
  ) {
    const topic = participant.createTopic(ROS_DISCOVERY_TOPIC, rosDiscoveryType());
    participant.createReader(topic, {
      qos: { reliability: "reliable", durability: "transient-local", history: "keepAll" },
      typeCodec: rosDiscoveryCodec(),
      listener: {
        onSample: ({ data, info }) => {
          if (!info.validData || data === undefined) return;
          const told = rosParticipantEntities(data);
          this.entities.set(told.guid.toString(), told);
          onChange();
        },
      },
    });
  }

  get graph(): RosGraph {
    const { participants, endpoints } = this.participant;
    return rosGraph({ participants, endpoints, entities: this.entities.values() });
  }
}
