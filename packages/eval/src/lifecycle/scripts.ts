import { plusDays } from "@semantic-xpath/values";
import { longDay, relativeDay } from "./days.js";
import type { DialogueWriter, Line, Slot } from "./dialogueWriter.js";
import { sentence } from "./dialogueWriter.js";
import type { Doing, Frames } from "./words.js";

/**
 * Script of a dialogue: it writes lines into sessions and asks about them, so that the gold is known by construction. A script
 * needs as many sessions as it has steps.
 */
export type Script = (writer: DialogueWriter) => void;

/** People beside a speaker, with the possessive that goes with them. */
const RELATIVES = [
  ["sister", "her"],
  ["brother", "his"],
  ["cousin", "her"],
  ["uncle", "his"],
  ["neighbour", "his"],
  ["aunt", "her"],
] as const;
const GIVEN_NAMES = ["Robin", "Sasha", "Kim", "Alexis", "Jamie", "Toni"];

const stateOf = ({ topic, owner }: Slot, value: string) =>
  ({ subject: owner, slot: topic.slot, value, op: "state" }) as const;

/** The owner says that a value is theirs: plainly, again, or in place of another one. */
function states(
  writer: DialogueWriter,
  slot: Slot,
  session: number,
  value: string,
  how: "news" | "again" | "change",
): Line {
  const wordings = how === "change" ? slot.topic.change : slot.topic.first;
  const clause = writer.filled(writer.random.pick(wordings), { v: value });
  return writer.say(session, slot.owner, writer.framed(how === "again" ? "again" : "news", { c: clause }), [
    stateOf(slot, value),
  ]);
}

function asksNow(
  writer: DialogueWriter,
  slot: Slot,
  kind: string,
  about: Omit<Parameters<DialogueWriter["ask"]>[0], "kind" | "text">,
): void {
  writer.ask({ kind, text: writer.filled(writer.random.pick(slot.topic.ask), { name: slot.owner }), ...about });
}

const framedAsk = (
  writer: DialogueWriter,
  frame: keyof Frames,
  slot: Slot,
  values: Readonly<Record<string, string>> = {},
) => {
  const { slot: name, plural } = slot.topic;
  return writer.framed(frame, {
    name: slot.owner,
    slot: name,
    plural,
    a: /^[aeiou]/.test(name) ? "an" : "a",
    ...values,
  });
};

const stated: Script = (writer) => {
  const slot = writer.slot();
  const value = slot.value();
  const [session] = writer.sessions(1) as [number];
  asksNow(writer, slot, "stated", { include: [states(writer, slot, session, value, "news")], exclude: [], value });
};

const restated: Script = (writer) => {
  const slot = writer.slot();
  const value = slot.value();
  const [first, second] = writer.sessions(2) as [number, number];
  const lines = [states(writer, slot, first, value, "news"), states(writer, slot, second, value, "again")];
  asksNow(writer, slot, "restated", { include: [lines], exclude: [], value });
};

const changed =
  (kind: string, isPreference: boolean): Script =>
  (writer) => {
    const slot = writer.slot(({ isPreference: prefers = false }) => prefers === isPreference);
    const [old, value] = [slot.value(), slot.value()];
    const [first, second] = writer.sessions(2) as [number, number];
    const before = states(writer, slot, first, old, "news");
    asksNow(writer, slot, kind, { include: [states(writer, slot, second, value, "change")], exclude: [before], value });
  };

