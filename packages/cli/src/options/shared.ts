import { SCORERS } from "./scorerNames.js";
import type { Completion, OperandSpec, OptionSpec } from "./spec.js";

/** Options and operands that several commands have. */

export const NOTHING: Completion = { kind: "nothing" };
const files = (...endings: string[]): Completion => ({ kind: "files", endings });

export const TREE_FILES = files("xml", "json");
export const SCHEMA_FILES = files("json");
export const QUERY_FILES = files("sxp");
export const ANY_FILES = files();
/** A shell that completes files goes through folders. */
export const FOLDERS = ANY_FILES;

export const MODEL_OPERAND: OperandSpec = { name: "NAME", required: true, multiple: false, completes: NOTHING };

export const QUERY_OPERAND: OperandSpec = {
  name: "QUERY|FILE.sxp",
  required: true,
  multiple: false,
  completes: QUERY_FILES,
};

export const DATA = {
  name: "data",
  short: "d",
  summary: "the tree, XML or JSON; - reads standard input. Default: what the file imports",
  value: { name: "FILE", type: "text", completes: TREE_FILES },
} as const satisfies OptionSpec;

export const SCHEMA = {
  name: "schema",
  short: "s",
  summary: "what types and attributes there are. Default: what the file imports",
  value: { name: "FILE", type: "text", completes: SCHEMA_FILES },
} as const satisfies OptionSpec;

export const QUERY_NAME = {
  name: "query",
  short: "q",
  summary: "which query of the file; needed where it declares several",
  value: { name: "NAME", type: "text", completes: { kind: "queries" } },
} as const satisfies OptionSpec;

export const PARAM = {
  name: "param",
  short: "p",
  summary: "an argument for a parameter; may be repeated",
  value: { name: "NAME=VALUE", type: "text", multiple: true },
} as const satisfies OptionSpec;

export const SCORER = {
  name: "scorer",
  summary: "who scores relevance: a name of sxp.config.json, lexical (default), embedding:MODEL, recorded:FILE ...",
  value: {
    name: "NAME",
    type: "text",
    completes: { kind: "words", words: SCORERS.map(({ name, form }) => (name === form ? name : `${name}:`)) },
  },
} as const satisfies OptionSpec;

export const NO_CACHE = {
  name: "no-cache",
  summary: "ask an expensive scorer for everything, and keep nothing",
} as const satisfies OptionSpec;

export const LIMIT = {
  name: "limit",
  short: "k",
  summary: "at most the first K results",
  value: { name: "K", type: "number" },
} as const satisfies OptionSpec;

export const MIN_SCORE = {
  name: "min-score",
  summary: "leave out results that weigh less than S",
  value: { name: "S", type: "number" },
} as const satisfies OptionSpec;

export const REDACT = {
  name: "redact",
  summary: "with --report: without what the data says",
} as const satisfies OptionSpec;

export const YES = { name: "yes", short: "y", summary: "do it" } as const satisfies OptionSpec;

export const TIMEOUT = {
  name: "timeout",
  summary: "end the run after so many milliseconds. Default 60000",
  value: { name: "MS", type: "number" },
} as const satisfies OptionSpec;

/** Every command has these. */
export const COMMON = [
  { name: "help", short: "h", summary: "show this help" },
  { name: "color", summary: "colour, even where output is no terminal (also FORCE_COLOR)" },
  { name: "no-color", summary: "no colour (also NO_COLOR)" },
] as const satisfies readonly OptionSpec[];

/** A choice of output formats, the first being the default. */
export const format = <const F extends readonly [string, ...string[]]>(...choices: F) =>
  ({
    name: "format",
    short: "f",
    summary: `how to print: ${choices[0]} (default)${choices
      .slice(1)
      .map((choice) => `, ${choice}`)
      .join("")}`,
    value: { name: "FORMAT", type: "text", choices },
  }) as const;
