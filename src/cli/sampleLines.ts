// Samples as lines of JSON.

import type { Sample, SampleInfo, StructValue } from "../index.js";
import { toJsonLine } from "./jsonValues.js";

/** The value alone, or with its info; a change of state without a value always says what it is. */
export function formatSample({ data, info }: Sample<StructValue>, withInfo: boolean): string {
  return `${sampleLine(data, info, withInfo)}\n`;
}

function sampleLine(data: StructValue | undefined, info: SampleInfo, withInfo: boolean): string {
  if (withInfo) return toJsonLine({ data: data ?? null, info: { ...info, writerGuid: info.writerGuid.toString() } });
  if (info.validData) return toJsonLine(data);
  return toJsonLine({ $instanceState: info.receivedInstanceState, key: data ?? null });
}
