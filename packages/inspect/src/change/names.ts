import { print, type Span, suggest } from "@semantic-xpath/parser";
import type { StepPlan, TextMatch, ValueExpression } from "@semantic-xpath/planner";
import type { PlacedNode } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { textsOf } from "../whyNot/values.js";
import { argumentChange, literal } from "./literals.js";
import { joined, type Repair, replacing, type Scene } from "./repair.js";

/** Words of a text that are tried in place of what it should contain. */
const MAX_PARTS = 3;

/** Repairs of `contains`, `starts-with` or `ends-with` with an argument from the node's own text: the nearest word, else the whole text. */
export function matchRepairs(scene: Scene, match: TextMatch, at: PlacedNode): readonly Repair[] {
  const { observation, syntax } = scene;
  const literalText = String(observation.run.value(match.argument));
  const change = (texts: readonly string[]): readonly Repair[] => {
    const parts = texts.flatMap((text) => [...partsOf(text, match.function, literalText), text]);
    return nearestFirst([...new Set(parts)], literalText)
      .slice(0, MAX_PARTS)
      .flatMap((part): Repair[] => {
        if (match.argument.kind === "Parameter") return [argumentChange(match.argument.name, literalText, part)];
        const ast = syntax.at("Call", match.span);
        const [value, argument] = ast?.arguments ?? [];
        if (value === undefined || argument === undefined) return [];
        const { span } = argument;
        const message = `${syntax.source(value.span)} ${match.function} ${syntax.source(span)} → ${literal(part)}`;
        return [replacing("value", span, literal(part), message)];
      });
  };
  const texts = textsOf(observation.tree, match.value, at.node);
  return texts.length > 0 ? change(texts) : renameRepairs(scene, match.value, at.node, (text) => change([text]));
}

export const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

function partsOf(text: string, fn: TextMatch["function"], wanted: string): readonly string[] {
  const words = wordsOf(text);
  if (fn === "contains") return suggest(wanted, words);
  return fn === "starts-with" ? words.slice(0, 1) : words.slice(-1);
}

/**
 * A name that the node does not have: the nearest of its own attributes instead; and if its value then is another one, that too
 * (`also`).
 */
export function renameRepairs(
  { observation, syntax }: Scene,
  value: ValueExpression,
  node: number,
  also: (text: string) => readonly Repair[] = () => [],
): readonly Repair[] {
  if (value.kind !== "AttributeValue" && value.kind !== "FieldValue") return [];
  const { tree } = observation;
  const isAttribute = value.kind === "AttributeValue";
  const ast = syntax.at(isAttribute ? "AttributeReference" : "FieldReference", value.span);
  if (ast === null || ast.name.kind !== "Name") return [];
  const { span } = ast.name;
  return suggest(value.name, attributeNamesOf(tree, node)).flatMap((name) => {
    const message = `${syntax.source(ast.span)} → ${isAttribute ? "@" : ""}${name}`;
    const renamed = replacing("value", span, name, message, { loss: 1 });
    return [renamed, ...also(tree.attribute(node, name)!).map((repair) => joined([renamed, repair]))];
  });
}

export const attributeNamesOf = (tree: Tree, node: number): readonly string[] =>
  Array.from(tree.attributesOfType[tree.type[node]!]!)
    .filter((attribute) => tree.attributeValue(node, attribute) >= 0)
    .map((attribute) => tree.attributeNames[attribute]!);

/** The node test takes a type as well; if none of its names is in the data, it names this type instead. */
export function typeRepairs(scene: Scene, axis: StepPlan["axis"], type: string): readonly Repair[] {
  const { observation, syntax } = scene;
  const place = syntax.segmentOf(axis);
  if (place === null || place.segment.step.kind !== "AxisStep") return [];
  const { test } = place.segment.step;
  if (test.kind !== "NameTest") return [];
  const names = test.names.flatMap((name) => (name.kind === "Name" ? [name.text] : []));
  const isKnown = names.some((name) => observation.tree.typeId(name) >= 0);
  const to = (text: string): Repair => replacing("type", test.span, text, `type ${syntax.source(test.span)} → ${text}`);
  const added = to(testOf([...names, type]));
  const replaced = to(type);
  // A name that no query can write leaves the wildcard.
  return [...(isKnown ? [added, replaced] : [replaced, added]), to("*")];
}

const NOWHERE: Span = { start: 0, end: 0 };

const testOf = (names: readonly string[]): string =>
  print({
    kind: "NameTest",
    names: names.map((text) => ({ kind: "Name", text, span: NOWHERE })),
    parenthesized: true,
    span: NOWHERE,
  });

/** Texts in the order of how near they are to one that was written; those that are not near at all in their own order. */
export const nearestFirst = (texts: readonly string[], to: string): readonly string[] => {
  const near = suggest(to, texts);
  return [...near, ...texts.filter((text) => !near.includes(text))];
};
