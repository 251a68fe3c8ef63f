import { SCORING } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([option("--stdio", "use standard input and output, which is the default"), ...SCORING]);
export type DebugLine = CommandLine<typeof OPTIONS>;

export const debug = command({
  name: "debug",
  summary: "step through a query from an editor",
  description:
    "Runs the debug adapter over standard input and output, for any editor that speaks the Debug Adapter Protocol. The editor's launch configuration " +
    "says which query runs on which data; --scorer applies if it names none. It ends when the editor ends the session.",
  options: OPTIONS,
  examples: {
    "What an editor starts.": "debug",
    "The same, for editors that pass the transport.": "debug --stdio",
    "With a scorer for configurations that name none.": "debug --scorer lexical",
  },
  load: async () => (await import("./debug.js")).debug,
});
