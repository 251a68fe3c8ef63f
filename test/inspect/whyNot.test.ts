import { expect, it } from "vitest";
import { inspectTrip, marked, trip, written } from "./support/trip.js";

/** The query with the operator to blame marked, the node, the reason, the message, and the node that fell out where it is another. */
const CASES: readonly (readonly [query: string, node: string, reason: string, message: string, via?: string])[] = [
  [
    '//POI«[node =~ "lake" >= 0.5]»',
    "/Trip/Day[1]/POI[2]",
    "filter",
    'its score 0.31 for node =~ "lake" is not >= 0.5',
  ],
  [
    '//POI«[not(node =~ "lake" >= 0.5)]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its score 0.8 for node =~ "lake" is >= 0.5',
  ],
  ['//POI«[@kind = "museum"]»', "/Trip/Day[1]/POI[1]", "filter", 'its @kind is "park", not "museum"'],
  [
    '//POI«[@kind != "park"]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its @kind is "park", and the query asks for any other',
  ],
  ["//POI«[@minutes > 100]»", "/Trip/Day[1]/POI[1]", "filter", "its @minutes is 75, which is not > 100"],
  ['//*«[@meal = "lunch"]»', "/Trip/Day[1]/POI[1]", "filter", 'it has no attribute "meal"'],
  ["//*«[Note]»", "/Trip/Day[1]/POI[1]", "filter", 'it has no field "Note"'],
  [
    '//POI«[contains(@name, "Museum")]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its @name "Harbour" does not contain "Museum"',
  ],
  ["//POI«[exists(/Note)]»", "/Trip/Day[1]/POI[1]", "filter", "it has no /Note"],
  ["//Day«[count(/POI) > 2]»", "/Trip/Day[2]", "filter", "its count of /POI is 2, which is not > 2"],
  [
    '//POI«[@kind = "water" or @minutes < 60]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its @kind is "park", not "water" and its @minutes is 75, which is not < 60',
  ],
  ["//Day«/POI»[1]", "/Trip/Day[1]/POI[3]", "position", "it is the 3rd of 3 POI here, and the query keeps [1]"],
  [
    "(//POI[@minutes])«[2:3]»",
    "/Trip/Day[1]/POI[1]",
    "position",
    "it is the 1st of 5 results here, and the query keeps [2:3]",
  ],
  [
    '//Day/POI[node =~ "lake"]«[1]»',
    "/Trip/Day[1]/POI[2]",
    "position",
    'it ranks 2nd of 3 by relevance, and the query keeps [1]; node =~ "lake" cost it most: it scored 0.31, and at 1 the weight would be higher by 0.69',
  ],
  ["/Trip/Day«/POI»", "/Trip/Day[1]/Restaurant", "type", "it is a Restaurant, and this step takes POI"],
  [
    "/Trip/Day«/Restarant»",
    "/Trip/Day[1]/Restaurant",
    "type",
    'it is a Restaurant, and the data has no node of type "Restarant"; the nearest name that it has is "Restaurant"',
  ],
  [
    "/Trip«/POI»",
    "/Trip/Day[1]/POI[1]",
    "axis",
    "it is 2 levels below /Trip, and / looks for POI one level below; // looks further down",
  ],
  [
    "/Trip/Day«/POI»",
    "/Trip/Day[2]",
    "axis",
    "it is only on the way: the path goes on from it to POI on the child axis",
  ],
  [
    "//POI[@kind]«[@-1]»",
    "/Trip/Day[2]/POI[2]",
    "axis",
    "there is no sibling 1 after it from which [@-1] could lead to it",
  ],
  [
    "/Trip«/POI»",
    "/Trip/Day[1]/Restaurant",
    "axis",
    "it is 2 levels below /Trip, and / looks for POI one level below; // looks further down; besides, it is a Restaurant, and the last step takes POI",
  ],
  [
    '/Trip/Day«[@city = "Ottawa"]»/POI',
    "/Trip/Day[1]/Restaurant",
    "filter",
    '/Trip/Day[1] leads to it and is dropped: its @city is "Toronto", not "Ottawa"; besides, it is a Restaurant, and the last step takes POI',
    "/Trip/Day[1]",
  ],
  [
    '//POI«[node =~ "lake" > 0.3]»',
    "/Trip/Day[2]/POI[2]",
    "filter",
    'its score 0 for node =~ "lake" is not > 0.3: the scorer sees nothing of "lake" in its text',
  ],
  [
    '//POI«[Note =~ "lake" >= 0.1]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its score 0 for Note =~ "lake" is not >= 0.1, since it has no such text',
  ],
  [
    '//POI«[avg(/Note[node =~ "lake"]) >= 0.1]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its score 0 for avg(/Note[node =~ "lake"]) is not >= 0.1, since it has no such evidence',
  ],
  [
    '//POI«[not(@kind = "park")]»',
    "/Trip/Day[1]/POI[1]",
    "filter",
    'its @kind is "park", and the query asks that it is not',
  ],
  ["//*/«@meal»", "/Trip/Day[1]/POI[1]", "no-attribute", 'it has no attribute "meal"'],
  [
    '/Trip/Day«[@city = "Ottawa"]»/POI',
    "/Trip/Day[1]/POI[1]",
    "filter",
    '/Trip/Day[1] leads to it and is dropped: its @city is "Toronto", not "Ottawa"',
    "/Trip/Day[1]",
  ],
  [
    '//POI«[node =~ "lake" >= 0.95]»/ancestor::Day',
    "/Trip/Day[1]",
    "filter",
    '/Trip/Day[1]/POI[1] leads to it and is dropped: its score 0.8 for node =~ "lake" is not >= 0.95',
    "/Trip/Day[1]/POI[1]",
  ],
  [
    '«//POI[node =~ "lake"]»',
    "/Trip/Day[2]/POI[2]",
    "zero-weight",
    'its weight is 0: the scorer sees nothing of "lake" in its text (node =~ "lake" is 0)',
  ],
  [
    '«//POI[Note =~ "lake"]»',
    "/Trip/Day[1]/POI[1]",
    "zero-weight",
    'its weight is 0: Note =~ "lake" is 0, since it has no such text',
  ],
  [
    '«//POI[avg(/Note[node =~ "lake"])]»',
    "/Trip/Day[1]/POI[1]",
    "zero-weight",
    'its weight is 0: avg(/Note[node =~ "lake"]) is 0, since it has no such evidence',
  ],
  [
    '«//POI[not(node =~ "park")]»',
    "/Trip/Day[1]/POI[3]",
    "zero-weight",
    'its weight is 0: 1-(node =~ "park") is 0, since node =~ "park" is 1',
  ],
];

