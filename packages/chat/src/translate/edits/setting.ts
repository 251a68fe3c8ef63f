import type { NodeId } from "@semantic-xpath/tree";
import { DAY, resolveDays, timeUnitOf } from "@semantic-xpath/values";
import { isEnd } from "../ask/dimensions.js";
import { numberAt } from "../ask/quantities.js";
import { AMOUNT_KINDS } from "../ask/world.js";
import type { Dimension } from "../lexicon/closed.js";
import { type Draft, forTarget, setting, slotOf, together } from "./drafts.js";
import type { Phrases, Target } from "./phrases.js";
import { clock, intervalText, minutesOf, timesOf, valueFor } from "./values.js";

/** Costs of doubts about a value. */
export const COSTS = { unnamed: 0.1, onlyNumber: 0.15, oneOfSeveral: 0.45, statement: 0.2 } as const;

const SPLITTERS: ReadonlySet<string> = new Set("to as = into in on at for with is".split(" "));
const NEEDLESS: ReadonlySet<string> = new Set(
  "make mark switch turn put set bump upgrade flag give assign change".split(" "),
);

/** Settings from a stretch of words: "the cost of the lantern to 40", "Biscuit as insured", "t04 priority 1 and deadline May 3". */
export async function settings(phrases: Phrases, verb: string, from: number, to: number): Promise<readonly Draft[]> {
  const drafts: Draft[] = [];
  const { texts } = phrases;
  for (let at = from + 1; at < to - 1 && drafts.length === 0; at++)
    if (SPLITTERS.has(texts[at]!)) {
      const end =
        ["up", "down", "back", "out", "over", "forward"].includes(texts[at - 1]!) && at - 1 > from ? at - 1 : at;
      for (const target of await phrases.read(from, end)) drafts.push(...valued(phrases, target, at + 1, to));
    }
  if (drafts.length === 0 && NEEDLESS.has(verb))
    for (let at = to - 1; at > from && at >= to - MAX_SETTING_WORDS; at--)
      for (const target of await phrases.read(from, at)) drafts.push(...valued(phrases, target, at, to));
  return drafts;
}

/** Words of the longest length, and of the longest values without a preposition before them. */
const MAX_VALUE_WORDS = 4;
const MAX_SETTING_WORDS = 8;

/** The attribute of a type that some words name; null: none. */
export function attributeNamed(phrases: Phrases, type: string, from: number, to: number): string | null {
  const { all } = phrases.words;
  let start = from;
  while (start < to - 1 && ["the", "its", "their", "a", "an", "his", "her"].includes(all[start]!.text)) start++;
  if (all.slice(start, to).some(({ isQuoted }) => isQuoted)) return null;
  const senses = phrases.lexicon.phrases.get(
    all
      .slice(start, to)
      .map(({ stem }) => stem)
      .join(" "),
  );
  const [strongest] = (senses ?? [])
    .flatMap((sense) => (sense.kind === "attribute" || sense.kind === "flag" ? [sense] : []))
    .filter((sense) => sense.type === type && sense.strength >= 0.7)
    .sort((a, b) => b.strength - a.strength);
  return strongest?.attribute ?? null;
}

/** The attribute that was last requested, for an edit of earlier results. */
const askedBefore = ({ about: { context } }: Phrases): string | null =>
  /\/@([\p{L}_][\p{L}\p{N}_.-]*)\)?$/u.exec(context?.requests[0]?.text ?? "")?.[1] ?? null;

/** Drafts that set values from other words on the nodes of a phrase. */
export function valued(phrases: Phrases, target: Target, from: number, to: number): readonly Draft[] {
  const [first] = target.nodes;
  if (first === undefined) return [];
  const type = phrases.typeOf(first);
  if (target.nodes.some((node) => phrases.typeOf(node) !== type)) return [];
  const pieces = piecesOf(phrases, from, to);
  const ranges = new Map<string, readonly [from: number, to: number]>();
  let remaining = pieces;
  if (target.attribute !== null) {
    const single = forTarget(target, (node) => setNamed(phrases, node, target.attribute!, from, to));
    if (single.length > 0 && !pieces.slice(1).some(([start, end]) => pairAt(phrases, type, start, end) !== null))
      return single;
    if (pieces.length < 2) return single;
    ranges.set(target.attribute, pieces[0]!);
    remaining = pieces.slice(1);
  }
  for (const [start, end] of remaining) {
    const pair = pairAt(phrases, type, start, end);
    if (pair === null || ranges.has(pair.attribute))
      return target.attribute !== null || pieces.length > 1 ? [] : unnamed(phrases, target, type, from, to);
    ranges.set(pair.attribute, [pair.from, pair.to]);
  }
  return forTarget(target, (node) => {
    const drafts = [...ranges].map(([attribute, [start, end]]) => setNamed(phrases, node, attribute, start, end));
    return drafts.some((draft) => draft === null) ? null : together(drafts as Draft[]);
  });
}

