import { suggest } from "@semantic-xpath/parser";
import type { StepPlan } from "@semantic-xpath/planner";
import { eachOperator, type Observation, type PassedOperator } from "@semantic-xpath/runtime/internal";
import type { Tree } from "@semantic-xpath/tree";
import { listed } from "@semantic-xpath/values";
import type { Cause } from "../answers.js";
import { isBracket, type Passage, passedBy, typesTaken } from "../passed.js";
import { quoted } from "../words.js";
import { bracketParts, causeAt } from "./brackets.js";

const MAX_NAMES = 6;

/** Names that the data does not have: of types, and of attributes on the nodes that were tested for them. */
export function nameCauses(observation: Observation): Cause[] {
  const { tree, recorder, query } = observation;
  const causes: Cause[] = [];
  eachOperator(query.plan.result, (operator) => {
    if (operator.kind === "Step") {
      const { axis } = operator;
      for (const name of typesTaken(operator) ?? [])
        if (tree.typeId(name) < 0)
          causes.push(
            causeAt("unknown-type", axis, `the data has no node of type ${quoted(name)}`, nearestType(tree, name)),
          );
      return;
    }
    const named = namedIn(operator);
    const types = named.length === 0 ? [] : typesOf(tree, passedBy(recorder, operator));
    if (types.length === 0) return;
    for (const { name, isField } of named) {
      if (types.some((type) => hasName(tree, type, name, isField))) continue;
      const missing = isField ? `neither an attribute nor a child "${name}"` : `no attribute @${name}`;
      const message = `${typesHave(tree, types)} ${missing} in this data`;
      const nearest = isField ? nearestField(tree, types, name) : nearestAttribute(tree, types, name);
      causes.push(causeAt("unknown-attribute", operator, message, nearest));
    }
  });
  return causes;
}

interface Named {
  readonly name: string;
  readonly isField: boolean;
}

/** Each name once. */
function namedIn(operator: Exclude<PassedOperator, StepPlan>): Named[] {
  if (operator.kind === "Attribute") return [{ name: operator.name, isField: false }];
  if (!isBracket(operator)) return [];
  const { locals, values } = bracketParts(operator);
  const all = [...locals.map(({ target }) => target), ...values].flatMap((named) =>
    "name" in named ? [{ name: named.name, isField: named.kind === "Field" || named.kind === "FieldValue" }] : [],
  );
  return all.filter(({ name }, i) => all.findIndex((other) => other.name === name) === i);
}

/** The types of the nodes, in the order of the tree's types; the document node has none. */
function typesOf(tree: Tree, passed: readonly Passage[]): number[] {
  const hasNodes = new Uint8Array(tree.typeNames.length);
  for (const { before } of passed) for (const node of before.ids) hasNodes[tree.type[node]!] = 1;
  return [...hasNodes.keys()].filter((type) => type > 0 && hasNodes[type] === 1);
}

/** Tests that nodes of a type have an attribute of that name, or, for a field, a child of that type. */
function hasName(tree: Tree, type: number, name: string, isField: boolean): boolean {
  if (tree.attributesOfType[type]!.includes(tree.attributeId(name))) return true;
  return isField && isChild(tree, tree.typeId(name), type);
}

const isChild = (tree: Tree, child: number, type: number): boolean =>
  child >= 0 && tree.postings[child]!.some((node) => tree.type[tree.parent[node]!] === type);

const nearestType = (tree: Tree, name: string): string =>
  nearest(name, tree.typeNames.slice(1), quoted, "The nearest that it has", "It has");

/** Children that are spelled much like a field, or else attributes. */
function nearestField(tree: Tree, types: readonly number[], name: string): string {
  const children = tree.typeNames.filter((_, child) => child > 0 && types.some((type) => isChild(tree, child, type)));
  const attributes = attributesOf(tree, types);
  return suggest(name, attributes).length > 0 || children.length === 0
    ? nearestAttribute(tree, types, name)
    : nearest(name, children, quoted, "The nearest child", "There are the children");
}

const attributesOf = (tree: Tree, types: readonly number[]): readonly string[] =>
  [...new Set(types.flatMap((type) => [...tree.attributesOfType[type]!]))].map((id) => tree.attributeNames[id]!);

function nearestAttribute(tree: Tree, types: readonly number[], name: string): string {
  const names = attributesOf(tree, types);
  if (names.length === 0) return `${typesHave(tree, types)} no attributes at all.`;
  return nearest(name, names, (each) => `@${each}`, "The nearest", "There are");
}

/** The names that are spelled much like one; if there are none, all of them. */
function nearest(
  name: string,
  names: readonly string[],
  write: (name: string) => string,
  ...[near, all]: readonly [near: string, all: string]
): string {
  const similar = suggest(name, names);
  return similar.length > 0 ? `${near}: ${some(similar.map(write))}.` : `${all}: ${some(names.map(write))}.`;
}

function typesHave(tree: Tree, types: readonly number[]): string {
  const names = types.map((type) => quoted(tree.typeNames[type]!));
  return `${names.length > 3 ? "the nodes tested" : listed(names, "and")} ${names.length === 1 ? "has" : "have"}`;
}

const some = (words: readonly string[]): string =>
  words.length > MAX_NAMES ? `${words.slice(0, MAX_NAMES).join(", ")}, …` : words.join(", ");
