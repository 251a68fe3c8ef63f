import { type About, translate } from "@semantic-xpath/chat/translate";
import { readXml } from "@semantic-xpath/readers";
import { compileUpdate } from "@semantic-xpath/runtime";
import { applyEdits } from "@semantic-xpath/tree";
import { describe, expect, it } from "vitest";
import { askedAfter } from "../support/about.js";

const LIST: About = {
  now: "2026-07-01T09:00:00Z",
  tree: readXml('<ShoppingList><Item name="Bread" done="false"/><Item name="Eggs" done="true"/></ShoppingList>'),
};
const BOARD: About = {
  tree: readXml(`<Board name="Release">
    <Column name="Backlog"><Card title="Write the manual" points="3"/><Card title="Fix the login" points="5"/></Column>
    <Column name="Doing"><Card title="New logo" points="2"/></Column>
    <Column name="Finished"/>
  </Board>`),
};
const TRIP: About = {
  now: "2026-07-01T09:00:00Z",
  tree: readXml(`<Trip title="ACL in San Diego">
    <Day date="2026-07-02" theme="Arrival">
      <Stop name="Airport shuttle" time="2:00 PM"/><Stop name="Old Town walk" time="4:00 PM"/><Stop name="Fish tacos" time="7:00 PM"/>
    </Day>
    <Day date="2026-07-03" theme="Main conference">
      <Stop name="Opening keynote" time="9:00 AM"/><Stop name="Conference session on parsing" time="10:30 AM"/>
      <Stop name="Conference session on agents" time="1:30 PM"/><Stop name="Conference session on memory" time="3:30 PM"/>
    </Day>
    <Day date="2026-07-04" theme="Sights">
      <Stop name="Balboa Park" time="10:00 AM"/><Stop name="Museum of Art" time="1:00 PM"/><Stop name="Conference dinner" time="7:00 PM"/>
    </Day>
  </Trip>`),
};
const BREAK = ["/Trip/Day[2]/Stop[4]"];

const texts = async (request: string, about: About): Promise<readonly string[]> => {
  const { readings, isClear } = await translate(request, about);
  return isClear ? readings.map((reading) => (reading.kind === "update" ? reading.update : reading.kind)) : ["?"];
};

describe("a list without a schema", () => {
  it.each([
    ["add milk", 'insert node <Item name="Milk"/> into /ShoppingList'],
    ["put milk on the list", 'insert node <Item name="Milk"/> into /ShoppingList'],
    ["put oat milk first on the list", 'insert node <Item name="Oat milk"/> as first into /ShoppingList'],
    ["remove the bread", "delete node /ShoppingList/Item[1]"],
    ["rename the eggs to Free range eggs", 'replace value of node /ShoppingList/Item[2]/@name with "Free range eggs"'],
    ["move the eggs to the top", "move node /ShoppingList/Item[2] as first into /ShoppingList"],
    ["delete the second item", "delete node /ShoppingList/Item[2]"],
  ])("%s", async (request, update) => expect(await texts(request, LIST)).toEqual([update]));
});

describe("a board without a schema", () => {
  it.each([
    ["move Fix the login to Doing", "move node /Board/Column[1]/Card[2] into /Board/Column[2]"],
    ["move the logo to Finished", "move node /Board/Column[2]/Card into /Board/Column[3]"],
    ["set the points of the logo to 8", "replace value of node /Board/Column[2]/Card/@points with 8"],
    ['add a card called "Release notes" to Backlog', 'insert node <Card title="Release notes"/> into /Board/Column[1]'],
    ["rename Doing to In progress", 'replace value of node /Board/Column[2]/@name with "In progress"'],
    ["delete the manual", "delete node /Board/Column[1]/Card[1]"],
  ])("%s", async (request, update) => expect(await texts(request, BOARD)).toEqual([update]));
});

describe("a trip to a conference", () => {
  it.each([
    [
      "add a coffee break to the day packed with conference sessions",
      'insert node <Stop name="Coffee break"/> into /Trip/Day[2]',
    ],
    [
      "add a coffee break at 3 pm to the day packed with conference sessions",
      'insert node <Stop name="Coffee break" time="3:00 PM"/> before /Trip/Day[2]/Stop[4]',
    ],
    ["cancel the tacos", "delete node /Trip/Day[1]/Stop[3]"],
  ])("%s", async (request, update) => expect(await texts(request, TRIP)).toEqual([update]));

  it.each([
    ["make it 30 minutes later", 'replace value of node /Trip/Day[2]/Stop[4]/@time with "4:00 PM"'],
    ["move it to 3:15 pm", 'replace value of node /Trip/Day[2]/Stop[4]/@time with "3:15 PM"'],
    ["rename it to Tea break", 'replace value of node /Trip/Day[2]/Stop[4]/@name with "Tea break"'],
    ["move it after the keynote", "move node /Trip/Day[2]/Stop[4] after /Trip/Day[2]/Stop[1]"],
    ["move it to day 3", "move node /Trip/Day[2]/Stop[4] into /Trip/Day[3]"],
  ])("then %s", async (request, update) => expect(await texts(request, askedAfter(TRIP, BREAK))).toEqual([update]));
});

it("two that are swapped are each where the other was", async () => {
  for (const [one, other] of [
    ["Old Town walk", "the keynote"],
    ["Airport shuttle", "Fish tacos"],
    ["Airport shuttle", "Old Town walk"],
  ] as const) {
    const [update] = await texts(`swap ${one} and ${other}`, TRIP);
    const names = (tree: About["tree"]): readonly (string | undefined)[] =>
      Array.from({ length: tree.size }, (_, i) => tree.attribute(i + 1, "name")).filter((name) => name !== undefined);
    const { edits, diagnostics } = await compileUpdate(update!).update!.pending(TRIP.tree);
    expect(diagnostics).toEqual([]);
    const after = names(applyEdits(TRIP.tree, edits));
    const before = [...names(TRIP.tree)];
    const [a, b] = [
      before.findIndex((name) => name!.includes(one)),
      before.findIndex((name) => name!.includes(other.replace("the ", ""))),
    ];
    [before[a], before[b]] = [before[b], before[a]];
    expect(after).toEqual(before);
  }
});
