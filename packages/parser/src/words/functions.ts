/**
 * How scores are joined into one: the operands of `avg(a, b)`, or the weights of the evidence nodes of `avg(path)`. All of them
 * map [0, 1] into [0, 1] and grow with each operand, so bounds on the operands are bounds on the result.
 */
interface Combination {
  readonly monotone: "increasing";
  /** Whether it also aggregates the nodes of one evidence path. */
  readonly aggregates: boolean;
  /** The operand that changes nothing, and the one that alone decides; null: there is none. */
  readonly neutral: number | null;
  readonly absorbing: number | null;
  /** The value without evidence. */
  readonly ofNothing: number;
  /** One operand gives itself, bit for bit. */
  readonly keepsOne: boolean;
  /** Not less than one rounding error apart from the result of exact arithmetic: bounds need slack. */
  readonly isInexact: boolean;
}

const combination = (row: Partial<Combination>): Combination => ({
  monotone: "increasing",
  aggregates: true,
  neutral: null,
  absorbing: null,
  ofNothing: 0,
  keepsOne: true,
  isInexact: false,
  ...row,
});

/** What joins scores. */
export const COMBINATIONS = {
  min: combination({ neutral: 1, absorbing: 0 }),
  max: combination({ neutral: 0, absorbing: 1 }),
  avg: combination({}),
  gmean: combination({ absorbing: 0, keepsOne: false, isInexact: true }),
  product: combination({ aggregates: false, neutral: 1, absorbing: 0 }),
} as const;

export type CombineFunction = keyof typeof COMBINATIONS;
export type AggregateFunction = Exclude<CombineFunction, "product">;
/** What a `Call` calls. */
export const CALL_FUNCTIONS = [
  "avg",
  "max",
  "min",
  "exists",
  "count",
  "sum",
  "distinct-values",
  "contains",
  "starts-with",
  "ends-with",
  "matches",
  "position",
  "last",
  "name",
  "lower-case",
  "upper-case",
  "normalize-space",
  "string-length",
  "substring-before",
  "substring-after",
  "start",
  "end",
  "duration",
  "overlaps",
  "weekday",
  "current-date",
  "current-dateTime",
] as const;
export type CallFunction = (typeof CALL_FUNCTIONS)[number];
export const COMBINE_FUNCTIONS: readonly CombineFunction[] = Object.keys(COMBINATIONS) as CombineFunction[];
export const AGGREGATE_FUNCTIONS: readonly AggregateFunction[] = COMBINE_FUNCTIONS.filter(
  (name): name is AggregateFunction => COMBINATIONS[name].aggregates,
);

/** What a parameter of a function takes. */
export const PARAMETERS = {
  path: 'A path from the node that is tested, such as `/POI[node =~ "museum"]`.',
  condition: "A relevance or a condition; a condition counts 0 or 1.",
  value: "One value: an attribute `@name`, a field, `.`, `text()`, a literal, a parameter, arithmetic, a function.",
  values:
    "Any number of values: a path that ends in `/@name` or `/text()`, or a path to nodes, which read as their texts.",
  text: "A text in quotes or a parameter.",
} as const;
export type ParameterKind = keyof typeof PARAMETERS;

/** One way to call a function, and the node that the call is in the tree. */
export type FunctionForm = {
  readonly parameters: readonly ParameterKind[];
  /** How many of the parameters, from the last, may be left out. */
  readonly optional: number;
  /** The last parameter may be given any number of times. */
  readonly repeats: boolean;
} & (
  | { readonly builds: "Not" | "TextTarget" }
  | { readonly builds: "Aggregate"; readonly function: AggregateFunction }
  | { readonly builds: "Combine"; readonly function: CombineFunction }
  | { readonly builds: "Call"; readonly function: CallFunction }
);

/** What a call gives: a condition, 0 or 1; a weight; whichever its operands give; one value; any number of values. */
export type FunctionResult =
  | "condition"
  | "relevance"
  | "graded"
  | "number"
  | "text"
  | "date"
  | "dateTime"
  | "duration"
  | "value"
  | "values";

export interface FunctionRow {
  /**
   * A call with one argument that is a path takes the form of `values` if its last step is `@name` or `text()`, else the form of a `path`,
   * or whichever of the two there is; any other call takes the last form.
   */
  readonly forms: readonly [FunctionForm, ...FunctionForm[]];
  /** The function that it is another name of. */
  readonly aliasOf: string | null;
  readonly gives: FunctionResult;
  /** XPath 3.1 has it with this meaning; or it is ours. */
  readonly source: "XPath" | "ours";
  readonly documentation: string;
  /** The meaning as equations, docs/language.md. */
  readonly equation: string;
}

