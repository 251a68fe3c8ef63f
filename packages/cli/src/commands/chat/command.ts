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
    summary: "fail once the model would need more than this number of tokens, in and out",
    value: { name: "N", type: "number", range: { whole: true, least: 1 } },
    needs: "model",
  },
] as const;

const OPTIONS = options([
  {
    name: "memory",
    summary: "the memory to chat about, where changes are saved",
    value: { name: "FOLDER", completes: ANY_FILES },
  },
  { ...DATA, summary: "data to chat about, instead of a memory: changes are lost when you leave" },
  ...READING,
  SCHEMA,
  { name: "task", summary: "the task to start with. Default: the first", value: { name: "TASK" } },
  {
    name: "conversation",
    summary: "continue this conversation; last is the one that was last written to",
    value: { name: "ID", completes: { kind: "words", words: ["last"] } },
    needs: "memory",
  },
  ...MODEL,
  SCORER,
  LANGUAGE,
  NO_CACHE,
  { name: "author", summary: "the author of changes; kept with each version", value: { name: "WHO" } },
  {
    name: "yes",
    short: "y",
    summary: "confirm changes, except those that delete or replace",
  },
  { name: "yes-to-deletions", summary: "with --yes: also confirm changes that delete or replace", needs: "yes" },
  { name: "keep-going", summary: "in a script: continue after a turn that failed" },
  { name: "cost", summary: "report the tokens of each turn" },
  NOW,
  format("text", "json"),
]);
export type ChatLine = CommandLine<typeof OPTIONS>;

export const chat = command({
  name: "chat",
  summary: "chat with a memory: ask, change, undo",
  description:
    "A request becomes a query or an update, and every change a version that later requests can refer to. It needs no language model; with one, the " +
    "model reads requests that are not clear, and writes the answers. A change that deletes or replaces is shown first and needs a yes. Ctrl-C " +
    "cancels the current turn, Ctrl-D leaves. From a pipe it reads one request per line.",
  options: OPTIONS,
  examples: {
    "Chat about a file.":
      "chat --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "Confirm every change except deletions.":
      "chat --data examples/mealplan/mealplan.json --schema examples/mealplan/mealplan.schema.json --yes",
    "In a script, with every event as a line of JSON.":
      "chat --data examples/todo/todo.xml --schema examples/todo/todo.schema.json --format json",
  },
  run: async (line, io) => (await import("./chat.js")).chat(line, io),
});
