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
  isOr,
  isPipe,
  isSeparator,
  isSign,
  isTilde,
  type Leaf,
  type Part,
  remove,
  replace,
  spanOf,
  split,
} from "../items.js";
import { alternativesOf } from "./alternatives.js";
import type { Rule, Scene } from "./rule.js";
import { aggregateMeant, hasRelevance, isAtom, needsPath, takesPath } from "./words.js";

/** What an argument is as far as its first items say it. */
type ArgumentKind = "path" | "relative" | "condition" | "other";

/** `POI[…]`, `*`, `desc::Day`, `(POI OR Restaurant)[…]`: a path, but for its slash. A name alone may be a field. */
export function kindOf(items: readonly Item[], isNameEnough: boolean): ArgumentKind {
  const [first, second] = items;
  if (first === undefined) return "other";
  if (items.some((item) => item.kind === "operator" || isConnector(item) || isAtom(item) || isSign(item, ","))) {
    return "condition";
  }
  if (isSeparator(first)) return "path";
  const isStart =
    isName(first) ||
    first.kind === "axis" ||
    isSign(first, "*", ".", "..") ||
    (isGroup(first, "(") && isNameList(first));
  if (isStart && items.every(isOfPath) && (second !== undefined || isNameEnough)) return "relative";
  return items.some((item) => item.kind === "function") ? "condition" : "other";
}

const isOfPath = (item: Item): boolean =>
  isName(item) || item.kind === "axis" || isGroup(item) || isSign(item, "/", "//", "::", "*", ".", "..", "@");

const isNameList = ({ inside }: Group): boolean =>
  inside.length > 0 &&
  split(inside, (item) => isOr(item) || isSign(item, ",") || isPipe(item)).every(
    ({ items }) => items.length > 0 && items.every(isOfPath),
  );

/** `agg_exists(POI[…])`, `avg(POI[…])`: the names of aggregates, and their evidence as a path. */
export const aggregates: Rule = (scene) =>
  scene.sequences.flatMap(({ items }) =>
    items.flatMap((name, index): Change[] => {
      const group = items[index + 1];
      if (name.kind !== "function" || !isGroup(group, "(")) return [];
      const meant = meantBy(scene, name, group);
      if (!takesPath(meant.name)) return [];
      const rewritten = evidenceOf(scene, name, meant, group);
      const rename =
        meant.name === name.text || rewritten?.replacesName
          ? []
          : [replace(name.span.start, name.span.end, meant.name)];
      const edits = [...rename, ...(rewritten?.edits ?? [])];
      if (edits.length === 0 && meant.why === null) return [];
      const written = meant.name === name.text ? null : `"${name.text}(…)" becomes "${meant.name}(…)"`;
      const what = [written, rewritten?.what].filter((one) => one !== null && one !== undefined).join("; ");
      return [
        {
          span: { start: name.span.start, end: group.span.start },
          edits,
          what: what === "" ? `"${name.text}(…)" stays` : what,
          why: [meant.why, rewritten?.why]
            .filter((one) => one !== null && one !== undefined)
            .map(sentence)
            .join(" "),
        },
      ];
    }),
  );

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

interface Meant {
  readonly name: string;
  readonly why: string | null;
}

function meantBy({ choose }: Scene, { text }: Leaf, { inside }: Group): Meant {
  const isGraded = hasRelevance(inside);
  if (text === "exists" && isGraded) {
    return choose("exists", ["max", "exists"]) === "max"
      ? {
          name: "max",
          why: 'a relevance removes nothing, so "exists" would not look at it; the best of the evidence does',
        }
      : { name: "exists", why: "it is true for any such node, however relevant" };
  }
  const found = aggregateMeant(text);
  if (text === "exist" && !isGraded) return { name: "exists", why: "it asks whether there is such a node" };
  return found ?? { name: text, why: null };
}

interface Rewritten {
  readonly edits: readonly TextEdit[];
  readonly what: string;
  readonly why: string;
  /** The name of the function is in the edits. */
  readonly replacesName?: true;
}

const SLASH = 'a path that begins with "/" begins at the node';

function evidenceOf(scene: Scene, name: Leaf, meant: Meant, group: Group): Rewritten | null {
  const parts = split(group.inside, isComma);
  const [first, second] = parts;
  const mustBePath = needsPath(meant.name) || aggregateMeant(name.text) !== null;
  const kinds = parts.map(({ items }) => kindOf(items, mustBePath));
  if (first === undefined || first.items.length === 0) return null;
  if (parts.length === 1) return soleEvidence(scene, name, meant, group, first, kinds[0]!, mustBePath);
  const areaPaths = kinds.every((kind) => kind === "path" || kind === "relative");
  if (areaPaths && (meant.name === "max" || meant.name === "min")) {
    const edits = parts.flatMap(({ items }) => [
      insert(items[0]!.span.start, `${meant.name}(${slashBefore(items)}`),
      insert(spanOf(items).end, ")"),
    ]);
    return { edits, what: "each path gets an aggregate of its own", why: "an aggregate has one path" };
  }
  if (
    mustBePath &&
    parts.length === 2 &&
    kinds[0] !== "condition" &&
    kinds[0] !== "other" &&
    kinds[1] === "condition"
  ) {
    const edits = [
      ...startOf(first.items),
      replace(spanOf(first.items).end, second!.items[0]!.span.start, "["),
      insert(spanOf(second!.items).end, "]"),
    ];
    return { edits, what: "the condition becomes a bracket of the path", why: "the evidence is one path" };
  }
  return null;
}

