import {
  CALL_FUNCTIONS,
  CALLS,
  type CallFunction,
  type CallParameter,
  type CallResult,
  type CallRow,
  callRow,
  isSearch,
  READINGS,
} from "@semantic-xpath/values";
import { assertNever } from "../assertNever.js";

/**
 * Combination of scores into one: the operands of `avg(a, b)`, or the weights of the evidence nodes of `avg(path)`. All of them
 * map [0, 1] into [0, 1] and grow with each operand, so bounds on the operands are bounds on the result.
 */
interface Combination<A extends boolean = boolean> {
  readonly monotone: "increasing";
  /** True if it also aggregates the nodes of one evidence path. */
  readonly aggregates: A;
  /** The operand that changes nothing, and the one that alone decides; null: there is none. */
  readonly neutral: number | null;
  readonly absorbing: number | null;
  /** The value without evidence. */
  readonly ofNothing: number;
  /** One operand gives itself, bit for bit. */
  readonly keepsOne: boolean;
  /** Not less than one rounding error apart from the result of exact arithmetic: bounds need slack. */
  readonly isInexact: boolean;
  /** Meaning of a combination of conditions; null: their share, which is graded. */
  readonly ofConditions: "And" | "Or" | null;
  readonly documentation: string;
  /** The right sides of its equations: over weights wᵢ of evidence, and over operands a, b, …. */
  readonly aggregated: A extends true ? string : null;
  readonly combined: string;
}

type CombinationWords = "aggregates" | "documentation" | "aggregated" | "combined";
const combination = <const A extends boolean>(
  row: Partial<Combination<A>> & Pick<Combination<A>, CombinationWords>,
): Combination<A> => ({
  monotone: "increasing",
  neutral: null,
  absorbing: null,
  ofNothing: 0,
  keepsOne: true,
  isInexact: false,
  ofConditions: null,
  ...row,
});

/** Combinations of scores, the most used first. One over values as well has a row in `CALLS`, too. */
export const COMBINATIONS = {
  avg: combination({
    aggregates: true,
    documentation: "The arithmetic mean: how well the evidence fits on the whole.",
    aggregated: "(1/n) · Σ wᵢ",
    combined: "(a + b + …) / n",
  }),
  max: combination({
    aggregates: true,
    neutral: 0,
    absorbing: 1,
    ofConditions: "Or",
    documentation: "The best: one fitting node is enough.",
    aggregated: "max wᵢ",
    combined: "max(a, b, …), which is also `a or b`",
  }),
  min: combination({
    aggregates: true,
    neutral: 1,
    absorbing: 0,
    ofConditions: "And",
    documentation: "The worst: every node must fit.",
    aggregated: "min wᵢ",
    combined: "min(a, b, …), which is also `a and b`",
  }),
  gmean: combination({
    aggregates: true,
    absorbing: 0,
    keepsOne: false,
    isInexact: true,
    documentation: "The geometric mean: every node must fit a little, 0 if one does not.",
    aggregated: "exp((1/n) · Σ ln wᵢ)",
    combined: "(a · b · …)^(1/n)",
  }),
  product: combination({
    aggregates: false,
    neutral: 1,
    absorbing: 0,
    documentation: "The product of the operands, as of several brackets in a row.",
    aggregated: null,
    combined: "a · b · …",
  }),
};

export type CombineFunction = keyof typeof COMBINATIONS;
export type AggregateFunction = {
  [Name in CombineFunction]: (typeof COMBINATIONS)[Name] extends Combination<true> ? Name : never;
}[CombineFunction];
export { CALL_FUNCTIONS, type CallFunction, callRow, isSearch, READINGS };
export const COMBINE_FUNCTIONS: readonly CombineFunction[] = Object.keys(COMBINATIONS) as CombineFunction[];
export const AGGREGATE_FUNCTIONS: readonly AggregateFunction[] = COMBINE_FUNCTIONS.filter(
  (name): name is AggregateFunction => COMBINATIONS[name].aggregates,
);

/** Kinds of parameters of a function. */
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
  /** Number of the last parameters that may be left out. */
  readonly optional: number;
  /** The last parameter may be given any number of times. */
  readonly repeats: boolean;
} & (
  | { readonly builds: "Not" | "TextTarget" }
  | { readonly builds: "Aggregate"; readonly function: AggregateFunction }
  | { readonly builds: "Combine"; readonly function: CombineFunction }
  | { readonly builds: "Call"; readonly function: CallFunction }
);

/** The result of a call: of a function of values, a weight, or whichever its operands give. */
export type FunctionResult = CallResult | "relevance" | "graded";

