// The participant of a command, and a word when it could not have the ports that others look for it at.

import { DomainParticipant, type DomainParticipantOptions } from "../index.js";
import { complain } from "./output.js";

/** As `DomainParticipant.create`. */
export async function openParticipant(options: DomainParticipantOptions): Promise<DomainParticipant> {
  const participant = await DomainParticipant.create(options);
  const { participantIndex, metatrafficUnicastPort } = participant.transport;
  if (participantIndex < 0 && options.participantIndex === "auto") {
    complain(
      `rtps: every participant index of domain ${participant.domainId} is taken on this host: using port ` +
        `${metatrafficUnicastPort}, which peers that do not use multicast have to be told`,
    );
  }
  return participant;
}
