import { DATA, LIMIT, NOW, READING, SCHEMA, SCORING, TEXT_OR_JSON, TIMEOUT } from "../../spec/shared.js";
import { type CommandLine, command, option, options } from "../../spec/spec.js";
import { AT } from "../memory/shared.js";

const OPTIONS = options([
  DATA,
  ...READING,
  SCHEMA,
  option("--memory FOLDER", "ask about a memory, instead of --data"),
  option("--task TASK", "which task of the memory; needed if there are several", { needs: "memory" }),
  { ...AT, needs: "task" },
  option("--user NAME", "who asks, in a memory of conversations. Default: the only person who talks there"),
  option("--choose N", "take this reading, by its number", { range: { whole: true, least: 1 } }),
  option("--explain", "also print what makes the reading less sure, and how much"),
  option("--query-only", "print the query or update that it makes, and run nothing"),
  ...SCORING,
  LIMIT,
  NOW,
  TIMEOUT,
  TEXT_OR_JSON,
]);
export type AskLine = CommandLine<typeof OPTIONS>;

export const ask = command({
  name: "ask",
  summary: "ask in English; see the query that it makes, and its results",
  description:
    "Turns a request into a query, without a language model: it matches words with names of the schema, their documentation and values of the data. It " +
    "shows what was understood, with what confidence, and the other readings, then the results as sxp run prints them. If no reading is clear, it " +
    "asks, and ends with exit code 1. It changes nothing: for an edit it shows the difference and the command that makes it.",
  operands: ["REQUEST..."],
  options: OPTIONS,
  examples: {
    "A question in plain words.":
      "ask 'which museums are there?' --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "The query alone, for a script.":
      "ask 'which tasks are blocked?' --query-only --data examples/todo/todo.xml --schema examples/todo/todo.schema.json",
    "An edit: what it would change.":
      "ask 'delete the eye test' --data examples/todo/todo.xml --schema examples/todo/todo.schema.json",
  },
  load: async () => (await import("./ask.js")).ask,
});
