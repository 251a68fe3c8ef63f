import { test } from "vitest";
import { sxp } from "/tmp/wt/s-surfaces/test/cli/sxp.js";

test("x", async () => {
  const d = ["--data", "examples/itinerary/itinerary.xml"];
  for (const [cols, ...a] of [
    [100, "run", "sum(/Itinerary/Day[3]//@minutes)", ...d],
    [50, "run", "sum(/Itinerary/Day[3]//@minutes)", ...d],
    [100, "run", "sum(/Itinerary/Day[3]//@minutes)", ...d, "--format", "json"],
    [100, "run", "distinct-values(//POI/@category)", ...d],
    [100, "run", "distinct-values(//POI/@category)", ...d, "--format", "values"],
    [100, "run", "(//POI)[order by @category, @minutes descending][1:4]", ...d],
    [100, "run", "(//POI)[order by @category, @minutes descending][1:4]", ...d, "--format", "json"],
    [100, "run", "(//POI[node =~ 'park'])[order by @minutes descending][1:4]", ...d, "--tree"],
    [46, "run", "(//POI[node =~ 'park'])[order by @minutes descending][1:4]", ...d],
    [100, "run", "(//POI)[order by @minutes descending][1:4]", ...d, "--why", "/Itinerary/Day[1]/POI[3]"],
    [100, "run", "count(//POI) > 3", ...d],
    [100, "run", "avg(//Day/@x)", ...d],
    [100, "run", "sum(//Day/@x)", ...d],
    [100, "run", "avg(//POI/@minutes) + 1 div 3", ...d],
    [100, "run", "//Day[@date < current-date()]/@date", ...d, "--now", "2026-06-12"],
    [100, "run", "current-date()", ...d, "--now", "2026-06-12"],
    [100, "run", "current-dateTime()", ...d, "--now", "2026-06-32"],
    [100, "explain", "sum(//POI/@minutes) + 2", ...d, "--analyze"],
    [
      100,
      "explain",
      "//Day[some $p in /POI satisfies $p/@minutes > 100][order by @date descending] except //Day[1]",
      ...d,
      "--analyze",
    ],
    [100, "run", "sum(//POI/@name)", ...d],
    [100, "compare", "sum(//POI/@minutes)", "sum(//POI[@minutes > 60]/@minutes)", ...d, "-e"],
    [100, "compare", "(//POI)[order by @minutes][1:3]", "(//POI)[order by @minutes descending][1:3]", ...d],
  ] as [number, ...string[]][]) {
    for (const terminal of [cols < 99]) {
      const { code, out, err } = await sxp(a, { columns: cols, terminal, env: terminal ? {} : { NO_COLOR: "1" } });
      console.log(`$ ${a.join(" ")}\n[${code}]\n${out.slice(0, 2200)}\n--\n${err.slice(0, 1500)}`);
    }
  }
  const repl = `:now 2026-06-13
:now
sum(/Itinerary/Day[3]//@minutes)
:why
:why 2
:explain
:plan
count(//POI) > 3
//Day[@date < current-date()]/@date
(//POI)[order by @minutes descending][1:3]
:why 2
:whynot /Itinerary/Day[1]/POI[1]
:trace
foo(3)
`;
  const r = await sxp(["repl", ...d, "--keep-going"], { stdin: repl, columns: 90 });
  console.log(r.out, r.err);
});