for (const [source, node, reason, message, via = node] of CASES) {
  const { text, span } = marked(source);
  it(`${text}: ${node}`, async () => {
    const whyNot = (await inspectTrip(text)).whyNot(node)!;
    expect({ reason: whyNot.reason, message: whyNot.message, via: whyNot.via }).toEqual({ reason, message, via });
    expect(whyNot.span).toEqual(span);
  });
}

it("of a limit: rank, what stands above, and what it cost", async () => {
  const { text } = marked('//POI[node =~ "lake"]');
  const whyNot = (await inspectTrip(text, { limit: 2 })).whyNot("/Trip/Day[1]/POI[2]")!;
  expect(whyNot).toMatchObject({
    reason: "limit",
    operatorId: 0,
    measured: { value: 3, needed: 2 },
    ranked: {
      rank: 3,
      count: 4,
      weight: Math.fround(0.31),
      lastKept: { path: "/Trip/Day[1]/POI[1]", rank: 2, weight: Math.fround(0.8) },
      costs: [{ text: 'node =~ "lake"', path: "/Trip/Day[1]/POI[2]", score: Math.fround(0.31) }],
    },
  });
  expect(whyNot.message).toBe(
    "it ranks 3rd of 4 with weight 0.31, and the limit is 2: the last one kept, /Trip/Day[1]/POI[1], weighs 0.8; " +
      'node =~ "lake" cost it most: it scored 0.31, and at 1 the weight would be higher by 0.69',
  );
});

it("of a limit in document order: nothing outweighs anything", async () => {
  const { message } = (await inspectTrip("//POI", { limit: 2 })).whyNot("/Trip/Day[2]/POI[1]")!;
  expect(message).toBe("it is the 4th of 5 in document order, and the limit is 2");
});

