import { forgetLength, rememberLength } from "@semantic-xpath/english";
import type { About } from "../about.js";
import { measuresOf } from "../ask/dimensions.js";
import { askedFor } from "../ask/mood.js";
import type { Lexicon } from "../ask/senses.js";
import { isHappening, markAt } from "../lexicon/closed.js";
import { shared } from "../shared.js";
import type { Reading, UpdateReading } from "../translation.js";
import { sentencesIn } from "../words/sentences.js";
import { stemsIn, type Words } from "../words/words.js";
import { attributeText } from "../write/write.js";
import { type Draft, forTarget, setting, slotOf, together } from "./drafts.js";
import { insertions, placeAt, remembered } from "./inserting.js";
import { Phrases } from "./phrases.js";
import { settings, shifts, valued } from "./setting.js";
import { statedChanges } from "./statedChanges.js";
import { valueFor } from "./values.js";
import { type Action, bare, verbAt } from "./verbs.js";

/** The outcome of reading a request as an edit. */
export interface EditOutcome {
  /** The surest first. */
  readonly readings: readonly Reading[];
  /** The question for an unclear request; null if the first reading is used. */
  readonly question: string | null;
}

/** Changes of one request. */
const MAX_CLAUSES = 5;
const MAX_READINGS = 3;
/** Words that name what a clause is about. */
const MAX_SUBJECT = 5;
/** An edit is made from this confidence on, where no other effect is so likely by a difference. */
const SURE = 0.58;
const MARGIN = 0.2;
/** The least confidence in the target of a deletion. */
const SURE_DELETE = 0.66;

/** Edits that a request asks for; null if it asks for none. A change that is not understood leads to a question, and is never read as a query. */
export async function readEdits(words: Words, lexicon: Lexicon, about: About): Promise<EditOutcome | null> {
  const phrases = new Phrases(words, lexicon, about);
  const { texts } = phrases;
  // "take out the ones that are done", of a list that was asked for: it is asked for again.
  if (leavesOut(texts) && (about.context?.found?.at(-1)?.length ?? 0) > 1) return null;
  const [first] = bare(texts, 0, texts.length);
  if (
    askedFor(texts) ||
    askedFor(texts.slice(first)) ||
    texts.some((_, at) => markAt(texts, at)?.mark.kind === "ordered") ||
    markAt(texts, first)?.mark.kind === "total"
  )
    return null;
  const change = words.request.trimEnd().endsWith("?")
    ? []
    : await statedChanges(phrases, ...bare(texts, 0, texts.length));
  if (change.length > 0) return decided(words, change);
  const clauses = clausesOf(phrases);
  if (clauses.length > MAX_CLAUSES) return null;
  const read: (readonly Draft[])[] = [];
  let isOrder = false;
  const reasons: (readonly [number, number])[] = [];
  let subject: readonly string[] = [];
  for (const [from, to] of clauses) {
    const clause = await clauseOf(referring(phrases, read.at(-1)?.[0]?.changed ?? subject, from, to), from, to);
    isOrder ||= clause.isOrder;
    // "Too long. Remove it.": the reason of an order changes nothing.
    const isReason =
      texts.slice(from, to).some((text) => COPULAS.has(text)) || texts.slice(to).some((text) => REFERRING.has(text));
    const isTold = !clause.isOrder && to < texts.length && isReason;
    if (isTold && subject.length === 0) subject = await subjectOf(phrases, from, to);
    if (isTold || (clause.drafts.length === 0 && !clause.isOrder && EXPLAINING.has(texts[from]!)))
      reasons.push([from, to]);
    // The words of a told clause are not all read, so its subject is asked about.
    else
      read.push(
        subject.length === 0 ? clause.drafts : clause.drafts.map((draft) => ({ ...draft, isOneOf: true as const })),
      );
  }
  if (read.length === 0 || (!isOrder && read.some((drafts) => drafts.length === 0)))
    return tells(texts) ? { readings: [], question: notUnderstood(phrases, 0, texts.length) } : null;
  const missing = read.findIndex((drafts) => drafts.length === 0);
  if (missing >= 0)
    return {
      readings: [],
      question: notUnderstood(phrases, ...clauses.filter((clause) => !reasons.includes(clause))[missing]!),
    };
  return decided(words, read.length === 1 ? read[0]! : combined(read));
}

