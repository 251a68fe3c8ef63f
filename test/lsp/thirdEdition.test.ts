import { describe, expect, it } from "vitest";
import { labels, query } from "./kit.js";

/** What must be among the items at a place of groups, records and values, and what must not be offered there. */
const COMPLETIONS: readonly (readonly [prefix: string, wanted: readonly string[], unwanted?: readonly string[]])[] = [
  ["(//POI)[", ["group by …", "order by …"]],
  ["(//POI)[group ", ["by"], ["=", "and", "+"]],
  ["(//POI)[group by ", ["@category", "count(…)", "substring(…)"], ["position()", "last()", 'node =~ "…"']],
  ["(//POI)[group by @category ", ["as"], ["and", "="]],
  ["(//POI)[group by @category]", ["/", "//", "["], ["|", "except", "="]],
  ["(//POI)[group by @category]/", ["POI", "@category", "{ … }"], ["@name", "parent::", "self::", "text()"]],
  ["(//POI)[group by @category]/@", ["@category"], ["@name"]],
  ["(//POI)[group by @category][", ["@category", "count(…)", "group by …"], ['node =~ "…"', "@name", "@+1", "name"]],
  ["(//POI)[group by @category][order by ", ["@category", "count(…)"], ["@name", "."]],
  ["(//POI)[group by @category][sum(/POI/@", ["@minutes", "@cost"], ["@name", "@category"]],
  ["(//POI)[group by @category][@category = ", ["/POI", "lower-case(…)"], ["count(…)", "current-date()", "@name"]],
  ["(//POI)[group by @category][group by count(/POI) as n]/", ["group", "@n"], ["POI", "@category"]],
  ["(//POI)[group by @category][group by count(/POI) as n]/group/", ["POI", "@category"], ["@n", "group"]],
  ["(//POI)[group by @category]/{ ", ["name: …", "@category"], ["count(…)", "@name", 'node =~ "…"']],
  ["//Day/", ["{ … }"]],
  ["//Day/{ ", ["name: …", "@date"], ["count(…)", "some $x in … satisfies …"]],
  ["//Day/{ @date, ", ["name: …", "@city"], ["@date"]],
  ["//Day/{ stops: ", ["count(…)", "@date", 'node =~ "…"']],
  ["//Day/{ stops: /POI/", ["{ … }", "@name", "Note"]],
  ["//Day/{ @date }", [], ["//Day", "/"]],
  ["(//POI/@cost)[", [".", '. =~ "…"'], ["@name", "name", 'node =~ "…"']],
  ["(//POI/@cost)/", [".."], ["Note", "@name", "child::"]],
  ["(//POI)[group by ../@", ["@city"], ["@name"]],
  ["(//POI)[../@", ["@city"], ["@name"]],
  ["//POI[@name || @", ["@category"]],
  ["//Day/{ first: (/POI)[1]/@", ["@name"], ["@city"]],
  ["//POI/{ value: upper-case", ["upper-case(…)"], ["name: …"]],
  ["count(//POI ", ["except", "intersect", "|"]],
  ["sum(//POI/(@", ["@minutes"], ["@city"]],
  ["sum(//POI/(@minutes * 2)", [], ["[", "/", "//"]],
  ["sum(//POI/(", ["@cost", "count(…)"], ["concat(…)", "@name"]],
  ["sum(//POI/@", ["@minutes", "@cost"], ["@name"]],
  ["count(//POI except ", ["//POI"]],
  ["//Day[@city || ", ["@theme", "lower-case(…)"]],
  ["as ", ["of"]],
  ['as of "2026-06-08" ', ["//Day"], ["declare query"]],
  ['as of "2026-06-08" //', ["Day", "POI"]],
];

describe("completion of groups, records and values", () => {
  it.each(COMPLETIONS)("after %s", (prefix, wanted = [], unwanted = []) => {
    const marked = query(`${prefix}<|>`);
    const offered = labels(marked);
    for (const label of wanted) expect(offered).toContain(label);
    for (const label of unwanted) expect(offered).not.toContain(label);
    expect(marked.panics).toEqual([]);
  });
});
