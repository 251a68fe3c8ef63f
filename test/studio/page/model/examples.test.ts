import type { NodeContent } from "@semantic-xpath/inspect";
import { array, assert, property, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleRequests } from "../../../../packages/studio/src/page/model/examples.js";
import { runs } from "../../../support/runs.js";
import { columnsOf } from "./support/columns.js";

const content = (node: number, type: string, attributes: Record<string, string> = {}): NodeContent => ({
  node,
  type,
  step: type,
  summary: "",
  text: "",
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
});

describe("requests for a first visit", () => {
  it("are made of the names and values of the data", () => {
    const tree = columnsOf(["Trip", 0], ["TripDay", 1], ["POI", 2], ["POI", 2], ["TripDay", 1], ["POI", 5]);
    const contents = [
      content(1, "Trip"),
      content(2, "TripDay"),
      content(3, "POI", { name: "Old Port", entry_fee: "3" }),
      content(4, "POI", { name: "Market", entry_fee: "5" }),
      content(5, "TripDay"),
      content(6, "POI", { name: "Park", entry_fee: "0" }),
    ];
    expect(exampleRequests(tree, contents)).toEqual([
      "what is in the last trip day?",
      "how many POIs are there?",
      "the POI with the highest entry fee",
      "which trip day has the most POIs?",
      "where is Old Port?",
    ]);
  });

  it("are none where the data has nothing to ask for", () => {
    expect(exampleRequests(columnsOf(["Trip", 0]), [content(1, "Trip")])).toEqual([]);
    expect(exampleRequests(columnsOf(), [])).toEqual([]);
  });

  it("are five at most, whatever the data are called", () =>
    assert(
      property(array(tuple(string({ minLength: 1 }), string()), { minLength: 1, maxLength: 12 }), (named) => {
        const nodes = named.map(([type], i) => [type, i === 0 ? 0 : 1] as const);
        const contents = named.map(([type, name], i) => content(i + 1, type, { name, size: String(i) }));
        const requests = exampleRequests(columnsOf(...nodes), contents);
        expect(requests.length).toBeLessThanOrEqual(5);
        expect(new Set(requests).size).toBe(requests.length);
      }),
      { numRuns: runs(200) },
    ));
});
