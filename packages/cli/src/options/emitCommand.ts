import { ANY_FILES, DATA, SCHEMA } from "../spec/shared.js";
import { command, options } from "../spec/spec.js";

/** What `sxp emit` can write. */
export const TARGETS = ["gbnf", "lark", "json-schema", "prompt", "types"] as const;

export const EMIT_OPTIONS = options([
  {
    name: "target",
    summary: `for whom: ${TARGETS.join(", ")}`,
    value: { name: "TARGET", type: "text", choices: TARGETS },
  },
  { ...SCHEMA, summary: "the schema that queries are to follow. Default: the one that the data follows" },
  { ...DATA, summary: "a tree; without --schema its schema is inferred. - reads standard input" },
  {
    name: "nesting",
    summary: "gbnf and lark: how deep conditions may nest. Default 3",
    value: { name: "LEVELS", type: "number" },
  },
  {
    name: "max-tokens",
    summary: "prompt: at most so many tokens, estimated. Default 1000",
    value: { name: "TOKENS", type: "number" },
  },
  {
    name: "output",
    short: "o",
    summary: "write to a file",
    value: { name: "FILE", type: "text", completes: ANY_FILES },
  },
]);

export const EMIT = command({
  name: "emit",
  summary: "write a grammar or a prompt for language models, or types",
  description:
    "Writes what lets a language model write queries over a schema: a grammar for constrained decoding in GBNF (llama.cpp) or Lark (llguidance), a " +
    "JSON Schema of the syntax tree for structured output, or a prompt card with examples. Without schema and data: for any tree. The " +
    "target types writes TypeScript types of the nodes.",
  operands: [],
  options: EMIT_OPTIONS,
  examples: [
    {
      line: "emit --target gbnf --schema examples/itinerary/itinerary.schema.json -o itinerary.gbnf",
      says: "A grammar for llama.cpp: no other types, attributes and values can be written.",
    },
    {
      line: "emit --target prompt --schema examples/todo/todo.schema.json --max-tokens 500",
      says: "What a model must know, in about 500 tokens.",
    },
    {
      line: "emit --target json-schema --data examples/mealplan/mealplan.json",
      says: "For structured output, from data without a schema.",
    },
  ],
  load: async () => (await import("../commands/emit.js")).emit,
});
