import { readTree } from "@semantic-xpath/readers";
import { contextOf, factsText } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";

const turn = (speaker: string, text: string) => ({ type: "Turn", attributes: { speaker }, text });

const tree = readTree({
  type: "Conversation",
  attributes: { title: "Holidays" },
  children: [
    {
      type: "Session",
      attributes: { date: "2023-05-08" },
      children: [turn("Ana", "Hello"), turn("Ben", "Hi"), turn("Ana", "Where to?"), turn("Ben", "Rome")],
    },
    { type: "Session", attributes: { date: "2023-06-01" }, children: [turn("Ana", "Back again")] },
  ],
});

describe("a turn of a conversation", () => {
  const [first, second, third, , last] = Array.from(tree.postings[tree.typeId("Turn")]!);

  it("is read with its session, its neighbours and who says it", () => {
    expect(contextOf(tree, third!)).toMatchObject({
      within: tree.postings[tree.typeId("Session")]![0],
      before: [second, first],
      after: [third! + 1],
      by: "Ana",
      isDeclared: false,
    });
  });
  it("has no neighbours in another session", () => {
    expect(contextOf(tree, last!)).toMatchObject({ before: [], after: [] });
  });
  it("has the facts of all that it is in", () => {
    expect(factsText(tree, tree.parent[first!]!, null)).toBe(
      "Session\ndate: 2023-05-08\nConversation\ntitle: Holidays",
    );
    expect(factsText(tree, tree.parent[first!]!, ["date"])).toBe("Session\ndate: 2023-05-08");
    expect(factsText(tree, tree.parent[first!]!, [])).toBe("");
  });
  it("has no context without somebody who says it, or outside of a conversation", () => {
    const one = (type: string, parent: string, attributes: Record<string, string>) => {
      const made = readTree({ type: parent, children: [{ type, attributes, text: "Hello" }] });
      return contextOf(made, 2);
    };
    expect(one("Turn", "Session", {})).toBeNull();
    expect(one("Turn", "Road", { speaker: "Ana" })).toBeNull();
    expect(one("Comment", "Thread", { author: "Ana" })).toBeNull();
    expect(one("POI", "Day", { author: "Ana" })).toBeNull();
    expect(one("message", "thread", { from: "Ana" })).not.toBeNull();
    expect(one("Utterance", "Dialogue", { speaker: "Ana" })).not.toBeNull();
    expect(one("constructor", "__proto__", { speaker: "Ana" })).toBeNull();
  });
  it("may be a root, which is in nothing", () => {
    expect(contextOf(readTree({ type: "Turn", attributes: { speaker: "Ana" } }), 1)).toBeNull();
  });
});

describe("what a source says of contexts", () => {
  const rule = { within: "Conversation", facts: [], neighbours: 1, by: "date" };
  const said = tree.withSource({
    ...tree.source,
    contexts: new Map<string, typeof rule | null>([
      ["Session", rule],
      ["Turn", null],
    ]),
  });
  const sessions = Array.from(tree.postings[tree.typeId("Session")]!);

  it("goes before what the form says", () => {
    expect(contextOf(said, sessions[0]! + 1)).toBeNull();
  });
  it("holds for any type", () => {
    expect(contextOf(said, sessions[0]!)).toMatchObject({
      ...{ within: 1, before: [], after: [sessions[1]], by: "2023-05-08", facts: [], isDeclared: true },
    });
  });
  it("does not lead out of a part of a tree", () => {
    const parted = said.withSource({ ...said.source, parts: [{ node: sessions[0]! }] });
    expect(contextOf(parted, sessions[0]!)).toBeNull();
    expect(factsText(parted, sessions[0]!, null)).toBe("Session\ndate: 2023-05-08");
  });
});
