import type { SearchProgress } from "@semantic-xpath/inspect";
import { describe, expect, it } from "vitest";
import { inspectTrip } from "./support/trip.js";

/** A query, a node that is far from it, and what is told in the end. */
const SHORTER: readonly (readonly [query: string, node: string, text: string])[] = [
  // A step left out, where its name and its position both stand against the node.
  ['/Trip/Day[@city = "Ottawa"][2]/POI', "/Trip/Day[1]/POI[1]", "/Trip//POI"],
  ['/Trip/Hotel[@stars > 3]/POI[@kind = "park"]', "/Trip/Day[1]/POI[1]", '/Trip//POI[@kind = "park"]'],
  // From the results to what they lie in, or what lies in them.
  ['//POI[@kind = "museum"]', "/Trip/Day[1]", '//POI[@kind = "museum"]/..'],
  [
    '//Day[@city = "Toronto"][node =~ "lake"]',
    "/Trip/Day[1]/Restaurant",
    '//Day[@city = "Toronto"][node =~ "lake"]/Restaurant',
  ],
  [
    '//Day[@city = "Toronto"][node =~ "lake"]',
    "/Trip/Day[1]/POI[3]/Note",
    '//Day[@city = "Toronto"][node =~ "lake"]//Note',
  ],
  // An end inside a group, from where the path leads on.
  ["(/Trip/Day/Note)/POI", "/Trip/Day[1]/POI[1]", "(/Trip/Day)/POI"],
];

describe("a change of few places comes before a chain of many", () => {
  for (const [query, node, text] of SHORTER)
    it(`${query}: ${node}`, async () => {
      expect((await (await inspectTrip(query)).change(node))!.text).toBe(text);
    });

  it("of changes of as many places, what gives up less; then the one whose number moves less", async () => {
    const told = async (query: string, node: string) => (await (await inspectTrip(query)).change(node))!.message;
    expect(await told('//POI[node =~ "lake" >= 0.95][1]', "/Trip/Day[1]/POI[2]")).toBe(
      "threshold 0.95 → 0.31 and [1] → [2]",
    );
    expect(await told('//POI[@minutes > 100 or node =~ "lake" > 0.9]', "/Trip/Day[1]/POI[1]")).toBe(
      "threshold 0.9 → 0.8",
    );
  });

  it("four things at most: then the node's own path says more", async () => {
    const query = '//POI[@kind = "x"][@minutes > 500][@name = "y"][@lake > 7]';
    const four = await (await inspectTrip(query)).change("/Trip/Day[1]/POI[2]");
    expect(four!.message).toBe(
      '@kind "x" → "museum", @minutes > 500 → >= 120, @name "y" → "Royal Museum" and @lake > 7 → >= 0.31',
    );
    const five = await (await inspectTrip(`${query}[@day = 9]`)).change("/Trip/Day[1]/POI[2]");
    expect(five!.message).toBe("or /Trip/Day[1]/POI[2] itself");
  });
});

describe("who waits is told how far it is", () => {
  it.each(["change", "nearest"] as const)("%s", async (question) => {
    const inspection = await inspectTrip('//Day[@city = "Otawa"]/POI[@kind = "musem"]');
    const told: SearchProgress[] = [];
    const options = { onProgress: (progress: SearchProgress) => void told.push(progress) };
    await (question === "change" ? inspection.change("/Trip/Day[2]/POI[2]", options) : inspection.nearest(options));
    expect(told.length).toBeGreaterThan(1);
    expect(told.map(({ tried }) => tried)).toEqual(told.map((_, i) => i));
    for (const { tried, of } of told) expect(tried).toBeLessThan(of);
  });

  it("and can stop it there", async () => {
    const inspection = await inspectTrip('//Day[@city = "Otawa"]/POI[@kind = "musem"]');
    const controller = new AbortController();
    let last = 0;
    const onProgress = ({ tried }: SearchProgress): void => {
      last = tried;
      if (tried === 2) controller.abort();
    };
    const answer = inspection.change("/Trip/Day[2]/POI[2]", { signal: controller.signal, onProgress });
    await expect(answer).rejects.toMatchObject({ code: "SXP4004" });
    expect(last).toBe(2);
  });
});