export interface FunctionRow {
  /**
   * Forms of a call. A call with one argument that is a path takes the form of `values` if its last step is `@name` or `text()`. Otherwise it takes
   * the form of a `path`, or the only one of the two; any other call takes the last form.
   */
  readonly forms: readonly [FunctionForm, ...FunctionForm[]];
  /** The function that it is another name of. */
  readonly aliasOf: string | null;
  readonly gives: FunctionResult;
  /** XPath 3.1 has it with this meaning; or it is ours. */
  readonly source: "XPath" | "ours";
  readonly documentation: string;
  /** The meaning as equations, docs/reference/language.md. */
  readonly equation: string;
  /** A query that uses it, see `CallRow`; a condition `W` stands for a literal. */
  readonly example: string;
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

/** The forms and words of a function of values. */
function callForm(name: CallFunction): FunctionForm {
  const row = callRow(name);
  const form = { builds: "Call", function: name, optional: 0, repeats: false } as const;
  const kinds = (parameters: readonly CallParameter[]): readonly ParameterKind[] =>
    parameters.map(({ reading }) => (READINGS[reading].isGiven ? "text" : "value"));
  switch (row.kind) {
    case "context":
      return { ...form, parameters: [] };
    case "count":
    case "sum":
      return { ...form, parameters: ["values"] };
    case "pick":
    case "join":
      return { ...form, parameters: ["values", ...kinds(row.options)], optional: row.options.length };
    case "scalar": {
      const optional = row.parameters.filter(({ isOptional }) => isOptional).length;
      return { ...form, parameters: kinds(row.parameters), optional, repeats: row.repeats };
    }
    default:
      return assertNever(row);
  }
}

function callRowOf(name: CallFunction): FunctionRow {
  const { gives, source, documentation, equation, example } = callRow(name);
  return { forms: [callForm(name)], aliasOf: null, gives, source, documentation, equation, example };
}

/** The row of a name as a function of values, null if there is none. */
export const valueRowOf = (name: string): CallRow | null =>
  Object.hasOwn(CALLS, name) ? callRow(name as CallFunction) : null;

function combinationRow(name: CombineFunction): FunctionRow {
  const { aggregates, documentation, aggregated, combined } = COMBINATIONS[name];
  const values = valueRowOf(name);
  const equations = [
    aggregates ? `${name}(path) = ${aggregated} over the weights wᵢ of the evidence nodes, 0 without evidence` : "",
    values === null ? "" : `${values.equation} over the values, nothing without any`,
    `${name}(a, b, …) = ${combined}`,
  ];
  return {
    forms: [
      ...(aggregates ? [aggregate(name as AggregateFunction)] : []),
      ...(values === null ? [] : [callForm(name as CallFunction)]),
      combine(name),
    ] as readonly FunctionForm[] as FunctionRow["forms"],
    aliasOf: null,
    gives: aggregates ? "graded" : "relevance",
    source: values?.source ?? "ours",
    documentation: values === null ? documentation : `${documentation} ${values.documentation}`,
    equation: equations.filter((line) => line !== "").join("\n"),
    example: aggregates ? `//T[${name}(/C[node =~ W])]` : `//T[${name}(node =~ W, not(node =~ "expensive"))]`,
  };
}

type Alias = `agg_${AggregateFunction}`;
const aliasRow = (name: AggregateFunction): readonly [Alias, FunctionRow] => [
  `agg_${name}`,
  {
    forms: [aggregate(name)],
    aliasOf: name,
    gives: "relevance",
    source: "ours",
    documentation: `The same as \`${name}(path)\`.`,
    equation: `agg_${name}(path) = ${name}(path)`,
    example: `//T[agg_${name}(/C[node =~ W])]`,
  },
];

const NOT: FunctionRow = {
  forms: [{ builds: "Not", parameters: ["condition"], optional: 0, repeats: false }],
  aliasOf: null,
  gives: "graded",
  source: "XPath",
  documentation: "The opposite: of a relevance 1 minus it.",
  equation: "not(r) = 1 − r",
  example: "//T[not(node =~ W)]",
};

const TEXT: FunctionRow = {
  forms: [{ builds: "TextTarget", parameters: [], optional: 0, repeats: false }],
  aliasOf: null,
  gives: "text",
  source: "XPath",
  documentation: "The own text of the node, to compare, to search, or as the target of a relevance.",
  equation: "text()",
  example: "//T/text()",
};

export type FunctionName = CombineFunction | Alias | CallFunction | "not" | "text";

const combinationRows = (aggregates: boolean) =>
  COMBINE_FUNCTIONS.filter((name) => COMBINATIONS[name].aggregates === aggregates).map(
    (name) => [name, combinationRow(name)] as const,
  );

/** The rows of all functions, the most used first. */
const ROWS: ReadonlyMap<string, FunctionRow> = new Map<FunctionName, FunctionRow>([
  ...combinationRows(true),
  ["not", NOT],
  ...combinationRows(false),
  ...CALL_FUNCTIONS.filter((name) => !Object.hasOwn(COMBINATIONS, name)).map(
    (name) => [name, callRowOf(name)] as const,
  ),
  ["text", TEXT],
  ...AGGREGATE_FUNCTIONS.map(aliasRow),
]);

/** Every function of the language, the most used first. */
export const FUNCTION_NAMES = [...ROWS.keys()] as FunctionName[] as readonly FunctionName[];

/** The rows of all functions; those of values are the rows of `CALLS`. */
export const FUNCTIONS = Object.fromEntries(ROWS) as Readonly<Record<FunctionName, FunctionRow>>;

/** Equivalents of functions of other dialects: the demo's `agg_exists` is the best of the evidence, its `agg_prev` the mean. */
export const MEANT: ReadonlyMap<string, readonly FunctionName[]> = new Map([
  ["agg_exists", ["max"]],
  ["agg_prev", ["avg"]],
  ["average", ["avg"]],
  ["mean", ["avg"]],
  ["total", ["sum"]],
  ["size", ["count", "string-length"]],
  ["length", ["count", "string-length"]],
  ["len", ["string-length"]],
  ["lower", ["lower-case"]],
  ["upper", ["upper-case"]],
  ["today", ["current-date"]],
  ["now", ["current-dateTime"]],
  ["like", ["contains"]],
  ["includes", ["contains"]],
  ["trim", ["normalize-space"]],
  ["substr", ["substring"]],
  ["join", ["string-join"]],
  ["unique", ["distinct-values"]],
  ["distinct", ["distinct-values"]],
  ["ceil", ["ceiling"]],
  ["regex", ["matches"]],
  ["any", ["exists", "max"]],
  ["mass", ["avg"]],
  ["maximum", ["max"]],
  ["minimum", ["min"]],
  ["year", ["year-from-date"]],
  ["month", ["month-from-date"]],
  ["day", ["day-from-date"]],
  ["isempty", ["empty"]],
  ["coalesce", []],
]);

/** Functions of XPath 3.1 and of older dialects that are not in this language, each with what to write instead; none where nothing is near. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...["tokenize", "analyze-string"].map((name) => [name, 'Write contains(…) or matches(…, "\\bword\\b").'] as const),
  ...["compare", "codepoint-equal", "deep-equal"].map((name) => [name, "Compare with =, != or <."] as const),
  ...["local-name", "node-name", "QName", "prefix-from-QName", "namespace-uri"].map(
    (name) => [name, "Write name()."] as const,
  ),
  ...["head", "first", "zero-or-one", "exactly-one", "one-or-more"].map(
    (name) => [name, "Write [1] after the path, in parentheses for the first of all: (//A)[1]."] as const,
  ),
  ...["tail", "subsequence", "remove", "insert-before", "index-of"].map(
    (name) => [name, "Write a position after the path: [2:], [2:4], or position() in a condition."] as const,
  ),
  ...["reverse", "sort", "innermost", "outermost"].map(
    (name) => [name, "Order with [order by … descending]."] as const,
  ),
  ...["filter", "for-each", "for-each-pair", "fold-left", "fold-right", "apply", "unordered"].map(
    (name) => [name, "Write a condition in brackets, or [group by …] and a record."] as const,
  ),
  ...["round-half-to-even", "format-number", "format-integer"].map((name) => [name, "Write round(…, 2)."] as const),
  ...["format-date", "format-dateTime", "format-time"].map(
    (name) => [name, "Write year-from-date(…), month-from-date(…) and the like, joined with ||."] as const,
  ),
  ...["has-children", "path", "generate-id"].map(
    (name) => [name, "Write exists(/*) for children; results have their paths."] as const,
  ),
  ["data", "Write string(…)."],
  ...[
    "current-time",
    "implicit-timezone",
    "adjust-dateTime-to-timezone",
    "adjust-date-to-timezone",
    "adjust-time-to-timezone",
  ].map((name) => [name, "Write current-dateTime() or current-date()."] as const),
  ...[
    "codepoints-to-string",
    "string-to-codepoints",
    "encode-for-uri",
    "iri-to-uri",
    "normalize-unicode",
    "doc",
    "collection",
    "doc-available",
    "parse-xml",
    "parse-json",
    "unparsed-text",
    "serialize",
    "base-uri",
    "document-uri",
    "resolve-uri",
    "error",
    "trace",
    "lang",
    "nilled",
    "random-number-generator",
    "array",
    "map",
  ].map((name) => [name, ""] as const),
  ...["Read", "Create", "Update", "Delete", "Write"].map(
    (name) => [name, 'This is an older dialect: "sxp migrate" reads it.'] as const,
  ),
]);

/** Names by which other dialects call a relevance: around a condition they have no meaning here, and around a text they are `=~`. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  ...["atom", "sem", "sim", "semantic", "semantic_match", "sem_match", "similar", "similarity"],
]);

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
