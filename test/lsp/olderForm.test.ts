import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { applyTo, createKit, exampleUri } from "./kit.js";

const TITLE = "Write it in today's form";

function offered(text: string, uri = "file:///old.sxp", settings = {}): string | null {
  const { service, panics } = createKit({}, settings);
  const document = TextDocument.create(uri, uri.endsWith(".sxp") ? "sxp" : "typescript", 1, text);
  const start = document.positionAt(text.indexOf("/") + 1);
  const action = service
    .codeActions(document, { start, end: start }, ["quickfix"])
    .find(({ title }) => title === TITLE);
  expect(panics).toEqual([]);
  return action === undefined ? null : applyTo(document, action.edit);
}

describe("a query in an older form", () => {
  it("is written in today's", () => {
    expect(offered('Read(/Itinerary/Day[agg_exists(POI[atom(content =~ "museum")])])')).toBe(
      '/Itinerary/Day[max(/POI[content =~ "museum"])]',
    );
    expect(offered("declare query q($n as string) := /Itinerary/Day[atom(sem(node, $n))];\n")).toBe(
      "declare query q($n as string) := /Itinerary/Day[node =~ $n];\n",
    );
  });

  it("gets its root from the schema", () => {
    const schema = exampleUri("itinerary/itinerary.schema.json");
    expect(offered('/Day[2]/POI[sem("park")]', "file:///old.sxp", { schema })).toBe(
      '/Itinerary/Day[2]/POI[node =~ "park"]',
    );
  });

  it.each([
    ['/Itinerary/Day[sem("rain")][1]', "can mean two things"],
    ["/Itinerary/Day[@a AND @b]", "is repaired by its message"],
    ["declare query q($n as string) := /Itinerary/Day[sem(node, $n)];", "is repaired by its message"],
    ["/Itinerary/Day[@a @b > 1]", "can't be read"],
    ["/Itinerary/Day[node =~ 'rain'][1]", "is today's"],
  ])("%s: no offer, it %s", (text) => {
    expect(offered(text)).toBeNull();
  });
});
