import { FORMATS, type FormatName } from "@semantic-xpath/readers/formats";
import { MAPPINGS, SCHEMAS } from "@semantic-xpath/readers/mappings";
import { LANGUAGE_NAMES, SCORER_FORMS } from "@semantic-xpath/scorers/kinds";
import type { Completion, OptionSpec } from "./spec.js";
import { type CommandSpec, operand, option } from "./spec.js";

/** The forms of a scorer as `--scorer` takes them, for help and completion: here a model may have a name. `word` is what one types first. */
export const SCORERS = SCORER_FORMS.map(({ name, form, summary }) => ({
  name,
  summary,
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

export const QUERY_OPERAND = operand("QUERY|FILE.sxp", QUERY_FILES);

export const DATA = option(
  "-d, --data FILE",
  "data: a file, a folder, or a pattern in quotes such as 'notes/**/*.md'; - is standard input. May be repeated. Default: what the file imports",
  { completes: TREE_FILES, multiple: true },
);

const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const FORMAT_IN = option(
  "--format-in FORMAT",
  `the format of the data: ${FORMAT_NAMES.join(", ")}. Default: by its extension`,
  { choices: FORMAT_NAMES },
);

export const TYPE_KEY = option(
  "--type-key NAME",
  'JSON: the member whose text is the type of its object, "" for none. Default: type',
);

export const MAPPING = option(
  "--mapping NAME",
  `how values become nodes: ${MAPPINGS.map(({ name }) => name).join(", ")}, or a file. Default: as sxp.config.json says`,
  { completes: shippedOr(MAPPINGS, "json") },
);

export const ENCODING = option(
  "--encoding NAME",
  "CSV: the encoding of its bytes, such as windows-1252 or shift_jis. Default: UTF-8",
);

const TOLERANT = option("--tolerant", "read data with errors as far as possible, and report the errors");

/** Options for reading data, beside every option that names some. */
export const READING = [FORMAT_IN, TYPE_KEY, ENCODING, MAPPING, TOLERANT] as const;

export const SCHEMA = option(
  "-s, --schema FILE",
  `the schema, which declares types and attributes: a file, or ${SCHEMAS.map(({ name }) => name).join(", ")}. Default: what the file imports`,
  { completes: shippedOr(SCHEMAS, "json") },
);

export const QUERY_NAME = option("-q, --query NAME", "which query of the file; needed if it declares several", {
  completes: { kind: "queries" },
});

export const PARAM = option("-p, --param NAME=VALUE", "an argument for a parameter; may be repeated", {
  multiple: true,
});

export const SCORER = option(
  "--scorer NAME",
  "the scorer: a name of sxp.config.json, lexical (default), embedding:MODEL, recorded:FILE ...",
  { completes: { kind: "words", words: SCORERS.map(({ word }) => word) } },
);

export const LANGUAGE = option(
  "--language LANG",
  "the language of the texts, for scorers that compare words: german or de, french ... Default: the configuration's, else the schema's",
  { completes: { kind: "words", words: LANGUAGE_NAMES } },
);

export const NO_CACHE = option("--no-cache", "compute every score again, and cache none");

/** Options of the scorer and its cache. */
export const SCORING = [SCORER, LANGUAGE, NO_CACHE] as const;

export const LIMIT = option("-k, --limit K", "the first K results only", { range: { whole: true, least: 0 } });

export const MIN_SCORE = option("--min-score S", "leave out results with a weight below S", {
  range: { least: 0, most: 1 },
});

export const REDACT = option("--redact", "with --report: hide the texts and values of the data", { needs: "report" });

/** Writes to a file what else is printed. */
export const output = (completes: Completion = files()) =>
  option("-o, --output FILE", "write to a file", { completes });

export const TIMEOUT = option("--timeout MS", "end the run after this many milliseconds. Default 60000", {
  range: { least: 0 },
});

export const NOW = option(
  "--now DATE",
  "the value of current-date(): a date, or a date and time with its zone. Default: the clock",
);

export const VALID_AT = option(
  "--valid-at DATE",
  "what holds on this day, by the validity of the schema: a date, now or all. Default all",
);

/** Every command has these. */
const COMMON: readonly OptionSpec[] = [
  option("-h, --help", "show this help"),
  option("--color", "colour, even if output is no terminal (also FORCE_COLOR)"),
  option("--no-color", "no colour (also NO_COLOR)"),
];

const STORE = option("--store URL", "the memory on a server, in place of FOLDER: postgres://HOST/DATABASE#NAME", {
  completes: { kind: "nothing" },
});

/** The options that a command has beside its own. Commands about a memory take a server in place of its folder. */
export const commonOf = ({ name }: Pick<CommandSpec, "name">): readonly OptionSpec[] =>
  name.startsWith("memory ") ? [STORE, ...COMMON] : COMMON;

/** A choice of output formats, the first being the default. */
export const format = <const F extends readonly [string, ...string[]]>(...choices: F) =>
  option("-f, --format FORMAT", `how to print: ${[`${choices[0]} (default)`, ...choices.slice(1)].join(", ")}`, {
    choices,
  });

export const TEXT_OR_JSON = format("text", "json");

/** Options of a run, and of the output of its results. */
export const RUNNING = [
  ...[QUERY_NAME, PARAM, ...SCORING, LIMIT, MIN_SCORE],
  format("text", "json", "paths", "values", "jsonl", "csv", "md"),
] as const;
export const IN_TREE = option("-t, --tree", "show the results at their places in the tree");
export const TRACE = option("--trace FILE", "write what the run did to a file, as JSON");
export const WHY = [
  option("--why PATH", "explain why this node is in the result, instead of printing the result"),
  option(
    "--why-not PATH",
    "explain why this node is not in the result, and the smallest change; '[@key = \"x\"]' asks about a group",
  ),
] as const;

/** Options that choose a language model, shared by all commands that call one. */
export const MODEL = [
  option("--model URL#NAME", "a language model: URL#NAME of a server that speaks OpenAI's protocol. Default: none"),
  option("--key-variable NAME", "the environment variable with the server's key. Default: SXP_MODEL_KEY", {
    needs: "model",
  }),
  option("--most-tokens N", "fail once the model would need more than this number of tokens, in and out", {
    range: { whole: true, least: 1 },
    needs: "model",
  }),
] as const;
