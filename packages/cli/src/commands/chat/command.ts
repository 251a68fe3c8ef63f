import { DATA, MODEL, NOW, READING, SCHEMA, SCORING, TEXT_OR_JSON } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";

const OPTIONS = options([
  option("--memory FOLDER", "the memory to chat about, where changes are saved"),
  { ...DATA, summary: "data to chat about, instead of a memory: changes are lost when you leave" },
  ...READING,
  SCHEMA,
  option("--task TASK", "the task to start with. Default: the first"),
  option("--conversation ID", "continue this conversation; last is the one that was last written to", {
    completes: { kind: "words", words: ["last"] },
    needs: "memory",
  }),
  ...MODEL,
  ...SCORING,
  option("--author WHO", "the author of changes; kept with each version"),
  option("-y, --yes", "confirm changes, except those that delete or replace"),
  option("--yes-to-deletions", "with --yes: also confirm changes that delete or replace", { needs: "yes" }),
  option("--keep-going", "in a script: continue after a turn that failed"),
  option("--cost", "report the tokens of each turn"),
  NOW,
  TEXT_OR_JSON,
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
  load: async () => (await import("./chat.js")).chat,
});
