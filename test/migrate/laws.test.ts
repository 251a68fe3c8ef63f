import { readFileSync } from "node:fs";
import { migrate, migrateAll } from "@semantic-xpath/migrate";
import { parse, print, type Token, tokenize, walk } from "@semantic-xpath/parser";
import { check } from "@semantic-xpath/planner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPresent, structuralCases } from "../conformance/sharedCases.js";
import { arbitraryLooseText, arbitraryQueryText } from "../parser/arbitraryAst.js";
import { MODULES, QUERIES } from "../parser/samples.js";
import { trip } from "../planner/check/trip.js";
import { WRITTEN } from "./written.js";

const examples = ["itinerary", "mealplan", "todo"].map((name) =>
  readFileSync(new URL(`../../examples/${name}/${name}.sxp`, import.meta.url), "utf8"),
);

function isCorrect(text: string): boolean {
  const { ast, diagnostics } = parse(text);
  const found = ast.query === null ? [] : check(ast.query, null, null).diagnostics;
  return diagnostics.every(({ severity }) => severity !== "error") && found.every(({ runnable }) => runnable);
}

/** A text in quotes is not left as a query that asks for itself. */
const correctQuery = arbitraryQueryText.filter((text) => isCorrect(text) && !/^["']/.test(text));
/** As a step `.` is another one in the demo. */
const hasDot = (text: string): boolean => /\/\.(?!\.)/.test(text);

describe("today's language", () => {
  const unchanged = (text: string): void => {
    const { readings, isSure, operation } = migrate(text);
    expect(readings.map((reading) => [reading.text, reading.notes])).toEqual([[text, []]]);
    expect([isSure, operation]).toEqual([true, null]);
  };

  it.each([...QUERIES, ...MODULES, ...examples])("stays as it is: %s", unchanged);

  it("stays as it is, whatever the query", () => {
    fc.assert(fc.property(correctQuery, unchanged));
  });

  it.skipIf(!isPresent)("stays as it is in other people's suites", () => {
    for (const { query } of structuralCases()) if (isCorrect(query)) unchanged(query);
  });
});

const wordsOf = (text: string): string[] =>
  tokenize(text)
    .filter(({ kind }) => kind === "name" || kind === "string" || kind === "number" || kind === "parameter")
    .map(({ span }) => text.slice(span.start, span.end).replace(/^["'“‘]|["'”’]$/g, ""))
    .map((word) => (/^\d[\d_]*$/.test(word) ? String(Number(word.replaceAll("_", ""))) : word));

/** The texts of a query: what scorers are asked. */
const stringsOf = (text: string): string[] =>
  tokenize(text)
    .filter(({ kind }) => kind === "string")
    .map(({ span }) => text.slice(span.start + 1, span.end - 1));

/** A query that is written at random, in the words and signs of the demo. */
function inDialect(text: string): string {
  const tokens = tokenize(text);
  const word = (token: Token | undefined): string =>
    token === undefined ? "" : text.slice(token.span.start, token.span.end);
  let written = "";
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.span.start < at) continue;
    written += text.slice(at, token.span.start);
    at = token.span.end;
    const own = word(token);
    const [next, after] = tokens.slice(index + 1, index + 3).map(word);
    const condition = tokens[index + 2];
    const isWhole =
      (own === "node" || own === "content") && word(tokens[index - 1]) !== "@" && (next === "=~" || next === "≈");
    if (token.kind === "operator" && (own === "and" || own === "or")) written += own.toUpperCase();
    else if (isWhole && (condition?.kind === "string" || condition?.kind === "parameter")) {
      at = condition.span.end;
      written += `atom(${text.slice(token.span.start, at)})`;
    } else if (token.kind === "function" && own === "avg" && next === "(" && after?.startsWith("/"))
      written += "agg_prev";
    else if (own === "//" && tokens[index + 1]?.kind === "name") written += "/desc::";
    else written += own;
  }
  return `Read(${written}${text.slice(at)})`;
}

const NEWER: ReadonlySet<string> = new Set([
  "ValueQuery",
  "Meet",
  "OrderBy",
  "Quantified",
  "TextStep",
  "RootStart",
  "Arithmetic",
  "Negative",
]);
const CALLS: readonly string[] = [
  "exists",
  "count",
  "contains",
  "starts-with",
  "ends-with",
  "position",
  "last",
  "name",
];

/** The demo computes nothing, and has no order and no quantifier. */
function isOfFirstEdition(text: string): boolean {
  let isOld = true;
  walk(parse(text).ast, (node) => {
    if (NEWER.has(node.kind) || (node.kind === "Call" && !CALLS.includes(node.function))) isOld = false;
    if (node.kind === "Call" && node.arguments.some((argument) => argument.kind === "Call")) isOld = false;
    if (node.kind === "Comparison" && [node.left.kind, node.right.kind].includes("Evidence")) isOld = false;
  });
  return isOld;
}

describe("a query in the demo's words", () => {
  it("is among the readings, exactly as it is today", () => {
    fc.assert(
      fc.property(correctQuery, (text) => {
        fc.pre(!hasDot(text) && isOfFirstEdition(text));
        const dialect = inDialect(text);
        const { operation, readings } = migrate(dialect);
        expect(operation).toBe("read");
        const written = readings.map((reading) => print(parse(reading.text).ast));
        expect(written, dialect).toContain(print(parse(text).ast));
      }),
    );
  });
});

const SLIPS = [
  "atom(",
  "sem(",
  "agg_exists(",
  "agg_prev(",
  "Read(",
  "Update(",
  "desc::",
  " AND ",
  " OR ",
  "NOT ",
  "∧",
  "¬",
  "&&",
  "/.",
  "//",
  "/",
  "[1]",
  "[+1]",
  "[01]",
  "[1_0]",
  "]",
  "[",
  "(",
  ")",
  '"',
  "'",
  "“x”",
  "|",
  ",",
  ";",
  " =~ ",
  " = ",
  "park lake",
  "\n",
  "```",
  "{",
  "}",
  "Query: ",
  "- ",
  "`",
  ":",
  "declare query a() := ",
  "\\",
  "\u0000",
  "\ud800",
];

const damaged = fc
  .tuple(
    fc.oneof(arbitraryQueryText, arbitraryQueryText.map(inDialect), fc.constantFrom(...WRITTEN)),
    fc.array(fc.record({ at: fc.nat(), cut: fc.nat(4), text: fc.constantFrom("", ...SLIPS) }), { maxLength: 5 }),
  )
  .map(([text, slips]) =>
    slips.reduce((whole, { at, cut, text: slip }) => {
      const start = at % (whole.length + 1);
      return whole.slice(0, start) + slip + whole.slice(start + cut);
    }, text),
  );

describe("any text", () => {
  const options = fc.record({
    schema: fc.constantFrom(null, trip),
    from: fc.constantFrom("demo" as const, null),
    roots: fc.constantFrom(undefined, ["Plan"], ["Itinerary", "Day"], ["constructor"], []),
  });
  const given = ({ roots, ...others }: { roots: readonly string[] | undefined }) => ({
    ...others,
    ...(roots === undefined ? {} : { roots }),
  });

  it("never throws, and every reading compiles", () => {
    fc.assert(
      fc.property(fc.oneof(damaged, damaged, arbitraryLooseText, fc.string()), options, (text, known) => {
        for (const { readings, problems, isSure, span } of migrateAll(text, given(known))) {
          expect(span.start <= span.end && span.end <= text.length).toBe(true);
          expect(isSure ? readings.length : 1).toBe(1);
          expect(readings.length > 0).toBe(problems.length === 0);
          for (const { span: at } of problems)
            expect(0 <= at.start && at.start <= at.end && at.end <= text.length).toBe(true);
          for (const reading of readings) {
            const { ast, diagnostics } = parse(reading.text);
            const found = ast.query === null ? [] : check(ast.query, known.schema, null).diagnostics;
            expect([...diagnostics, ...found].filter(({ runnable }) => !runnable)).toEqual([]);
            for (const { span: at } of reading.notes)
              expect(0 <= at.start && at.start <= at.end && at.end <= text.length, text).toBe(true);
          }
        }
        migrate(text, given(known));
      }),
    );
  });

  it("is read the same again", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        for (const { text: today } of migrate(text).readings)
          expect(migrate(today).readings.map((reading) => reading.text)).toEqual([today]);
      }),
    );
  });
});

