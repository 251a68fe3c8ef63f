import { format, parse, print } from "@semantic-xpath/parser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { arbitraryLooseText, arbitraryQuery, arbitraryQueryText } from "./arbitraryAst.js";
import { arbitraryUpdate } from "./arbitraryUpdate.js";
import { expectNestedSpans, withoutSpans } from "./expectTree.js";
import { MODULES, QUERIES, REPORTS, UPDATES } from "./samples.js";

const RUNS = { numRuns: runs(1500) };
const commentsOf = (text: string) => parse(text).ast.comments.map((comment) => comment.text);

describe("printing", () => {
  test("parsing a printed tree gives the tree", () => {
    fc.assert(
      fc.property(arbitraryQuery, (query) => {
        const text = print(query);
        const { ast, diagnostics } = parse(text, { maxSteps: 1e6 });
        expect(diagnostics, text).toEqual([]);
        expect(withoutSpans(ast.query), text).toEqual(withoutSpans(query));
      }),
      RUNS,
    );
  });

  test("parsing a printed update gives the update, and formatting it nothing else", () => {
    fc.assert(
      fc.property(arbitraryUpdate, (update) => {
        const text = print(update);
        const { ast, diagnostics } = parse(text, { maxSteps: 1e6 });
        expect(diagnostics, text).toEqual([]);
        expectNestedSpans(ast, text);
        expect(withoutSpans(ast.update), text).toEqual(withoutSpans(update));
        expect(print(ast), text).toBe(text);
      }),
      RUNS,
    );
  });

  test.each([...QUERIES, ...REPORTS, ...MODULES, ...UPDATES])("%s prints as what it is", (text) => {
    const { ast, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    expectNestedSpans(ast, text);
    expect(withoutSpans(parse(print(ast)).ast)).toEqual(withoutSpans(ast));
  });
});

test("quotes that entities stand for are each one, those that are written twice are one", () => {
  const { ast } = parse(`insert node <a b="&quot;&quot; "" ''" c='&apos;&apos; '' ""'/> into /g`);
  expect(JSON.stringify(ast).match(/"value":"(?:[^"\\]|\\.)*"/g)).toEqual([
    JSON.stringify({ value: `"" " ''` }).slice(1, -1),
    JSON.stringify({ value: `'' ' ""` }).slice(1, -1),
  ]);
});

describe("formatting", () => {
  const expectLawful = (text: string) => {
    const formatted = format(text);
    if (formatted === null) throw new Error(`no layout for ${text}`);
    expect(format(formatted), text).toBe(formatted);
    expect(withoutSpans(parse(formatted, { maxSteps: 1e6 }).ast), text).toEqual(
      withoutSpans(parse(text, { maxSteps: 1e6 }).ast),
    );
    return formatted;
  };

  test("is idempotent, and keeps the tree and the comments in order", () => {
    fc.assert(
      fc.property(arbitraryLooseText, (text) => {
        fc.pre(parse(text).diagnostics.length === 0);
        expect(commentsOf(expectLawful(text))).toEqual(commentsOf(text));
      }),
      RUNS,
    );
  });

  test.each([...QUERIES, ...REPORTS, ...MODULES, ...UPDATES])("%s", (text) => {
    expect(commentsOf(expectLawful(text))).toEqual(commentsOf(text));
  });

  test("keeps lines within 100 columns where a break is possible", () => {
    const text = `/Plan/Day[agg_avg(/POI[${Array.from({ length: 8 }, (_, i) => `description =~ "word ${i}"`).join(" and ")}])]`;
    for (const line of expectLawful(text).split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });
});

test("random queries have spans that nest", () => {
  fc.assert(
    fc.property(arbitraryQueryText, (text) => expectNestedSpans(parse(text).ast, text)),
    RUNS,
  );
});

test("texts with mistakes have spans that nest", () => {
  const junk = fc.constantFrom(
    "",
    "{",
    "[",
    "(",
    ")",
    "]",
    "/",
    "//",
    "@",
    ",",
    ":",
    "id(",
    "group by",
    ">=",
    "$",
    '"',
  );
  const damage = fc.tuple(fc.nat(), fc.nat({ max: 3 }), junk);
  const broken = fc
    .tuple(fc.constantFrom(...QUERIES, ...REPORTS, ...MODULES, ...UPDATES), fc.array(damage, { maxLength: 3 }))
    .map(([text, places]) =>
      places.reduce((before, [at, gone, put]) => {
        const start = at % (before.length + 1);
        return before.slice(0, start) + put + before.slice(start + gone);
      }, text),
    );
  fc.assert(
    fc.property(broken, (text) => expectNestedSpans(parse(text).ast, text)),
    { ...RUNS, examples: [["//a[id(@r)[1]]"], ["/{id(@r)[1]/b[2]"]] },
  );
});
