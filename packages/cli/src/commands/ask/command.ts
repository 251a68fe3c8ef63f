import {
  ANY_FILES,
  DATA,
  format,
  LANGUAGE,
  LIMIT,
  NO_CACHE,
  NOW,
  READING,
  SCHEMA,
  SCORER,
  TIMEOUT,
} from "../../spec/shared.js";
import { type CommandLine, command, options } from "../../spec/spec.js";
import { AT } from "../memory/shared.js";

const OPTIONS = options([
  DATA,
  ...READING,
  SCHEMA,
  {
    name: "memory",
    summary: "ask about a memory, instead of --data",
    value: { name: "FOLDER", completes: ANY_FILES },
  },
  {
    name: "task",
    summary: "which task of the memory; needed if there are several",
    value: { name: "TASK" },
    needs: "memory",
  },
  { ...AT, needs: "task" },
  {
    name: "choose",
    summary: "take this reading, by its number",
    value: { name: "N", type: "number", range: { whole: true, least: 1 } },
  },
  { name: "query-only", summary: "print the query or update that it makes, and run nothing" },
  SCORER,
  LANGUAGE,
  NO_CACHE,
  LIMIT,
  NOW,
  TIMEOUT,
  format("text", "json"),
]);
export type AskLine = CommandLine<typeof OPTIONS>;

export const ask = command({
  name: "ask",
  summary: "ask in English; see the query that it makes, and its results",
  description:
    "Turns a request into a query, without a language model: it matches words with names of the schema, their documentation and values of the data. It " +
    "shows what was understood, with what confidence, and the other readings, then the results as sxp run prints them. If no reading is clear, it " +
    "asks, and ends with exit code 1. It changes nothing: for an edit it shows the difference and the command that makes it.",
  operands: [{ name: "REQUEST", required: true, multiple: true }],
  options: OPTIONS,
  examples: {
    "A question in plain words.":
      "ask 'which museums are there?' --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json",
    "The query alone, for a script.":
      "ask 'which tasks are blocked?' --query-only --data examples/todo/todo.xml --schema examples/todo/todo.schema.json",
    "An edit: what it would change.":
      "ask 'delete the eye test' --data examples/todo/todo.xml --schema examples/todo/todo.schema.json",
  },
  run: async (line, io, commands) => (await import("./ask.js")).ask(line, io, commands),
});
