import { inspect, redacted, viewOf } from "@semantic-xpath/inspect";
import { parseSchema, printSchema } from "@semantic-xpath/planner";
import { compile, inferSchema, readXml } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { inspectTrip } from "./support/trip.js";

it("tells rank, weight, factors, costs and the result above", async () => {
  const why = (await inspectTrip('//Day[node =~ "lake"]/POI[min(node =~ "lake", node =~ "park")]')).why(
    "/Trip/Day[1]/POI[2]",
  )!;
  const weight = Math.fround(0.6) * Math.fround(0.25);
  expect(why).toMatchObject({ rank: 2, count: 4, weight, path: "/Trip/Day[1]/POI[2]" });
  expect(why.above).toEqual({
    path: "/Trip/Day[1]/POI[1]",
    rank: 1,
    weight: Math.fround(0.6) * Math.fround(0.5),
  });
  expect(why.factors.map(({ path }) => path)).toEqual(["/Trip/Day[1]", "/Trip/Day[1]/POI[2]"]);
  expect(why.costs.map(({ text, path, score }) => [text, path, score])).toEqual([
    ['node =~ "lake"', "/Trip/Day[1]", Math.fround(0.6)],
    ['node =~ "park"', "/Trip/Day[1]/POI[2]", Math.fround(0.25)],
    ['node =~ "lake"', "/Trip/Day[1]/POI[2]", Math.fround(0.31)],
  ]);
  expect(why.costs[2]!.lost).toBe(0);
});

it("says it in words", async () => {
  const why = (await inspectTrip('//POI[node =~ "lake"][node =~ "park"]')).why("/Trip/Day[1]/POI[1]")!;
  expect(why.sentences).toEqual([
    "It ranks 2nd of 4 with weight 0.4.",
    'The weight is the product of 2 scores: node =~ "lake" gave 0.8 and node =~ "park" gave 0.5.',
    'node =~ "park" cost it most: it scored 0.5, and at 1 the weight would be higher by 0.4.',
    "/Trip/Day[2]/POI[1] ranks above it with 0.675, 0.275 more.",
  ]);
});

it("in document order nothing weighs", async () => {
  const why = (await inspectTrip('//POI[@kind = "park"]')).why("/Trip/Day[1]/POI[3]")!;
  expect(why).toMatchObject({ rank: 2, count: 2, weight: 1, factors: [], costs: [] });
  expect(why.sentences).toEqual(["It is the 2nd of 2 in document order, and nothing in the query weighs nodes."]);
});

it("of an attribute in the result, the node that has it is asked for", async () => {
  const why = (await inspectTrip("//POI/@name")).why("/Trip/Day[2]/POI[1]")!;
  expect(why.path).toBe("/Trip/Day[2]/POI[1]/@name");
});

const notes = readXml('<Notes><Note name="Walk">By the pond, with friends.</Note><Note>Nothing.</Note></Notes>');

it("says which word of the text is evidence of which word of the condition", async () => {
  const inspection = await inspect(compile('//Note[node =~ "walking by a lake"]').query!, notes);
  const why = inspection.why("/Notes/Note[1]")!;
  const { asked, value } = why.factors[0]!.scores[0]!.algebra;
  expect(asked!.explanation!.score).toBe(value);
  const found = asked!.explanation!.terms.map(({ term, matched, how, field }) => [term, matched, how, field]);
  expect(found).toEqual([
    ["walking", "walk", "stem", "@name"],
    ["lake", "pond", expect.any(String), null],
  ]);
  expect(why.sentences[1]).toMatch(/: walking → "walk" \(stem, in @name\), lake → "pond" \(\w+ \.\d+\)\.$/);
  const whyNot = inspection.whyNot("/Notes/Note[2]")!;
  expect(whyNot.algebra!.asked!.explanation!.terms.map(({ matched }) => matched)).toEqual([null, null]);
});

it("says where in what was scored these words are, of several texts in the best one", async () => {
  const days = readXml("<Plan><Day><Note>Nothing.</Note><Note>Rain at the pond.</Note></Day></Plan>");
  const inspection = await inspect(compile('//Day[Note =~ "pond"]').query!, days);
  const { text, explanation } = inspection.why("/Plan/Day")!.factors[0]!.scores[0]!.algebra.asked!;
  expect(text).toBe("Nothing.\nRain at the pond.");
  const places = explanation!.terms.map(({ inText }) => text!.slice(inText!.start, inText!.end));
  expect(places).toEqual(["pond"]);
});

it("a scorer that cannot tell says nothing of words", async () => {
  const why = (await inspectTrip('//POI[node =~ "lake"]')).why("/Trip/Day[1]/POI[1]")!;
  expect(why.factors[0]!.scores[0]!.algebra.asked).not.toHaveProperty("explanation");
  expect(why.sentences[1]).toBe('The weight is the score of node =~ "lake".');
});

it("what is around a text is a bar in a redacted run", async () => {
  const turns = '<Turn speaker="Ben">Did you paint?</Turn><Turn speaker="Ana">A sunrise.</Turn>';
  const session = readXml(`<Session>${turns}</Session>`);
  const inferred = JSON.parse(printSchema(inferSchema(session)));
  inferred.types.Turn.context = true;
  const { schema } = parseSchema(JSON.stringify(inferred));
  const inspection = await inspect(compile('//Turn[node =~ "paint a sunrise"]', { schema: schema! }).query!, session);
  const node = Array.from(session.postings[session.typeId("Turn")]!)[1]!;
  const said = JSON.stringify(inspection.why(node));
  expect(said).toContain('"paint" (same, in the Turn before)'.replaceAll('"', '\\"'));
  expect(said).toContain('"matched":"paint"');
  expect(JSON.stringify(await redacted(viewOf(inspection)).why({ node }))).not.toContain('"matched":"paint"');
});

it("words of the data are bars in a redacted run", async () => {
  const inspection = await inspect(compile('//Note[node =~ "walking by a lake"]').query!, notes);
  const why = await redacted(viewOf(inspection)).why({ node: 2 });
  expect(JSON.stringify(why)).not.toMatch(/pond|"walk"/);
  expect(why!.factors[0]!.scores[0]!.algebra.asked!.explanation!.terms.map(({ matched }) => matched)).toEqual([
    "████",
    "████",
  ]);
});
