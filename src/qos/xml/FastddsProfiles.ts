// The profiles of one or more files of Fast DDS. It refuses a second profile of a name itself; of two defaults it takes
// one, and the files do not say which is meant.

import type { QosProfile } from "./qosFile.js";
import type { XmlWalk } from "./XmlWalk.js";

export class FastddsProfiles {
  /** In the order of the files. */
  readonly all: QosProfile[] = [];
  private readonly byName = new Map<string, QosProfile>();
  private readonly defaults = new Map<string, QosProfile>();

  /** @throws QosError at the line of the profile if its name is taken, or if there is a default of its kind */
  add(walk: XmlWalk, profile: QosProfile): void {
    const { kind, name, line } = profile;
    const id = `${kind} ${name}`;
    const twin = this.byName.get(id);
    if (twin !== undefined) {
      const problem = `there is a ${kind} profile "${name}" already, in ${placeOf(twin, walk.file)}`;
      walk.fail(line, `${problem}: give it another name`);
    }
    const before = profile.isDefault ? this.defaults.get(kind) : undefined;
    if (before !== undefined) {
      const problem = `the default ${kind} profile is "${before.name}" already, in ${placeOf(before, walk.file)}`;
      walk.fail(line, `${problem}: mark one of them`);
    }
    this.byName.set(id, profile);
    if (profile.isDefault) this.defaults.set(kind, profile);
    this.all.push(profile);
  }
}

function placeOf({ file, line }: QosProfile, here: string): string {
  return file === here ? `line ${line}` : `${file}:${line}`;
}