const setNamed = (phrases: Phrases, node: NodeId, attribute: string, from: number, to: number): Draft | null => {
  const slot = slotOf(phrases, node, attribute);
  const value = valueFor(phrases, slot, from, to, true);
  return value === null ? null : setting(phrases, node, slot, value);
};

/** A value with its attribute before or after it: "priority 2", "8 cores", "fragile", "insured". */
export function pairAt(
  phrases: Phrases,
  type: string,
  from: number,
  to: number,
): { readonly attribute: string; readonly from: number; readonly to: number; readonly value: string } | null {
  const { texts } = phrases;
  for (let at = to - 1; at > from; at--) {
    const before = attributeNamed(phrases, type, from, at);
    const start = before !== null && ["of", "to", "is", "=", "as", "on", "by"].includes(texts[at]!) ? at + 1 : at;
    const pair =
      before === null || start >= to
        ? null
        : valueFor(phrases, { type, attribute: before, now: null }, start, to, true);
    if (pair !== null) return { attribute: before!, from: start, to, value: pair };
  }
  for (let at = to - 1; at > from; at--) {
    const after = attributeNamed(phrases, type, at, to);
    const value =
      after === null || phrases.lexicon.world.kind(type, after) === "boolean"
        ? null
        : valueFor(phrases, { type, attribute: after, now: null }, from, at, false);
    if (value !== null) return { attribute: after!, from, to: at, value };
  }
  const [only, second] = fitting(phrases, type, from, to);
  const isNumber = only !== undefined && /^[\d\s.,]+$/.test(phrases.written(from, to));
  return only === undefined || second !== undefined || isNumber ? null : { ...only, from, to };
}

/** The attributes of a type that some words are a value of, without a name. */
export function fitting(
  phrases: Phrases,
  type: string,
  from: number,
  to: number,
): readonly { readonly attribute: string; readonly value: string }[] {
  const { world } = phrases.lexicon;
  const fits: { attribute: string; value: string; isFlag: boolean }[] = [];
  for (const attribute of Object.keys(world.place(type).node.attributes)) {
    // The label of another node identifies a target, and is not a value to be given.
    if (attribute === world.label(type)) continue;
    const value = valueFor(phrases, { type, attribute, now: null }, from, to, false);
    const isFlag = world.kind(type, attribute) === "boolean";
    // Yes and no alone are of any flag.
    if (value !== null && !(isFlag && ["true", "false", "yes", "no"].includes(phrases.texts[to - 1]!)))
      fits.push({ attribute, value, isFlag });
  }
  return fits;
}

function unnamed(phrases: Phrases, target: Target, type: string, from: number, to: number): readonly Draft[] {
  const lastAttribute = askedBefore(phrases);
  const fits = fitting(phrases, type, from, to);
  const last = fits.filter(({ attribute }) => attribute === lastAttribute);
  const some = last.length > 0 ? last : fits;
  const isNumber = some.length === 1 && AMOUNT_KINDS.includes(phrases.lexicon.world.kind(type, some[0]!.attribute));
  const cost = last.length > 0 ? 0 : some.length > 1 ? COSTS.oneOfSeveral : isNumber ? COSTS.onlyNumber : COSTS.unnamed;
  return some.flatMap(({ attribute }) =>
    forTarget(target, (node) => {
      const slot = slotOf(phrases, node, attribute);
      const value = valueFor(phrases, slot, from, to, false);
      return value === null ? null : setting(phrases, node, slot, value, cost);
    }),
  );
}