describe("what a text says", () => {
  /** The words of `text` that `other` does not have as often. */
  const lost = (text: readonly string[], other: readonly string[]): string[] => {
    const left = [...other];
    return text.filter((word) => {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };

  it.each(WRITTEN)("stays, or a note says what is left out: %s", (text) => {
    for (const { readings, span } of migrateAll(text)) {
      for (const reading of readings) {
        const said = reading.notes
          .map(({ what, why, span: at }) => `${what} ${why} ${text.slice(at.start, at.end)}`)
          .join(" ");
        const words = wordsOf(text.slice(span.start, span.end).replaceAll('\\"', '"'));
        const gone = lost(words, wordsOf(reading.text)).filter(
          (word) => !said.includes(word) && !reading.text.includes(word),
        );
        expect(gone).toEqual([]);
      }
    }
  });

  it("no condition is lost, whatever the damage", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        // Texts that are cut in two by a quote, and what wrappers carry along, say nothing sure.
        if (!isBalanced(text)) return;
        for (const { readings, span } of migrateAll(text)) {
          for (const reading of readings) {
            const said = reading.notes.map(({ what, span: at }) => `${what} ${text.slice(at.start, at.end)}`).join(" ");
            const gone = lost(stringsOf(text.slice(span.start, span.end)), stringsOf(reading.text));
            expect(gone.filter((word) => !said.includes(word) && !reading.text.includes(word))).toEqual([]);
          }
        }
      }),
    );
  });

  const isBalanced = (text: string): boolean =>
    !/[{`\\]|```/.test(text) && tokenize(text).every(({ kind, span }) => kind !== "string" || closes(text, span));
  const closes = (text: string, { start, end }: Token["span"]): boolean =>
    end - start > 1 && (text[end - 1] === text[start] || /[“‘„‚]/.test(text[start]!));
});
