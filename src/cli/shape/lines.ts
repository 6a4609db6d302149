// The lines that the driver of the interoperability suite looks for, in exactly the form it looks for.

import { visible } from "../../text/visible.js";
import type { Shape } from "./shapeType.js";

/** As printed for a sample that was written or read; the last additional octet shows that all of them came. */
export function sampleLine(topicName: string, shape: Shape): string {
  const { color, x, y, shapesize, additional_payload_size: extra } = shape;
  const tail = extra.length > 0 ? ` {${extra[extra.length - 1]}}` : "";
  return `${names(topicName, color)} ${threeDigits(x)} ${threeDigits(y)} [${shapesize}]${tail}`;
}

/** As printed for an instance that is not alive any more. */
export function instanceLine(topicName: string, color: string, state: "DISPOSED" | "NO_WRITERS"): string {
  return `${names(topicName, color)} NOT_ALIVE_${state}_INSTANCE_STATE`;
}

/** As printed when a status changes: the name of the callback, the topic, and what the status says. */
export function statusLine(callback: string, topicName: string, typeName: string, detail?: string): string {
  return `${callback}() topic: '${topicName}'  type: '${typeName}'${detail === undefined ? "" : ` : ${detail}`}`;
}

function names(topicName: string, color: string): string {
  return `${topicName.padEnd(NAME_WIDTH)} ${visible(color).padEnd(NAME_WIDTH)}`;
}

/** printf's %03d: the sign counts. */
function threeDigits(value: number): string {
  return value < 0 ? `-${String(-value).padStart(2, "0")}` : String(value).padStart(3, "0");
}

const NAME_WIDTH = 10;
