import { firstMethod, fusedMethod, type Item, type Method, runSuite, summarise } from "@semantic-xpath/eval";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { opened, SUITE } from "../support.js";

const item = (source: string): Item => ({ sources: [source], text: source });
const fixed = (name: string, answer: Partial<Awaited<ReturnType<Method["ask"]>>>): Method => ({
  id: name,
  name,
  build: async () => null,
  ask: async () => ({ items: [], ...answer }),
});
const ranking = (name: string, sources: readonly string[]): Method => fixed(name, { items: sources.map(item) });
const ask = async (method: Method) =>
  (await method.ask(await method.build({} as never, {}), {} as never, {} as never)) as Awaited<
    ReturnType<Method["ask"]>
  >;
const sourcesOf = async (method: Method) => (await ask(method)).items.flatMap(({ sources }) => sources);

describe("fused rankings", () => {
  it("sum the reciprocal ranks", async () => {
    const fused = fusedMethod([ranking("a", ["x", "y", "z"]), ranking("b", ["y", "w"])], "both") as Method;
    // y: 1/62 + 1/61; x: 1/61; w: 1/62; z: 1/63.
    expect(await sourcesOf(fused)).toEqual(["y", "x", "w", "z"]);
  });

  it("of one ranking are that ranking; of several hold what any of them has, in any order of methods", async () => {
    const list = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    await fc.assert(
      fc.asyncProperty(list, list, async (one, two) => {
        expect(await sourcesOf(fusedMethod([ranking("a", one)], "f") as Method)).toEqual(one);
        const both = await sourcesOf(fusedMethod([ranking("a", one), ranking("b", two)], "f") as Method);
        const turned = await sourcesOf(fusedMethod([ranking("b", two), ranking("a", one)], "f") as Method);
        expect(new Set(both)).toEqual(new Set([...one, ...two]));
        expect(new Set(turned)).toEqual(new Set(both));
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("the first method that has an answer", () => {
  it.each<[string, Partial<Awaited<ReturnType<Method["ask"]>>>, string[]]>([
    ["asks back", { instead: "question" }, ["second"]],
    ["finds nothing", {}, ["second"]],
    ["answers", { items: [item("first")] }, ["first"]],
    ["gives a value", { value: 3 }, []],
  ])("where it %s", async (_, answer, expected) => {
    const method = firstMethod([fixed("a", answer), ranking("b", ["second"])], "either") as Method;
    expect(await sourcesOf(method)).toEqual(expected);
  });

  it("is asked of cases that any of them can answer, and adds up what was used", async () => {
    const never: Method = { ...ranking("a", ["x"]), cannot: () => "it is closed" };
    const costly = fixed("b", { usage: { calls: 2, input: 10 } });
    const more = fixed("c", { items: [item("y")], usage: { calls: 1 } });
    const both = firstMethod([never, ranking("b", ["y"])], "either");
    expect(both.cannot!({} as never, {} as never)).toBeNull();
    expect((await ask(firstMethod([costly, more], "sum") as Method)).usage).toMatchObject({ calls: 3, input: 10 });
  });

  it("runs as any method", async () => {
    const { suite } = await opened(SUITE);
    const method = firstMethod([fixed("a", { instead: "question" }), ranking("b", ["/List/Task[3]"])], "either");
    const run = await runSuite(suite!, { methods: [method as Method] });
    expect(summarise(run).methods[0]).toMatchObject({ name: "either", failed: 0 });
  });
});
