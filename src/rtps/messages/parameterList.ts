// RTPS 2.5 §9.4.2.11: reading and making parameter lists, and the inline QoS of DATA and DATA_FRAG.

export * from "./ParameterListBuilder.js";
export * from "./ParameterListReader.js";
export * from "./parameterInlineQos.js";
