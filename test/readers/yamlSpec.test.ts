import { readYaml } from "@semantic-xpath/readers/yaml";
import { describe, expect, it } from "vitest";
import { line } from "./trees.js";

/** What the chapters of YAML 1.2.2 show by examples, in examples of our own. */
const CHAPTERS: Readonly<Record<string, readonly (readonly [shows: string, text: string, tree: string])[]>> = {
  "2.1 collections": [
    ["a list of scalars", "- museum\n- lake\n", "root{item'museum' item'lake'}"],
    ["a mapping of scalars", "open: 9\nclosed:   17 # pm\n", "root(open=9 closed=17)"],
    ["a mapping of lists, not indented", "east:\n- a\n- b\nwest:\n- c\n", "root{east'a' east'b' west'c'}"],
    ["a list of mappings, each on lines of its own", "-\n  n: 1\n-\n  n: 2\n", "root{item(n=1) item(n=2)}"],
    ["a list of lists", "- [n, m]\n- [1 , 2]\n", "root{item{item'n' item'm'} item{item'1' item'2'}}"],
    ["a mapping of mappings", "a: {x: 1,\n    y: 2}\nb: {\n    x: 3\n  }\n", "root{a(x=1 y=2) b(x=3)}"],
  ],
  "2.2 structures": [
    ["two documents, with comments", "# one\n---\n- a\n\n# two\n---\n- b\n", "root{item{item'a'} item{item'b'}}"],
    ["documents that end", "---\na: 1\n...\n---\na: 2\n...\n", "root{item(a=1) item(a=2)}"],
    ["an anchor in a list", "l:\n- &s x\nm:\n- *s\n- y\n", "root{l'x' m'x' m'y'}"],
    ["mappings in a list, compact", "- a: 1\n  b: 2\n- a: 3\n", "root{item(a=1 b=2) item(a=3)}"],
    ["keys with marks", "? - a\n  - b\n:\n  - 2026-03-14\n", "root{- a - b'2026-03-14'}"],
  ],
  "2.3 scalars": [
    ["a literal", "--- |\n  \\//||\\/||\n  // ||  ||__\n", "root'\\//||\\/|| // || ||__'"],
    ["a folded text", "--- >\n  one\n  two\n  three\n", "root'one two three'"],
    ["more indented lines are kept", "x: >\n a\n b\n\n   c\n\n d\n", "root(x=a b\n\n  c\n\nd\n)"],
    ["where indentation ends", "a: one\nb: >\n  two\n  three\nc: |\n  4\n", "root(a=one b=two three\n c=4\n)"],
    ["escapes", "a: \"\\u263A \\x0d\\x0a\"\nb: '\"it''s\" # text'\n", 'root(a=☺ \r\n b="it\'s" # text)'],
    ["lines in quotes", 'a:\n  one\n  two\nb: "one\n  two\\n"\n', "root(a=one two b=one two\n)"],
  ],
  "2.4 tags": [
    [
      "integers as they are written",
      "- 12345\n- +12\n- 0o14\n- 0xC\n",
      "root{item'12345' item'+12' item'0o14' item'0xC'}",
    ],
    ["numbers as they are written", "- 1.5e+3\n- -.inf\n- .nan\n", "root{item'1.5e+3' item'-.inf' item'.nan'}"],
    ["null, booleans, a string in quotes", "n:\nb: [true, false]\ns: '012'\n", "root(s=012){b'true' b'false'}"],
    [
      "times",
      "a: 2026-03-14t21:59:43.10-05:00\nb: 2026-03-14 21:59:43.10 -5\n",
      "root(a=2026-03-14t21:59:43.10-05:00 b=2026-03-14 21:59:43.10 -5)",
    ],
    ["tags of a handle", "%TAG ! tag:example.org,2026:\n---\n!shape\n- !circle {r: 1}\n", "root{item(r=1)}"],
    [
      "sets and ordered mappings",
      "--- !!set\n? a\n? b\n--- !!omap\n- x: 1\n- y: 2\n",
      "root{item{item'a' item'b'} item{item(x=1) item(y=2)}}",
    ],
    ["binary text stays text", "a: !!binary |\n R0lG\n", "root(a=R0lG\n)"],
  ],
  "5 characters": [
    ["a byte order mark", "\uFEFFa: 1\n", "root(a=1)"],
    ["tabs that part", "a:\t1\t# c\n", "root(a=1)"],
    ["marks inside of words", "a: b#c:d,e[f]\n", "root(a=b#c:d,e[f])"],
  ],
  "6 basics": [
    ["line ends of all kinds", "a: 1\r\nb: 2\rc: 3\n", "root(a=1 b=2 c=3)"],
    ["comments on many lines", "a: # one\n   # two\n  b\n\n", "root(a=b)"],
    ["a directive that is not known", "%FOO bar\n--- x\n", "root'x'"],
  ],
  "7 flow style": [
    ["empty values", "{a: , b, : c}\n", "root(=c)"],
    ["a pair in a list", "[a: b, c]\n", "root{item(a=b) item'c'}"],
    ["keys in quotes without a space", "{\"a\":1, 'b':2}\n", "root(a=1 b=2)"],
    [
      "words that hold marks",
      "[http://x.example, -1, ?y, :z]\n",
      "root{item'http://x.example' item'-1' item'?y' item':z'}",
    ],
    ["commas at the end", "[a, b, ]\n", "root{item'a' item'b'}"],
  ],
  "8 block style": [
    ["chomping", "a: |-\n x\nb: |\n x\n\nc: |+\n x\n\n", "root(a=x b=x\n c=x\n\n)"],
    ["indentation that is said", "a: |2\n   x\n  y\n", "root(a= x\ny\n)"],
    ["nothing in a literal", "a: |\nb: 1\n", "root(a= b=1)"],
    ["lists in lists", "- - a\n  -\n    - b\n", "root{item{item'a' item{item'b'}}}"],
    ["a value on the next line", "a:\n  b\nc:\n  - d\n", "root(a=b){c'd'}"],
  ],
  "9 streams": [
    ["nothing", "# only this\n...\n", "root"],
    ["documents without marks at the end", "a: 1\n---\n---\nb: 2\n", "root{item(a=1) item(b=2)}"],
    ["a document on the line of its mark", "--- {a: 1}\n--- 'b'\n", "root{item(a=1) item'b'}"],
    ["marks inside of words and quotes", "a: x---\nb: ...y\n", "root(a=x--- b=...y)"],
  ],
};

