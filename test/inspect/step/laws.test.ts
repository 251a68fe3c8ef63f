import { type Breakpoint, type Halt, type Stepper, type Stop, startStepper } from "@semantic-xpath/inspect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCase, type Case, RUNS, traced } from "../../runtime/trace/tracedCase.js";
import { entriesOf, runData, stopData } from "./asData.js";

const MOVES = ["stepIn", "stepIn", "stepOver", "stepOut", "stepBack", "continue", "reverseContinue"] as const;
const moves = fc.array(fc.constantFrom(...MOVES), { maxLength: 12 });

const start = ({ query, tree, options }: Case): Stepper => startStepper(query, tree, options);

async function allStops(example: Case): Promise<readonly Stop[]> {
  const stepper = start(example);
  await stepper.continue();
  return stepper.stops;
}

const holds = (name: string, law: (example: Case, walk: readonly (typeof MOVES)[number][]) => Promise<void>): void =>
  it(name, () => fc.assert(fc.asyncProperty(arbitraryCase(), moves, law), { numRuns: RUNS }));

describe("stepping", () => {
  holds("to the end, by whatever way, gives the result and trace of a run", async (example, walk) => {
    const stepper = start(example);
    for (const move of walk) await stepper[move]();
    await stepper.continue();
    expect(stepper.halt.reason, example.text).toBe("end");
    expect(runData(await stepper.finish()), example.text).toEqual(runData(await traced(example, "full")));
  });

  holds("back and forward again is the identity", async (example, walk) => {
    const stepper = start(example);
    for (const move of walk) await stepper[move]();
    const here = stopData(stepper.halt.stop);
    await stepper.stepBack();
    if (stepper.halt.stop === null && here === null) return;
    await stepper.stepIn();
    expect(stopData(stepper.halt.stop), example.text).toEqual(here);
  });

  holds("shows the same stops whatever the way there", async (example, walk) => {
    const stepper = start(example);
    for (const move of walk) await stepper[move]();
    const seen = stepper.stops.map(stopData);
    expect(seen, example.text).toEqual((await allStops(example)).slice(0, seen.length).map(stopData));
  });

  holds("numbers stops, nests them, and ends with the result", async (example) => {
    const stops = await allStops(example);
    const open: number[] = [];
    for (const [i, stop] of stops.entries()) {
      expect(stop.index).toBe(i + 1);
      expect(stop.depth).toBe(stop.inside.length);
      // What an evidence stop waits for comes later, at its own depth.
      for (const bracket of stop.inside) if (!open.includes(bracket)) open.push(bracket);
      const at = open.indexOf(stop.operatorId);
      if (at >= 0) {
        expect(stop.inside, example.text).toEqual(open.slice(0, at).filter((id) => stop.inside.includes(id)));
        open.splice(at);
      }
    }
    const end = stops.at(-1)!;
    expect([end.kind, end.depth, end.operatorId]).toEqual(["End", 0, 0]);
    const { matches } = await traced(example, "full");
    expect(entriesOf(end.after)).toMatchObject(
      matches.map(({ path, weight, attribute, text }) => ({ path, weight, value: attribute?.value ?? text })),
    );
  });

  holds("goes in through every stop, over without going deeper, out to a lesser depth", async (example) => {
    const stops = await allStops(example);
    const inwards = start(example);
    for (const stop of stops) expect((await inwards.stepIn()).stop?.index).toBe(stop.index);
    const over = start(example);
    let depth = 0;
    while ((await over.stepOver()).reason !== "end") {
      expect(over.halt.stop!.depth).toBeLessThanOrEqual(depth);
      depth = over.halt.stop!.depth;
    }
    const deep = stops.find((stop) => stop.depth > 0);
    if (deep === undefined) return;
    const out = start(example);
    while (out.halt.stop?.index !== deep.index) await out.stepIn();
    await out.stepOut();
    expect(out.halt.stop!.operatorId, example.text).toBe(deep.inside.at(-1));
  });

  holds("the weight behind a relevance is the one before times the value of the algebra", async (example) => {
    for (const stop of await allStops(example)) {
      if (stop.kind !== "Relevance") continue;
      const before = stop.before.entries(0, stop.before.count);
      for (const entry of stop.after.entries(0, stop.after.count)) {
        const value = entry.algebra()!.value!;
        expect(
          before.some(({ node, weight }) => node === entry.node && close(weight * value, entry.weight)),
          `${example.text}: ${entry.path}`,
        ).toBe(true);
      }
    }
  });
});

/** The executor multiplies the context's weight in last. */
const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12;

describe("breakpoints", () => {
  const everywhere = (stops: readonly Stop[]): Breakpoint[] =>
    [...new Map(stops.map((stop) => [stop.operatorId, stop.span])).entries()]
      .filter(([id]) => id !== 0)
      .map(([id, span]) => ({ id, offset: lastOffset(span.start, span.end), condition: null, hits: 0 }));

  holds("on each operator stop each time that it acts", async (example) => {
    const stops = await allStops(example);
    const stepper = start(example);
    const bound = stepper.setBreakpoints(everywhere(stops));
    const watched = new Set(bound.map(({ operatorId }) => operatorId));
    const expected = stops.filter(({ operatorId }) => watched.has(operatorId)).map(({ index }) => index);
    expect(await halts(stepper, "continue"), example.text).toEqual(expected);
    expect(await halts(stepper, "reverseContinue"), example.text).toEqual([...expected].reverse());
  });

  holds("with conditions and hits stop at the same places in both directions", async (example, walk) => {
    const stops = await allStops(example);
    const conditions = ["count < 2", "weight >= 0.5", '@x = "sun"', 'node =~ "sun" >= 0.5', null];
    const breakpoints = everywhere(stops).map((breakpoint, i) => ({
      ...breakpoint,
      condition: conditions[(i + walk.length) % conditions.length]!,
      hits: walk.length % 3,
    }));
    const stepper = start(example);
    stepper.setBreakpoints(breakpoints);
    const forth = await halts(stepper, "continue");
    expect(await halts(stepper, "reverseContinue"), example.text).toEqual([...forth].reverse());
    expect(await halts(stepper, "continue"), example.text).toEqual(forth);
  });
});

/** The last character of a bracket is its own, of a step's axis the name. */
const lastOffset = (_start: number, end: number): number => end - 1;

async function halts(stepper: Stepper, move: "continue" | "reverseContinue"): Promise<number[]> {
  const found: number[] = [];
  let halt: Halt = await stepper[move]();
  while (halt.reason === "breakpoint") {
    found.push(halt.stop!.index);
    halt = await stepper[move]();
  }
  return found;
}
