import { type Inspection, inspect } from "@semantic-xpath/inspect";
import { compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { inspectTrip } from "./support/trip.js";

/** A scorer that never answers, and the signal that it was first given. */
function silent(): { readonly scorer: Scorer; readonly asked: Promise<AbortSignal | undefined> } {
  let hear: (signal: AbortSignal | undefined) => void = () => undefined;
  const asked = new Promise<AbortSignal | undefined>((resolve) => {
    hear = resolve;
  });
  const score: Scorer["score"] = (_texts, _condition, options) => {
    hear(options?.signal);
    return new Promise(() => undefined);
  };
  return { scorer: { id: "silent", cost: "expensive", score }, asked };
}

/** No node has text of its own, so the run asks nothing; a change asks of the whole node. */
const inspected = (scorer: Scorer): Promise<Inspection> =>
  inspect(compile('//POI[text() =~ "museum"]').query!, readXml('<Plan><POI name="Museum"/></Plan>'), { scorer });

describe("what asks a scorer that never answers ends with its signal", () => {
  it.each<[string, (inspection: Inspection, signal: AbortSignal) => Promise<unknown>]>([
    ["change", (inspection, signal) => inspection.change("/Plan/POI", { signal })],
    ["nearest", (inspection, signal) => inspection.nearest({ signal })],
  ])("%s", async (_, ask) => {
    const { scorer, asked } = silent();
    const controller = new AbortController();
    const answer = ask(await inspected(scorer), controller.signal);
    const heard = await asked;
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: "SXP4004" });
    expect(heard?.aborted).toBe(true);
  });
});

it("a signal that has aborted already asks nothing", async () => {
  const inspection = await inspectTrip("/Trip/Day/POI[1]");
  const signal = AbortSignal.abort();
  await expect(inspection.change("/Trip/Day[1]/POI[3]", { signal })).rejects.toMatchObject({ code: "SXP4004" });
  expect(await inspection.change("/Trip/Day[1]/POI[3]")).not.toBeNull();
});

it("an abort is heard between runs that never wait", async () => {
  const inspection = await inspectTrip('//Day[@city = "Otawa"]/POI[@kind = "musem"]');
  const controller = new AbortController();
  const answer = inspection.nearest({ signal: controller.signal });
  setImmediate(() => controller.abort());
  await expect(answer).rejects.toMatchObject({ code: "SXP4004" });
});
