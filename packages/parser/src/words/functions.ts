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
export const COMBINE_FUNCTIONS: readonly CombineFunction[] = Object.keys(COMBINATIONS) as CombineFunction[];
export const AGGREGATE_FUNCTIONS: readonly AggregateFunction[] = COMBINE_FUNCTIONS.filter(
  (name): name is AggregateFunction => COMBINATIONS[name].aggregates,
);

/** What a parameter of a function takes. */
export const PARAMETERS = {
  path: 'A path from the node that is tested, such as `/POI[node =~ "museum"]`.',
  condition: "A relevance or a condition; a condition counts 0 or 1.",
  value: "An attribute `@name`, a field, `.`, `text()` or `name()`.",
  text: "A string or a parameter.",
} as const;
export type ParameterKind = keyof typeof PARAMETERS;

/** One way to call a function, and the node that the call is in the tree. */
export type FunctionForm = {
  readonly parameters: readonly ParameterKind[];
  /** The last parameter may be given any number of times. */
  readonly repeats: boolean;
} & (
  | { readonly builds: "Not" | "Exists" | "Count" | "TextTarget" }
  | { readonly builds: "Aggregate"; readonly function: AggregateFunction }
  | { readonly builds: "Combine"; readonly function: CombineFunction }
  | { readonly builds: "Call"; readonly function: "contains" | "starts-with" | "ends-with" }
  | { readonly builds: "NodeFunction"; readonly function: "position" | "last" | "name" }
);

export interface FunctionRow {
  /** A call with one path takes the form with a path, any other the last one. */
  readonly forms: readonly [FunctionForm, ...FunctionForm[]];
  /** The function that it is another name of. */
  readonly aliasOf: string | null;
  /** What a call gives: 0 or 1 (`condition`), a weight (`relevance`), whichever its operands give (`graded`), a number or text. */
  readonly gives: "relevance" | "condition" | "graded" | "number" | "text";
  readonly documentation: string;
  /** The meaning as equations, docs/language.md. */
  readonly equation: string;
}

const row = (
  form: FunctionForm,
  gives: FunctionRow["gives"],
  documentation: string,
  equation: string,
  aliasOf: string | null = null,
): FunctionRow => ({ forms: [form], aliasOf, gives, documentation, equation });

const aggregate = (name: AggregateFunction): FunctionForm => ({
  builds: "Aggregate",
  function: name,
  parameters: ["path"],
  repeats: false,
});

const graded = (name: AggregateFunction, documentation: string, aggregated: string, combined: string): FunctionRow => ({
  forms: [aggregate(name), { builds: "Combine", function: name, parameters: ["condition"], repeats: true }],
  aliasOf: null,
  gives: "graded",
  documentation,
  equation: `${name}(path) = ${aggregated} over the weights wᵢ of the evidence nodes, 0 without evidence\n${name}(a, b, …) = ${combined}`,
});

const alias = (name: AggregateFunction): FunctionRow =>
  row(aggregate(name), "relevance", `The same as \`${name}(path)\`.`, `agg_${name}(path) = ${name}(path)`, name);

const comparison = (name: "contains" | "starts-with" | "ends-with", how: string): FunctionRow =>
  row(
    { builds: "Call", function: name, parameters: ["value", "text"], repeats: false },
    "condition",
    `True if the value ${how} the text, case included.`,
    `${name}(v, t) = 1 if v ${how} t, else 0`,
  );

const nodeFunction = (
  name: "position" | "last" | "name",
  gives: "number" | "text",
  documentation: string,
): FunctionRow =>
  row({ builds: "NodeFunction", function: name, parameters: [], repeats: false }, gives, documentation, `${name}()`);

const path = (builds: "Exists" | "Count"): FunctionForm => ({ builds, parameters: ["path"], repeats: false });

/** Every function of the language, the most used first. */
export const FUNCTIONS = {
  avg: graded(
    "avg",
    "The arithmetic mean: how well the evidence fits on the whole.",
    "(1/n) · Σ wᵢ",
    "(a + b + …) / n",
  ),
  max: graded("max", "The best: one fitting node is enough.", "max wᵢ", "max(a, b, …), which is also `a or b`"),
  min: graded("min", "The worst: every node must fit.", "min wᵢ", "min(a, b, …), which is also `a and b`"),
  gmean: graded(
    "gmean",
    "The geometric mean: every node must fit a little, 0 if one does not.",
    "exp((1/n) · Σ ln wᵢ)",
    "(a · b · …)^(1/n)",
  ),
  exists: row(
    path("Exists"),
    "condition",
    "True if the path leads to a node.",
    "exists(path) = 1 if the path has a node, else 0",
  ),
  count: row(path("Count"), "number", "How many nodes the path leads to.", "count(path) = n"),
  contains: comparison("contains", "contains"),
  "starts-with": comparison("starts-with", "begins with"),
  "ends-with": comparison("ends-with", "ends with"),
  not: row(
    { builds: "Not", parameters: ["condition"], repeats: false },
    "graded",
    "The opposite: of a relevance 1 minus it.",
    "not(r) = 1 − r",
  ),
  product: row(
    { builds: "Combine", function: "product", parameters: ["condition"], repeats: true },
    "relevance",
    "The product of the operands, as of several brackets in a row.",
    "product(a, b, …) = a · b · …",
  ),
  position: nodeFunction("position", "number", "The place of the node in the list as it is now ordered, from 1."),
  last: nodeFunction("last", "number", "How many nodes the list has."),
  name: nodeFunction("name", "text", "The type of the node."),
  text: row(
    { builds: "TextTarget", parameters: [], repeats: false },
    "text",
    "The own text of the node, to compare, to search, or as the target of a relevance.",
    "text()",
  ),
  agg_avg: alias("avg"),
  agg_max: alias("max"),
  agg_min: alias("min"),
  agg_gmean: alias("gmean"),
} as const satisfies Readonly<Record<string, FunctionRow>>;

export type FunctionName = keyof typeof FUNCTIONS;
export const FUNCTION_NAMES: readonly FunctionName[] = Object.keys(FUNCTIONS) as FunctionName[];

const ROWS: ReadonlyMap<string, FunctionRow> = new Map(Object.entries(FUNCTIONS));

/** What functions of other dialects are here: the demo's `agg_exists` is the best of the evidence. */
export const MEANT: ReadonlyMap<string, FunctionName> = new Map([["agg_exists", "max"]]);

/** The row of a name as it is written, null if there is no such function. */
export const functionOf = (name: string): FunctionRow | null => ROWS.get(name) ?? null;

/** `avg(path)`. */
export const signatureOf = (name: string, { parameters, repeats }: FunctionForm): string =>
  `${name}(${parameters.join(", ")}${repeats ? ", …" : ""})`;
