import { nodeAt, parse, print, tokenize, walk } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";
import { isLong } from "../support/runs.js";
import { expectNestedSpans, expectVisible, withoutSpans } from "./expectTree.js";
import { MODULES, QUERIES, UPDATES } from "./samples.js";

/** Every text gives a tree whose spans nest and diagnostics that can be seen. */
function expectWhole(text: string): void {
  const { ast, diagnostics } = parse(text);
  expectNestedSpans(ast, text);
  expectVisible(diagnostics, text);
  if (diagnostics.length > 0) return;
  walk(ast, ({ kind }) => {
    if (kind === "Missing") throw new Error(`silent about ${JSON.stringify(text)}`);
  });
  expect(withoutSpans(parse(print(ast)).ast), text).toEqual(withoutSpans(ast));
}

/** All strings over an alphabet up to a length. */
function forEachString(
  alphabet: readonly string[],
  maxLength: number,
  visit: (text: string) => void,
  prefix = "",
): void {
  visit(prefix);
  if (prefix.length === maxLength) return;
  for (const character of alphabet) forEachString(alphabet, maxLength, visit, prefix + character);
}

describe("whatever is typed", () => {
  const characters = isLong ? 5 : 4;
  test(`all texts of up to ${characters} characters of /[]@"a1*:-`, () => {
    let count = 0;
    forEachString([...'/[]@"a1*:-'], characters, (text) => {
      expectWhole(text);
      count++;
    });
    expect(count).toBe(isLong ? 111_111 : 11_111);
  });

  const punctuation = isLong ? 4 : 3;
  test(`all texts of up to ${punctuation} characters of the whole punctuation`, () => {
    forEachString([...'/[]()@"a1*:-.|,=~$'], punctuation, expectWhole);
  });

  const most = isLong ? 3 : 2;
  test(`all texts of up to ${most} words`, () => {
    const words =
      'declare query import schema a and not( min( 1 1- ( ) [ ] , ; := / // :: $k "s" " (: :) =~ = | @ .. == # as order by some in satisfies desc div * - + except root() text() if( for %'.split(
        " ",
      );
    const visit = (text: string, depth: number): void => {
      expectWhole(text);
      if (depth < most) for (const word of words) visit(`${text} ${word}`, depth + 1);
    };
    visit("", 0);
  });

  const more = isLong ? 4 : 2;
  test(`all brackets of up to ${more} words of the second edition`, () => {
    const words = '/a @b $x "s" 1 - * div order by desc some in satisfies , and = =~ ( ) root() sum( avg( except'.split(
      " ",
    );
    const visit = (text: string, depth: number): void => {
      expectWhole(`/a[${text}]`);
      expectWhole(text);
      if (depth < more) for (const word of words) visit(`${text} ${word}`, depth + 1);
    };
    visit("", 0);
  });

  test(`all groups, records and moments of up to ${more} words of the third edition`, () => {
    const words = 'group by as of @b c , { } : "s" $x 1 /d (/e) count(/f) || = ) ] [ name()'.split(" ");
    let count = 0;
    const visit = (text: string, depth: number): void => {
      for (const whole of [`(//a)[group by ${text}]`, `//a/{ ${text} }`, `${text} (//a)[group by @b]/{ @b }`]) {
        expectWhole(whole);
        count++;
      }
      if (depth < more) for (const word of words) visit(`${text} ${word}`, depth + 1);
    };
    visit("", 0);
    expect(count).toBe(isLong ? 736_233 : 1_521);
  });

  test(`all updates of up to ${more} words`, () => {
    const words =
      'insert delete rename node value of attribute with as first into before //a $n #1 <a/> <a b="{1}">t</a> <a> </b> { } , ;'.split(
        " ",
      );
    const visit = (text: string, depth: number): void => {
      expectWhole(`insert node ${text}`);
      expectWhole(text);
      if (depth < more) for (const word of words) visit(`${text} ${word}`, depth + 1);
    };
    visit("", 0);
  });

  test.each([...QUERIES, ...MODULES, ...UPDATES])("every prefix and every deletion of %s", (text) => {
    for (let i = 0; i <= text.length; i++) {
      expectWhole(text.slice(0, i));
      expectWhole(text.slice(0, i) + text.slice(i + 1));
      expect(nodeAt(parse(text).ast, i)).not.toBeNull();
    }
  });

  test.each([...QUERIES, ...MODULES, ...UPDATES])("every half of %s can be tokenized", (text) => {
    for (let i = 0; i <= text.length; i++) {
      let end = 0;
      for (const { span } of tokenize(text.slice(0, i))) {
        if (span.start < end || span.end <= span.start) throw new Error(text.slice(0, i));
        end = span.end;
      }
    }
  });
});