/** The subject of a clause: the node that its first words name, those of "we sold" aside. */
async function subjectOf(phrases: Phrases, from: number, to: number): Promise<readonly string[]> {
  const start = ["i", "we"].includes(phrases.texts[from]!) ? from + 2 : from;
  for (let end = Math.min(to, start + MAX_SUBJECT); end > start; end--) {
    const [target] = await phrases.read(start, end);
    if (target !== undefined && target.attribute === null) return target.nodes.map((node) => phrases.path(node));
  }
  return [];
}

/** "set its cost to 4 and mark it as paid": in a later clause "it" is what the one before it changes. */
function referring(phrases: Phrases, changed: readonly string[], from: number, to: number): Phrases {
  const { texts, words, lexicon, about } = phrases;
  if (changed.length === 0 || !texts.slice(from, to).some((text) => REFERRING.has(text))) return phrases;
  const context = { requests: [], ...about.context, found: [changed, ...(about.context?.found ?? [])] };
  return new Phrases(words, lexicon, { ...about, context });
}

const COPULAS: ReadonlySet<string> = new Set("is are was were has have".split(" "));
const REFERRING: ReadonlySet<string> = new Set("it its them their this that these those him his her".split(" "));

/** First words of a remark about an order. */
const EXPLAINING: ReadonlySet<string> = new Set("too we i it that this because since there they he she".split(" "));

/** "I've moved it": a person tells what is so, and asks nothing. */
const tells = (texts: readonly string[]): boolean =>
  (texts[0] === "i" || texts[0] === "we") &&
  (["have", "had", "am", "are", "did", "just", "already"].includes(texts[1] ?? "") || /[^e]ed$/.test(texts[1] ?? ""));

function notUnderstood(phrases: Phrases, from: number, to: number): string {
  if (phrases.nothing !== null) return `There is nothing to change: I find no ${phrases.nothing} here.`;
  const [start, end] = bare(phrases.texts, from, to);
  return `I do not understand what "${phrases.written(start, end)}" is to change. What should become different?`;
}

/** The first way to read each clause together; of a clause that has several, each with the first of the others. */
function combined(read: readonly (readonly Draft[])[]): readonly Draft[] {
  const firsts = read.map(([first]) => first!);
  const all = [together(firsts)];
  for (const [at, drafts] of read.entries())
    for (const draft of drafts.slice(1)) all.push(together(firsts.map((first, i) => (i === at ? draft : first))));
  return all;
}

function decided({ all }: Words, drafts: readonly Draft[]): EditOutcome {
  const distinct = [
    ...new Map(drafts.toSorted((a, b) => b.cost - a.cost).map((draft) => [draft.update, draft])).values(),
  ]
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MAX_READINGS);
  const span = { start: all[0]!.span.start, end: all.at(-1)!.span.end };
  const readings = distinct.map(
    ({ update, said, isDestructive, cost }): UpdateReading => ({
      kind: "update",
      update,
      said,
      isDestructive,
      confidence: 0.97 * Math.exp(-cost),
      parts: [{ span, meaning: said }],
    }),
  );
  const [first, second] = readings;
  const isClear =
    first!.confidence >= (first!.isDestructive ? SURE_DELETE : SURE) &&
    !distinct[0]!.isOneOf &&
    (second === undefined || first!.confidence - second.confidence >= MARGIN);
  return {
    readings: shared(readings, isClear),
    question: isClear ? null : `Which do you mean: ${readings.map(({ said }) => said).join(", or ")}?`,
  };
}

const leavesOut = ([first, second, third, fourth]: readonly string[]): boolean =>
  first === "take" && second === "out" && (third === "ones" || third === "those" || fourth === "ones");

/** Sentences, and what "and" or a comma with a verb begins. */
function clausesOf(phrases: Phrases): readonly (readonly [number, number])[] {
  const { texts } = phrases;
  const { all, request } = phrases.words;
  const ends = new Set(sentencesIn(phrases.words).map(([from]) => from));
  const clauses: [number, number][] = [];
  let start = 0;
  for (let at = 1; at < texts.length; at++) {
    const gap = request.slice(all[at - 1]!.span.end, all[at]!.span.start);
    const isEnd = ends.has(at) || (gap.includes(",") && EXPLAINING.has(texts[at]!));
    const next =
      texts[at] === "and" || texts[at] === "then"
        ? texts[at + 1] === "then"
          ? at + 2
          : at + 1
        : gap.includes(",")
          ? at
          : -1;
    const isOrder =
      next > 0 &&
      !(all[next]?.isQuoted ?? true) &&
      verbAt(texts, next) !== null &&
      next < texts.length - 1 &&
      texts[next] !== "new";
    if (!isEnd && !isOrder) continue;
    if (at > start) clauses.push([start, at]);
    start = isEnd ? at : next;
  }
  if (start < texts.length) clauses.push([start, texts.length]);
  return clauses;
}

