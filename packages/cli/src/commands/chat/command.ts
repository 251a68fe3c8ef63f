import { ANY_FILES, DATA, format, LANGUAGE, NO_CACHE, NOW, READING, SCHEMA, SCORER } from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";

/** What chooses a language model, here and wherever one is talked to. */
export const MODEL = [
  {
    name: "model",
    summary: "a language model: URL#NAME of a server that speaks OpenAI's protocol. Default: none",
    value: { name: "URL#NAME" },
  },
  {
    name: "key-variable",
    summary: "the environment variable with the server's key. Default: SXP_MODEL_KEY",
    value: { name: "NAME" },
    needs: "model",
  },
  {
    name: "most-tokens",
    summary: "end with an error what would take more tokens of the model than these, in and out",
    value: { name: "N", type: "number", range: { whole: true, least: 1 } },
    needs: "model",
  },
] as const;

const OPTIONS = options([
  {
    name: "memory",
    summary: "the memory to talk about, where changes are kept",
    value: { name: "FOLDER", completes: ANY_FILES },
  },
  { ...DATA, summary: "data to talk about, in place of a memory: what is changed is gone when you leave" },
  ...READING,
  SCHEMA,
  { name: "task", summary: "the task to begin with. Default: the first", value: { name: "TASK" } },
  {
    name: "conversation",
    summary: "go on with this conversation; last is the one that was last written to",
    value: { name: "ID", completes: { kind: "words", words: ["last"] } },
    needs: "memory",
  },
  ...MODEL,
  SCORER,
  LANGUAGE,
  NO_CACHE,
  { name: "author", summary: "who changes are said to be by; kept with each version", value: { name: "WHO" } },
  {
    name: "yes",
    short: "y",
    summary: "answer questions whether to change something with yes, except for what deletes or replaces",
  },
  { name: "yes-to-deletions", summary: "with --yes: also for what deletes or replaces", needs: "yes" },
  { name: "keep-going", summary: "in a script: go on after a turn that failed" },
  { name: "cost", summary: "say after each turn what it took in tokens" },
  NOW,
  format("text", "json"),
]);
export type ChatLine = CommandLine<typeof OPTIONS>;

export const chat = command({
  name: "chat",
  summary: "talk with a memory: ask, change it, go back",
  description:
    "A request becomes a query or an update, and every change a version that later requests can speak of. It needs no language model; with one, requests " +
    "that are not clear are read by it, and answers are its sentences. What deletes or replaces is shown first and asked for. Ctrl-C ends the turn that " +
    "goes on, Ctrl-D leaves. From a pipe it reads one request a line.",
  options: OPTIONS,
  examples: {
    "Talk about a file.":
      "chat --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "Do what is asked for without a question, but for deletions.":
      "chat --data examples/mealplan/mealplan.json --schema examples/mealplan/mealplan.schema.json --yes",
    "In a script, with every event as a line of JSON.":
      "chat --data examples/todo/todo.xml --schema examples/todo/todo.schema.json --format json",
  },
  run: async (line, io) => (await import("./chat.js")).chat(line, io),
});
