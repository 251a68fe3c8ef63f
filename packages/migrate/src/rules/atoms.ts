import { quote, type TextEdit } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import {
  type Group,
  type Item,
  insert,
  isComma,
  isConnector,
  isGroup,
  isName,
  isSign,
  isText,
  isTilde,
  type Leaf,
  remove,
  removeClosing,
  replace,
  spanOf,
  split,
  textOf,
} from "../items.js";
import type { Rule, Scene } from "./rule.js";
import { isAtom } from "./words.js";

/** `atom(content =~ "x")`, `sem("x")`, `sem(node, "x")`: the relevance stands for itself. */
export const atoms: Rule = (scene) =>
  scene.sequences.flatMap(({ items }) =>
    items.flatMap((item, index): Change[] => {
      const group = items[index + 1];
      if (!isAtom(item) || item.kind === "group" || !isGroup(group, "(")) return [];
      const isAlone = items.length === 2;
      const edits = isTilde(items[index + 2]) ? unwrapped(item, group) : editsOf(scene, item, group, isAlone);
      if (edits === null) return [];
      return [
        {
          span: { start: item.span.start, end: group.span.end },
          edits,
          what: `"${item.text}(…)" around ${quote(textOf(scene.text, group).slice(1, -1).trim())} is left out`,
          why: "A relevance needs no word around it.",
        },
      ];
    }),
  );

/** Null without a relevance in it. */
function editsOf(scene: Scene, name: Leaf, group: Group, isAlone: boolean): readonly TextEdit[] | null {
  const [first, second, ...more] = split(group.inside, isComma);
  if (first === undefined || first.items.length === 0 || more.length > 0) return null;
  const threshold = second?.items.length === 1 && second.items[0]!.kind === "number" ? second : null;
  if (threshold !== null) {
    const relevance = editsOf(scene, name, { ...group, inside: first.items }, true);
    const operator = scene.choose("threshold", [">=", ">"]);
    const between = replace(spanOf(first.items).end, spanOf(threshold.items).start, ` ${operator} `);
    return relevance === null ? null : [...relevance, between];
  }
  if (second !== undefined) return pair(scene, name, group, first.items, second.items);
  const [only] = first.items;
  if (first.items.length === 1 && isText(only)) return [...unwrapped(name, group), insert(only.span.start, "node =~ ")];
  if (first.items.every((item) => item.kind === "name" || item.kind === "number") && !first.items.some(isConnector)) {
    const { start, end } = spanOf(first.items);
    return [...unwrapped(name, group), insert(start, 'node =~ "'), insert(end, '"')];
  }
  const [target, colon, value] = first.items;
  if (first.items.length === 3 && isName(target) && isSign(colon, ":") && isText(value))
    return [...unwrapped(name, group), replace(target.span.end, value.span.start, " =~ ")];
  if (!first.items.some(isTest)) return null;
  const equal = equalityOf(first.items);
  const edits =
    equal !== null && scene.choose("equals", ["relevant", "equal"]) === "relevant"
      ? [replace(equal.span.start, equal.span.end, "=~")]
      : [];
  const isJoined = first.items.some(isConnector);
  const outside = isJoined && !isAlone ? [remove(name.span.start, name.span.end)] : unwrapped(name, group);
  return [...outside, ...edits];
}

const isTest = (item: Item): boolean => item.kind === "operator" || item.kind === "function" || isGroup(item);

/** `atom(content = "x")`: the sign, if it is an equality of the whole node, which nothing has. */
function equalityOf([target, sign, value, ...more]: readonly Item[]): Leaf | null {
  const isWhole = isName(target) && (target.text === "content" || target.text === "node");
  const isEqual = sign?.kind === "operator" && (sign.text === "=" || sign.text === "==");
  return isWhole && isEqual && isText(value) && more.length === 0 ? sign : null;
}

/** `sem(node, "x")`, in either order. */
function pair(
  { text }: Scene,
  name: Leaf,
  group: Group,
  first: readonly Item[],
  second: readonly Item[],
): readonly TextEdit[] | null {
  const [target, condition] = first.length === 1 && isText(first[0]) ? [second, first] : [first, second];
  if (condition.length !== 1 || !isText(condition[0]) || !isTarget(target)) return null;
  const { start, end } = spanOf(target);
  if (target === first) return [...unwrapped(name, group), replace(end, condition[0].span.start, " =~ ")];
  return [replace(name.span.start, group.span.end, `${text.slice(start, end)} =~ ${condition[0].text}`)];
}

function isTarget(items: readonly Item[]): boolean {
  const [first, second] = items;
  if (items.length === 1) return isName(first) || isSign(first, ".");
  if (items.length > 2) return false;
  return (isSign(first, "@") && isName(second)) || (first?.kind === "function" && isGroup(second, "("));
}

const unwrapped = (name: Leaf, group: Group): readonly TextEdit[] => [
  remove(name.span.start, group.span.start + 1),
  ...removeClosing(group),
];
