/** Types on the wire (XTypes 1.3): TypeObjects, what is learnt from peers, assignability. */
export { isAgreedOn } from "./agreed.js";
export {
  type AssignabilityOptions,
  type NotAssignable,
  notAssignable,
  notAssignableInWords,
} from "./assignability/Assignability.js";
export { typeInformationProblem } from "./build/representation.js";
export { UnsayableType } from "./build/typeObjects.js";
export { TypeProblem } from "./describe/TypeProblem.js";
export { compressedTypeObject, typeNameInV1 } from "./older/typeObjectV1.js";
export { TypeRegistry, type TypeRegistryLimits } from "./registry/TypeRegistry.js";