/** The ways to read one clause, and whether it is an order at all. */
async function clauseOf(
  phrases: Phrases,
  start: number,
  end: number,
): Promise<{ readonly drafts: readonly Draft[]; readonly isOrder: boolean }> {
  const { texts } = phrases;
  const [from, to] = bare(texts, start, end);
  const about = remembering(phrases, from, to);
  if (about !== null)
    return {
      drafts: about.isForgetting ? await forgotten(phrases, about.to, to) : remembered(phrases, about.to, to),
      isOrder: true,
    };
  const verb = phrases.words.all[from]!.isQuoted ? null : verbAt(texts, from);
  if (verb !== null && verb.to < to && isVerbHere(phrases, verb.verb, verb.to, to)) {
    const drafts: Draft[] = [];
    for (const action of verb.actions) drafts.push(...(await ACTIONS[action](phrases, verb.to, to, verb.verb)));
    if (drafts.length > 0 || verb.verb !== "name") return { drafts, isOrder: true };
  }
  const state = verb === null ? stateOf(phrases, from) : null;
  if (state !== null && to > from + 1) {
    const drafts = (await phrases.read(from + 1, to)).flatMap((target) =>
      forTarget(target, (node) =>
        phrases.typeOf(node) === state.type
          ? setting(phrases, node, slotOf(phrases, node, state.attribute), state.value)
          : null,
      ),
    );
    if (drafts.length > 0) return { drafts, isOrder: true };
  }
  const colon = colonIn(phrases, from, to);
  if (colon > 0) {
    const drafts = (await phrases.read(from, colon)).flatMap((target) => valued(phrases, target, colon, to));
    if (drafts.length > 0) return { drafts, isOrder: true };
  }
  return { drafts: await statedChanges(phrases, from, to), isOrder: false };
}

/** The only value of an enumeration that is the participle of a verb: "approve" of `approved`; null: none, or several. */
function stateOf({ words: { all }, lexicon: { world } }: Phrases, at: number) {
  const { text, stem, isQuoted } = all[at]!;
  const next = all.slice(at + 1, at + 3).map((word) => word.text);
  const isOrder = DETERMINERS.has(next[0] ?? "") || next.some((word) => /\d/.test(word));
  if (isQuoted || isHappening(text) || !isOrder) return null;
  const states = [...world.all].flatMap(({ type }) =>
    world.attributes(type).flatMap((attribute) =>
      world
        .values(type, attribute)
        .filter((value) => isHappening(value) && stemsIn(value).join(" ") === stem)
        .map((value) => ({ type, attribute, value })),
    ),
  );
  return states.length === 1 ? states[0]! : null;
}

/** Verbs that are nouns, too. */
const NOUNS: ReadonlySet<string> = new Set("new plan book schedule name place switch order cut set".split(" "));
const DETERMINERS: ReadonlySet<string> = new Set(
  "a an the my our this that these those it them all every each both everything one another any".split(" "),
);

/** True where a word that may be a noun is an order: "book a table" and no "book list", "new task: buy stamps" and no "new tasks". */
function isVerbHere(phrases: Phrases, verb: string, at: number, to: number): boolean {
  const { texts } = phrases;
  const { all } = phrases.words;
  if (verb === "give" && ["me", "us"].includes(texts[at]!)) return false;
  if (verb === "new")
    return (
      texts.slice(at, to).some((text) => ["called", "named", "titled"].includes(text)) ||
      all.slice(at, to).some(({ isQuoted }) => isQuoted) ||
      colonIn(phrases, at, to) > 0
    );
  if (!NOUNS.has(verb)) return true;
  return (
    all[at]!.isQuoted ||
    DETERMINERS.has(texts[at]!) ||
    texts.slice(at, to).some((text) => text === "to" || text === "into" || text === "'s")
  );
}

