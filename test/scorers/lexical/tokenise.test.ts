import { expect, test } from "vitest";
import { stemOf } from "../../../packages/scorers/src/lexical/english.js";
import { eachLine } from "../../../packages/scorers/src/lexical/lines.js";
import { eachChunk, wordsOfChunk } from "../../../packages/scorers/src/lexical/words.js";
import { foldWord } from "../../../packages/values/src/index.js";

function words(text: string): string {
  const found: string[] = [];
  eachChunk(text, 0, text.length, (chunk) => {
    for (const word of wordsOfChunk(chunk)) found.push(word.advances ? word.text : `(${word.text})`);
  });
  return found.join(" ");
}

test.each([
  ["Buy 2 apples, now!", "buy 2 apples now"],
  ["a check-in", "a check in (checkin)"],
  ["snake_case openHours XMLReader", "snake case (snakecase) open hours (openhours) xml reader (xmlreader)"],
  ["Caroline's don’t O'Brien", "caroline do (not) o brien (obrien)"],
  ["I'll can't won't THEY'VE kids'", "i can (not) wo (not) they kids"],
  ["4.5 stars. 10:30", "4.5 stars 10 30"],
  ["Crème Brûlée, STRASSE straße", "creme brulee strasse strasse"],
  ["東京 tower", "東 京 tower"],
  ["𝒜𝒷 🎉 -- '", "ab"],
  ["'quoted' -dash-", "quoted dash"],
])("%j has the words %j", (text, expected) => expect(words(text)).toBe(expected));

test("folding knows letters that do not decompose", () => {
  expect(["Łódź", "Ærø", "ΟΔΟΣ", "İzmir"].map(foldWord)).toEqual(["lodz", "aero", "οδοσ", "izmir"]);
});

test("stems lead suffixes and irregular forms back", () => {
  expect(stemOf("sessions")).toBe(stemOf("session"));
  expect(stemOf("nicest")).toBe(stemOf("nice"));
  expect(stemOf("went")).toBe(stemOf("going"));
  expect(stemOf("children")).toBe(stemOf("child"));
  expect(stemOf("2023s")).toBe("2023s");
});

function lines(text: string): string[] {
  const found: string[] = [];
  eachLine(text, {
    type: (start, end) => found.push(`type ${text.slice(start, end)}`),
    attribute: (start, colon, end) => found.push(`@${text.slice(start, colon)} ${text.slice(colon + 2, end)}`),
    body: (start, end) => found.push(`body ${text.slice(start, end)}`),
  });
  return found;
}

test("the lines of a node", () => {
  expect(lines("Turn\nspeaker: Ann\nHello\nImage\ncaption: a dog")).toEqual([
    "type Turn",
    "@speaker Ann",
    "body Hello",
    "type Image",
    "@caption a dog",
  ]);
  expect(lines("note: not a node")).toEqual(["body note: not a node"]);
  expect(lines("Two words\nname: x")).toEqual(["body Two words\nname: x"]);
});
