import { AXES, AXIS_NAMES, FUNCTION_NAMES, type FunctionName, functionOf, valueRowOf } from "@semantic-xpath/parser";
import type { CallParameter, CallRow } from "@semantic-xpath/values";
import { code, generatedFrom, page, table } from "./markdown.js";

const parametersOf = (row: CallRow): readonly CallParameter[] =>
  row.kind === "scalar" ? row.parameters : row.kind === "pick" || row.kind === "join" ? row.options : [];

function signatureOf(name: FunctionName, row: CallRow): string {
  const isOfPath = row.kind !== "scalar" && row.kind !== "context";
  const written = parametersOf(row).map(({ reading, isOptional }) => {
    const word = reading === "any" || reading === "atom" || reading === "truth" ? "value" : reading;
    return isOptional ? `${word}?` : word;
  });
  const path = row.kind === "count" || name === "distinct-values" ? "path" : "path/@a";
  const rest = row.kind === "scalar" && row.repeats ? ["…"] : [];
  return `${name}(${[...(isOfPath ? [path] : []), ...written, ...rest].join(", ")})`;
}

const valueRows = FUNCTION_NAMES.flatMap((name) => {
  const row = valueRowOf(name);
  return row === null ? [] : [[code(signatureOf(name, row)), row.documentation, row.source]];
});

/** Functions of scores: they have no row of values, or one in addition to it. */
const scoreRows = FUNCTION_NAMES.flatMap((name) => {
  const { forms, aliasOf, documentation } = functionOf(name)!;
  if (aliasOf !== null) return [[code(`${name}(…)`), `Another name of \`${aliasOf}\`.`]];
  const { parameters, builds } = forms.at(-1)!;
  return builds === "Call" ? [] : [[code(`${name}(${parameters.join(", ")})`), documentation]];
});

export const functionsPage = (): string =>
  page(
    generatedFrom("packages/parser/src/words and packages/values/src/functions.ts"),
    "# Axes and functions",
    "## Axes",
    table(
      ["axis", "reaches", "leads back"],
      AXIS_NAMES.map((name) => [code(name), AXES[name].documentation, code(AXES[name].inverse)]),
    ),
    "## Functions of scores",
    "They combine relevances and conditions, which count 0 or 1, or the weights of the nodes of a path: see [aggregates](language.md#aggregates) and [expressions](language.md#expressions).",
    table(["function", "gives"], scoreRows),
    "## Functions of values",
    "The source is XPath if XPath 3.1 has the function with this meaning. Its [arguments and absent values](language.md#functions) are described with the language.",
    table(["function", "gives", "source"], valueRows),
  );
