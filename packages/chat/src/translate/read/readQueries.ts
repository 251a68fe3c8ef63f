import { compile } from "@semantic-xpath/runtime";
import type { About } from "../about.js";
import type { Lexicon } from "../lexicon/lexicon.js";
import type { QueryReading, ReadPart } from "../translation.js";
import { isCommand, isElsewhere } from "../words/commands.js";
import { isFunctionWord, unreadWords } from "../words/functionWords.js";
import { readWords, type Words, wordsIn } from "../words/words.js";
import { named, write } from "../write/write.js";
import { frameOf } from "./frameOf.js";
import { type Interpretation, interpret } from "./interpret.js";
import type { Choice, Frame, Item } from "./items.js";
import { followsUp, referenceOf, referred, replaced } from "./references.js";
import { say } from "./say.js";
import type { Chosen, NamedItem } from "./target.js";
import { targetsOf } from "./targets.js";
import { unitsOf } from "./units.js";

/** Ways to choose a meaning for each name that are tried. */
const MOST_WAYS = 24;
/** Meanings of one name that are tried. */
const MOST_CHOICES = 3;

/** What is known of what a request refers to: nothing; that it is put in already; or that it does refer to what was found before. */
type References = "unknown" | "put in" | "meant";

/** What a request may mean as a question, the surest first. */
export function readQueries(
  words: Words,
  lexicon: Lexicon,
  about: About,
  references: References = "unknown",
): QueryReading[] {
  const own = frameOf(unitsOf(words, lexicon, about), words, lexicon);
  const isLeaning = references === "meant" || (references === "unknown" && leans(words, own, about));
  const said = isLeaning ? leaning(own, words) : own;
  const before = followsUp(words) && !said.refers ? frameBefore(lexicon, about) : null;
  const merged = before === null ? null : replaced(before, said);
  const frame = merged ?? said;
  const reference = referenceOf(frame, about, lexicon);
  if (frame.items.length === 0 && frame.wanted === null && reference === null) return [];
  /** What only goes on, and what refers to nothing that was found, is half a request. */
  const isHalf =
    (followsUp(words) && merged === null && reference === null && !isWhole(frame, about)) ||
    (frame.refers && reference === null);
  // Items of the earlier request have their places in its words.
  const isSaid = (item: Item) => merged === null || before?.items.includes(item) !== true;
  const isChange = isCommand(words);
  const isTold = tells(words);
  const today = (about.now ?? new Date().toISOString()).slice(0, 10);
  const found = new Map<string, QueryReading>();
  for (const { chosen, strength } of waysOf(frame)) {
    const targets = targetsOf(frame, chosen, lexicon);
    for (const target of reference === null ? targets : referred(targets, reference, lexicon)) {
      const read = interpret(frame, chosen, target, lexicon, today);
      if (read === null) continue;
      const reading = readingOf(
        { ...read, confidence: read.confidence * strength * strength },
        frame,
        words,
        lexicon,
        isSaid,
      );
      if (reading === null) continue;
      const confidence = reading.confidence * (isChange ? 0.25 : isTold ? 0.5 : 1) * (isHalf ? 0.4 : 1);
      if (confidence > (found.get(reading.query)?.confidence ?? 0))
        found.set(reading.query, { ...reading, confidence, ...doubtOf(read) });
      for (const one of ofOne(reading, read))
        if (!found.has(one.query)) found.set(one.query, { ...one, confidence: confidence / 2 });
    }
  }
  const ranked = [...found.values()].sort((a, b) => b.confidence - a.confidence);
  return distinct(ranked.slice(0, MOST_COMPARED), lexicon);
}

/** "and what is the last thing on Saturday?": it goes on with nothing, or says by itself what is asked for. */
const isWhole = (frame: Frame, { context }: About): boolean =>
  (context?.requests.length ?? 0) === 0 ||
  frame.items.some((item) => item.kind === "named" && item.role === "asked" && item.choices[0]!.kind === "type");

/** "only the vegetarian ones", "how many is that?", "which is the cheapest?": without a noun of its own it is about what was found. */
function leans({ all }: Words, { items, refers, asksIf, place, wants }: Frame, { context }: About): boolean {
  if (refers || asksIf || place !== null || context?.found.some((paths) => paths.length > 0) !== true) return false;
  const hasNoun = items.some(
    ({ kind, ...item }) =>
      kind === "named" && "choices" in item && item.role === "asked" && item.choices[0]?.kind === "type",
  );
  const texts = all.map(({ text }) => text).filter((text) => !OPENING.has(text));
  const [first = "", second = ""] = texts;
  if (texts.some((text, at) => text === "one" && at > 0) || texts.includes("ones"))
    return !hasNoun || ["one", "ones"].includes(second);
  if (all.some(({ text }, at) => at < 1 && ONLY.has(text))) return true;
  if (!hasNoun && NARROWING.has(first)) return true;
  if (hasNoun) return false;
  if (items.length === 0 && wants !== "nodes") return true;
  const isWhich = first === "which" && LINKING.has(second);
  return all.some(({ text }, at) => at < 2 && ONLY.has(text)) || isWhich || POINTING.has(texts.at(-1) ?? "");
}

