import {
  AGGREGATE_FUNCTIONS,
  CALL_FUNCTIONS,
  COMPARISON_OPERATORS,
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionForm,
  type FunctionName,
  isSearch,
  parse,
  print,
  tokenize,
} from "@semantic-xpath/parser";

/** The functions with a form that builds a kind of node, as the table of the language has them. */
const functionsThatBuild = <B extends FunctionForm["builds"]>(
  builds: B,
  suits: (form: Extract<FunctionForm, { builds: B }>) => boolean = () => true,
): readonly FunctionName[] =>
  FUNCTION_NAMES.filter((name) => {
    const forms: readonly FunctionForm[] = FUNCTIONS[name].forms;
    return forms.some((form) => form.builds === builds && suits(form as Extract<FunctionForm, { builds: B }>));
  });

/** The names of the aggregates, each with its aliases after it. */
export const AGGREGATE_NAMES = AGGREGATE_FUNCTIONS.flatMap((fn) =>
  functionsThatBuild("Aggregate", (form) => form.function === fn),
);

/** The functions that look for a text in another. */
export const SEARCHES = CALL_FUNCTIONS.filter(isSearch);

/** Functions that give a number of the node alone: `position`. */
export const PLACES = functionsThatBuild("Call", (form) => form.parameters.length === 0).filter(
  (name) => FUNCTIONS[name].gives === "number",
);

/** Comparisons of a value with a list of allowed values, and those of ordered values alone. */
export const EQUALITIES = ["=", "!="] as const;
export const ORDERS = COMPARISON_OPERATORS.filter((operator) => operator !== "=" && operator !== "!=");

/** Tests that a name can stand bare, as a field does: a schema file may call a type "two words". */
export function isNameOfLanguage(name: string): boolean {
  const [, token, ...more] = tokenize(`/${name}`);
  return token?.kind === "name" && token.span.end === name.length + 1 && more.length === 0;
}

/** Tests that a step or `@` can write a name, in quotes if need be, on one line. */
export function isWritable(name: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(name) && parse(`/${writtenName(name)}`).diagnostics.length === 0;
}

/** A name as a step or `@` has it: in quotes if it can't stand bare. */
export const writtenName = (name: string): string => print({ kind: "Name", span: { start: 0, end: 0 }, text: name });

/** Members of a schema that a query can name. */
export const writable = <T>(named: Readonly<Record<string, T>>): (readonly [string, T])[] =>
  Object.entries(named).filter(([name]) => isWritable(name));

/** A text in quotes, as a query has it. */
export const quoteText = (value: string): string => print({ kind: "StringLiteral", span: { start: 0, end: 0 }, value });
