import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  announcedAddresses,
  chooseInterfaces,
  isLoopbackAddress,
  listInterfaces,
  multicastInterfaces,
  type NetworkInterface,
  TransportError,
} from "../../src/transport/index.js";

const test = suite("interfaces");
const LO: NetworkInterface = { name: "lo", address: "127.0.0.1", loopback: true };
const ETH: NetworkInterface = { name: "eth0", address: "192.0.2.2", loopback: false };
const ETH_SECOND: NetworkInterface = { name: "eth0", address: "192.0.2.3", loopback: false };
const WLAN: NetworkInterface = { name: "wlan0", address: "198.51.100.7", loopback: false };
const ALL = [LO, ETH, ETH_SECOND, WLAN];

function errorOf(action: () => void): TransportError {
  try {
    action();
  } catch (error) {
    assert.instance(error, TransportError);
    return error as TransportError;
  }
  throw new Error("nothing was thrown");
}

test("without a list: all of them, loopback last and not announced", () => {
  const chosen = chooseInterfaces([], ALL);
  assert.equal(chosen, [ETH, ETH_SECOND, WLAN, LO]);
  assert.equal(announcedAddresses(chosen), ["192.0.2.2", "192.0.2.3", "198.51.100.7"]);
});

test("a host with loopback only announces loopback", () => {
  assert.equal(announcedAddresses(chooseInterfaces([], [LO])), ["127.0.0.1"]);
});

test("names and addresses, each address once", () => {
  assert.equal(chooseInterfaces(["127.0.0.1"], ALL), [LO]);
  assert.equal(chooseInterfaces(["lo", "127.0.0.1"], ALL), [LO]);
  assert.equal(chooseInterfaces(["wlan0", "eth0"], ALL), [WLAN, ETH, ETH_SECOND]);
  assert.equal(announcedAddresses(chooseInterfaces(["192.0.2.3", "lo"], ALL)), ["192.0.2.3"]);
});

test("an unknown interface is refused with the ones that exist", () => {
  const error = errorOf(() => chooseInterfaces(["eth7"], ALL));
  assert.is(error.code, "UNKNOWN_INTERFACE");
  assert.is(
    error.message,
    'no IPv4 interface is called "eth7"; use one of: lo (127.0.0.1), eth0 (192.0.2.2), eth0 (192.0.2.3), wlan0 (198.51.100.7)',
  );
  assert.match(errorOf(() => chooseInterfaces(["lo"], [])).message, /none is up/);
});

test("no interface at all is an error that says so", () => {
  assert.is(errorOf(() => chooseInterfaces([], [])).code, "NO_INTERFACE");
});

test("multicast uses each interface once, however many addresses it has", () => {
  assert.equal(multicastInterfaces([ETH, ETH_SECOND, WLAN, LO]), [ETH, WLAN, LO]);
});

test("this host has 127.0.0.1, and 127.0.0.0/8 is loopback", () => {
  assert.ok(listInterfaces().some((i) => i.address === "127.0.0.1" && i.loopback));
  assert.ok(isLoopbackAddress("127.1.2.3"));
  assert.not(isLoopbackAddress("128.0.0.1"));
  assert.not(isLoopbackAddress("12.7.0.0"));
});

test.run();
