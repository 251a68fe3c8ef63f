import { startStepper } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryEvidence } from "../../reference/arbitraryCase.js";
import { arbitraryCase, RUNS, traced } from "../../runtime/trace/tracedCase.js";
import { entriesOf, runData } from "./asData.js";

const watched = fc.oneof(
  arbitraryEvidence,
  arbitraryEvidence.map((path) => `(${path})[1]`),
  fc.constantFrom(
    'node =~ "sun"',
    '@x = "sun"',
    "count(//B) > 1",
    'avg(/*[node =~ "rain"])',
    "[",
    "$v",
    "/..",
    "/self::*",
  ),
);

it("a watch changes nothing in the run, whatever it asks", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), fc.array(watched, { maxLength: 4 }), async (example, texts) => {
      const stepper = startStepper(example.query, example.tree, example.options);
      for (const text of texts) {
        const before = stepper.halt.stop?.index;
        await stepper.watch(text);
        expect(stepper.halt.stop?.index).toBe(before);
        await stepper.stepIn();
      }
      expect(runData(await stepper.finish()), example.text).toEqual(runData(await traced(example, "full")));
    }),
    { numRuns: RUNS },
  ));

it("the current nodes are found from themselves, with their weights", () =>
  fc.assert(
    fc.asyncProperty(arbitraryCase(), async (example) => {
      const stepper = startStepper(example.query, example.tree, example.options);
      do {
        const { stop } = await stepper.stepIn();
        const value = await stepper.watch("/self::*");
        if (value.kind !== "sequence") throw new Error(JSON.stringify(value));
        const highest = new Map<number, number>();
        for (const { node, weight, value: attribute } of stop!.after.entries(0, stop!.after.count)) {
          if (attribute === null && node !== 0) highest.set(node, Math.max(highest.get(node) ?? 0, weight));
        }
        const found = entriesOf(value.sequence) as { node: number; weight: number }[];
        expect(
          found.map(({ node }) => node),
          example.text,
        ).toEqual([...highest.keys()].sort((a, b) => a - b));
        for (const { node, weight } of found) expect(weight, example.text).toBe(highest.get(node));
      } while (stepper.halt.reason !== "end");
    }),
    { numRuns: RUNS },
  ));
