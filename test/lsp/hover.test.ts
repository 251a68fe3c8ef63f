import { describe, expect, it } from "vitest";
import { file, type MarkedDocument, query, textAt } from "./kit.js";

async function hovered({ service, document, position }: MarkedDocument): Promise<{ text: string; on: string }> {
  const hover = await service.hover(document, position);
  if (hover === null) return { text: "", on: "" };
  const contents = hover.contents as { value: string };
  return { text: contents.value, on: textAt(document, hover.range!) };
}

describe("hover", () => {
  it("says what a step means, its types, and what it finds", async () => {
    const { text, on } = await hovered(query("/Itinerary/Day/PO<|>I"));
    expect(on).toBe("/POI");
    expect(text).toContain("Children of each node so far that are `POI`.");
    expect(text).toContain("A point of interest: a sight, an event or a journey.");
    expect(text).toContain("- `@category` string — Kind of stop.");
    expect(text).toMatch(/Finds \*\*\d+ matches\*\* in the data\./);
  });

  it("says the weights where the path is graded", async () => {
    const { text } = await hovered(query('//POI[no<|>de =~ "museum"]'));
    expect(text).toContain("weight := weight · relevance(node");
    expect(text).toMatch(/Finds \*\*\d+ matches\*\* in the data, weights 0\.\d\d to [01]\.\d\d \(lexical scorer\)\./);
  });

  it("previews what a step finds: the first, or the best with their weights", async () => {
    const plain = await hovered(query("/Itinerary/Day/PO<|>I"));
    expect(plain.text).toContain("- `/Itinerary/Day[1]/POI[1]` Airport train to Union Station");
    expect(plain.text.match(/^- `\/Itinerary/gm)).toHaveLength(3);
    const { text } = await hovered(query('//POI[no<|>de =~ "museum"]'));
    const weights = [...text.matchAll(/^- `\/Itinerary\S+` \*\*([01]\.\d\d)\*\* \S/gm)].map(([, weight]) =>
      Number(weight),
    );
    expect(weights).toHaveLength(3);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect((await hovered(query("//Day/@th<|>eme"))).text).toContain("Finds **7 matches**");
  });

  it.each([
    ["(//POI)[gro<|>up by @category]", "list ↦ a group for each distinct key"],
    ["(//POI)[group by @category a<|>s kind]", "`@category`, as `@kind`"],
    ["(//POI)[group by @category as kind]/@ki<|>nd", "a key of the groups: `@category`"],
    ["(//POI)[group by @category][@cat<|>egory = 'museum']", "a key of the groups: `@category`"],
    ["//Day/{ st<|>ops: count(/POI) }", "The field `stops` of each record: `count(/POI)`."],
    ["(//POI)[group by @category]/<|>{ @category, n: count(/POI) }", '"category"'],
  ])("says what groups, keys and fields are: %s", async (text, wanted) => {
    expect((await hovered(query(text))).text.replace(/\\/g, "")).toContain(wanted);
  });

  it("shows words of the data as words", async () => {
    const data = '<R><P name="[x](command:y) &lt;b> `c`"/></R>';
    const marked = file("file:///t/q.sxp", "//<|>P", { "file:///t/d.xml": data }, { data: "file:///t/d.xml" });
    expect((await hovered(marked)).text).toContain("\\[x\\]\\(command:y\\) \\<b\\> \\`c\\`");
  });

  it("says how a position counts", async () => {
    expect((await hovered(query("//Day[<|>3]"))).text).toContain("`(//x)[n]`");
    expect((await hovered(query("(//POI)[<|>2]"))).text).toContain("number 2 of the whole result, in document order");
    expect((await hovered(query('//POI[node =~ "x"][<|>1:2]'))).text).toContain("by rank");
    expect((await hovered(query("//POI[1][<|>@+1]"))).text).toContain("next sibling after it");
  });

  it("gives the equation of an operator", async () => {
    expect((await hovered(query("//Day[a<|>vg(/POI)]"))).text).toContain("(1/n) · Σ wᵢ");
    expect((await hovered(query('//POI[no<|>t(node =~ "x")]'))).text).toContain("not(r) = 1 − r");
    expect((await hovered(query("//Day[co<|>unt(/POI) > 2]"))).text).toContain("count(path) = n");
    expect((await hovered(query('//POI[node =~ "a" <|>and node =~ "b"]'))).text).toContain("a and b = min(a, b)");
  });

  it("shows an attribute with values of the data", async () => {
    const { text, on } = await hovered(query("//Day[@ci<|>ty]"));
    expect(on).toBe("@city");
    expect(text).toContain("City where the day begins.");
    expect(text).toContain("Allowed: `Toronto`, `Ottawa`, `Montreal`");
    expect(text).toMatch(/In the data: `\w+` \(\d\)/);
    expect((await hovered(query("//Day/@ci<|>ty"))).text).toContain("**@city**");
  });

  it("knows imports, declarations and parameters", async () => {
    const module = "(: All. :)\ndeclare query d<|>ays($wish as string) := //Day[node =~ $wish];";
    expect((await hovered(query(module))).text).toContain("days($wish as string)\n```\n\nAll.");
    expect((await hovered(query(module.replace("<|>", "").replace("~ $w", "~ $<|>w")))).text).toContain(
      "parameter, a string",
    );
  });

  it("stays within what is trusted", async () => {
    expect((await hovered(query("//PO<|>I", { trusted: false }))).text).not.toContain("Finds");
  });
});

describe("inlay hints", () => {
  const hints = async (marked: MarkedDocument) => {
    const { service, document } = marked;
    const all = await service.inlayHints(document, {
      start: { line: 0, character: 0 },
      end: { line: 999, character: 0 },
    });
    return all.map(({ position, label }) => `${document.offsetAt(position)}: ${label}`);
  };

  it("count the matches after each step, with the best weight", async () => {
    const found = await hints(query('/Itinerary/Day/POI[node =~ "museum"]'));
    expect(found.slice(0, 2)).toEqual(["10: 1", "14: 7"]);
    expect(found[2]).toMatch(/^36: \d+ · [01]\.\d\d$/);
  });

  it("say how much a union finds in all", async () => {
    const [pois, restaurants, all, ...others] = (await hints(query("//POI | //Restaurant"))).map(
      (one) => one.split(": ")[1],
    );
    expect(others).toEqual([]);
    expect(all).toBe(`= ${Number(pois) + Number(restaurants)}`);
  });

  it("count structure in data of any size", async () => {
    const data = `<R>${"<N/>".repeat(100_001)}</R>`;
    const marked = file("file:///p/q.sxp", "//<|>N/..", { "file:///p/d.xml": data }, { data: "file:///p/d.xml" });
    expect(await hints(marked)).toEqual(["3: 100001", "6: 1"]);
    expect((await hovered(marked)).text).toContain("Finds **100\u202f001 matches** in the data.");
  });

  it("end where a parameter or a gap is", async () => {
    expect(await hints(query("/Itinerary/Day[$n]/POI"))).toEqual(["10: 1"]);
    expect(await hints(query("/Itinerary//"))).toEqual(["10: 1"]);
  });

  it("are off where untrusted or not wanted", async () => {
    expect(await hints(query("/Itinerary", { trusted: false }))).toEqual([]);
    expect(await hints(query("/Itinerary", { inlayHints: false }))).toEqual([]);
  });

  it("stop when the signal aborts", async () => {
    const { service, document, range } = query('//POI[node =~ "a"]');
    expect(await service.inlayHints(document, range, AbortSignal.abort())).toEqual([]);
  });
});
