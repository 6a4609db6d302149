// All targets by name. Each is made when it is asked for: some take a second to prepare.

import { argumentTarget } from "./argumentTarget.js";
import { captureTarget, messageTarget, parameterTarget } from "./byteTargets.js";
import { codecTarget } from "./codecTarget.js";
import { engineTarget } from "./engineTarget.js";
import type { FuzzTarget } from "./FuzzTarget.js";
import { filterTarget, idlTarget, rosTarget, xmlTarget } from "./textTargets.js";
import { typeTarget } from "./typeTarget.js";

export const TARGETS: Readonly<Record<string, () => FuzzTarget>> = {
  engine: engineTarget,
  messages: messageTarget,
  parameters: parameterTarget,
  codecs: codecTarget,
  types: typeTarget,
  idl: idlTarget,
  ros: rosTarget,
  captures: captureTarget,
  filter: filterTarget,
  xml: xmlTarget,
  arguments: argumentTarget,
};
