import {
  CHILD_KEYS,
  children,
  locate,
  nodeAt,
  parse,
  pathAt,
  print,
  renderDiagnostic,
  suggest,
  tokenize,
  walk,
} from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { widthOf } from "../../packages/cli/src/render/columns.js";
import { QUERIES, REPORTS, UPDATES } from "./samples.js";

const kindsAt = (text: string, offset: number) => pathAt(parse(text).ast, offset).map(({ kind }) => kind);

describe("finding nodes", () => {
  test("the innermost node, with those around it", () => {
    expect(kindsAt("/Day[12]", 5)).toEqual([
      "Document",
      "Query",
      "Path",
      "Segment",
      "AxisStep",
      "Bracket",
      "IndexPosition",
      "IndexLiteral",
    ]);
  });
  test("a cursor after a name is still in it", () => expect(kindsAt("/Day", 4).at(-1)).toBe("Name"));
  test("a cursor where something is missing is there", () => {
    expect(kindsAt("/Day[]", 5).at(-1)).toBe("Missing");
    expect(kindsAt("/Plan/", 6).at(-1)).toBe("Missing");
    expect(kindsAt("/Plan//POI[a = ]", 14).at(-1)).toBe("Missing");
    expect(kindsAt("", 0).at(-1)).toBe("Missing");
  });
  test("nothing beyond the text", () => expect(nodeAt(parse("/a").ast, 3)).toBeNull());
});

describe("walking", () => {
  test("parents first, in source order", () => {
    const starts: number[] = [];
    walk(parse("/a[b and c =~ 'd']/e").ast, ({ span }) => starts.push(span.start));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });
  test("false skips what is below", () => {
    const kinds: string[] = [];
    walk(parse("/a[b]").ast, ({ kind }) => {
      kinds.push(kind);
      return kind !== "Path";
    });
    expect(kinds).toEqual(["Document", "Query", "Path"]);
  });
  test("ancestors are given, outermost first", () => {
    walk(parse("/a[b]").ast, (node, ancestors) => {
      const parent = ancestors.at(-1);
      if (parent !== undefined) expect(children(parent)).toContain(node);
    });
  });
  test("every kind can be printed alone", () => {
    const seen = new Set<string>();
    for (const text of [
      ...QUERIES,
      ...REPORTS,
      ...UPDATES,
      "/",
      '/a[. = "x"]',
      "import schema 'a'; declare query q($a as string) := /a;",
    ]) {
      walk(parse(text).ast, (node) => {
        seen.add(node.kind);
        expect(typeof print(node)).toBe("string");
      });
    }
    expect([...seen, "Comment"].sort()).toEqual(Object.keys(CHILD_KEYS).sort());
  });
});

describe("suggesting", () => {
  test.each([
    ["Itm", ["Day", "Item"], ["Item"]],
    ["item", ["Items", "Item"], ["Item"]],
    ["chlid", ["child", "self"], ["child"]],
    ["xyz", ["child", "self"], []],
    ["POI", ["poi", "POIs"], ["poi", "POIs"]],
    ["method", ["x:param", "x:method", "methods"], ["x:method", "methods"]],
  ])("%s", (word, candidates, expected) => {
    expect(suggest(word, candidates)).toEqual(expected);
  });
});

test("tokens have the kind of their place", () => {
  const text = 'declare query a($k) := /and[and and not(b) or 1-node =~ "x" and c >= 2 (: c :)]/child::d;';
  const kinds = tokenize(text).map(({ kind, span }) => `${text.slice(span.start, span.end)} ${kind}`);
  expect(kinds.filter((each) => !each.endsWith("punctuation"))).toEqual([
    "declare keyword",
    "query keyword",
    "a name",
    "$k parameter",
    "and name",
    "and name",
    "and operator",
    "not function",
    "b name",
    "or operator",
    "1 operator",
    "- operator",
    "node name",
    "=~ operator",
    '"x" string',
    "and operator",
    "c name",
    ">= operator",
    "2 number",
    "(: c :) comment",
    "child axis",
    "d name",
  ]);
});

test("words are what their neighbours make of them", () => {
  const text =
    '//div[order by order descending, @in - 1]/*[some $x in /in satisfies in * 2 mod mod]/text() except //"a b"';
  const kinds = tokenize(text).map(({ kind, span }) => `${text.slice(span.start, span.end)} ${kind}`);
  expect(kinds.filter((each) => !each.endsWith("punctuation"))).toEqual([
    "div name",
    "order keyword",
    "by keyword",
    "order name",
    "descending keyword",
    "in name",
    "- operator",
    "1 number",
    "some keyword",
    "$x parameter",
    "in keyword",
    "in name",
    "satisfies keyword",
    "in name",
    "* operator",
    "2 number",
    "mod operator",
    "mod name",
    "text function",
    "except operator",
    '"a b" name',
  ]);
});

describe("rendering", () => {
  const render = (text: string) => renderDiagnostic(text, parse(text).diagnostics[0], { file: "trip.sxp" });

  test("line, column and carets", () => {
    expect(locate("a\nbc", 3)).toEqual({ line: 2, column: 2 });
    expect(render("(: two\nlines :) /Day[01]")).toBe(
      [
        'trip.sxp:2:15: error SXP1006: "01" is not a position: it may not start with 0.',
        "  lines :) /Day[01]",
        "                ^^",
      ].join("\n"),
    );
  });
  test("a line longer than the terminal is cut around the span, and the carets stay under it", () => {
    for (const word of ["lunch by the water ", "金閣寺の庭園 ", "😀 "])
      for (const columns of [20, 40, 80, 120])
        for (const [before, after] of [
          [1, 1],
          [0, 20],
          [20, 0],
          [20, 20],
        ] as const) {
          const text = `/Day[a = "${word.repeat(before)}"][01][b = "${word.repeat(after)}"]`;
          const [diagnostic] = parse(text).diagnostics;
          const [, line = "", carets = ""] = renderDiagnostic(text, diagnostic!, { columns }).split("\n");
          expect(widthOf(line)).toBeLessThanOrEqual(columns);
          expect(carets.trimStart()).toBe("^^");
          const at = line.indexOf("01");
          expect(widthOf(line.slice(0, at))).toBe(carets.indexOf("^"));
        }
  });
  test("wide characters take two columns", () => {
    expect(render("/日本[01]").split("\n")[2]).toBe("        ^^");
  });
  test("a long line is shown in part", () => {
    const [, line, carets] = render(`${"/Day[1]".repeat(30)}/Day[01]${"/Day[1]".repeat(30)}`).split("\n");
    expect(line.length).toBeLessThan(106);
    expect(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("01");
  });
});