/** Words between "and" or a comma. */
export function piecesOf(phrases: Phrases, from: number, to: number): readonly (readonly [number, number])[] {
  const { all, request } = phrases.words;
  const pieces: [number, number][] = [];
  let start = from;
  for (let at = from; at <= to; at++) {
    const isAnd = at < to && all[at]!.text === "and" && !all[at]!.isQuoted;
    const isComma = at > start && at < to && request.slice(all[at - 1]!.span.end, all[at]!.span.start).includes(",");
    if (at < to && !isAnd && !isComma) continue;
    if (at > start) pieces.push([start, at]);
    start = isAnd ? at + 1 : at;
  }
  return pieces;
}

/** "the eye test by a week", "dinner back by half an hour": a date, a time or an interval that moves. */
export async function shifts(phrases: Phrases, sign: 1 | -1, from: number, to: number): Promise<readonly Draft[]> {
  const { texts } = phrases;
  const ending = texts[to - 1];
  if (ending === "later" || ending === "earlier") return shifts(phrases, ending === "later" ? 1 : -1, from, to - 1);
  for (let at = to - 1; at > from && at >= to - MAX_VALUE_WORDS; at--) {
    const length = lengthAt(phrases, texts[at] === "by" ? at + 1 : at, to);
    if (length === null) continue;
    let end = at;
    const way = texts[end - 1]!;
    if (["back", "forward", "earlier", "later", "up"].includes(way)) end--;
    const isBefore = ["forward", "earlier", "up"].includes(way);
    const drafts = (await phrases.read(from, end)).flatMap((target) =>
      forTarget(target, (node) => shifted(phrases, node, target.attribute, isBefore ? -length : sign * length)),
    );
    if (drafts.length > 0) return drafts;
  }
  return [];
}

/** Minutes of a length such as "a week", "2 days", "half an hour". */
function lengthAt(phrases: Phrases, from: number, to: number): number | null {
  const { texts } = phrases;
  const text = texts.slice(from, to).join(" ");
  if (text === "half an hour") return 30;
  const number = ["a", "an"].includes(texts[from]!) ? { value: 1, to: from + 1 } : numberAt(texts, from);
  const unit = number === null || number.to !== to - 1 ? null : timeUnitOf(texts[to - 1]!);
  return unit?.of === "ms" ? (number!.value * unit.size) / 60_000 : null;
}

const DAY_MINUTES = DAY / 60_000;

function shifted(phrases: Phrases, node: NodeId, named: string | null, minutes: number): Draft | null {
  const { world } = phrases.lexicon;
  const type = phrases.typeOf(node);
  const isDays = minutes % DAY_MINUTES === 0;
  const kinds = isDays ? ["date", "dateTime"] : ["time", "interval"];
  const all =
    named !== null
      ? [named]
      : world.attributes(type).filter((each) => each !== "text()" && kinds.includes(world.kind(type, each)));
  const [attribute, other] = all.length > 1 ? all.filter(isEnd) : all;
  if (attribute === undefined || other !== undefined) return null;
  const slot = slotOf(phrases, node, attribute);
  if (slot.now === null) return null;
  if (isDays) {
    const days = resolveDays({ kind: "offset", unit: "day", count: minutes / DAY_MINUTES }, slot.now.slice(0, 10));
    return days === null ? null : setting(phrases, node, slot, `${days.first}${slot.now.slice(10)}`);
  }
  const times = timesOf(slot.now);
  const value =
    times !== null
      ? intervalText(times[0] + minutes, times[1] + minutes, slot.now)
      : minutesOf(slot.now) === null
        ? null
        : clock(minutesOf(slot.now)! + minutes, slot.now);
  return value === null ? null : setting(phrases, node, slot, value);
}

/** Words after which "are" says which are meant, and not what is so. */
export const RELATIVE: ReadonlySet<string> = new Set(["that", "which", "who", "only", "where", "whose"]);

/** Verbs that state a measure. */
export const SAYING: Readonly<Record<string, Dimension>> = {
  costs: "money",
  cost: "money",
  takes: "duration",
  take: "duration",
  took: "duration",
  weighs: "weight",
  weighed: "weight",
  lasts: "duration",
  starts: "time",
  begins: "time",
};