/** Four values one after the other: what is now, all of them, the one before, and the one on a day. */
const chain: Script = (writer) => {
  const slot = writer.slot();
  const values = [slot.value(), slot.value(), slot.value(), slot.value()] as const;
  const sessions = writer.sessions(4);
  const lines = values.map((value, i) => states(writer, slot, sessions[i]!, value, i === 0 ? "news" : "change"));
  const [first, second, third, last] = lines as [Line, Line, Line, Line];
  asksNow(writer, slot, "chain", { include: [last], exclude: [first, second, third], value: values[3] });
  writer.ask({ kind: "history", text: framedAsk(writer, "askHistory", slot), include: lines, exclude: [] });
  const before = framedAsk(writer, "askBefore", slot, { v: values[2] });
  writer.ask({ kind: "before", text: before, include: [second], exclude: [first, last], value: values[1] });
  const day = longDay(plusDays(writer.days[sessions[1]!]!, 1));
  const then = framedAsk(writer, "askThen", slot, { day });
  writer.ask({ kind: "as-of", text: then, include: [second], exclude: [first, third, last], value: values[1] });
};

const retracted: Script = (writer) => {
  const slot = writer.slot();
  const [old, value] = [slot.value(), slot.value()];
  const [first, second] = writer.sessions(2) as [number, number];
  const wrong = states(writer, slot, first, old, "news");
  const clause = writer.filled(slot.topic.first[0]!, { v: value });
  const right = writer.say(second, slot.owner, writer.framed("retract", { old, c: clause }), [
    { ...stateOf(slot, old), op: "retract" },
    stateOf(slot, value),
  ]);
  asksNow(writer, slot, "retracted", { include: [right], exclude: [wrong], value });
};

const ended: Script = (writer) => {
  const slot = writer.slot();
  const value = slot.value();
  const [first, second] = writer.sessions(2) as [number, number];
  const before = states(writer, slot, first, value, "news");
  const end = writer.say(second, slot.owner, writer.framed("ended", { c: slot.topic.ended }), [
    { ...stateOf(slot, value), op: "end" },
  ]);
  writer.ask({ kind: "ended", text: framedAsk(writer, "askStill", slot), include: [end], exclude: [before] });
};

/** A value until a day: asked within the time, and after it. */
const temporary: Script = (writer) => {
  const slot = writer.slot();
  const [usual, value] = [slot.value(), slot.value()];
  const [first, second] = writer.sessions(2) as [number, number];
  const lasting = states(writer, slot, first, usual, "news");
  const until = plusDays(writer.days[second]!, 4);
  const clause = writer.filled(slot.topic.first[0]!, { v: value });
  const passing = writer.say(second, slot.owner, writer.framed("temporary", { day: longDay(until), c: clause }), [
    { ...stateOf(slot, value), op: "temporary", until },
  ]);
  const within = plusDays(writer.days[second]!, 2);
  asksNow(writer, slot, "temporary, then", { asOf: within, include: [passing], exclude: [lasting], value });
  const over = plusDays(writer.days.at(-1)!, 10);
  asksNow(writer, slot, "temporary, over", { asOf: over, include: [lasting], exclude: [passing], value: usual });
};

const negation: Script = (writer) => {
  const slot = writer.slot();
  const [value, denied] = [slot.value(), slot.value()];
  const [first, second] = writer.sessions(2) as [number, number];
  states(writer, slot, first, value, "news");
  const line = writer.say(second, slot.owner, framedAsk(writer, "negation", slot, { v: denied }), [
    { ...stateOf(slot, denied), op: "never" },
  ]);
  const text = framedAsk(writer, "askEver", slot, { v: denied });
  writer.ask({ kind: "negation", text, include: [line], exclude: [] });
};

/** A value that is said and is not so; what was said plainly stays. `speaks`: whose line it is, and its words. */
const untrue =
  (
    kind: string,
    speaks: (writer: DialogueWriter, slot: Slot, value: string) => readonly [speaker: string, text: string],
  ): Script =>
  (writer) => {
    const slot = writer.slot();
    const [value, other] = [slot.value(), slot.value()];
    const [first, second] = writer.sessions(2) as [number, number];
    const line = states(writer, slot, first, value, "news");
    const [speaker, text] = speaks(writer, slot, other);
    const lure = writer.say(second, speaker, text);
    asksNow(writer, slot, kind, { include: [line], exclude: [lure], value });
  };

const hypothetical = untrue("hypothetical", (writer, { topic, owner }, v) => [
  owner,
  writer.framed("hypothetical", { c: writer.filled(topic.would, { v }) }),
]);

