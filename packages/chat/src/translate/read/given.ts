import type { Condition, Give } from "../intermediate.js";
import { labelOf } from "../lexicon/labelOf.js";
import type { Item } from "./items.js";
import type { Sketch } from "./sketch.js";

export function giveOf(sketch: Sketch): Give | null {
  const { wants, wanted, isDistinct } = sketch.frame;
  const { attribute, head, types } = sketch.target;
  if (attribute === null) {
    if (sketch.frame.asksIf) return giveWhether(sketch);
    if (wants === "sum" || wants === "avg") return null;
    return wants === "count" ? countOf(sketch) : { kind: "nodes" };
  }
  if (wants === "count") {
    const isNumber = sketch.kindOf(types[0]!, attribute) === "number";
    if (isNumber && sketch.namesOne()) return { kind: "values", attribute, isDistinct: false };
    if (isNumber) return { kind: "compute", by: "sum", attribute };
    return head === null ? { kind: "count", distinct: attribute } : { kind: "count" };
  }
  if (wants !== "nodes") {
    if (!sketch.isNumeric(types[0]!, attribute)) sketch.confidence *= 0.4;
    return { kind: "compute", by: wants, attribute };
  }
  const subject = sketch.frame.items.find((item) => item.kind === "named" && item.role === "asked");
  const isMany = subject?.kind === "named" && (subject.isAll || subject.isPlural);
  const isWhole = head === null && sketch.builder.own.length === 0;
  const isSpent =
    wanted === "duration" && SPENT.test(sketch.words) && (sketch.frame.items.some(isPlural) || !sketch.namesOne());
  if (isSpent && sketch.pick === null) return { kind: "compute", by: "sum", attribute };
  if (wanted === "money" && sketch.pick === null && (isMany || isWhole))
    return { kind: "compute", by: "sum", attribute };
  const asked = sketch.frame.items.find(
    (item) => item.kind === "named" && sketch.chosen.get(item)?.attribute === attribute,
  );
  const isList =
    asked?.kind === "named" &&
    asked.isPlural &&
    sketch.pick === null &&
    !sketch.isNumeric(types[0]!, attribute) &&
    !sketch.isOfRoot();
  return { kind: "values", attribute, isDistinct: isDistinct || (isList && head === null) };
}

const isPlural = (item: Item): boolean => item.kind === "named" && (item.isPlural || item.isAll);

/** "how much time do we spend in museums": in all of them. */
const SPENT = /\b(?:how much time|spend|spent)\b/iu;

/** "how many different dishes": those of one name are one. */
function countOf({ frame, target, lexicon }: Sketch): Give {
  const labels = new Set(target.types.map((type) => labelOf(lexicon, type)));
  const [label] = labels;
  return frame.isDistinct && labels.size === 1 && label != null
    ? { kind: "count", distinct: label }
    : { kind: "count" };
}

/** "is the museum on day 2 free?": of one it is so or not; of several it may be so of some. */
function giveWhether(sketch: Sketch): Give {
  const { among } = sketch.target;
  const isOne =
    among?.length === 1 ||
    sketch.namesOne() ||
    sketch.frame.items.some((item) => item.kind === "named" && item.place !== null);
  const isMany = sketch.frame.items.some(
    (item) =>
      item.kind === "named" &&
      item.role === "asked" &&
      (item.isPlural || item.isAll) &&
      sketch.chosen.get(item)!.kind !== "attribute",
  );
  if (!isOne || isMany || OF_ALL.test(sketch.words)) sketch.confidence *= 0.5;
  // "is the cake ordered?" of what is called so: that it is there says nothing.
  if (sketch.namesOne() && saysOnlyNames(sketch)) return { kind: "nodes" };
  if (sketch.builder.own.some(isGraded)) sketch.confidence *= 0.5;
  return { kind: "exists" };
}

/** "is everything indoors?": that some is so is no answer. */
const OF_ALL = /\b(?:all|both|only|every(?:thing|one|body)?)\b/iu;

const saysOnlyNames = (sketch: Sketch): boolean =>
  sketch.frame.items.every((item) => {
    const choice = item.kind === "named" ? sketch.chosen.get(item)! : null;
    return choice !== null && (choice.kind === "type" || LABELS.has(choice.attribute));
  });

const LABELS: ReadonlySet<string> = new Set(["name", "title", "label", "subject", "heading"]);
const isGraded = (condition: Condition): boolean =>
  condition.kind === "graded" || (condition.kind === "not" && isGraded(condition.condition));
