import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayBegin } from "../../../packages/english/src/quantities/begins.js";
import { readNumber } from "../../../packages/english/src/quantities/numbers.js";
import { Tokens } from "../../../packages/english/src/quantities/tokens.js";
import { readWanted } from "../../../packages/english/src/quantities/wanted.js";
import { unitOf } from "../../../packages/values/src/index.js";
import { anyCharacter } from "../../support/characters.js";
import { runs } from "../../support/runs.js";
import { quantitiesIn } from "./quantitiesIn.js";

/** The best share of a condition that a text has. */
function share(condition: string, text: string): number {
  const found = quantitiesIn(text);
  const shares = readWanted(condition).flatMap((wanted) =>
    found.map(({ quantity, field }) => wanted.satisfied(quantity, field)),
  );
  return Math.max(0, ...shares);
}

const WORDS = (
  "a an half one two twenty hundred and few dozen couple of minutes hours km miles grams protein euros $ € 5 10 2.5 1,200 1/2 ½ pm am : - – to between " +
  "from under over at least most no more than before after until in the morning noon quarter past June 13th Saturday weekend 2026 1990s nineties 5/10/2023 " +
  "PT30M star or less + rating cost: free . , é ☀️ \n ( )"
).split(" ");
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(" ", "", " ")), { maxLength: 24 })
  .map((words) => words.flat().join(""));
const amount = fc.integer({ min: -50, max: 500 });

describe("laws of quantities", () => {
  test("any text is read, and its shares are in [0, 1]", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: anyCharacter })), fc.oneof(text, fc.string()), (condition, of) => {
        const found = share(condition, of);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("places are those of the text, in order and apart", () => {
    fc.assert(
      fc.property(text, (condition) => {
        let last = 0;
        for (const { start, end } of readWanted(condition)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(condition.length);
      }),
      { examples: [["two free over 13th "], ["10 less 5/10/2023 "], ["5 km at most 6 euros"]] },
    );
  });

  test("a wider bound satisfies no less", () => {
    const units = fc.constantFrom("km", "euros", "minutes", "students", "kg");
    fc.assert(
      fc.property(amount, amount, amount, units, (one, other, value, unit) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const of = `${value} ${unit}`;
        expect(share(`at most ${high} ${unit}`, of)).toBeGreaterThanOrEqual(share(`at most ${low} ${unit}`, of));
        expect(share(`under ${high} ${unit}`, of)).toBeGreaterThanOrEqual(share(`under ${low} ${unit}`, of));
        expect(share(`at least ${low} ${unit}`, of)).toBeGreaterThanOrEqual(share(`at least ${high} ${unit}`, of));
        expect(share(`at most ${high} ${unit}`, of)).toBeGreaterThanOrEqual(share(`under ${high} ${unit}`, of));
      }),
    );
  });

  test("what is at most so much and at least so much is both ways of units", () => {
    const pairs = [
      ["miles", "km"],
      ["kg", "lb"],
      ["grams", "oz"],
      ["litres", "gallons"],
      ["metres", "feet"],
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.boolean(),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (pair, isTurned, bound, value) => {
          const [one, other] = isTurned ? [pair[1], pair[0]] : pair;
          const isBelow = value * unitOf(other)!.factor <= bound * unitOf(one)!.factor * (1 + 1e-9);
          expect(share(`at most ${bound} ${one}`, `${value} ${other}`)).toBe(isBelow ? 1 : 0);
          expect(share(`more than ${bound} ${one}`, `${value} ${other}`)).toBe(isBelow ? 0 : 1);
        },
      ),
    );
  });

  test("numbers in words are those in digits", () => {
    const ones =
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
        " ",
      );
    const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
    const say = (n: number): string => {
      if (n >= 1000) return `${say(Math.floor(n / 1000))} thousand${n % 1000 === 0 ? "" : ` ${say(n % 1000)}`}`;
      if (n >= 100) return `${ones[Math.floor(n / 100) - 1]} hundred${n % 100 === 0 ? "" : ` and ${say(n % 100)}`}`;
      if (n < 20) return ones[n - 1]!;
      return n % 10 === 0 ? tens[n / 10 - 2]! : `${tens[Math.floor(n / 10) - 2]}-${ones[(n % 10) - 1]}`;
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (number) => {
        const [said] = quantitiesIn(`${say(number)} students`);
        expect(said!.quantity).toMatchObject({ low: number, high: number, about: ["student"] });
      }),
    );
  });

  test("tokens are looked at a bounded number of times each", () => {
    const looks = (of: string): number => {
      let count = 0;
      const text = Tokens.prototype.text;
      Tokens.prototype.text = function (at) {
        count++;
        return text.call(this, at);
      };
      try {
        readWanted(of);
        quantitiesIn(of);
      } finally {
        Tokens.prototype.text = text;
      }
      return count;
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 4, maxLength: 12 }), (words) => {
        const piece = `${words.join(" ")} `;
        expect(looks(piece.repeat(16))).toBeLessThanOrEqual(3 * looks(piece.repeat(8)) + 100);
      }),
    );
  });
});

test("law: a number begins where a quantity may begin", () => {
  const word = fc.constantFrom(
    ..."a an the half couple few pair of and hundred million twenty five one zero 3 1/2 ½ - − 2.5 dozen park".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const tokens = new Tokens(words.join(" "));
      for (let at = 0; at < tokens.length; at++)
        if (readNumber(tokens, at) !== null) expect(mayBegin(tokens, at)).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});
