import { DATA, MODEL, READING, SCHEMA, SCORING } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  option("--memory FOLDER", "the memory to show, where changes and conversations are saved"),
  option("--store URL", "the memory on a server to show: postgres://HOST/DATABASE#NAME", {
    completes: { kind: "nothing" },
  }),
  { ...DATA, summary: "data to show, instead of a memory: changes are lost when it ends. May be repeated" },
  ...READING,
  SCHEMA,
  option("--task TASK", "the task to start with. Default: the first"),
  option("--port PORT", "listen on this port. Default: any free port", {
    range: { whole: true, least: 0, most: 65535 },
  }),
  option("-r, --read-only", "refuse every change, by the page or by a conversation"),
  option("--no-open", "open no browser, which is the default: open the address yourself"),
  option("--author NAME", "the author of changes made here"),
  ...MODEL,
  ...SCORING,
]);
export type StudioLine = CommandLine<typeof OPTIONS>;

export const studio = command({
  name: "studio",
  summary: "show a memory in the browser: conversation, tree, runs",
  description:
    "Serves a page on this machine only, and prints its address. The address contains a token: anyone who has it can read and change all that the " +
    "studio shows. Ctrl-C ends it. Without a model, only the translator reads requests, and nothing leaves this machine.",
  options: OPTIONS,
  examples: {
    "A file, to explore and to try changes on: nothing is saved.": "studio --data week.xml",
    "A memory: changes and conversations are saved.": "studio --memory trips",
    "With a language model on this machine.": "studio --memory trips --model 'http://127.0.0.1:8080/v1#qwen3-8b'",
  },
  load: async () => (await import("./studio.js")).runStudio,
});
