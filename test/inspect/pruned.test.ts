import { inspect } from "@semantic-xpath/inspect";
import { compile, readTree } from "@semantic-xpath/runtime";
import { expect, it } from "vitest";
import { written } from "./support/trip.js";

/** An expensive scorer is not asked about what weighs 0 already: no answer may take the missing score for one. */
const tree = readTree({ type: "A", attributes: {}, children: [{ type: "A", attributes: { sun: "0.9" } }] });
const inspected = (text: string) => inspect(compile(text).query!, tree, { scorer: written("expensive") });

it("a weight of 0 stays 0, whatever was not scored behind it", async () => {
  const inspection = await inspected('(/A[max(//C[node =~ "sun"])])[1][node =~ "sun"]');
  expect(inspection.whyNot("/A")).toMatchObject({ reason: "zero-weight", message: "its weight is 0" });
});

it("a threshold that nobody tested is not told to fail", async () => {
  const inspection = await inspected('(/A/A[min(/B[node =~ "sun"])] | /A)[2:3][node =~ "sun" >= 0.5]/@x');
  expect(inspection.whyNot("/A/A")).toMatchObject({
    reason: "zero-weight",
    message: "its weight is 0 already, so it was not scored any further",
  });
});