/** The place after a colon. */
function colonIn({ words: { all, request } }: Phrases, from: number, to: number): number {
  for (let at = from + 1; at < to; at++)
    if (request.slice(all[at - 1]!.span.end, all[at]!.span.start).includes(":")) return at;
  return -1;
}

/** A request to remember or forget from a word on; null for neither. */
function remembering(
  { words: { all, request } }: Phrases,
  from: number,
  end: number,
): { readonly isForgetting: boolean; readonly to: number } | null {
  const start = all[from]!.span.start;
  const text = request.slice(start, all[end - 1]!.span.end);
  const [kept, forgotten] = [rememberLength(text), forgetLength(text)];
  const length = Math.max(kept, forgotten);
  const to = all.findIndex(({ span }) => span.start >= start + length);
  return length === 0 || to < 0 || to >= end || /^(?:to|you|we|i)$/.test(all[to]!.text)
    ? null
    : { isForgetting: forgotten > 0, to };
}

/** Deletes texts about a topic, or the one named thing. */
async function forgotten(phrases: Phrases, from: number, to: number): Promise<readonly Draft[]> {
  const lead =
    SAID.exec(`${phrases.texts.slice(from, to).join(" ")} `)?.[0]
      .trim()
      .split(" ").length ?? 0;
  return deletions(phrases, from + lead < to ? from + lead : from, to, "forget");
}

/** "what I told you about the boiler": what it is about is meant. */
const SAID = /^(?:(?:everything |all |what )?(?:that )?(?:i|we) (?:said|told you|mentioned) )?about /;

type Act = (phrases: Phrases, from: number, to: number, verb: string) => Promise<readonly Draft[]>;

const PARTICLES: ReadonlySet<string> = new Set(["off", "out", "away"]);

const deletions: Act = async (phrases, from, to, verb) => {
  const particle = phrases.texts.findLastIndex((text, at) => at > from && at < to && PARTICLES.has(text));
  const isPlace =
    particle > from &&
    ["", "the plan", "the list", "my list", "the itinerary", "the schedule", "of the plan", "of the list"].includes(
      phrases.texts.slice(particle + 1, to).join(" "),
    );
  if (verb === "take" && !isPlace) return [];
  const end = isPlace ? particle : to;
  return (await phrases.read(from, end)).flatMap((target) =>
    forTarget(target, (node) => {
      const path = phrases.path(node);
      const { attribute } = target;
      if (attribute !== null && attribute !== "text()")
        return {
          update: `delete node ${path}/${attributeText(attribute, phrases.lexicon.world)}`,
          said: `delete the ${attribute.replaceAll("_", " ")} of ${phrases.called(node)}`,
          isDestructive: true,
          cost: 0,
        };
      return node === 1
        ? null
        : {
            update: `delete node ${path}`,
            said: `delete ${phrases.typeOf(node)} ${phrases.called(node)}`,
            isDestructive: true,
            cost: 0,
          };
    }),
  );
};

const moves: Act = async (phrases, from, to) => {
  const { texts, lexicon, typeOf, about } = phrases;
  const drafts: Draft[] = [];
  for (let at = from + 1; at < to - 1 && drafts.length === 0; at++) {
    if (!["to", "into", "in", "under", "onto", "on", "before", "after", "over"].includes(texts[at]!)) continue;
    const start = ["over", "back", "right", "directly"].includes(texts[at - 1]!) ? at - 1 : at;
    for (const target of await phrases.read(from, start)) {
      const [first] = target.nodes;
      if (target.attribute !== null || first === undefined) continue;
      const edge = /^(?:to )?(?:the )?(?:very )?(top|start|beginning|front|end|bottom)$/.exec(
        texts.slice(at, to).join(" "),
      )?.[1];
      const place =
        edge !== undefined
          ? {
              node: about.tree.parent[first]!,
              how: edge === "end" || edge === "bottom" ? ("as last into" as const) : ("as first into" as const),
            }
          : await placeAt(phrases, at, to, typeOf(first));
      if (place === null) continue;
      const isBeside = place.how === "before" || place.how === "after";
      const parent = isBeside ? about.tree.parent[place.node]! : place.node;
      drafts.push(
        ...forTarget(target, (node) => {
          const canHold = Object.hasOwn(lexicon.world.place(typeOf(parent)).node.children, typeOf(node));
          const isAround = node <= place.node && place.node < about.tree.end[node]!;
          return !canHold || isAround
            ? null
            : {
                update: `move node ${phrases.path(node)} ${place.how} ${phrases.path(place.node)}`,
                said: `move ${phrases.called(node)} ${isBeside ? place.how : "to"} ${phrases.called(place.node)}`,
                isDestructive: false,
                cost: 0,
              };
        }),
      );
    }
  }
  return drafts;
};