describe.each(Object.entries(CHAPTERS))("%s", (_, cases) => {
  it.each(cases)("%s", (_shows, text, tree) => expect(line(readYaml(text))).toBe(tree));
});

describe("what the chapters forbid is an error", () => {
  it.each([
    ["a tab that indents", "a:\n\tb: 1\n"],
    ["a list that is not indented as its first item", "- a\n - b\n- c\n  - d\n- - e\n -f\n: x\n"],
    ["a reserved mark", "a: `b`\n"],
    ["an anchor for an alias", "a: &x 1\nb: &y *x\n"],
    ["two anchors", "a: &x &y 1\n"],
    ["a key on two lines", "a\nb: 1\n"],
    ["text after a quoted one", "a: 'b' c\n"],
    ["text after a list in brackets", "[a] b\n"],
    ["a bracket too many", "a: [b]]\n"],
    ["an escape that is not known", 'a: "\\q"\n'],
    ["a directive without a document", "%YAML 1.2\na: 1\n"],
    ["a comment without a space", 'a: "b"#c\n'],
  ])("%s", (_, text) => {
    expect(() => readYaml(text)).toThrow(expect.objectContaining({ code: "SXP4012" }));
    expect(() => readYaml(text, { onDiagnostic() {} })).not.toThrow();
  });
});
