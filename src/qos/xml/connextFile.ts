// QoS libraries of Connext: <qos_library>, <qos_profile> and the elements for entities in them.

import type { BaseReference, ConnextEntity, ConnextLibraries, ConnextProfile } from "./ConnextLibraries.js";
import { PARTICIPANT_RULES } from "./connextParticipant.js";
import { GROUP_RULES, READER_RULES, TOPIC_RULES, WRITER_RULES } from "./connextRules.js";
import { onQos, type ParticipantDraft } from "./participantDraft.js";
import type { PolicyDraft } from "./policyRules.js";
import type { ProfileKind } from "./qosFile.js";
import { anyText, flagText } from "./values.js";
import { type AttributeRule, attribute, group, type Rule, type Rules, unsupported, type XmlWalk } from "./XmlWalk.js";
import type { XmlElement } from "./xmlTree.js";

/** Reads the root element of a file, `<dds>`. */
export function readConnext(walk: XmlWalk, root: XmlElement, libraries: ConnextLibraries): void {
  walk.visit(root, root.name, libraries, ROOT, { version: known });
}

interface Level {
  readonly libraries: ConnextLibraries;
  readonly library: string;
}

const readLibrary: Rule<ConnextLibraries> = (walk, element, path, libraries) => {
  const library = walk.peekAttribute(element, "name") ?? "";
  if (library === "") walk.fail(element.line, "<qos_library> has no name");
  walk.visit(element, `${path}[${library}]`, { libraries, library }, LIBRARY, { name: known });
};

const readProfile: Rule<Level> = (walk, element, path, { libraries, library }) => {
  const profile = newProfile(walk, element, library);
  const ownPath = `${path}[${walk.peekAttribute(element, "name")}]`;
  walk.visit(element, ownPath, { library, profile }, PROFILE, {
    name: known,
    base_name: baseAttribute,
    is_default_qos: attribute(flagText, (level: ProfileLevel, value) => {
      level.profile.isDefault = value;
    }),
    is_default_participant_factory_profile: known,
  });
  libraries.add(walk, profile);
};

/** QoS of an entity that stands in a library by itself: a profile with one part. */
function namedEntity(kind: ProfileKind): Rule<Level> {
  return (walk, element, path, { libraries, library }) => {
    const profile = newProfile(walk, element, library);
    readEntity(kind)(walk, element, path, { library, profile });
    libraries.add(walk, profile);
  };
}

function newProfile(walk: XmlWalk, element: XmlElement, library: string): ConnextProfile {
  const name = walk.peekAttribute(element, "name") ?? "";
  if (name === "") walk.fail(element.line, `<${element.name}> has no name`);
  return {
    name: `${library}::${name}`,
    file: walk.file,
    line: element.line,
    bases: [],
    entities: [],
    isDefault: false,
  };
}

interface ProfileLevel {
  readonly library: string;
  readonly profile: ConnextProfile;
}

function readEntity(kind: ProfileKind): Rule<ProfileLevel> {
  return (walk, element, path, { library, profile }) => {
    const entity: ConnextEntity = { kind, draft: { qos: {}, settings: {} }, bases: [], topicFilter: undefined };
    const filter = walk.peekAttribute(element, "topic_filter");
    const ownPath = filter === undefined ? path : `${path}[${filter}]`;
    const level: EntityLevel = { library, entity };
    walk.visitAttributes(element, ownPath, level, ENTITY_ATTRIBUTES);
    const base: Rule<ParticipantDraft> = (inner, one, onePath) => baseElements(inner, one, onePath, level);
    walk.visitChildren(element, ownPath, entity.draft, { ...RULES[kind], base_name: base });
    profile.entities.push(entity);
  };
}

interface EntityLevel {
  readonly library: string;
  readonly entity: ConnextEntity;
}

/** Where references to bases are noted: a profile or an entity. They are accounted for when all profiles are known. */
function basesOf(level: ProfileLevel | EntityLevel): BaseReference[] {
  return "entity" in level ? level.entity.bases : level.profile.bases;
}

const baseAttribute: AttributeRule<ProfileLevel | EntityLevel> = (walk, { value, line }, path, level) => {
  const name = walk.textOf(value, line);
  // The attribute comes first, in whatever order they are written.
  basesOf(level).unshift({ name, library: level.library, path, line, walk, isAttribute: true, target: undefined });
};

/** <base_name> with one <element> for each profile that is laid over what there is. */
const baseElements: Rule<ProfileLevel | EntityLevel> = group({
  element: (walk, element, path, level) => {
    const name = walk.valueOf(element, path);
    const { line } = element;
    basesOf(level).push({ name, library: level.library, path, line, walk, isAttribute: false, target: undefined });
  },
});

/** Understood where it stands, with nothing to do. */
const known: AttributeRule<unknown> = attribute(anyText, () => undefined);

const ENTITY_ATTRIBUTES: Readonly<Record<string, AttributeRule<EntityLevel>>> = {
  name: known,
  base_name: baseAttribute,
  topic_filter: attribute(anyText, (level: EntityLevel, value) => {
    level.entity.topicFilter = value;
  }),
};

function onEveryQos(rules: Rules<PolicyDraft>): Rules<ParticipantDraft> {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, onQos(rule)]));
}

const RULES: Readonly<Record<ProfileKind, Rules<ParticipantDraft>>> = {
  participant: PARTICIPANT_RULES,
  publisher: onEveryQos(GROUP_RULES),
  subscriber: onEveryQos(GROUP_RULES),
  topic: onEveryQos(TOPIC_RULES),
  writer: onEveryQos(WRITER_RULES),
  reader: onEveryQos(READER_RULES),
};

/** The elements of each kind; the shorter names are those of older files. */
const ENTITY_NAMES: Readonly<Record<string, ProfileKind>> = {
  domain_participant_qos: "participant",
  participant_qos: "participant",
  publisher_qos: "publisher",
  subscriber_qos: "subscriber",
  topic_qos: "topic",
  datawriter_qos: "writer",
  writer_qos: "writer",
  datareader_qos: "reader",
  reader_qos: "reader",
};

function entityRules<Into>(rule: (kind: ProfileKind) => Rule<Into>): Rules<Into> {
  return Object.fromEntries(Object.entries(ENTITY_NAMES).map(([name, kind]) => [name, rule(kind)]));
}

const NO_FACTORY = "there is no factory with a QoS of its own";

const PROFILE: Rules<ProfileLevel> = {
  ...entityRules(readEntity),
  base_name: baseElements,
  ...{ participant_factory_qos: unsupported(NO_FACTORY), domain_participant_factory_qos: unsupported(NO_FACTORY) },
};

const LIBRARY: Rules<Level> = { qos_profile: readProfile, ...entityRules(namedEntity) };

const TYPES = "types come from IDL";
const APPLICATIONS = "entities are made by the program";

const ROOT: Rules<ConnextLibraries> = {
  qos_library: readLibrary,
  types: unsupported(TYPES),
  type_library: unsupported(TYPES),
  domain_library: unsupported(APPLICATIONS),
  domain_participant_library: unsupported(APPLICATIONS),
  application_library: unsupported(APPLICATIONS),
  participant_factory_qos: unsupported(NO_FACTORY),
};
