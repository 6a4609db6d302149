// What happened to the datagrams of a simulation.

/** Plain counts. Except for the first two, each receiver of a multicast counts by itself. */
export class SimStatistics {
  datagramsSent = 0;
  bytesSent = 0;
  datagramsDelivered = 0;
  bytesDelivered = 0;
  lost = 0;
  duplicated = 0;
  reordered = 0;
  /** Larger than the MTU of the link. */
  tooLarge = 0;
  partitioned = 0;
  filtered = 0;
  /** Nobody at that address and port, or no common network. */
  unreachable = 0;
}
