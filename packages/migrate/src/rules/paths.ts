import { quote } from "@semantic-xpath/parser";
import type { Change } from "../draft.js";
import {
  type Group,
  type Item,
  insert,
  isGroup,
  isPipe,
  isSeparator,
  isSign,
  remove,
  replace,
  type Sequence,
  split,
  textOf,
} from "../items.js";
import type { Rule } from "./rule.js";

const DESCENDANT = /^desc(?:endants?|endent)?$/i;

/** `/desc::POI`: `//POI`. */
export const descendants: Rule = ({ sequences }) =>
  sequences.flatMap(({ items }) =>
    items.flatMap((axis, index): Change[] => {
      const colons = items[index + 1];
      const before = items[index - 1];
      if (axis.kind !== "axis" || axis.text === "descendant" || !DESCENDANT.test(axis.text) || !isSign(colons, "::"))
        return [];
      const start = isSeparator(before) ? before.span.start : axis.span.start;
      const next = items[index + 2];
      const isDot = isSign(next, ".");
      const end = isDot ? next.span.end : colons.span.end;
      const replacement = isDot ? "//*" : "//";
      const description = `"${axis.text}::${isDot ? "." : ""}" becomes "${replacement}"`;
      return [
        {
          span: { start: axis.span.start, end },
          edits: [replace(start, end, replacement)],
          what: description,
          why: "Both mean: at any depth.",
        },
      ];
    }),
  );

/** `/.`: in the demo any child, in XPath the node itself. */
export const dots: Rule = ({ sequences, demo, choose }) =>
  sequences.flatMap(({ items, role }) =>
    items.flatMap((dot, index): Change[] => {
      if (!isSign(dot, ".")) return [];
      const { start, end } = dot.span;
      if (index === 0 && role === "query" && isSeparator(items[1])) {
        const why = "A path begins at the root.";
        return [{ span: dot.span, edits: [remove(start, end)], what: '"." before the path is left out', why }];
      }
      const hasBracket = isGroup(items[index + 1], "[");
      if (!isSeparator(items[index - 1]) || (demo === "no" && !hasBracket)) return [];
      const isChild = demo !== "no" || choose("dot", ["child", "self"]) === "child";
      return [
        {
          span: dot.span,
          edits: [replace(start, end, isChild ? "*" : "self::*")],
          what: `"." becomes "${isChild ? "*" : "self::*"}"`,
          why: isChild ? "As a step of the demo it is any child." : "In XPath it is the node itself.",
        },
      ];
    }),
  );

/** Brackets that belong to one step. */
function stepBrackets(items: readonly Item[], role: Sequence["role"]): readonly (readonly Group[])[] {
  const runs: Group[][] = [];
  for (const [index, item] of items.entries()) {
    if (!isGroup(item, "[")) continue;
    const before = items[index - 1];
    if (isGroup(before, "[")) runs.at(-1)?.push(item);
    // Brackets of a group act on its whole result, in the demo as here; a list of names is no such group.
    else if (isGroup(before, "(") && role === "query" && !isSeparator(items[index - 2])) runs.push([]);
    else runs.push([item]);
  }
  return runs;
}

const isPosition = ({ inside }: Group): boolean =>
  inside.length > 0 &&
  inside.every(
    (item) => item.kind === "number" || item.kind === "parameter" || isSign(item, ":") || isNumberSign(item),
  ) &&
  !isSign(inside[0], "@");
const isNumberSign = (item: Item): boolean => item.kind === "operator" && /^[-+]$/.test(item.text);
const isOffset = ({ inside: [at, sign] }: Group): boolean => isSign(at, "@") && sign?.kind === "operator";

const ANSWERS = { sure: ["place"], likely: ["place", "rank"], no: ["rank", "place"] } as const;

/** `POI[node =~ "x"][1]`: the demo takes the position first, wherever it stands. */
export const positions: Rule = ({ text, sequences, demo, choose }) =>
  sequences.flatMap(({ items, role }) =>
    stepBrackets(items, role).flatMap((brackets): Change[] => {
      const places = brackets.filter(isPosition);
      const [place] = places;
      const [first] = brackets;
      if (place === undefined || places.length > 1 || first === undefined || place === first) return [];
      const before = brackets.slice(0, brackets.indexOf(place));
      if (before.some(isOffset)) return [];
      const answers = ANSWERS[demo];
      const placeText = textOf(text, place);
      if (choose<"place" | "rank">("order", answers) === "rank") {
        const why = "Brackets act from left to right: it picks from what the brackets before it have left and ordered.";
        return [{ span: place.span, edits: [], what: `${quote(placeText)} stays after the condition`, why }];
      }
      const edits = [insert(first.span.start, placeText), remove(place.span.start, place.span.end)];
      const why = "The demo takes a position first, whatever the order written.";
      return [{ span: place.span, edits, what: `${quote(placeText)} moves before the condition`, why }];
    }),
  );

/** `/Day/`, `/`, `//`: slashes without a step. */
export const slashes: Rule = ({ sequences, choose }) =>
  sequences.flatMap(({ items, role }) =>
    role === "condition" || role === "names"
      ? []
      : split(items, (item) => isSign(item, ",") || isPipe(item)).flatMap(({ items: path }): Change[] => {
          const last = path.at(-1);
          if (!isSeparator(last) || isSeparator(path.at(-2))) return [];
          const { start, end } = last.span;
          const change = (written: string, what: string, why: string): Change[] => [
            { span: last.span, edits: [written === "" ? remove(start, end) : insert(end, written)], what, why },
          ];
          if (path.length === 1 && role === "query") {
            const why = last.text === "/" ? "Alone it is the root, whatever its type." : "Alone it is every node.";
            return change("*", `"${last.text}" becomes "${last.text}*"`, why);
          }
          if (path.length > 1 && last.text === "/")
            return change("", 'the last "/" is left out', "A path ends with a step.");
          if (path.length === 1) return [];
          return choose("trailing", ["all", "none"]) === "all"
            ? change("*", 'the last "//" becomes "//*"', "It may mean everything below.")
            : change("", 'the last "//" is left out', "It may be a slip.");
        }),
  );
