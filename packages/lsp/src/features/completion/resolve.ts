import { ARITHMETIC_OPERATORS, functionOf, isAxis, OPERATORS } from "@semantic-xpath/parser";
import type { CompletionItem } from "vscode-languageserver";
import { frequentValues, salientTerms } from "../types/dataFacts.js";
import { describeAttribute, describeAxis, describeFunction, describeType } from "../types/describe.js";
import { measure } from "../types/measure.js";
import { typesOf } from "../types/typesOf.js";
import { code, fenced, plain, prose } from "../words/markdown.js";
import { attributesOf, count, quoted, spellName, valueText } from "../words/words.js";
import type { View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type { ItemData } from "./items.js";

/** Adds the documentation to an item that is looked at: what it is, and an example with what it finds in the data now. */
export async function resolveCompletion(workspace: Workspace, item: CompletionItem): Promise<CompletionItem> {
  const data = item.data as ItemData | undefined;
  if (data === undefined || item.documentation !== undefined) return item;
  const document = workspace.document(data.uri);
  const views = document === null ? [] : workspace.views(document);
  const view = views.find(({ region }) => region.start === data.region) ?? views[0];
  const value = view === undefined ? null : await documentationOf(view, data);
  return value === null ? item : { ...item, documentation: { kind: "markdown", value } };
}

async function documentationOf(view: View, data: ItemData): Promise<string | null> {
  const words = wordsOf(view, data);
  const example = exampleOf(view, data);
  const parts = [...(words === null ? [] : [words]), ...(example === null ? [] : [await exampleWords(view, example)])];
  return parts.length === 0 ? null : parts.join("\n\n");
}

function wordsOf(view: View, { about, name, base }: ItemData): string | null {
  const { known } = view;
  const tree = view.data.value;
  switch (about) {
    case "type":
      return known === null ? null : describeType(known, tree, name);
    case "attribute":
      return known === null ? null : describeAttribute(known, tree, typesOf(known, base), name);
    case "function":
      return describeFunction(name);
    case "axis":
      return isAxis(name) ? describeAxis(name) : null;
    case "condition":
      return `Nodes are ranked by how much their text is about ${plain(quoted(name))}.`;
    case "operator":
      return OPERATOR_WORDS[name] ?? null;
    case "value":
    case "query":
      return null;
  }
}

const QUANTIFIER_WORDS = {
  "order by …":
    "```text\nlist ↦ list by its keys, the least first\n```\n\nPositions after it count in this order. Absent values come last.",
  some: "```text\nsome $x in path satisfies c = c holds for at least one x\n```",
  every: "```text\nevery $x in path satisfies c = c holds for all x; true without any\n```",
};

const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  "=~": "```text\nweight := weight · relevance(target, condition)\n```",
  and: "```text\na and b = min(a, b)\n```",
  or: "```text\na or b = max(a, b)\n```",
  ...QUANTIFIER_WORDS,
  ...Object.fromEntries(ARITHMETIC_OPERATORS.map((name) => [name, `a ${name} b: ${OPERATORS[name].documentation}.`])),
};

/** A short query with the item in it, over the types at the place; null if there is nothing to fill it with. */
function exampleOf({ known, data }: View, { about, name, base }: ItemData): string | null {
  const types = typesOf(known, base) ?? [];
  const tree = data.value;
  const [T] = types;
  const values = (attribute: string) => (tree === null ? [] : frequentValues(tree, types, attribute));
  const condition = (): string =>
    (tree === null ? null : salientTerms(tree, types, { kind: "node" })[0]?.text) ?? "museum";
  switch (about) {
    case "type":
      return `//${spellName(name)}`;
    case "axis":
      return T === undefined || name === "*" ? null : `//${T}/${name}::*`;
    case "attribute": {
      const { attribute, on: [on = T] = [] } = attributesOf(known, types).get(name) ?? {};
      const value = attribute?.values?.[0] ?? values(name)[0]?.text;
      const isBare = attribute?.type === "number" || attribute?.type === "boolean";
      if (on === undefined) return null;
      return value === undefined ? `//${on}/@${name}` : `//${on}[@${name} = ${isBare ? value : quoted(value)}]`;
    }
    case "condition":
      return filled("//T[node =~ W]", { T, W: quoted(name) });
    case "operator":
      return name === "=~" ? filled("//T[node =~ W]", { T, W: quoted(condition()) }) : null;
    case "function": {
      const { children = {}, attributes = {} } = (T !== undefined && known?.types[T]) || {};
      const A = Object.keys(attributes).find((one) => attributes[one]?.type === "string");
      const V = quoted((A && values(A)[0]?.text.split(" ")[0]) || "a");
      const [C] = Object.keys(children);
      const ofChild = (C !== undefined && known?.types[C]?.attributes) || {};
      const M = Object.keys(ofChild).find((one) => ofChild[one]?.type === "number");
      return filled(functionOf(name)?.example ?? "", { T, C, W: quoted(condition()), A, V, M });
    }
    case "value":
    case "query":
      return null;
  }
}

function filled(template: string, slots: Readonly<Record<string, string | undefined>>): string | null {
  const names = template.match(/\b[TCWAVM]\b/g) ?? [];
  if (names.some((name) => slots[name] === undefined)) return null;
  return template.replace(/\b[TCWAVM]\b/g, (name) => slots[name] ?? "");
}

async function exampleWords(view: View, query: string): Promise<string> {
  const tree = view.data.value;
  const measured = tree === null ? null : await measure(tree, view.schema.value?.schema ?? null, query);
  const result =
    measured === null
      ? ""
      : measured.problem !== null
        ? `\n\n${prose(measured.problem)}`
        : `\n\n${measured.value !== undefined ? `Gives ${code(valueText(measured.value))} here.` : measured.matches === 0 ? "Finds nothing here." : `Finds ${count(measured.matches, "match")} here${measured.top[0] === undefined ? "" : `, first ${code(measured.top[0].path)}`}.`}`;
  return `${fenced("sxp", query)}${result}`;
}