/** "I've started on it", "I'm at the museum": what somebody says of themselves asks nothing. */
function tells({ all, request }: Words): boolean {
  const [first, second, third] = all.map(({ text }) => text);
  const isDone = second === "have" && !["to", "a", "an", "no"].includes(third ?? "");
  const isTold = isDone || second === "am" || second === "are" || `${second} ${third}` === "no longer";
  return (first === "i" || first === "we") && isTold && !request.includes("?");
}

/** "which one": no number is said. */
const leaning = (frame: Frame, { all }: Words): Frame => ({
  ...frame,
  refers: true,
  items: frame.items.filter(({ kind, from, to }) => kind !== "measured" || to - from > 1 || all[from]!.text !== "one"),
});

const OPENING: ReadonlySet<string> = new Set("and but ok okay so now then please show me give".split(" "));
/** What begins half a sentence about what was found. */
const NARROWING: ReadonlySet<string> = new Set("with without under over below above except excluding".split(" "));
const ONLY: ReadonlySet<string> = new Set(["only", "just"]);
const LINKING: ReadonlySet<string> = new Set(
  "is are was were has have of costs cost takes take lasts needs need".split(" "),
);
const POINTING: ReadonlySet<string> = new Set(["that", "this", "it", "they", "them"]);

/** What the request before this one said. */
function frameBefore(lexicon: Lexicon, about: About): Frame | null {
  const [before] = about.context?.requests ?? [];
  if (before === undefined) return null;
  const words = readWords(before.request);
  return frameOf(unitsOf(words, lexicon, about), words, lexicon);
}

const doubtOf = ({ perEach }: Interpretation): Pick<QueryReading, "doubt"> =>
  perEach === null ? {} : { doubt: `One query gives one answer, and not one for each ${perEach}.` };

/** Of "the cost per day" the cost of the first day and of the second: so it is asked for one. */
function ofOne(reading: QueryReading, { perEach }: Interpretation): QueryReading[] {
  if (perEach === null || !reading.query.includes(`/${named(perEach)}/`)) return [];
  return [1, 2].map((place) => ({
    ...reading,
    query: reading.query.replace(`/${named(perEach)}/`, () => `/${named(perEach)}[${place}]/`),
    said: reading.said.replace(`every ${perEach}`, () => `${perEach} ${place}`),
  }));
}

/** Readings whose results are compared. */
const MOST_COMPARED = 8;

