import { saidTerm, shareText, wordsText } from "@semantic-xpath/inspect";
import type { ContextEvidence, TermEvidence } from "@semantic-xpath/scorers";
import { expect, it } from "vitest";

const NONE: TermEvidence = {
  ...{
    term: "lake",
    inCondition: null,
    weight: 1,
    gain: 0,
    part: 0,
    matched: null,
    inText: null,
    how: "none",
    field: null,
  },
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
  expect(said({ matched: "water", how: "related", strength: 0.714 })).toBe("water: related .71");
  expect(said({ matched: "lakeside", how: "compound", strength: 0.4 })).toBe("lakeside: compound .4");
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

it("says of what is around a text nothing that the text says itself", () => {
  const also = (field: string | null, given: Partial<ContextEvidence> & Pick<ContextEvidence, "place">) =>
    said({ matched: "ana", how: "exact", field, context: { ...context, how: "exact", matched: "Ana", ...given } });
  expect(also(null, { place: "within", type: "Session" })).toBe("ana: same; also in its Session");
  expect(also("@speaker", { place: "by", type: null })).toBe("ana: same, in @speaker");
  expect(also(null, { place: "by", type: null })).toBe("ana: same; says it");
  expect(also(null, { place: "by", type: null, matched: "Ana Lima" })).toBe('ana: same; "Ana Lima" says it');
  expect(also(null, { place: "before", adds: 0.05 })).toBe("ana: same");
});

it("says all words of a condition on a line, and what they are worth", () => {
  const terms = [NONE, { ...NONE, term: "park", matched: "park", how: "exact" } as const];
  const evidence = { terms, coverage: 1, raw: 0.6234, score: 0.55129 };
  expect(wordsText(evidence)).toBe('lake → nothing, park → "park" (same)');
  expect(shareText(evidence)).toBe("0.623 of the condition, which scores 0.551");
  const share = (raw: number, score: number) => shareText({ ...evidence, raw, score });
  expect(share(4.0512, 0.99523)).toBe("evidence worth 4.05 times the condition, which scores 0.995");
  expect(share(0.0004, 0.00001)).toBe("less than 0.001 of the condition, which scores less than 0.001");
  expect(share(1, 0.9999)).toBe("1 of the condition, which scores more than 0.999");
  expect(share(0, 0)).toBe(null);
});

it("says what the condition denies, and what that takes away", () => {
  const nuts = { ...NONE, term: "nuts", isDenied: true } as const;
  const without = { terms: [nuts], coverage: 1, raw: 0, score: 1, denied: { score: 0, raw: 0, coverage: 1 } };
  expect(wordsText(without)).toBe("not nuts → nothing");
  expect(shareText(without)).toBe("nothing that the condition denies, which scores 1");
  const found = { ...nuts, matched: "nuts", how: "exact", gain: -1, negated: true } as const;
  const terms = [{ ...NONE, term: "cake", matched: "cake", how: "exact", gain: 1 } as const, found];
  const both = { terms, coverage: 1, raw: 1, score: 0.09, denied: { score: 0.9, raw: 1, coverage: 1 } };
  expect(wordsText(both)).toBe('cake → "cake" (same), not nuts → "nuts" (denied, same)');
  expect(shareText(both)).toBe("1 of the condition and 1 of what the condition denies, which scores 0.09");
});