it("of a minimum score: the weight and what cost it most", async () => {
  const whyNot = (await inspectTrip('//POI[min(node =~ "lake", node =~ "park")]', { minScore: 0.3 })).whyNot(
    "/Trip/Day[1]/POI[2]",
  )!;
  expect(whyNot).toMatchObject({ reason: "min-score", measured: { value: Math.fround(0.25), needed: 0.3 } });
  expect(whyNot.message).toBe(
    'its weight 0.25 is below the minimum score 0.3; node =~ "park" cost it most: it scored 0.25, and at 1 the weight would be higher by 0.06',
  );
});

it("of a pruned run: the bound that could not reach the result", async () => {
  const inspection = await inspectTrip('//POI[node =~ "lake"][node =~ "park"]', {
    limit: 1,
    scorer: written("expensive"),
  });
  const whyNot = inspection.whyNot("/Trip/Day[2]/POI[2]")!;
  expect(whyNot.reason).toMatch(/^(bound|zero-weight)$/);
  expect(whyNot.message).toMatch(/was not scored any further$/);
});

it("in a union, of the branch in which it came furthest", async () => {
  const { text, span } = marked('/Trip/Restaurant | //Restaurant«[node =~ "lake" >= 0.5]»');
  const whyNot = (await inspectTrip(text)).whyNot("/Trip/Day[1]/Restaurant")!;
  expect(whyNot.span).toEqual(span);
  expect(whyNot.reason).toBe("filter");
});

it("fills in arguments, so that the numbers are there", async () => {
  const inspection = await inspectTrip("/Trip/Day[$n]/POI", { params: { n: 2 } });
  expect(inspection.whyNot("/Trip/Day[1]/POI[1]")!.message).toBe(
    "/Trip/Day[1] leads to it and is dropped: it is the 1st of 2 Day here, and the query keeps [2]",
  );
});

it("of a path that is an attribute alone: it steps nowhere", async () => {
  const inspection = await inspectTrip("/@city");
  const { reason, message } = inspection.whyNot("/Trip/Day[1]")!;
  expect(reason).toBe("axis");
  expect(message).toBe("the path takes an attribute of the document node, and steps to no node");
  expect((await inspection.change("/Trip/Day[1]"))!.message).toContain("/Trip/Day[1]");
});

it("of a path that is broken in front: the step that finds nothing, not the last one", async () => {
  const { text, span } = marked("/Trip«/POI»/Note");
  const whyNot = (await inspectTrip(text)).whyNot("/Trip/Day[1]/POI[3]/Note")!;
  expect(whyNot.span).toEqual(span);
  expect(whyNot.message).toBe(
    "/Trip/Day[1]/POI[3] is 2 levels below /Trip, and / looks for POI one level below; // looks further down",
  );
});

it.each([
  [
    '//POI[@minutes > 100 and @kind = "museum"]',
    'its @minutes is 75, which is not > 100 and its @kind is "park", not "museum"',
  ],
  ["//POI[exists(/Note[@lake > 1])]", "it has no /Note[@lake > 1]"],
])("%s: of an and all that is false, of evidence what is there", async (text, message) => {
  expect((await inspectTrip(text)).whyNot("/Trip/Day[1]/POI[1]")!.message).toBe(message);
});

it.each([
  ['//Day[exists(/POI[@kind = "zoo"])]', 'none of its 3 /POI meets @kind = "zoo"'],
  ['//Day[exists(/Restaurant[@meal = "lunch"])]', 'its only /Restaurant does not meet @meal = "lunch"'],
  [
    '//Day[min(/POI[Note =~ "lake"])]',
    'its weight is 0: min(/POI[Note =~ "lake"]) is 0, since all 3 nodes of evidence weigh 0',
  ],
])("%s: which evidence stands against it", async (text, message) => {
  expect((await inspectTrip(text)).whyNot("/Trip/Day[1]")!.message).toBe(message);
});

it("is null for what is in the result, and throws for what is not in the tree", async () => {
  const inspection = await inspectTrip("//POI");
  expect(inspection.whyNot("/Trip/Day[1]/POI[1]")).toBeNull();
  expect(() => inspection.whyNot(trip.size + 1)).toThrow(RangeError);
});

it("tells numbers apart that would round to the same", async () => {
  const { message } = (await inspectTrip('//POI[node =~ "lake" >= 0.31001]')).whyNot("/Trip/Day[1]/POI[2]")!;
  expect(message).toBe('its score 0.31 for node =~ "lake" is not >= 0.31001');
});
