import { saidTerm, shareText, wordsText } from "@semantic-xpath/inspect";
import type { TermEvidence } from "@semantic-xpath/scorers";
import { expect, it } from "vitest";

const NONE: TermEvidence = {
  ...{ term: "lake", inCondition: null, weight: 1, gain: 0, matched: null, inText: null, how: "none", field: null },
};
const said = (given: Partial<TermEvidence>): string => {
  const { found, said } = saidTerm({ ...NONE, ...given });
  return found === null ? "nothing" : `${found}: ${said}`;
};
const context = { type: "Turn", matched: "lakes", how: "stem", adds: 0.4 } as const;

it("says how a word was found, how strongly, and where", () => {
  expect(said({})).toBe("nothing");
  expect(said({ matched: "lake", how: "exact" })).toBe("lake: same");
  expect(said({ matched: "lakes", how: "stem", field: "@name" })).toBe("lakes: stem, in @name");
  expect(said({ matched: "pond", how: "synonym", strength: 0.8 })).toBe("pond: synonym .8");
  expect(said({ matched: "water", how: "vector", strength: 0.714 })).toBe("water: vector .71");
  expect(said({ matched: "lakeside", how: "prefix", strength: 0.4 })).toBe("lakeside: part .4");
  expect(said({ matched: "9 May", how: "date", strength: 0.95, field: "@date" })).toBe("9 May: date .95, in @date");
});

it("says what speaks against a text", () => {
  const term = { ...NONE, matched: "lake", how: "exact", negated: true } as const;
  expect(saidTerm(term)).toEqual({ term: "lake", found: "lake", said: "denied, same", isAgainst: true });
});

it("says what is around a text, and where", () => {
  const around = (place: NonNullable<TermEvidence["context"]>["place"], type: string | null = "Turn") =>
    said({ how: "context", context: { ...context, place, type } });
  expect(around("before")).toBe("lakes: stem, in the Turn before");
  expect(around("after")).toBe("lakes: stem, in the Turn after");
  expect(around("within", "Session")).toBe("lakes: stem, in its Session");
  expect(around("facts", "Session")).toBe("lakes: stem, of its Session");
  expect(around("by", null)).toBe("lakes: says it");
  expect(around("before", null)).toBe("lakes: stem, in the text before");
  expect(said({ matched: "lake", how: "exact", context: { ...context, place: "before" } })).toBe(
    'lake: same; "lakes" stem, in the Turn before',
  );
});

it("says all words of a condition on a line, and what they are worth", () => {
  const terms = [NONE, { ...NONE, term: "park", matched: "park", how: "exact" } as const];
  const evidence = { terms, sequence: 0, raw: 0.6234, score: 0.55129 };
  expect(wordsText(evidence)).toBe('lake → nothing, park → "park" (same)');
  expect(shareText(evidence)).toBe("0.623 of the condition, which scores 0.551");
});