const renamings: Act = async (phrases, from, to, verb) => {
  const { texts, lexicon, typeOf } = phrases;
  const drafts: Draft[] = [];
  for (let at = from + 1; at < to; at++) {
    const isMark = texts[at] === "to" || texts[at] === "as" || texts[at] === "into";
    if (!isMark && verb !== "call" && verb !== "name" && !phrases.words.all[at]!.isQuoted) continue;
    const start = isMark ? at + 1 : at;
    if (start >= to) continue;
    const least = Math.min(...drafts.map(({ cost }) => cost));
    for (const target of (await phrases.read(from, at)).filter(({ cost }) => isMark || cost < least))
      drafts.push(
        ...forTarget(target, (node) => {
          const label = target.attribute ?? lexicon.world.label(typeOf(node));
          if (label === null) return null;
          const slot = slotOf(phrases, node, label);
          const value = valueFor(phrases, { ...slot, now: slot.now }, start, to, true);
          return value === null
            ? null
            : setting(phrases, node, slot, phrases.written(start, to).replace(/^["“«']|["”»'.]$/g, ""));
        }),
      );
  }
  return drafts;
};

const assignments: Act = async (phrases, from, to) => {
  const { texts, lexicon } = phrases;
  const at = texts.lastIndexOf("to", to - 2);
  if (at <= from) return [];
  return (await phrases.read(from, at)).flatMap((target) => {
    const [first] = target.nodes;
    const person =
      first === undefined
        ? undefined
        : measuresOf(lexicon.world, "person").find(({ type }) => type === phrases.typeOf(first));
    return person === undefined || target.attribute !== null
      ? []
      : valued(phrases, { ...target, attribute: person.attribute }, at + 1, to);
  });
};

/** Two things change places, or the values of an attribute. */
const swaps: Act = async (phrases, from, to) => {
  const { texts, about, lexicon, typeOf, path } = phrases;
  const at = texts.findIndex((text, i) => i > from && i < to - 1 && (text === "and" || text === "with"));
  const targets =
    at < 0
      ? [(await phrases.read(from, to))[0]]
      : [(await phrases.read(from, at))[0], (await phrases.read(at + 1, to))[0]];
  const [a, b, other] = targets.flatMap((target) => target?.nodes ?? []);
  if (a === undefined || b === undefined || other !== undefined || a === b) return [];
  const cost = Math.max(...targets.map((target) => target?.cost ?? 0));
  const attribute = targets.find((target) => target?.attribute != null)?.attribute ?? null;
  if (attribute === null) {
    const [first, second] = a < b ? [a, b] : [b, a];
    const [p, q] = [path(first), path(second)];
    if (second < about.tree.end[first]!) return [];
    const update =
      about.tree.end[first] === second
        ? `move node ${q} before ${p}`
        : `move node ${p} after ${q},\nmove node ${q} after ${p}`;
    return [{ update, said: `swap ${phrases.called(a)} and ${phrases.called(b)}`, isDestructive: false, cost }];
  }
  const slots = [a, b].map((node) => slotOf(phrases, node, attribute));
  const isShared = [a, b].every((node) => lexicon.world.attributes(typeOf(node)).includes(attribute));
  const [one, two] = slots.map(({ now }) => now);
  if (!isShared || one == null || two == null) return [];
  return [together([setting(phrases, a, slots[0]!, two, cost), setting(phrases, b, slots[1]!, one, cost)])];
};

const ACTIONS: Readonly<Record<Action, Act>> = {
  delete: deletions,
  set: (phrases, from, to, verb) =>
    ["later", "earlier"].includes(phrases.texts[to - 1]!)
      ? shifts(phrases, 1, from, to)
      : settings(phrases, verb, from, to),
  move: moves,
  insert: insertions,
  rename: renamings,
  assign: assignments,
  later: (phrases, from, to) => shifts(phrases, 1, from, to),
  earlier: (phrases, from, to) => shifts(phrases, -1, from, to),
  clear: deletions,
  swap: swaps,
};
