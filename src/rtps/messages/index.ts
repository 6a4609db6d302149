export * from "./elements.js";
export * from "./faults.js";
export * from "./fields.js";
export * from "./layouts.js";
export * from "./MessageBuilder.js";
export * from "./MessageReader.js";
export * from "./sizes.js";
export * from "./submessageKind.js";
