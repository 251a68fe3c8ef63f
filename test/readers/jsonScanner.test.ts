import { readJson, readJsonLines } from "@semantic-xpath/readers";
import fc from "fast-check";
import { createScanner } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { JsonScanner, Token } from "../../packages/readers/src/jsonScanner.js";
import { runs } from "../support/runs.js";
import { mutated } from "./mutated.js";
import { plainOf } from "./trees.js";

type Read = readonly [kind: number, start: number, end: number, value: string, problem: number];

function ours(text: string, limit?: number): Read[] {
  const scanner = new JsonScanner(text, limit);
  const tokens: Read[] = [];
  while (scanner.next() !== Token.end)
    tokens.push([scanner.kind, scanner.start, scanner.end, scanner.value, scanner.problem]);
  return tokens;
}

/** White space and the ends of lines are no tokens of ours. */
const TRIVIA = new Set([14, 15]);

function theirs(text: string): Read[] {
  const scanner = createScanner(text, false);
  const tokens: Read[] = [];
  for (let kind: number = scanner.scan(); kind !== Token.end; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (!TRIVIA.has(kind))
      tokens.push([kind, start, scanner.getPosition(), scanner.getTokenValue(), scanner.getTokenError()]);
  }
  return tokens;
}

const texts = fc.oneof(mutated("json"), fc.string({ unit: fc.constantFrom(...'{}[],:"\\u09-+.eE tfn/*\n\0é') }));

describe("the scanner of JSON", () => {
  it("says what the library's says", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours(text)).toEqual(theirs(text));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("reads up to the end of a line as if the text ended there", () => {
    fc.assert(
      fc.property(texts, texts, (line, more) => {
        const first = line.replaceAll("\n", " ");
        expect(ours(`${first}\n${more}`, first.length)).toEqual(ours(first));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each(['"', '"a', '"\\', '"\\"', "-", "1.", "1e", "tru", "/*", '"\t"', '"\\x"', '"\\u12"', '"\\ud800"'])(
    "%j at a limit is what it is at the end",
    (text) => {
      expect(ours(text)).toEqual(theirs(text));
      expect(ours(`${text}\n"`, text.length)).toEqual(theirs(text));
    },
  );
});

/** Names that begin or hash alike, and longer ones than are remembered. */
const name = fc.oneof(
  fc.constantFrom("", "a", "ab", "aab", "abab", "type", "text", "children", "__proto__", "n".repeat(33)),
  fc.string({ maxLength: 3 }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(name, fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

/** The same with every character of names and strings as an escape, and space around all else. */
const respelled = (json: string): string =>
  json.replace(/"(?:\\.|[^"\\])*"|[{}[\],:]/g, (token) =>
    token.startsWith('"') ? `"${escaped(JSON.parse(token))}"` : ` \r\n${token}\t`,
  );
const escaped = (text: string): string =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

describe("what is plain", () => {
  it.each([true, false])(
    "is read as the same with escapes and white space is, membersAsNodes: %s",
    (membersAsNodes) => {
      fc.assert(
        fc.property(value, (value) => {
          const json = JSON.stringify(value);
          const read = (text: string | object) => plainOf(readJson(text, { membersAsNodes }));
          expect(read(json)).toEqual(read(respelled(json)));
          expect(read(JSON.stringify(value, null, 2))).toEqual(read(json));
          if (typeof value === "object" && value !== null) expect(read(value)).toEqual(read(json));
        }),
        { numRuns: runs(1_000) },
      );
    },
  );

  it("is the same in lines as in an array", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 5 }), (values) => {
        const lines = values.map((value) => JSON.stringify(value));
        expect(plainOf(readJsonLines(lines.join("\n")))).toEqual(plainOf(readJson(`[${lines.join(",")}]`)));
      }),
      { numRuns: runs(500) },
    );
  });
});