/** Of readings that find the same the surest: which of them is meant makes no difference. */
function distinct(ranked: QueryReading[], { schema, tree }: Lexicon): QueryReading[] {
  if (tree.size > MOST_TRIED) return ranked;
  const seen = new Set<string>();
  return ranked.filter(({ query }) => {
    const compiled = compile(query, { schema }).query;
    if (compiled === undefined || compiled.isSemantic || /^[a-z-]+\(/.test(query)) return true;
    const ids = compiled.select(tree).ids.join();
    if (ids !== "" && seen.has(ids)) return false;
    seen.add(ids);
    return true;
  });
}

/** Choices for all names at once, the likeliest first. */
function waysOf(frame: Frame): { chosen: Chosen; strength: number }[] {
  let ways: { chosen: Map<NamedItem, Choice>; strength: number }[] = [{ chosen: new Map(), strength: 1 }];
  for (const item of frame.items) {
    if (item.kind !== "named") continue;
    const best = item.choices[0]!.strength;
    const isType = item.choices.some(({ kind, strength }) => kind === "type" && strength >= 0.95);
    ways = ways
      .flatMap(({ chosen, strength }) =>
        item.choices.slice(0, MOST_CHOICES).map((choice) => ({
          chosen: new Map(chosen).set(item, choice),
          strength: strength * (choice.strength / best) * (isType && choice.kind === "attribute" ? 0.85 : 1),
        })),
      )
      .sort((a, b) => b.strength - a.strength)
      .slice(0, MOST_WAYS);
  }
  return ways;
}

function readingOf(
  read: Interpretation,
  frame: Frame,
  words: Words,
  lexicon: Lexicon,
  isSaid: (item: Item) => boolean,
): QueryReading | null {
  const query = write(read.ask, lexicon.schema);
  const compiled = compile(query, { schema: lexicon.schema });
  if (compiled.query === undefined || compiled.diagnostics.some(({ severity }) => severity === "error")) return null;
  const parts = partsOf(read, frame, words, isSaid);
  let { confidence } = read;
  const isAmount = read.ask.give.kind === "values" || read.ask.give.kind === "compute";
  for (const { text } of unreadWords(words, parts)) if (!(isAmount && text === "much")) confidence *= 0.55;
  const wishes = read.ask.of.conditions.flatMap((condition) =>
    condition.kind === "graded" ? wordsIn(condition.text) : [],
  );
  if (wishes.some(isElsewhere)) confidence *= 0.4;
  if (wishes.length > 0 && words.all.some(({ text }) => NEARBY.has(text))) confidence *= 0.6;
  if (sharesWith(words)) confidence *= 0.4;
  if (frame.isDangling || saysElsewhere(read, words)) confidence *= 0.4;
  if (!compiled.query.isSemantic && isEmpty(compiled.query, lexicon))
    confidence *=
      frame.isYesNo || frame.isClosed || frame.asksIf || frame.wants === "count"
        ? 0.9
        : isSurelyNamed(read) || isAllSaid(read, frame)
          ? 0.75
          : 0.5;
  if (read.ask.give.kind === "compute") {
    const of = compile(write({ ...read.ask, give: { kind: "nodes" } }, lexicon.schema), {
      schema: lexicon.schema,
    }).query;
    if (of !== undefined && !of.isSemantic && isEmpty(of, lexicon)) confidence *= 0.5;
  }
  if (compiled.diagnostics.some(({ severity }) => severity === "warning")) confidence *= 0.6;
  return { kind: "query", query, isHistory: false, confidence, said: say(read.ask), parts };
}

/** Of where something is the data says nothing but in words. */
const NEARBY: ReadonlySet<string> = new Set("near beside around along opposite against".split(" "));
/** "the same deadline as the parcel": what two things have in common is not looked for. */
function sharesWith({ all }: Words): boolean {
  const same = all.findIndex(({ text }) => text === "same");
  return same >= 0 && all.some(({ text }, at) => text === "as" && at > same + 1);
}

/** Nodes of the largest tree in which readings are tried out: a request is read between two key presses. */
const MOST_TRIED = 5_000;

/** Whether a structural query finds nothing; of large trees that is not tried. */
function isEmpty(query: NonNullable<ReturnType<typeof compile>["query"]>, { tree }: Lexicon): boolean {
  if (tree.size > MOST_TRIED) return false;
  try {
    return query.select(tree).ids.length === 0;
  } catch {
    return false;
  }
}

/** Whether all that is named is named by a word of its own: then nothing found is an answer. */
const isSurelyNamed = ({ used }: Interpretation): boolean =>
  [...used.keys()].every((item) => item.kind !== "named" || (item.choices[0]?.strength ?? 0) >= 0.95);

/** Whether every part of a request is in the query, each as what it most likely is, and nothing is a wish. */
const isAllSaid = ({ used, ask }: Interpretation, { items }: Frame): boolean =>
  items.every((item) => used.has(item)) && !ask.of.conditions.some(({ kind }) => kind === "graded");

/** Whether words about versions or the conversation are left, or were only found in a text of the data. */
function saysElsewhere({ used }: Interpretation, { all }: Words): boolean {
  const isData = (at: number) =>
    [...used.keys()].some(
      (item) => item.kind === "named" && item.from <= at && at < item.to && (item.choices[0]?.strength ?? 0) >= 0.9,
    );
  const isGreeting = (text: string) => all.length > 4 && GREETINGS.has(text);
  return all.some(({ text }, at) => isElsewhere(text) && !isGreeting(text) && !isData(at));
}

/** Before or after a request they say nothing of what it is. */
const GREETINGS: ReadonlySet<string> = new Set(["hi", "hello", "thanks", "thank"]);

function partsOf({ used }: Interpretation, frame: Frame, { all }: Words, isSaid: (item: Item) => boolean): ReadPart[] {
  const parts = [...used]
    .filter(([item]) => isSaid(item))
    .map(([item, meaning]) => ({ span: spanOf(item, all), meaning }));
  for (const unit of frame.understood) {
    const text = all
      .slice(unit.from, unit.to)
      .map((word) => word.text)
      .join(" ");
    if (!text.split(" ").every(isFunctionWord)) parts.push({ span: spanOf(unit, all), meaning: text });
  }
  return parts.sort((a, b) => a.span.start - b.span.start);
}

const spanOf = ({ from, to }: { from: number; to: number }, all: Words["all"]) => ({
  start: all[from]!.span.start,
  end: all[to - 1]!.span.end,
});