const aggregate = (name: AggregateFunction): FunctionForm => ({
  builds: "Aggregate",
  function: name,
  parameters: ["path"],
  optional: 0,
  repeats: false,
});

const combine = (name: CombineFunction): FunctionForm => ({
  builds: "Combine",
  function: name,
  parameters: ["condition"],
  optional: 0,
  repeats: true,
});

const call = (name: CallFunction, parameters: readonly ParameterKind[], optional = 0): FunctionForm => ({
  builds: "Call",
  function: name,
  parameters,
  optional,
  repeats: false,
});

/** Which of the functions over scores is over values as well. */
const ofValues = (
  name: "avg" | "min" | "max",
  documentation: string,
  aggregated: string,
  combined: string,
): FunctionRow => ({
  forms: [aggregate(name), call(name, ["values"]), combine(name)],
  aliasOf: null,
  gives: "graded",
  source: "XPath",
  documentation,
  equation: `${name}(path) = ${aggregated} over the weights wᵢ of the evidence nodes, 0 without evidence\n${name}(path/@a) = the same over the values, nothing without any\n${name}(a, b, …) = ${combined}`,
});

const alias = (name: AggregateFunction): FunctionRow => ({
  forms: [aggregate(name)],
  aliasOf: name,
  gives: "relevance",
  source: "ours",
  documentation: `The same as \`${name}(path)\`.`,
  equation: `agg_${name}(path) = ${name}(path)`,
});

const search = (name: "contains" | "starts-with" | "ends-with", how: string): FunctionRow =>
  valued(
    call(name, ["value", "value", "text"], 1),
    "condition",
    `True if the value ${how} the text, case included unless a collation says otherwise. An absent value reads as "".`,
    `${name}(v, t) = 1 if v ${how} t, else 0`,
  );

const valued = (
  form: FunctionForm,
  gives: FunctionResult,
  documentation: string,
  equation: string,
  source: FunctionRow["source"] = "XPath",
): FunctionRow => ({ forms: [form], aliasOf: null, gives, source, documentation, equation });

