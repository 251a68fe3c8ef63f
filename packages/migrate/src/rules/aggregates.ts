import type { TextEdit } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import {
  type Group,
  type Item,
  insert,
  isComma,
  isGroup,
  isOr,
  isSeparator,
  isSign,
  type Leaf,
  remove,
  replace,
  spanOf,
  split,
} from "../items.js";
import { alternativesOf } from "./alternatives.js";
import { type ArgumentKind, kindOf, slashBefore } from "./pathLike.js";
import type { Rule, Scene } from "./rule.js";
import { aggregateMeant, hasRelevance, needsPath, takesPath } from "./words.js";

/** `agg_exists(POI[…])`, `avg(POI[…])`: the names of aggregates, and their evidence as a path. */
export const aggregates: Rule = (scene) =>
  scene.sequences.flatMap(({ items }) =>
    items.flatMap((name, index): Change[] => {
      const group = items[index + 1];
      if (name.kind !== "function" || !isGroup(group, "(")) return [];
      const meaning = meantBy(scene, name, group);
      if (!takesPath(meaning.name)) return [];
      const call = {
        name,
        group,
        presentName: meaning.name,
        needsPath: needsPath(meaning.name) || isRenamed(name, meaning),
      };
      const rewritten = evidenceOf(scene, call);
      const rename =
        !isRenamed(name, meaning) || rewritten?.replacesName
          ? []
          : [replace(name.span.start, name.span.end, meaning.name)];
      const edits = [...rename, ...(rewritten?.edits ?? [])];
      if (edits.length === 0 && meaning.why === null) return [];
      const renaming = !isRenamed(name, meaning) ? null : `"${name.text}(…)" becomes "${meaning.name}(…)"`;
      const description = [renaming, rewritten?.what].filter((one) => one !== null && one !== undefined).join("; ");
      return [
        {
          span: { start: name.span.start, end: group.span.start },
          edits,
          what: description === "" ? `"${name.text}(…)" stays` : description,
          why: [meaning.why, rewritten?.why]
            .filter((one) => one !== null && one !== undefined)
            .map(sentence)
            .join(" "),
        },
      ];
    }),
  );

const isRenamed = ({ text }: Leaf, { name }: Meaning): boolean => name !== text;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

interface Meaning {
  readonly name: string;
  readonly why: string | null;
}

function meantBy({ choose, demo }: Scene, { text }: Leaf, { inside }: Group): Meaning {
  const isGraded = hasRelevance(inside);
  const isToday = demo === "no" && isSeparator(inside[0]);
  if (text === "exists" && isGraded && !isToday) {
    return choose("exists", ["max", "exists"]) === "max"
      ? {
          name: "max",
          why: 'a relevance removes nothing, so "exists" would not look at it; the best of the evidence does',
        }
      : { name: "exists", why: "it is true for any such node, however relevant" };
  }
  const meaning = aggregateMeant(text);
  const isOneEnough = text === "exist" || (meaning?.name === "max" && text !== "agg_exists" && isSeparator(inside[0]));
  if (isOneEnough && !isGraded) return { name: "exists", why: "it asks whether there is such a node" };
  return meaning ?? { name: text, why: null };
}

interface Rewritten {
  readonly edits: readonly TextEdit[];
  readonly what: string;
  readonly why: string;
  /** The name of the function is in the edits. */
  readonly replacesName?: true;
}

const SLASH = 'a path that begins with "/" begins at the node';
const ONE_PATH = { what: "each path gets an aggregate of its own", why: "an aggregate has one path" } as const;

/** A call whose argument may have to be a path. */
interface EvidenceCall {
  readonly name: Leaf;
  readonly group: Group;
  /** Present name of the function. */
  readonly presentName: string;
  /** It has no form but the one with a path. */
  readonly needsPath: boolean;
}

function evidenceOf(scene: Scene, call: EvidenceCall): Rewritten | null {
  const parts = split(call.group.inside, isComma);
  const [first, second] = parts;
  if (first === undefined || first.items.length === 0) return null;
  const kinds = parts.map(({ items }) => kindOf(items, call.needsPath));
  if (second === undefined) return soleEvidence(scene, call, first.items, kinds[0]!);
  if (kinds.every(isPathKind) && (call.presentName === "max" || call.presentName === "min")) {
    const edits = parts.flatMap(({ items }) => [
      insert(items[0]!.span.start, `${call.presentName}(${slashBefore(items)}`),
      insert(spanOf(items).end, ")"),
    ]);
    return { edits, ...ONE_PATH };
  }
  const isPair = parts.length === 2 && isPathKind(kinds[0]!) && kinds[1] === "condition";
  if (!call.needsPath || !isPair) return null;
  const edits = [
    ...startOf(first.items),
    replace(spanOf(first.items).end, second.items[0]!.span.start, "["),
    insert(spanOf(second.items).end, "]"),
  ];
  return { edits, what: "the condition becomes a bracket of the path", why: "the evidence is one path" };
}

const isPathKind = (kind: ArgumentKind): boolean => kind === "path" || kind === "relative";

function soleEvidence(
  scene: Scene,
  { name, group, presentName, needsPath: mustBePath }: EvidenceCall,
  items: readonly Item[],
  kind: ArgumentKind,
): Rewritten | null {
  const several = presentName === "max" ? evidencePaths(scene, items) : null;
  if (several !== null) {
    const union = several.map((path) => `max(${path})`).join(" or ");
    const edits = [replace(name.span.start, group.span.end, `(${union})`)];
    return { edits, ...ONE_PATH, replacesName: true };
  }
  if (kind === "relative") return { edits: startOf(items), what: 'the evidence becomes a path: "/…"', why: SLASH };
  if (kind !== "condition" || !mustBePath) return null;
  const { start, end } = spanOf(items);
  const edits = [insert(start, "/*["), insert(end, "]")];
  return { edits, what: "the condition is asked of all children", why: "without a type the evidence is every child" };
}

/** `POI[…] OR Restaurant[…]`, also in parentheses after a slash: the paths, null if there is but one or something else. */
function evidencePaths({ text }: Scene, items: readonly Item[]): readonly string[] | null {
  const [first, second, ...more] = items;
  const isAfterSlash = isSeparator(first) && isGroup(second, "(") && more.length === 0;
  const separator = isSeparator(first) && isAfterSlash ? first.text : "/";
  const alternatives = isAfterSlash
    ? alternativesOf(second.inside)
    : items.length === 1 && isGroup(first, "(")
      ? alternativesOf(first.inside)
      : partsByOr(items);
  if (alternatives === null) return null;
  return alternatives.map((one) => {
    const { start, end } = spanOf(one);
    return `${isSeparator(one[0]) ? "" : separator}${text.slice(start, end)}`;
  });
}

function partsByOr(items: readonly Item[]): readonly (readonly Item[])[] | null {
  const parts = split(items, isOr);
  const isEach = parts.length > 1 && parts.every((part) => ["path", "relative"].includes(kindOf(part.items, false)));
  return isEach ? parts.map((part) => part.items) : null;
}

/** `.` before a slash is where the evidence begins anyway. */
function startOf(items: readonly Item[]): readonly TextEdit[] {
  const [first, second] = items;
  if (isSign(first, ".") && isSeparator(second)) return [remove(first.span.start, first.span.end)];
  return isSeparator(first) ? [] : [insert(first!.span.start, "/")];
}
