import fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  DEFAULT_PORT_PARAMETERS,
  domainPorts,
  maxParticipantIndex,
  PortError,
  participantPorts,
  portMeaning,
} from "../../src/discovery/ports.js";

const test = suite("well-known ports");

function failure(run: () => unknown): PortError {
  try {
    run();
  } catch (error) {
    if (error instanceof PortError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("domain 0", () => {
  assert.equal(participantPorts(0, 0), {
    metatrafficMulticast: 7400,
    userMulticast: 7401,
    metatrafficUnicast: 7410,
    userUnicast: 7411,
  });
  assert.equal(participantPorts(0, 4).metatrafficUnicast, 7418);
  assert.equal(participantPorts(0, 119).userUnicast, 7649);
});

test("the last domain", () => {
  assert.equal(participantPorts(232, 62), {
    metatrafficMulticast: 65400,
    userMulticast: 65401,
    metatrafficUnicast: 65534,
    userUnicast: 65535,
  });
  assert.is(maxParticipantIndex(232), 62);
  assert.is(maxParticipantIndex(231), 119);
  assert.is(maxParticipantIndex(0), 119);
});

test("LO-10: what does not exist is refused in one line", () => {
  const domain = failure(() => participantPorts(233, 0));
  assert.is(domain.code, "DOMAIN_ID_OUT_OF_RANGE");
  assert.is(domain.message, "domain 233 is not an integer from 0 to 232: its ports would be above 65535");
  const index = failure(() => participantPorts(232, 63));
  assert.is(index.code, "PARTICIPANT_INDEX_OUT_OF_RANGE");
  assert.is(index.message, "participant index 63 is not an integer from 0 to 62 (the limit in domain 232)");
  assert.match(failure(() => participantPorts(0, 120)).message, "from 0 to 119");
  for (const bad of [-1, 0.5, Number.NaN, Infinity]) {
    assert.is(failure(() => domainPorts(bad)).code, "DOMAIN_ID_OUT_OF_RANGE");
    assert.is(failure(() => participantPorts(0, bad)).code, "PARTICIPANT_INDEX_OUT_OF_RANGE");
  }
});

test("other port parameters", () => {
  const parameters = { ...DEFAULT_PORT_PARAMETERS, portBase: 20000, domainIdGain: 100 };
  assert.equal(participantPorts(3, 2, parameters), {
    metatrafficMulticast: 20300,
    userMulticast: 20301,
    metatrafficUnicast: 20314,
    userUnicast: 20315,
  });
  assert.is(maxParticipantIndex(3, parameters), 44);
  const high = { ...DEFAULT_PORT_PARAMETERS, portBase: 60000 };
  assert.is(failure(() => participantPorts(100, 0, high)).code, "PORT_OUT_OF_RANGE");
});

test("every port means what it was computed from", () => {
  fc.assert(
    fc.property(fc.nat(232), fc.nat(62), (domainId, participantIndex) => {
      const ports = participantPorts(domainId, participantIndex);
      const { metatrafficMulticast, metatrafficUnicast, userMulticast, userUnicast } = ports;
      const shared = { domainId, participantIndex: -1 };
      assert.equal(portMeaning(metatrafficMulticast), { ...shared, use: "metatrafficMulticast" });
      assert.equal(portMeaning(userMulticast), { ...shared, use: "userMulticast" });
      assert.equal(portMeaning(metatrafficUnicast), { domainId, use: "metatrafficUnicast", participantIndex });
      assert.equal(portMeaning(userUnicast), { domainId, use: "userUnicast", participantIndex });
      for (const port of Object.values(ports)) assert.ok(port <= 65535);
    }),
  );
});

test("no two participants share a unicast port", () => {
  const seen = new Set<number>();
  for (let domainId = 0; domainId <= 232; domainId++) {
    for (let index = 0; index <= maxParticipantIndex(domainId); index++) {
      const { metatrafficUnicast, userUnicast } = participantPorts(domainId, index);
      assert.not.ok(seen.has(metatrafficUnicast) || seen.has(userUnicast));
      seen.add(metatrafficUnicast).add(userUnicast);
    }
  }
  assert.is(seen.size, 2 * (232 * 120 + 63));
});

test("ports without a meaning", () => {
  for (const port of [0, 7399, 7402, 7409, 65536, 7400.5, -1]) assert.is(portMeaning(port), undefined, String(port));
  // Domain 232 ends at 65535.
  assert.is(portMeaning(65535)?.participantIndex, 62);
});

test.run();
