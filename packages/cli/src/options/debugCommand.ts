import { NO_CACHE, SCORER } from "../spec/shared.js";
import { command, options } from "../spec/spec.js";

export const DEBUG_OPTIONS = options([
  { name: "stdio", summary: "speak over standard input and output, as without it" },
  SCORER,
  NO_CACHE,
]);

export const DEBUG = command({
  name: "debug",
  summary: "step through a query from an editor",
  description:
    "Runs the debug adapter over standard input and output, for any editor that speaks the Debug Adapter Protocol. The editor's launch " +
    "configuration says which query runs over what; --scorer holds where it names none. It ends when the editor ends the session.",
  operands: [],
  options: DEBUG_OPTIONS,
  examples: [
    { line: "debug", says: "What an editor starts." },
    { line: "debug --stdio", says: "The same, for editors that say how they speak." },
    { line: "debug --scorer lexical", says: "With a scorer for configurations that name none." },
  ],
  load: async () => (await import("../commands/debug.js")).debug,
});
