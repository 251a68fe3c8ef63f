import { ANY_FILES, DATA, LANGUAGE, NO_CACHE, READING, SCHEMA, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";
import { MODEL } from "../chat/command.js";

const OPTIONS = options([
  {
    name: "memory",
    summary: "the memory to show, where changes and conversations are saved",
    value: { name: "FOLDER", completes: ANY_FILES },
  },
  { ...DATA, summary: "data to show, instead of a memory: changes are lost when it ends. May be repeated" },
  ...READING,
  SCHEMA,
  { name: "task", summary: "the task to start with. Default: the first", value: { name: "TASK" } },
  {
    name: "port",
    summary: "listen on this port. Default: any free port",
    value: { name: "PORT", type: "number", range: { whole: true, least: 0, most: 65535 } },
  },
  { name: "read-only", short: "r", summary: "refuse every change, by the page or by a conversation" },
  { name: "no-open", summary: "open no browser, which is the default: open the address yourself" },
  { name: "author", summary: "the author of changes made here", value: { name: "NAME" } },
  ...MODEL,
  SCORER,
  LANGUAGE,
  NO_CACHE,
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
  run: async (line, io) => (await import("./studio.js")).runStudio(line, io),
});
