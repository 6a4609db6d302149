// RTPS 2.5 §8.3.4 and §9.4.5.1: walks the submessages of one datagram. Owns the header rules and the position,
// never looks into a body. Reused for every datagram: the only allocation is one DataView per reset().

import {
  MESSAGE_BAD_MAGIC,
  MESSAGE_BAD_VERSION,
  MESSAGE_OK,
  MESSAGE_TOO_SHORT,
  type MessageFault,
  SUBMESSAGE_HEADER_TRUNCATED,
  SUBMESSAGE_TOO_LONG,
} from "./faults.js";
import {
  HEADER_MAJOR,
  HEADER_MINOR,
  HEADER_SPAN,
  HEADER_VENDOR_ID,
  SUBMESSAGE_FLAGS,
  SUBMESSAGE_HEADER_SPAN,
  SUBMESSAGE_LENGTH,
} from "./layouts.js";
import { FLAG_ENDIANNESS, SUBMESSAGE_INFO_TS, SUBMESSAGE_PAD, type SubmessageKind } from "./submessageKind.js";

export class SubmessageCursor {
  /** The current datagram. */
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Of the header: two octets read big-endian, as in the table of vendor ids (0x0110). */
  vendorId = 0;
  protocolMinor = 0;

  /** The current submessage. */
  kind: SubmessageKind = 0;
  flags = 0;
  littleEndian = true;
  /** [bodyOffset, bodyEnd) lies within the datagram. */
  bodyOffset = 0;
  bodyEnd = 0;
  /** What ended the walk; MESSAGE_OK while it goes on and after a clean end. */
  fault: MessageFault = MESSAGE_OK;

  private nextOffset = 0;

  /**
   * Starts a datagram and checks its header. It is borrowed until the next reset. After anything but MESSAGE_OK the
   * datagram is to be dropped, and next() returns false.
   */
  reset(datagram: Uint8Array): MessageFault {
    const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
    this.bytes = datagram;
    this.view = view;
    this.kind = 0;
    this.flags = 0;
    this.bodyOffset = 0;
    this.bodyEnd = 0;
    this.nextOffset = view.byteLength;
    this.fault = checkHeader(view);
    if (this.fault !== MESSAGE_OK) return this.fault;
    this.protocolMinor = view.getUint8(HEADER_MINOR);
    this.vendorId = view.getUint16(HEADER_VENDOR_ID);
    this.nextOffset = HEADER_SPAN;
    return MESSAGE_OK;
  }

  /**
   * Moves to the next submessage, of whatever kind. False at the end of the datagram, and where the rest of it makes
   * no sense: then `fault` says why. What came before keeps its effect (§8.3.4.1).
   */
  next(): boolean {
    const view = this.view;
    const offset = this.nextOffset;
    const left = view.byteLength - offset;
    if (left < SUBMESSAGE_HEADER_SPAN) {
      // `left` is negative when rounding the last length up went past the end.
      if (left > 0 && this.fault === MESSAGE_OK) this.fault = SUBMESSAGE_HEADER_TRUNCATED;
      return false;
    }
    const kind = view.getUint8(offset);
    const flags = view.getUint8(offset + SUBMESSAGE_FLAGS);
    const littleEndian = (flags & FLAG_ENDIANNESS) !== 0;
    const length = view.getUint16(offset + SUBMESSAGE_LENGTH, littleEndian);
    const bodyOffset = offset + SUBMESSAGE_HEADER_SPAN;
    let bodyEnd = bodyOffset + length;
    if (bodyEnd > view.byteLength) {
      this.fault = SUBMESSAGE_TOO_LONG;
      this.nextOffset = view.byteLength;
      return false;
    }
    // §9.4.5.1.3: zero means "to the end of the message", except where an empty body makes sense.
    if (length === 0 && kind !== SUBMESSAGE_PAD && kind !== SUBMESSAGE_INFO_TS) bodyEnd = view.byteLength;
    this.kind = kind;
    this.flags = flags;
    this.littleEndian = littleEndian;
    this.bodyOffset = bodyOffset;
    this.bodyEnd = bodyEnd;
    // A length that is not a multiple of 4 is against §9.4.1 unless it is the last; some senders count without the
    // padding, so the next header is looked for at the next multiple of 4.
    this.nextOffset = (bodyEnd + 3) & ~3;
    return true;
  }
}

function checkHeader(view: DataView): MessageFault {
  if (view.byteLength < HEADER_SPAN) return MESSAGE_TOO_SHORT;
  if (view.getUint32(0) !== PROTOCOL_RTPS) return MESSAGE_BAD_MAGIC;
  return view.getUint8(HEADER_MAJOR) === PROTOCOL_MAJOR ? MESSAGE_OK : MESSAGE_BAD_VERSION;
}

/** "RTPS" as a big-endian word. */
const PROTOCOL_RTPS = 0x52545053;
const PROTOCOL_MAJOR = 2;
