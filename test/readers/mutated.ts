import type { FormatName } from "@semantic-xpath/tree";
import fc from "fast-check";
import { anyCharacter } from "../support/characters.js";

/** Small texts that say most of what their formats can. */
export const SAMPLES: Readonly<Record<FormatName, readonly string[]>> = {
  xml: [
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a x="1 &amp; 2"><b>t &#65;</b><![CDATA[<]]><!-- c --><?p i?></a>',
    '<Plan title="Toronto"><Day n="1"><POI name="x"/>mixed <b>text</b> here</Day></Plan>',
  ],
  json: [
    '{"type":"Plan","a":[1,-2.5e3,true,null,"\\u00e9\\n"],"children":[{"type":"Day","text":"x"}],"o":{"p":{}}}',
    '[[],{},"",{"__proto__":{"constructor":1}}]',
  ],
  jsonl: ['{"type":"Turn","n":1}\n{"n":[1,{"a":"b"}]}\n\n"x"\r\n[true]\n'],
  yaml: [
    "%YAML 1.2\n---\na: &x {b: 1, c: [d, 'e''f', \"g\\th\"]}\nd: *x\ne:\n  <<: *x\n  b: 2\n# c\n---\n- |+\n  x\n   y\n\n- >-\n  z\n- ? k\n  : v\n...\n",
    "!!set {a, b}\n---\n? [1, 2]\n: !Foo bar\n---\n- - - a\n    - b\n  - c: d\n",
  ],
  markdown: [
    "---\ntitle: x\n---\n# A *b*\n\n- [ ] todo\n  1. two\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n```js\ncode\n```\n[[link]] [a](b) ![c](d)\n<b>html</b>\n\n## C\ntext[^1]\n\n[^1]: note\n",
  ],
  html: [
    "<!doctype html><html lang=en><head><title>a &amp; b</title><script>x<y</script></head><body><p>a<b>c<i>d</b>e</i><table><tr><td>1</table><!-- c --><svg viewBox='0'><g/></svg><template><p></template></body></html>",
  ],
  csv: ['a,b,"c d"\n1,"x, ""y""\nz",\n\n3,4,5,6\n7\n', "sep=;\na;b\n1;2\n"],
};

/** What breaks readers: halves of characters, marks of every format, names that objects have. */
const NASTY = [
  "\0",
  "\ud800",
  "\udfff",
  "\ufeff",
  "\u0085",
  "\u2028",
  "\ufffd",
  "\u001b[2J",
  "\u202e",
  "\r",
  "\r\n",
  "\t",
  " ".repeat(50),
  "__proto__",
  "constructor",
  "toString",
  "&lol;",
  "&#x110000;",
  "&#0;",
  "<!ENTITY a '&b;'>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "<?",
  "</",
  "<b>",
  "<table>",
  "<script>",
  "<plaintext>",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"',
  "'",
  "\\u",
  "\\",
  "- ",
  "? ",
  ": ",
  "*x",
  "&x ",
  "<<: ",
  "!!binary ",
  "!<",
  "%TAG ! a",
  "---\n",
  "...\n",
  "|2\n",
  ">\n",
  "#",
  "# ",
  "> ",
  "|",
  "```",
  "~~~",
  "[[",
  "![",
  "1. ",
  "    ",
  "\n\n",
  "x".repeat(300),
];

/** A sample with pieces of it repeated, left out, or made nasty. */
export const mutated = (format: FormatName): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...SAMPLES[format]),
      fc.array(
        fc.tuple(
          fc.nat(400),
          fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 3, unit: anyCharacter }), fc.constant("")),
          fc.nat(20),
          fc.integer({ min: 1, max: 3 }),
        ),
        { maxLength: 6 },
      ),
    )
    .map(([sample, edits]) => {
      let text = sample;
      for (const [at, piece, length, times] of edits) {
        const start = at % (text.length + 1);
        const cut = text.slice(start, start + length);
        text = text.slice(0, start) + piece + (times > 1 ? cut.repeat(times - 1) : "") + text.slice(start + length);
      }
      return text;
    });