const joke = untrue("joke", (writer, { topic, owner }, v) => [
  owner,
  writer.framed("joke", { c: writer.filled(writer.random.pick(topic.change), { v }) }),
]);

const hearsay = untrue("hearsay", (writer, { topic, owner }, v) => [
  writer.other(owner),
  writer.framed("hearsay", { c: writer.filled(topic.second, { v }) }),
]);

const askedByOther = untrue("asked", (writer, { topic, owner }, v) => [
  writer.other(owner),
  `${sentence(writer.filled(topic.asked, { v }))}?`,
]);

const injection = untrue("injection", (writer, slot, v) => [
  writer.random.pick(writer.speakers),
  framedAsk(writer, "injection", slot, { v }),
]);

/** One relation of the speaker and of a relative: questions about both. */
const third: Script = (writer) => {
  const slot = writer.slot();
  const [value, other] = [slot.value(), slot.value()];
  const [first, second] = writer.sessions(2) as [number, number];
  const [relative, whose] = writer.random.pick(RELATIVES);
  const line = states(writer, slot, first, value, "news");
  const clause = writer.filled(slot.topic.third, { who: `my ${relative}`, whose, v: other });
  const theirs = writer.say(second, slot.owner, writer.framed("third", { c: clause }), [
    { ...stateOf(slot, other), subject: `${slot.owner}'s ${relative}` },
  ]);
  const text = framedAsk(writer, "askOf", slot, { who: `${slot.owner}'s ${relative}` });
  writer.ask({ kind: "third-person", text, include: [theirs], exclude: [line], value: other });
  asksNow(writer, slot, "own-not-third", { include: [line], exclude: [theirs], value });
};

const twoSpeakers: Script = (writer) => {
  const slot = writer.slot();
  const theirs = writer.slot((topic, owner) => topic === slot.topic && owner !== slot.owner);
  const [value, other] = [slot.value(), slot.value()];
  const sessions = writer.random.shuffled(writer.sessions(2)) as [number, number];
  const line = states(writer, slot, sessions[0], value, "news");
  const lure = states(writer, theirs, sessions[1], other, "news");
  asksNow(writer, slot, "two speakers", { include: [line], exclude: [lure], value });
};

/** Two people of one name. */
const oneName: Script = (writer) => {
  const slot = writer.slot();
  const name = writer.random.pick(GIVEN_NAMES);
  const [[one, his], [two, her]] = writer.random.shuffled(RELATIVES) as [
    (typeof RELATIVES)[number],
    (typeof RELATIVES)[number],
  ];
  const sessions = writer.sessions(2) as [number, number];
  const about = (session: number, relative: string, whose: string, value: string): Line => {
    const clause = writer.filled(slot.topic.third, { who: `my ${relative} ${name}`, whose, v: value });
    const fact = { ...stateOf(slot, value), subject: `${slot.owner}'s ${relative} ${name}` };
    return writer.say(session, slot.owner, writer.framed("third", { c: clause }), [fact]);
  };
  const [value, other] = [slot.value(), slot.value()];
  const line = about(sessions[0], one, his, value);
  const lure = about(sessions[1], two, her, other);
  const text = framedAsk(writer, "askOf", slot, { who: `${slot.owner}'s ${one} ${name}` });
  writer.ask({ kind: "one name", text, include: [line], exclude: [lure], value });
};

/** A question whose answer is the value alone. */
const elliptical: Script = (writer) => {
  const slot = writer.slot();
  const value = slot.value();
  const [session] = writer.sessions(1) as [number];
  const question: Line = { speaker: writer.other(slot.owner), text: `${sentence(slot.topic.short)}?`, facts: [] };
  const answer: Line = { speaker: slot.owner, text: `${sentence(value)}.`, facts: [stateOf(slot, value)] };
  writer.exchange(session, [question, answer]);
  asksNow(writer, slot, "elliptical", { include: [answer], exclude: [], value });
};

