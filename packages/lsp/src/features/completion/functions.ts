import {
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionForm,
  type FunctionName,
  type FunctionResult,
  type FunctionRow,
  type PlacedCall,
  valueRowOf,
} from "@semantic-xpath/parser";
import type { Items } from "./items.js";

/** A value is not a condition: it is inserted with its comparison. A possible relevance is left alone. */
const COMPARED: Readonly<Record<FunctionResult, string>> = {
  condition: "",
  relevance: "",
  graded: "",
  number: " >= $2",
  value: " >= $2",
  amount: " >= $2",
  date: " >= $2",
  dateTime: " >= $2",
  duration: " >= $2",
  text: ' = "$2"',
  values: " = $2",
};

/** Beginnings of a condition or a score: every function, a value with its comparison. */
export function addFunctions(items: Items, base: string): void {
  for (const name of FUNCTION_NAMES) {
    if (name === "text") continue;
    const row: FunctionRow = FUNCTIONS[name];
    add(items, { name, form: row.forms.at(-1) ?? row.forms[0], base, after: COMPARED[row.gives] });
  }
}

/** The functions that give a value: to compare, to compute with, or to order by. */
export function addValueFunctions(items: Items, base: string, isKey: boolean): void {
  const isNamed = isKey && items.needsName;
  for (const name of FUNCTION_NAMES) {
    const form = valueForm(name, base);
    if (form === null || (isKey && !isOrderKey(name)) || (base === "" && !isOfDocument(name, form))) continue;
    add(items, { name, form, base, after: isNamed ? ` as \${0:${name}}` : "" });
  }
}

/** Functions that give several values, where a path may be. */
export function addSequences(items: Items, base: string): void {
  if (items.cursor.call?.takes.includes("values") !== true) return;
  for (const name of FUNCTION_NAMES) {
    if (FUNCTIONS[name].gives === "values") add(items, { name, form: FUNCTIONS[name].forms[0], base, after: "" });
  }
}

/** True unless a call gives several values, a place in the list that is ordered, or the same for every node. */
function isOrderKey(name: FunctionName): boolean {
  const row = valueRowOf(name);
  return row !== null && row.gives !== "values" && (row.kind !== "context" || row.reads === "node");
}

/** Form of a function that gives a value; null without one. A condition is a value of a whole query. */
function valueForm(name: FunctionName, base: string): FunctionForm | null {
  const { forms, gives }: FunctionRow = FUNCTIONS[name];
  return gives === "condition" && base !== "" ? null : (forms.find(({ builds }) => builds === "Call") ?? null);
}

/** Without brackets there is no context node, but values of paths from the document. */
function isOfDocument(name: FunctionName, { parameters }: FunctionForm): boolean {
  const row = valueRowOf(name);
  return parameters.length > 0 || (row?.kind === "context" && row.reads === "run");
}

interface WrittenFunction {
  readonly name: FunctionName;
  readonly form: FunctionForm;
  readonly base: string;
  /** Text after the call. */
  readonly after: string;
}

function add(items: Items, { name, form, base, after }: WrittenFunction): void {
  const holes = holesOf(form, FUNCTIONS[name].forms.length);
  items.add({
    label: holes === "" ? `${name}()` : `${name}(…)`,
    kind: "function",
    snippet: `${name}(${holes})${after}`,
    filter: name,
    detail: FUNCTIONS[name].documentation,
    about: "function",
    name,
    base,
  });
}

/** The arguments to be typed: those that must be there, and one where all may be left out. */
function holesOf({ parameters, optional, repeats }: FunctionForm, forms: number): string {
  if (parameters.length === 0) return "";
  const required = parameters.slice(0, parameters.length - optional);
  if (required.length > 1) return required.map((kind, i) => (kind === "text" ? `"$${i + 1}"` : `$${i + 1}`)).join(", ");
  return repeats && forms === 1 ? "$1, $2" : "$1";
}

/** Tests that an argument is always a text in quotes or a parameter. */
export function takesTextOnly(call: PlacedCall | null): boolean {
  return call !== null && call.takes.length > 0 && call.takes.every((kind) => kind === "text");
}
