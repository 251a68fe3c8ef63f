import { ANY_FILES, DATA, LANGUAGE, NO_CACHE, READING, SCHEMA, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";
import { MODEL } from "../chat/command.js";

const OPTIONS = options([
  {
    name: "memory",
    summary: "the memory to show, where changes and conversations are kept",
    value: { name: "FOLDER", completes: ANY_FILES },
  },
  { ...DATA, summary: "data to show, in place of a memory: what is changed is gone when it ends. May be repeated" },
  ...READING,
  SCHEMA,
  { name: "task", summary: "the task to begin with. Default: the first", value: { name: "TASK" } },
  {
    name: "port",
    summary: "listen on this port. Default: any that is free",
    value: { name: "PORT", type: "number", range: { whole: true, least: 0, most: 65535 } },
  },
  { name: "read-only", short: "r", summary: "change nothing, whatever the page or a conversation asks for" },
  { name: "no-open", summary: "open no browser, as without it: the address is yours to open" },
  { name: "author", summary: "who is said to have changed what is changed here", value: { name: "NAME" } },
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
    "Serves a page on this machine alone, and prints its address, which has a token in it: whoever has the address may ask, and with it change, all that is shown. " +
    "It ends with Ctrl-C. Without a model requests are read by the translator alone, and nothing leaves this machine.",
  options: OPTIONS,
  examples: {
    "A file, to look at and to try changes on: nothing is kept.": "studio --data week.xml",
    "A memory, whose changes and conversations are kept.": "studio --memory trips",
    "With a language model on this machine.": "studio --memory trips --model 'http://127.0.0.1:8080/v1#qwen3-8b'",
  },
  run: async (line, io) => (await import("./studio.js")).runStudio(line, io),
});
