import { format } from "@semantic-xpath/parser";
import { describe, expect, test } from "vitest";

const lines = (...each: string[]) => each.join("\n");

describe("the canonical layout", () => {
  test.each([
    ["/ Plan /Day [ 1 : 3 ] // POI", "/Plan/Day[1:3]//POI"],
    ["/a[node≈'x' and(b!=1)]", '/a[node =~ "x" and b != 1]'],
    [`/a[b='say "hi"' or b = "it's"]`, `/a[b = 'say "hi"' or b = "it's"]`],
    ["/a[((b or c)) and (d and e)]", "/a[(b or c) and (d and e)]"],
    ["/a[ 1 - ( b or c ) ][not ( d )][(1 - e) > 0.50]", "/a[1-(b or c)][not(d)][1 - e > 0.50]"],
    ['/a[(1-(e =~ "x"))>0.50][1-(@i=2)]', '/a[(1-e =~ "x") > 0.50][1-(@i = 2)]'],
    ["/a[ order  by @b*2 ,-c descending ]", "/a[order by @b * 2, -c descending]"],
    ["/a[((@b+1))*2-(c - d)=3]", "/a[(@b + 1) * 2 - (c - d) = 3]"],
    ["/a[some $x in /b,$y in /c satisfies($x=$y)]", "/a[some $x in /b, $y in /c satisfies $x = $y]"],
    ["//a|//b  except( //c )", "//a | //b except (//c)"],
    ["(: why :) count( //a (: so :) )+1 (: end :)", "(: why :) count(//a (: so :)) + 1 (: end :)"],
    ["//'a'/\"b c\"/ text()", '//a/"b c"/text()'],
    ["/a[min( b , c )][agg_avg( / d )]", "/a[min(b, c)][agg_avg(/d)]"],
    ["(/a|/b) [1]/( c | d )", "(/a | /b)[1]/(c|d)"],
    ["/a (: why :) [b (: so :)]", "/a (: why :) [b (: so :)]"],
    ["(: note :)\n\n/a", "(: note :)\n/a"],
  ])("%s", (text, expected) => {
    expect(format(text)).toBe(expected);
  });

  test("a long query is broken at its brackets and operands, each as little as it needs", () => {
    const text =
      '/Plan/Day[agg_avg(/POI[min(node =~ "modern art", max(node =~ "quiet", 1-node =~ "formal"))])]/POI[a = "1" and b = "2"]';
    expect(format(text)).toBe(
      lines(
        '/Plan/Day[agg_avg(/POI[min(node =~ "modern art", max(node =~ "quiet", 1-node =~ "formal"))])]/POI[',
        '  a = "1" and b = "2"',
        "]",
      ),
    );
  });

  test("a module has one declaration a line; comments stay with what they are about", () => {
    const text = lines(
      "(: Trip queries :)",
      "import schema 'trip.json' ; import data \"trip.xml\";",
      "declare query first ( $k as number,$city ) := /Plan/Day[1:$k]; (: the start :)",
      "",
      "",
      "(: The best first :)",
      "declare query best():=//POI[node=~'museum'];",
    );
    expect(format(text)).toBe(
      lines(
        "(: Trip queries :)",
        'import schema "trip.json";',
        'import data "trip.xml";',
        "",
        "declare query first($k as number, $city) := /Plan/Day[1:$k]; (: the start :)",
        "",
        "(: The best first :)",
        'declare query best() := //POI[node =~ "museum"];',
        "",
      ),
    );
  });
});

describe("a text with errors", () => {
  test.each(["", "/a[", "/a[b AND c]", "Day", "/a#"])("%s is left alone", (text) => expect(format(text)).toBeNull());
  test("one that can run is formatted", () => expect(format("/a [9007199254740992]")).toBe("/a[9007199254740992]"));
});
