// A participant in a worker thread.
export type { WorkerParticipantOptions } from "./messages.js";
export type { WorkerSampleInfo } from "./RecordHeaders.js";
export {
  WorkerParticipant,
  type WorkerParticipantListener,
  type WorkerReaderOptions,
  type WorkerTopic,
  type WorkerWriterOptions,
} from "./WorkerParticipant.js";
export { WorkerReader, type WorkerReaderListener, type WorkerSample } from "./WorkerReader.js";
export { WorkerWriter, type WorkerWriterListener } from "./WorkerWriter.js";
