import {
  FUNCTION_NAMES,
  FUNCTIONS,
  type FunctionForm,
  type FunctionName,
  type FunctionResult,
  type FunctionRow,
  functionOf,
  type PlacedCall,
} from "@semantic-xpath/parser";
import type { Items } from "./items.js";

/** A value is no condition: it is inserted with its comparison. What may be a relevance is left as it is. */
const COMPARED: Readonly<Record<FunctionResult, string>> = {
  condition: "",
  relevance: "",
  graded: "",
  number: " >= $2",
  value: " >= $2",
  date: " >= $2",
  dateTime: " >= $2",
  duration: " >= $2",
  text: ' = "$2"',
  values: " = $2",
};

/** What a condition or a score may be: every function, a value with what it is compared with. */
export function addFunctions(items: Items, base: string): void {
  for (const name of FUNCTION_NAMES) {
    if (name === "text") continue;
    const row: FunctionRow = FUNCTIONS[name];
    add(items, { name, form: row.forms.at(-1) ?? row.forms[0], base, after: COMPARED[row.gives] });
  }
}

/** The functions that give a value: to compare, to compute with, or to order by. */
export function addValueFunctions(items: Items, base: string, isKey: boolean): void {
  for (const name of FUNCTION_NAMES) {
    const form = valueForm(name);
    if (form === null || (isKey ? NO_KEYS : NO_OPERANDS).has(name) || (base === "" && !isOfDocument(name, form)))
      continue;
    add(items, { name, form, base, after: "" });
  }
}

/** Several values, or the same for every node: nothing to order by. */
const NO_KEYS = new Set<FunctionName>([
  "text",
  "position",
  "last",
  "distinct-values",
  "current-date",
  "current-dateTime",
]);
const NO_OPERANDS = new Set<FunctionName>(["text"]);

/** How a function is called for a value that is no condition; null if it gives none. */
function valueForm(name: FunctionName): FunctionForm | null {
  const { forms, gives }: FunctionRow = FUNCTIONS[name];
  return gives === "condition" ? null : (forms.find(({ builds }) => builds === "Call") ?? null);
}

/** Outside of brackets there is no node to ask, but paths from the document. */
const isOfDocument = (name: FunctionName, { parameters }: FunctionForm): boolean =>
  parameters.includes("values") || name === "current-date" || name === "current-dateTime";

interface Written {
  readonly name: FunctionName;
  readonly form: FunctionForm;
  readonly base: string;
  /** What follows the call. */
  readonly after: string;
}

function add(items: Items, { name, form, base, after }: Written): void {
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
  if (parameters.length - optional > 1) return parameters.includes("text") ? '$1, "$2"' : "$1, $2";
  return repeats && forms === 1 ? "$1, $2" : "$1";
}

/** Whether an argument can be nothing but a text in quotes or a parameter. */
export function takesTextOnly(call: PlacedCall | null): boolean {
  const forms = functionOf(call?.name ?? "")?.forms ?? [];
  return call !== null && forms.length > 0 && forms.every(({ parameters }) => parameters[call.argument] === "text");
}
