import { isAxis } from "@semantic-xpath/parser";
import type { CompletionItem } from "vscode-languageserver";
import { frequentValues, salientTerms } from "../types/dataFacts.js";
import { measure } from "../types/measure.js";
import { typesOf } from "../types/typesOf.js";
import { describeAttribute, describeAxis, describeFunction, describeType } from "../words/describe.js";
import { attributesOf, count, quoted } from "../words/words.js";
import type { View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type { ItemData } from "./request.js";

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
      return `Nodes are ranked by how much their text is about ${quoted(name)}.`;
    case "operator":
      return OPERATOR_WORDS[name] ?? null;
    case "value":
    case "query":
      return null;
  }
}

const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  "=~": "```text\nweight := weight · relevance(target, condition)\n```",
  and: "```text\na and b = min(a, b)\n```",
  or: "```text\na or b = max(a, b)\n```",
};

/** A short query with the item in it, over the types at the place. */
function exampleOf(view: View, { about, name, base }: ItemData): string | null {
  const types = typesOf(view.known, base) ?? [];
  const type = types[0];
  switch (about) {
    case "type":
      return `//${name}`;
    case "axis":
      return type === undefined || name === "*" ? null : `//${type}/${name}::*`;
    case "attribute":
      return type === undefined ? null : attributeExample(view, types, type, name);
    case "condition":
      return type === undefined ? null : `//${type}[node =~ ${quoted(name)}]`;
    case "function":
      return type === undefined ? null : functionExample(view, types, type, name);
    case "operator":
      return type === undefined || name !== "=~" ? null : `//${type}[node =~ ${quoted(term(view, types))}]`;
    case "value":
    case "query":
      return null;
  }
}

function attributeExample(view: View, types: readonly string[], type: string, name: string): string {
  const declared = attributesOf(view.known, types).get(name);
  const on = declared?.on[0] ?? type;
  const tree = view.data.value;
  const value =
    declared?.attribute.values?.[0] ?? (tree === null ? undefined : frequentValues(tree, types, name)[0]?.text);
  if (value === undefined) return `//${on}/@${name}`;
  const kind = declared?.attribute.type;
  return `//${on}[@${name} = ${kind === "number" || kind === "boolean" ? value : quoted(value)}]`;
}

function functionExample(view: View, types: readonly string[], type: string, name: string): string | null {
  const child = Object.keys(view.known?.types[type]?.children ?? {})[0];
  const attribute = Object.entries(view.known?.types[type]?.attributes ?? {}).find(
    ([, { type: of }]) => of === "string",
  )?.[0];
  const condition = quoted(term(view, types));
  switch (name) {
    case "avg":
    case "max":
    case "min":
    case "gmean":
    case "agg_avg":
    case "agg_max":
    case "agg_min":
    case "agg_gmean":
      return child === undefined ? null : `//${type}[${name}(/${child}[node =~ ${condition}])]`;
    case "exists":
      return child === undefined ? null : `//${type}[exists(/${child})]`;
    case "count":
      return child === undefined ? null : `//${type}[count(/${child}) >= 2]`;
    case "contains":
    case "starts-with":
    case "ends-with":
      return attribute === undefined
        ? null
        : `//${type}[${name}(@${attribute}, ${quoted(word(view, types, attribute))})]`;
    case "not":
      return `//${type}[not(node =~ ${condition})]`;
    case "product":
      return `//${type}[product(node =~ ${condition}, not(node =~ "expensive"))]`;
    case "position":
      return `//${type}[position() <= 2]`;
    case "last":
      return `//${type}[last()]`;
    case "name":
      return `//*[name() = "${type}"]`;
    default:
      return null;
  }
}

function term(view: View, types: readonly string[]): string {
  const tree = view.data.value;
  return (tree === null ? undefined : salientTerms(tree, types, { kind: "node" })[0]?.text) ?? "museum";
}

function word(view: View, types: readonly string[], attribute: string): string {
  const tree = view.data.value;
  const value = tree === null ? undefined : frequentValues(tree, types, attribute)[0]?.text;
  return value?.split(" ")[0] ?? "a";
}

async function exampleWords(view: View, query: string): Promise<string> {
  const tree = view.data.value;
  const found = tree === null ? null : await measure(tree, view.schema.value?.schema ?? null, query);
  const result =
    found === null
      ? ""
      : `\n\n${found.matches === 0 ? "Finds nothing here." : `Finds ${count(found.matches, "match")} here${found.top[0] === undefined ? "" : `, first \`${found.top[0].path}\``}.`}`;
  return `\`\`\`sxp\n${query}\n\`\`\`${result}`;
}
