/** A function of the language as editors show it. */
export interface FunctionHelp {
  readonly name: string;
  /** One signature per form: its parameters in order; the last one repeats where `repeats`. */
  readonly signatures: readonly {
    readonly parameters: readonly { readonly name: string; readonly help: string }[];
    readonly repeats: boolean;
  }[];
  /** What the call gives. */
  readonly gives: "relevance" | "condition" | "number" | "text" | "graded";
  readonly summary: string;
  /** The meaning as an equation, docs/language.md. */
  readonly equation: string;
  /** What is inserted, with `$1` for what is typed first. */
  readonly snippet: string;
}

const evidence = { name: "path", help: 'A path from the node that is tested, such as `/POI[node =~ "museum"]`.' };
const condition = { name: "condition", help: "A relevance or a condition; a condition counts 0 or 1." };
const value = { name: "value", help: "An attribute `@name`, a field or `name()`." };
const text = { name: "text", help: "A string or a parameter." };

const aggregate = (name: string, summary: string, aggregated: string, combined: string): FunctionHelp => ({
  name,
  signatures: [
    { parameters: [evidence], repeats: false },
    { parameters: [condition], repeats: true },
  ],
  gives: "graded",
  summary,
  equation: `${name}(path) = ${aggregated} over the weights wᵢ of the evidence nodes, 0 without evidence\n${name}(a, b, …) = ${combined}`,
  snippet: `${name}($1)`,
});

const demo = (name: string): FunctionHelp => ({
  name: `agg_${name}`,
  signatures: [{ parameters: [evidence], repeats: false }],
  gives: "relevance",
  summary: `The same as \`${name}(path)\`.`,
  equation: `agg_${name}(path) = ${name}(path)`,
  snippet: `agg_${name}($1)`,
});

const test = (name: string, how: string): FunctionHelp => ({
  name,
  signatures: [{ parameters: [value, text], repeats: false }],
  gives: "condition",
  summary: `True where the value ${how} the text, case included.`,
  equation: `${name}(v, t) = 1 if v ${how} t, else 0`,
  snippet: `${name}($1, "$2")`,
});

const plain = (name: string, gives: FunctionHelp["gives"], summary: string): FunctionHelp => ({
  name,
  signatures: [{ parameters: [], repeats: false }],
  gives,
  summary,
  equation: `${name}()`,
  snippet: `${name}()`,
});

/** All functions, the most used first. */
export const FUNCTION_HELP: readonly FunctionHelp[] = [
  aggregate("avg", "The arithmetic mean: how well the evidence fits on the whole.", "(1/n) · Σ wᵢ", "(a + b + …) / n"),
  aggregate("max", "The best: one fitting node is enough.", "max wᵢ", "max(a, b, …), which is also `a or b`"),
  aggregate("min", "The worst: every node must fit.", "min wᵢ", "min(a, b, …), which is also `a and b`"),
  aggregate(
    "gmean",
    "The geometric mean: every node must fit a little, 0 where one does not.",
    "exp((1/n) · Σ ln wᵢ)",
    "(a · b · …)^(1/n)",
  ),
  {
    name: "exists",
    signatures: [{ parameters: [evidence], repeats: false }],
    gives: "condition",
    summary: "True where the path leads to a node.",
    equation: "exists(path) = 1 if the path has a node, else 0",
    snippet: "exists($1)",
  },
  {
    name: "count",
    signatures: [{ parameters: [evidence], repeats: false }],
    gives: "number",
    summary: "How many nodes the path leads to.",
    equation: "count(path) = n",
    snippet: "count($1)",
  },
  test("contains", "contains"),
  test("starts-with", "begins with"),
  test("ends-with", "ends with"),
  {
    name: "not",
    signatures: [{ parameters: [condition], repeats: false }],
    gives: "graded",
    summary: "The opposite: of a relevance 1 minus it.",
    equation: "not(r) = 1 − r",
    snippet: "not($1)",
  },
  {
    name: "product",
    signatures: [{ parameters: [condition], repeats: true }],
    gives: "relevance",
    summary: "The product of the operands, as of several brackets in a row.",
    equation: "product(a, b, …) = a · b · …",
    snippet: "product($1, $2)",
  },
  plain("position", "number", "The place of the node in the list as it is now ordered, from 1."),
  plain("last", "number", "How many nodes the list has."),
  plain("name", "text", "The type of the node."),
  plain("text", "text", "The own text of the node, as the target of a relevance."),
  demo("avg"),
  demo("max"),
  demo("min"),
  demo("gmean"),
];

export const functionHelp = (name: string): FunctionHelp | null =>
  FUNCTION_HELP.find((help) => help.name === name) ?? null;

/** `avg(path)`. */
export const signatureText = (name: string, { parameters, repeats }: FunctionHelp["signatures"][number]): string =>
  `${name}(${parameters.map((parameter) => parameter.name).join(", ")}${repeats ? ", …" : ""})`;