/** Every function of the language, the most used first. */
export const FUNCTIONS = {
  avg: ofValues(
    "avg",
    "The arithmetic mean: how well the evidence fits on the whole; of values their mean.",
    "(1/n) · Σ wᵢ",
    "(a + b + …) / n",
  ),
  max: ofValues(
    "max",
    "The best: one fitting node is enough; of values the greatest.",
    "max wᵢ",
    "max(a, b, …), which is also `a or b`",
  ),
  min: ofValues(
    "min",
    "The worst: every node must fit; of values the least.",
    "min wᵢ",
    "min(a, b, …), which is also `a and b`",
  ),
  gmean: {
    forms: [aggregate("gmean"), combine("gmean")],
    aliasOf: null,
    gives: "graded",
    source: "ours",
    documentation: "The geometric mean: every node must fit a little, 0 if one does not.",
    equation:
      "gmean(path) = exp((1/n) · Σ ln wᵢ) over the weights wᵢ of the evidence nodes, 0 without evidence\ngmean(a, b, …) = (a · b · …)^(1/n)",
  },
  exists: valued(
    call("exists", ["values"]),
    "condition",
    "True if the path leads to a node, or to a value.",
    "exists(path) = 1 if the path has a node, else 0",
  ),
  count: valued(call("count", ["values"]), "number", "How many nodes or values the path leads to.", "count(path) = n"),
  sum: valued(call("sum", ["values"]), "value", "The sum of the values, 0 of none.", "sum(path/@a) = Σ vᵢ"),
  "distinct-values": valued(
    call("distinct-values", ["values", "text"], 1),
    "values",
    "The values, equal ones once, in the order in which they are met.",
    "distinct-values(path/@a) = {vᵢ}",
  ),
  contains: search("contains", "contains"),
  "starts-with": search("starts-with", "begins with"),
  "ends-with": search("ends-with", "ends with"),
  matches: valued(
    call("matches", ["value", "text", "text"], 1),
    "condition",
    "True if a part of the value matches the regular expression. Flags: s, m, i, x, q.",
    "matches(v, p) = 1 if p matches in v, else 0",
  ),
  not: {
    forms: [{ builds: "Not", parameters: ["condition"], optional: 0, repeats: false }],
    aliasOf: null,
    gives: "graded",
    source: "XPath",
    documentation: "The opposite: of a relevance 1 minus it.",
    equation: "not(r) = 1 − r",
  },
  product: {
    forms: [combine("product")],
    aliasOf: null,
    gives: "relevance",
    source: "ours",
    documentation: "The product of the operands, as of several brackets in a row.",
    equation: "product(a, b, …) = a · b · …",
  },
  position: valued(
    call("position", []),
    "number",
    "The place of the node in the list as it is now ordered, from 1.",
    "position()",
  ),
  last: valued(call("last", []), "number", "How many nodes the list has.", "last()"),
  name: valued(call("name", []), "text", "The type of the node.", "name()"),
  text: {
    forms: [{ builds: "TextTarget", parameters: [], optional: 0, repeats: false }],
    aliasOf: null,
    gives: "text",
    source: "XPath",
    documentation: "The own text of the node, to compare, to search, or as the target of a relevance.",
    equation: "text()",
  },
  "lower-case": valued(call("lower-case", ["value"]), "text", "The text in lower case.", "lower-case(v)"),
  "upper-case": valued(call("upper-case", ["value"]), "text", "The text in upper case.", "upper-case(v)"),
  "normalize-space": valued(
    call("normalize-space", ["value"], 1),
    "text",
    "The text without white space at its ends, and with one space where there is white space inside. Without an argument of the node's text.",
    "normalize-space(v)",
  ),
  "string-length": valued(
    call("string-length", ["value"], 1),
    "number",
    "How many characters (code points) the text has. Without an argument of the node's text.",
    "string-length(v)",
  ),
  "substring-before": valued(
    call("substring-before", ["value", "value", "text"], 1),
    "text",
    'What is before the first occurrence of the other text, "" if there is none.',
    "substring-before(v, t)",
  ),
  "substring-after": valued(
    call("substring-after", ["value", "value", "text"], 1),
    "text",
    'What is after the first occurrence of the other text, "" if there is none.',
    "substring-after(v, t)",
  ),
  start: valued(call("start", ["value"]), "value", "Where an interval begins.", 'start("9:00 - 10:30") = 9:00', "ours"),
  end: valued(call("end", ["value"]), "value", "Where an interval ends.", 'end("9:00 - 10:30") = 10:30', "ours"),
  duration: valued(
    call("duration", ["value"]),
    "duration",
    "How long an interval is; a text that says how long, as a duration.",
    'duration("9:00 - 10:30") = "1 h 30 min"',
    "ours",
  ),
  overlaps: valued(
    call("overlaps", ["value", "value"]),
    "condition",
    "True if two intervals have a moment in common; where one ends when the other begins they have none.",
    "overlaps(a, b) = 1 if start(a) < end(b) and start(b) < end(a), else 0",
    "ours",
  ),
  weekday: valued(
    call("weekday", ["value"]),
    "text",
    "The English name of the day of a date.",
    'weekday("2026-03-13") = "Friday"',
    "ours",
  ),
  "current-date": valued(call("current-date", []), "date", "The day of the run's clock.", "current-date()"),
  "current-dateTime": valued(
    call("current-dateTime", []),
    "dateTime",
    "The moment of the run's clock.",
    "current-dateTime()",
  ),
  agg_avg: alias("avg"),
  agg_max: alias("max"),
  agg_min: alias("min"),
  agg_gmean: alias("gmean"),
} as const satisfies Readonly<Record<string, FunctionRow>>;

export type FunctionName = keyof typeof FUNCTIONS;
export const FUNCTION_NAMES: readonly FunctionName[] = Object.keys(FUNCTIONS) as FunctionName[];

const ROWS: ReadonlyMap<string, FunctionRow> = new Map(Object.entries(FUNCTIONS));

/** What functions of other dialects are here: the demo's `agg_exists` is the best of the evidence, its `agg_prev` the mean. */
export const MEANT: ReadonlyMap<string, FunctionName> = new Map([
  ["agg_exists", "max"],
  ["agg_prev", "avg"],
]);

/** What other dialects write around a condition, and nothing is here. */
export const WRAPPERS: ReadonlySet<string> = new Set(["atom", "sem"]);

/** The row of a name as it is written, null if there is no such function. */
export const functionOf = (name: string): FunctionRow | null => ROWS.get(name) ?? null;

/** `avg(path)`. */
export const signatureOf = (name: string, { parameters, repeats }: FunctionForm): string =>
  `${name}(${parameters.join(", ")}${repeats ? ", …" : ""})`;

/** The step `id(…)`, which is written as a call, for tools that explain it. */
export const ID_STEP = {
  name: "id",
  /** XPath 3.1 has a function of this name and meaning. */
  source: "XPath",
  parameter:
    "What holds the ids: an attribute `@name`, a field, `.`, `text()`, a text in quotes or a parameter. Several ids have white space between them.",
  documentation:
    "The nodes whose ids the argument names, in document order: `/Evidence/id(@ref)`. The ids of a tree are the attributes that its schema declares so, else those named `id` and `xml:id`.",
  equation: "id(v)(n) = [m | id(m) = v(n), else id(m) ∈ words of v(n)]",
} as const;
