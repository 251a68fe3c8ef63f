/**
 * Every operator of conditions. `precedence`: a higher one binds tighter. `meant` are the spellings of other languages that are
 * read as it, with a fix; words among them are operators only after an operand.
 */
interface OperatorRow {
  readonly joins: "conditions" | "values" | "relevance" | "numbers" | "texts" | "sets";
  readonly precedence: number;
  readonly meant: readonly string[];
  readonly documentation: string;
}

const comparison = (meant: readonly string[], documentation: string): OperatorRow => ({
  joins: "values",
  precedence: 3,
  meant,
  documentation,
});

const arithmetic = (precedence: number, documentation: string, meant: readonly string[] = []): OperatorRow => ({
  joins: "numbers",
  precedence,
  meant,
  documentation,
});

const sets = (precedence: number, documentation: string): OperatorRow => ({
  joins: "sets",
  precedence,
  meant: [],
  documentation,
});

export const OPERATORS = {
  or: {
    joins: "conditions",
    precedence: 1,
    meant: ["OR", "Or"],
    documentation: "one of both; of relevances the greater",
  },
  and: {
    joins: "conditions",
    precedence: 2,
    meant: ["&", "&&", "AND", "And"],
    documentation: "both; of relevances the smaller",
  },
  "=~": {
    joins: "relevance",
    precedence: 4,
    meant: ["~=", "~"],
    documentation: "relevance: how well the text fits, 0 to 1",
  },
  "≈": { joins: "relevance", precedence: 4, meant: [], documentation: "the same as =~" },
  "=": comparison(["==", "eq"], "is equal to"),
  "!=": comparison(["<>", "≠", "ne"], "is different from"),
  "<": comparison(["lt"], "is less than"),
  "<=": comparison(["≤", "le"], "is at most"),
  ">": comparison(["gt"], "is greater than"),
  ">=": comparison(["≥", "ge"], "is at least"),
  "||": { joins: "texts", precedence: 4.5, meant: [], documentation: "the texts of both, one after the other" },
  "+": arithmetic(5, "the sum; of a date or time and a duration, later"),
  "-": arithmetic(5, "the difference; of two dates, a duration. White space before it where a name is on its left"),
  "*": arithmetic(6, "the product", ["×"]),
  div: arithmetic(6, "the quotient", ["/", "÷"]),
  mod: arithmetic(6, "the remainder, with the sign of the left side", ["%"]),
  "|": sets(1, "what is in either, once, with its highest weight"),
  except: sets(2, "what is in the left and not in the right, with the weights of the left"),
  intersect: sets(2, "what is in both, with the weights of the left"),
} as const satisfies Readonly<Record<string, OperatorRow>>;

export type Operator = keyof typeof OPERATORS;
const OPERATOR_NAMES: readonly Operator[] = Object.keys(OPERATORS) as Operator[];
export const COMPARISON_OPERATORS = ["=", "!=", "<", "<=", ">", ">="] as const satisfies readonly Operator[];
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

export const ARITHMETIC_OPERATORS = ["+", "-", "*", "div", "mod"] as const satisfies readonly Operator[];
export type ArithmeticOperator = (typeof ARITHMETIC_OPERATORS)[number];

const MEANINGS: ReadonlyMap<string, Operator> = new Map(
  OPERATOR_NAMES.flatMap((name) => [name, ...OPERATORS[name].meant].map((spelling) => [spelling, name] as const)),
);

/** The operator that a spelling is or means, null if it means none. */
export const operatorOf = (spelling: string): Operator | null => MEANINGS.get(spelling) ?? null;

/** Targets of `=~`, in addition to fields and attributes. */
export const TARGETS = {
  node: "all of the node's text",
  content: "all of the node's text, as the paper writes it",
  ".": "all of the node's text, as XPath writes it",
  "text()": "the own text",
} as const;

/** The words that open a declaration or belong to it. No word of the language is reserved. */
export const KEYWORDS = {
  declare: "a query or an update with a name and parameters",
  import: "a schema or data that the queries are about",
  query: "what is declared: what reads",
  update: "what is declared: what changes data",
  schema: "what may be imported: the types of the data",
  data: "what may be imported: a document",
  as: "the type of a parameter",
  string: "a text",
  number: "a number",
  node: "a node, by its key: a parameter of updates",
} as const;
