import { parse } from "@semantic-xpath/parser";
import { check, plan, optimise, planRows, PASS_NAMES } from "@semantic-xpath/planner";
import { test } from "vitest";
import { trip } from "./check/trip.js";
const show = (text: string, schema: any = trip) => {
  const { ast, diagnostics } = parse(text);
  const lines = [`### ${text}`, ...diagnostics.map((d) => `  ${d.code} ${d.message}`)];
  const checked = check(ast.query!, schema, null);
  for (const d of checked.diagnostics) { lines.push(`  ${d.code} ${text.slice(d.span.start, d.span.end)} :: ${d.message}`);
    for (const f of d.fixes) lines.push(`      fix ${[...f.edits].sort((a, b) => b.span.start - a.span.start).reduce((r, e) => r.slice(0, e.span.start) + e.newText + r.slice(e.span.end), text)}`);
  }
  if (diagnostics.every((d) => d.severity !== "error") && checked.diagnostics.every((d) => d.severity !== "error" || d.runnable)) {
    const naive = plan(checked, text, schema);
    const best = optimise(naive);
    lines.push(...planRows(best).map((r) => `     | ${"  ".repeat(r.depth)}${r.kind} ${r.text}`), `     = ${best.order} ${best.strategy} ${best.passes.join()}`);
  }
  console.log(lines.join("\n"));
};
test("x", () => {
  for (const t of [
    "//POI[order by @price][1]", "//POI[order by @price descending, @name]", "(//POI)[order by @price]/@name", "//Day[order by @date]/POI", "//POI[order by @price][order by @name]",
    "//POI[order by position()]", "//Day[order by /POI/@price]", "//Day[order by min(/POI/@price)]", "//Day[order by 3]", "//POI[order by @price, @price]",
    "//Day[count(/POI)]", "//Day[avg(/POI/@price)]", "//Day[last() - 1]", "//Day[position() = last()]", "//Day[position() < last()]", "//Day[agg_avg(/POI/@price) > 3]", "//Day[gmean(/POI/@price) > 3]", "//Day[sum(/POI/@price) > 100]", "//Day[sum(/POI/@name) > 100]",
    '//Day[some $x in /POI satisfies $x/@price > 5]', '//Day[some $x in /POI satisfies max($x/Review[node =~ "good"])]', '//Day[every $x in /POI, $y in $x/Review satisfies contains($y, $x/@name)]', '//Day[some $x in /POI satisfies @rain = true]', '//Day[some $x in /POI satisfies exists(/POI[$x])]',
    '//Day[exists(/POI[node =~ "x"])]', '//Day[exists(/POI[node =~ "x"][1])]', '//POI except //Day/POI[node =~ "x"]', '//POI intersect (//POI[node =~ "x"])[1:3]', '//POI except //POI', "//POI[@price > @price]", "//POI[@price = @name]", "//POI[@name * 2 > 3]", "//POI[@price-1 > 3]", "//POI[@price-name > 3]",
    "//POI[1-@price = 2]", "//POI[1-@price]", '//POI[max(@price, node =~ "x")]', "//POI[matches(@name, @price)]", '//POI[matches(@name, "a", "q9")]', "//POI[weekday(@price) = \"x\"]", "//Day[weekday(@date) = \"Friday\"]", "sum(//POI/@price)", "sum(//POI/@price) > 10", "count(//POI[node =~ \"x\"])", "//Day[count(/POI) = 0]", "//POI[@price > 2 * 3]", "//POI[5 < @price]", "//POI[@price > root()//Restaurant/@stars]", '//POI[lower-case(@name) = "x"]', '//POI[contains(lower-case(@name), "x")]', '//POI[node =~ "x"][order by @price][1]', "//Day[order by @date]/text()", "(//Day[order by @date] | //POI)[1]", "//Day[@date - 1 > 2]", "//Day[POI = 3]", "//Day[order by POI]", "//POI[\"a\" + 1 = @price]", "//POI[1 < 2]", "//Day[order by @date][1][node =~ 'x']", "//Day[node =~ 'x'][order by @date]",
  ]) show(t);
});
