import { FORMATS, type FormatName } from "@semantic-xpath/readers/formats";
import { MAPPINGS, SCHEMAS } from "@semantic-xpath/readers/mappings";
import { LANGUAGE_NAMES, SCORER_FORMS } from "@semantic-xpath/scorers/kinds";
import type { Completion, OptionSpec } from "./spec.js";

/** The forms of a scorer as `--scorer` takes them, for help and completion: here a model may have a name. `word` is what one types first. */
export const SCORERS = SCORER_FORMS.map(({ name, form }) => ({
  name,
  form: form.replace("FOLDER", "MODEL"),
  word: name === form ? name : `${name}:`,
}));

const files = (...endings: string[]): Completion => ({ kind: "files", endings });
/** Names that come with sxp, or a file of one's own. */
const shippedOr = (shipped: readonly { readonly name: string }[], ...endings: string[]): Completion => ({
  kind: "files",
  endings,
  words: shipped.map(({ name }) => name),
});

/** Endings of data, without their dots. */
export const TREE_ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings.map((ending) => ending.slice(1)));
export const TREE_FILES = files(...TREE_ENDINGS);
export const SCHEMA_FILES = files("json");
export const QUERY_FILES = files("sxp");
export const ANY_FILES = files();

export const MODEL_OPERAND = { name: "NAME", required: true } as const;

export const QUERY_OPERAND = {
  name: "QUERY|FILE.sxp",
  required: true,
  completes: QUERY_FILES,
} as const;

export const DATA = {
  name: "data",
  short: "d",
  summary:
    "data: a file, a folder, or a pattern in quotes such as 'notes/**/*.md'; - is standard input. May be repeated. Default: what the file imports",
  value: { name: "FILE", completes: TREE_FILES, multiple: true },
} as const;

const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const FORMAT_IN = {
  name: "format-in",
  summary: `the format of the data: ${FORMAT_NAMES.join(", ")}. Default: by its extension`,
  value: { name: "FORMAT", choices: FORMAT_NAMES },
} as const;

export const TYPE_KEY = {
  name: "type-key",
  summary: 'JSON: the member whose text is the type of its object, "" for none. Default: type',
  value: { name: "NAME" },
} as const;

export const MAPPING = {
  name: "mapping",
  summary: `how values become nodes: ${MAPPINGS.map(({ name }) => name).join(", ")}, or a file. Default: as sxp.config.json says`,
  value: { name: "NAME", completes: shippedOr(MAPPINGS, "json") },
} as const;

export const ENCODING = {
  name: "encoding",
  summary: "CSV: the encoding of its bytes, such as windows-1252 or shift_jis. Default: UTF-8",
  value: { name: "NAME" },
} as const;

const TOLERANT = {
  name: "tolerant",
  summary: "read data with errors as far as possible, and report the errors",
} as const;

/** How data is read, beside every option that names some. */
export const READING = [FORMAT_IN, TYPE_KEY, ENCODING, MAPPING, TOLERANT] as const;

export const SCHEMA = {
  name: "schema",
  short: "s",
  summary: `the schema, which declares types and attributes: a file, or ${SCHEMAS.map(({ name }) => name).join(", ")}. Default: what the file imports`,
  value: { name: "FILE", completes: shippedOr(SCHEMAS, "json") },
} as const;

export const QUERY_NAME = {
  name: "query",
  short: "q",
  summary: "which query of the file; needed if it declares several",
  value: { name: "NAME", completes: { kind: "queries" } },
} as const;

export const PARAM = {
  name: "param",
  short: "p",
  summary: "an argument for a parameter; may be repeated",
  value: { name: "NAME=VALUE", multiple: true },
} as const;

export const SCORER = {
  name: "scorer",
  summary: "the scorer: a name of sxp.config.json, lexical (default), embedding:MODEL, recorded:FILE ...",
  value: {
    name: "NAME",
    completes: { kind: "words", words: SCORERS.map(({ word }) => word) },
  },
} as const;

export const LANGUAGE = {
  name: "language",
  summary:
    "the language of the texts, for scorers that compare words: german or de, french ... Default: the configuration's, else the schema's",
  value: { name: "LANG", completes: { kind: "words", words: LANGUAGE_NAMES } },
} as const;

export const NO_CACHE = {
  name: "no-cache",
  summary: "compute every score again, and cache none",
} as const;

export const LIMIT = {
  name: "limit",
  short: "k",
  summary: "the first K results only",
  value: { name: "K", type: "number", range: { whole: true, least: 0 } },
} as const;

export const MIN_SCORE = {
  name: "min-score",
  summary: "leave out results with a weight below S",
  value: { name: "S", type: "number", range: { least: 0, most: 1 } },
} as const;

export const REDACT = {
  name: "redact",
  summary: "with --report: hide the texts and values of the data",
  needs: "report",
} as const;

/** Writes to a file what else is printed. */
export const output = (completes: Completion) =>
  ({ name: "output", short: "o", summary: "write to a file", value: { name: "FILE", completes } }) as const;

export const TIMEOUT = {
  name: "timeout",
  summary: "end the run after this many milliseconds. Default 60000",
  value: { name: "MS", type: "number", range: { least: 0 } },
} as const;

export const NOW = {
  name: "now",
  summary: "the value of current-date(): a date, or a date and time with its zone. Default: the clock",
  value: { name: "DATE" },
} as const;

/** Every command has these. */
export const COMMON: readonly OptionSpec[] = [
  { name: "help", short: "h", summary: "show this help" },
  { name: "color", summary: "colour, even if output is no terminal (also FORCE_COLOR)" },
  { name: "no-color", summary: "no colour (also NO_COLOR)" },
];

/** A choice of output formats, the first being the default. */
export const format = <const F extends readonly [string, ...string[]]>(...choices: F) =>
  ({
    name: "format",
    short: "f",
    summary: `how to print: ${[`${choices[0]} (default)`, ...choices.slice(1)].join(", ")}`,
    value: { name: "FORMAT", choices },
  }) as const;
