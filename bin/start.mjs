// `npm start`: from a fresh clone to the stages of real samples. Arguments go to `rtps stages`.
import { runCommandLine } from "./bootstrap.mjs";

runCommandLine(["stages", ...process.argv.slice(2)]);
