import { type Dialogue, LIFECYCLE_WORDS, lifecycleSuite, suiteShape } from "@semantic-xpath/eval";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const KINDS = [
  ..."stated restated updated preference chain history before as-of retracted ended negation hypothetical joke hearsay".split(
    " ",
  ),
  ..."asked injection third-person own-not-third elliptical mention when on-day plan-when count".split(" "),
  ...["temporary, then", "temporary, over", "two speakers", "one name"],
];
const dialoguesOf = (options?: Parameters<typeof lifecycleSuite>[0]): readonly Dialogue[] =>
  lifecycleSuite(options).dialogues!;

it("has 252 questions of every kind in three parts, and the form of a suite", () => {
  const suite = lifecycleSuite();
  expect(suiteShape.safeParse(suite).success).toBe(true);
  const questions = suite.dialogues!.flatMap((dialogue) => dialogue.questions!);
  expect(questions.length).toBe(252);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  expect(new Set(suite.dialogues!.map(({ split }) => split))).toEqual(new Set(["near", "far", "fresh"]));
});

it("is the same for the same seed, and another one for another", () => {
  expect(lifecycleSuite({ seed: 9 })).toEqual(lifecycleSuite({ seed: 9 }));
  expect(lifecycleSuite({ seed: 9 }).dialogues).not.toEqual(lifecycleSuite({ seed: 10 }).dialogues);
});

it("more talk hides the same questions in longer sessions", () => {
  const turns = (dialogues: readonly Dialogue[]) =>
    dialogues.flatMap(({ sessions }) => sessions.flatMap((each) => each.turns)).length;
  expect(turns(dialoguesOf({ talk: 30 }))).toBeGreaterThan(3 * turns(dialoguesOf()));
});

it("refuses what it can't make", () => {
  expect(() => lifecycleSuite({ sessions: 5 })).toThrow("sessions is a whole number from 6, not 5.");
  expect(() => lifecycleSuite({ dialogues: 0 })).toThrow(RangeError);
  const few = { few: { ...LIFECYCLE_WORDS.near!, topics: LIFECYCLE_WORDS.near!.topics.slice(0, 3) } };
  expect(() => lifecycleSuite({ words: few })).toThrow("too few topics");
});

it("the parts share no topic, no wording and no name", () => {
  const parts = Object.values(LIFECYCLE_WORDS).map(({ topics, doings, frames, names }) => [
    ...names,
    ...topics.flatMap(({ slot, values, first, change }) => [slot, ...values, ...first, ...change]),
    ...doings.map(({ base }) => base),
    ...Object.entries(frames).flatMap(([frame, wordings]) => wordings.map((each: string) => `${frame}: ${each}`)),
  ]);
  for (const part of parts) expect(new Set(part).size).toBe(part.length);
  const all = parts.flat();
  expect(all.length - new Set(all).size).toBe(0);
});

describe.each(Array.from({ length: runs(30) }, (_, i) => i + 1))("seed %i", (seed) => {
  it("every reference is a turn, and none is right and wrong; no wording has a gap", () => {
    for (const { sessions, facts, questions } of dialoguesOf({ seed, dialogues: 1 })) {
      const turns = sessions.flatMap((each) => each.turns);
      const ids = new Set(turns.map(({ id }) => id));
      expect(ids.size).toBe(turns.length);
      for (const { include = [], exclude = [] } of questions!) {
        const right = include.flat();
        expect([...right, ...exclude].filter((id) => !ids.has(id))).toEqual([]);
        expect(right.filter((id) => exclude.includes(id))).toEqual([]);
      }
      expect(facts!.filter(({ source }) => !ids.has(source))).toEqual([]);
      const texts = [...turns.map(({ text }) => text), ...questions!.map(({ text }) => text)];
      expect(texts.filter((text) => /[{}]|undefined/.test(text.replace(/^BEGIN.*$/, "")))).toEqual([]);
    }
  });

  it("replaying the facts gives the same answers", () => {
    for (const dialogue of dialoguesOf({ seed, dialogues: 1 })) expect(replayed(dialogue)).toEqual([]);
  });
});

/** A second way to what is right: what the slots hold after all facts. Gives the questions about the present whose gold says something else. */
function replayed({ sessions, facts, questions }: Dialogue): readonly string[] {
  const order = sessions.flatMap(({ turns }) => turns.map(({ id }) => id));
  const sorted = [...facts!].sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  const current = new Map<string, Set<string>>();
  for (const { subject, slot, value, op, source } of sorted) {
    const key = `${subject}/${slot}/${value}`;
    if (op === "state") {
      for (const [other] of current)
        if (other.startsWith(`${subject}/${slot}/`) && other !== key) current.delete(other);
      current.set(key, (current.get(key) ?? new Set()).add(source));
    }
    if (op === "retract" || op === "end") current.delete(key);
  }
  const held = new Set([...current.values()].flatMap((sources) => [...sources]));
  const NOW =
    /^(?:stated|restated|updated|preference|chain|retracted|hypothetical|joke|hearsay|asked|injection|third-person|own-not-third|two speakers|one name|elliptical|mention|temporary, over)$/;
  return questions!
    .filter(({ kind }) => NOW.test(kind))
    .filter(({ include, value }) => {
      const right = include!.flat();
      const of = [...current].filter(([, sources]) => right.some((id) => sources.has(id)));
      return !right.every((id) => held.has(id)) || of.length !== 1 || !of[0]![0].endsWith(`/${value}`);
    })
    .map(({ kind, text }) => `${kind}: ${text}`);
}