function soleEvidence(
  scene: Scene,
  name: Leaf,
  { name: meant }: Meant,
  group: Group,
  { items }: Part,
  kind: ArgumentKind,
  mustBePath: boolean,
): Rewritten | null {
  const several = evidencePaths(scene, items);
  if (several !== null && meant === "max" && (mustBePath || takesPath(name.text))) {
    const written = several.map((path) => `max(${path})`).join(" or ");
    const edits = [replace(name.span.start, group.span.end, `(${written})`)];
    return {
      edits,
      what: "each path gets an aggregate of its own",
      why: "an aggregate has one path",
      replacesName: true,
    };
  }
  if (kind === "relative")
    return { edits: startOf(items), what: `the evidence becomes a path: ${quote("/…")}`, why: SLASH };
  if (kind === "path" || kind === "other" || !mustBePath) return null;
  const { start, end } = spanOf(items);
  const edits = [insert(start, "/*["), insert(end, "]")];
  return { edits, what: "the condition is asked of all children", why: "without a type the evidence is every child" };
}

/** `POI[…] OR Restaurant[…]`, also in parentheses after a slash: the paths, null if there is but one or something else. */
function evidencePaths({ text }: Scene, items: readonly Item[]): readonly string[] | null {
  const [first, second, ...more] = items;
  const isAfterSlash = isSeparator(first) && isGroup(second, "(") && more.length === 0;
  const separator = isSeparator(first) && isAfterSlash ? first.text : "/";
  const found = isAfterSlash
    ? alternativesOf(second.inside)
    : items.length === 1 && isGroup(first, "(")
      ? alternativesOf(first.inside)
      : partsByOr(items);
  if (found === null) return null;
  return found.map((one) => {
    const { start, end } = spanOf(one);
    return `${isSeparator(one[0]) ? "" : separator}${text.slice(start, end)}`;
  });
}

function partsByOr(items: readonly Item[]): readonly (readonly Item[])[] | null {
  const parts = split(items, isOr);
  const isEach = parts.length > 1 && parts.every((part) => ["path", "relative"].includes(kindOf(part.items, false)));
  return isEach ? parts.map((part) => part.items) : null;
}

const slashBefore = (items: readonly Item[]): string => (isSeparator(items[0]) ? "" : "/");

/** `.` before a slash is where the evidence begins anyway. */
function startOf(items: readonly Item[]): readonly TextEdit[] {
  const [first, second] = items;
  if (isSign(first, ".") && isSeparator(second)) return [remove(first.span.start, first.span.end)];
  return isSeparator(first) ? [] : [insert(first!.span.start, "/")];
}

/** `Day[POI[node =~ "x"]]`: a path where a condition belongs, with a relevance in it. */
export const pathConditions: Rule = ({ sequences, choose }) =>
  sequences.flatMap(({ items, role, call }) => {
    const isPlace = role === "condition" || (role === "arguments" && call?.text.toLowerCase() === "not");
    if (!isPlace) return [];
    return split(items, isConnector).flatMap(({ items: operand }): Change[] => {
      const kind = kindOf(operand, false);
      if ((kind !== "path" && kind !== "relative") || !hasRelevance(operand)) return [];
      const name = choose("exists", ["max", "exists"]);
      const { start, end } = spanOf(operand);
      const edits = [insert(start, `${name}(${slashBefore(operand)}`), insert(end, ")")];
      const why =
        name === "max"
          ? "A path alone is no condition. The best of what it reaches is how well the node fits."
          : "A path alone is no condition. It is true for any such node, however relevant.";
      return [{ span: { start, end }, edits, what: `the path is put into "${name}(…)"`, why }];
    });
  });

/** `POI/name = "x"`, `Day/POI/@cost < 20`: the path is the evidence, and its last step is what is tested. */
export const pathTests: Rule = ({ text, sequences }) =>
  sequences.flatMap(({ items, role }) =>
    role === "query" || role === "names"
      ? []
      : split(items, (item) => isConnector(item) || isSign(item, ",")).flatMap(({ items: operand }): Change[] => {
          const from = operand[0]?.text === "1" && operand[1]?.text === "-" ? 2 : 0;
          const at = operand.findIndex((item, index) => index > from && item.kind === "operator");
          const left = operand.slice(from, at);
          const slash = left.findLastIndex((item) => isSign(item, "/"));
          const path = left.slice(0, slash);
          const [first] = left;
          if (at < 0 || slash < 1 || at + 1 >= operand.length || kindOf(path, true) === "other") return [];
          if (!left.every((item) => isOfPath(item) || item.kind === "function")) return [];
          const { start, end } = spanOf(operand.slice(from));
          const last = text.slice(left[slash]!.span.end, spanOf(left).end);
          const isText = last === "text()" && path.length === 1;
          const name = isTilde(operand[at]) ? "max" : "exists";
          const edits = isText
            ? [remove(spanOf(path).end, spanOf(left).end)]
            : [
                insert(start, `${name}(${isSeparator(first) ? "" : "/"}`),
                replace(left[slash]!.span.start, left[slash]!.span.end, "["),
                insert(end, "])"),
              ];
          const what = isText ? '"/text()" is left out' : `the path becomes the evidence of "${name}(…)"`;
          const why = isText
            ? "A field is its text."
            : "A path is not compared: one node that it leads to is enough, as in XPath.";
          return [{ span: { start, end }, edits, what, why }];
        }),
  );