/** After a change a speaker mentions the old value, and nothing changes. */
const mention: Script = (writer) => {
  const slot = writer.slot();
  const [old, value] = [slot.value(), slot.value()];
  const [first, second, last] = writer.sessions(3) as [number, number, number];
  const before = states(writer, slot, first, old, "news");
  const line = states(writer, slot, second, value, "change");
  const lure = writer.say(last, slot.owner, writer.framed("mention", { old }));
  asksNow(writer, slot, "mention", { include: [line], exclude: [before, lure], value });
};

/** Activities on days: their time, the activities of a day, their number, and plans. */
const doings: Script = (writer) => {
  const [one, two, three] = writer.random.shuffled(writer.words.doings) as [Doing, Doing, Doing];
  const [name, other] = writer.random.shuffled(writer.speakers) as [string, string];
  const values = (doing: Doing, more: Readonly<Record<string, string>> = {}) => ({ ...doing, name, ...more });
  const usedNames = new Set<string>();

  const done = doneOnce(writer, one, name, writer.sessions(1)[0]!, usedNames);
  writer.ask({
    kind: "when",
    text: writer.framed("askWhen", values(one)),
    include: [done.line],
    exclude: [],
    value: done.day,
  });
  const onDay = writer.framed("askDay", { name, day: longDay(done.day) });
  writer.ask({ kind: "on-day", text: onDay, include: [done.line], exclude: [] });

  const session = writer.sessions(1)[0]!;
  const ahead = 1 + writer.random.index(6);
  const day = plusDays(writer.days[session]!, ahead);
  const dayPhrase = relativeDay(writer.days[session]!, ahead, writer.random);
  const plan = writer.say(session, name, writer.framed("planned", { ...two, day: dayPhrase }), [
    { subject: name, slot: two.base, value: two.base, op: "plan", when: day },
  ]);
  writer.ask({
    kind: "plan-when",
    text: writer.framed("askPlan", values(two)),
    include: [plan],
    exclude: [],
    value: day,
  });

  const times = 2 + writer.random.index(3);
  const sessions = writer.sessions(times + 2);
  const lines = sessions.slice(2).map((each) => doneOnce(writer, three, name, each, usedNames).line);
  const theirs = doneOnce(writer, three, other, sessions[0]!, new Set()).line;
  const off = relativeDay(writer.days[sessions[1]!]!, -1, writer.random);
  const cancelled = writer.say(sessions[1]!, name, writer.framed("cancelled", { ...three, day: off }), [
    {
      subject: name,
      slot: three.base,
      value: three.base,
      op: "cancel",
      when: plusDays(writer.days[sessions[1]!]!, -1),
    },
  ]);
  const text = writer.framed("askCount", values(three));
  writer.ask({ kind: "count", text, include: lines, exclude: [theirs, cancelled], value: String(times) });
};

/** A speaker tells of an activity, on a day that is not in `taken`. */
function doneOnce(writer: DialogueWriter, doing: Doing, speaker: string, session: number, taken: Set<string>) {
  const today = writer.days[session]!;
  const free = [0, -1, -2, -3, -4].filter((days) => !taken.has(plusDays(today, days)));
  const days = free.length === 0 ? 0 : writer.random.pick(free);
  const day = plusDays(today, days);
  taken.add(day);
  const text = writer.framed("done", { ...doing, day: relativeDay(today, days, writer.random) });
  const line = writer.say(session, speaker, text, [
    { subject: speaker, slot: doing.base, value: doing.base, op: "event", when: day },
  ]);
  return { line, day };
}

/** In each dialogue all of them, in this order. The ones that need most topics come first. */
export const SCRIPTS: readonly Script[] = [
  twoSpeakers,
  changed("preference", true),
  chain,
  ...[stated, restated, changed("updated", false), retracted, ended, temporary, negation],
  ...[hypothetical, joke, hearsay, askedByOther, injection, third, oneName, elliptical, mention, doings],
];
