import { readFileSync } from "node:fs";
import type { About } from "@semantic-xpath/chat/translate";
import { parseSchema } from "@semantic-xpath/planner";
import { readTree } from "@semantic-xpath/readers";
import { describe, expect, test } from "vitest";
import { answerOf, clearQuery } from "./support.js";

const text = (path: string): string => readFileSync(new URL(`../../../examples/${path}`, import.meta.url), "utf8");
const example = (name: string, now: string): About => ({
  tree: readTree(text(`${name}/${name}.xml`)),
  schema: parseSchema(text(`${name}/${name}.schema.json`)).schema!,
  now,
});

const TRIP = example("trip", "2026-07-05T09:00:00-07:00");
const MEMORY = example("memory", "2026-04-01T09:00:00+02:00");
const BOOKS: About = {
  tree: readTree(`<library>
    <book shelf="science" year="1859" pages="502" title="On the Origin of Species" author="Charles Darwin" lent="false"/>
    <book shelf="poetry" year="1855" pages="95" title="Leaves of Grass" author="Walt Whitman" lent="true"/>
    <book shelf="fiction" year="1925" pages="296" title="Mrs Dalloway" author="Virginia Woolf" lent="true"/>
    <book shelf="fiction" year="1927" pages="209" title="To the Lighthouse" author="Virginia Woolf" lent="false"/>
  </library>`),
  now: "2026-04-01T09:00:00+02:00",
};
/** A participle beside a state of one stem, abbreviated names, and dates of two kinds. */
const PARTS: About = {
  tree: readTree(`<parts>
    <part name="gasket" inv_no="A1" qty="4" value="12" status="open" opened="2026-03-20" made="1934"/>
    <part name="lever" inv_no="A2" qty="1" value="80" status="open" opened="2025-11-02" made="1951"/>
    <part name="spring" inv_no="A3" qty="9" value="3" status="waiting" opened="2026-03-02" made="1938"/>
    <part name="wheel" inv_no="A4" qty="9" value="41" status="closed" opened="2025-01-01" made="1929"/>
  </parts>`),
  now: "2026-04-01T09:00:00+02:00",
};

/** A flag named "done", and a name with initials. */
const HOUSE: About = {
  tree: readTree(`<house>
    <chore title="Water the fern" due="2026-04-02" done="false" avgHR="92"/>
    <chore title="Clean the gutter" due="2026-04-09" done="false" avgHR="131"/>
    <chore title="Sweep the stairs" due="2026-03-30" done="true" avgHR="104"/>
  </house>`),
  now: "2026-04-01T09:00:00+02:00",
};

describe("questions about other schemas", () => {
  test.each<[about: About, request: string, query: string]>([
    [TRIP, "which day has the most sessions", "//Day[order by count(//Session) descending][1]"],
    [TRIP, "is the Museum of Art outdoors?", 'exists(//Visit[@name = "Museum of Art"][@outdoors = true])'],
    [MEMORY, "observations about Biscuit", '//Observation[@about = "Biscuit"]'],
    [MEMORY, "how many turns are in session 2", "count(//Session[2]/Turn)"],
    [BOOKS, "the oldest book", "//book[order by @year][1]"],
    [BOOKS, "which shelf has the most books", "(//book)[group by @shelf][order by count(/book) descending][1]/@shelf"],
    [BOOKS, "who wrote Mrs Dalloway", 'distinct-values(//book[@title = "Mrs Dalloway"]/@author)'],
    [HOUSE, "what do I still have to do?", "//chore[@done = false]"],
    [HOUSE, "chores with a heart rate above 100", "//chore[@avgHR > 100]"],
    [PARTS, "show all open parts", '//part[@status = "open"]'],
    [PARTS, "open parts", '//part[@status = "open"]'],
    [PARTS, "what is the oldest open part?", '//part[@status = "open"][order by @opened][1]'],
    [PARTS, "parts opened in 2026", '//part[@opened >= "2026-01-01"]'],
    [PARTS, "parts opened in the last 30 days", '//part[@opened >= "2026-03-02"]'],
    [PARTS, "parts opened in the past two weeks", '//part[@opened >= "2026-03-18"]'],
    [
      PARTS,
      "parts opened between 1 November and 10 March",
      '//part[@opened >= "2025-11-01" and @opened <= "2026-03-10"]',
    ],
    [PARTS, "parts made in the 1930s", "//part[@made >= 1930 and @made < 1940]"],
    [PARTS, "the most valuable part", "//part[order by @value descending][1]"],
    [PARTS, "what is the inventory number of the lever?", '//part[@name = "lever"]/@inv_no'],
    [PARTS, "quantity of the gasket", '//part[@name = "gasket"]/@qty'],
  ])("%#", async (about, request, query) => {
    const read = await clearQuery(request, about);
    expect(read, request).not.toBeNull();
    expect(await answerOf(read!, about), read!).toEqual(await answerOf(query, about));
  });
});
