import { STEP_WITHOUT, type Stepper, startStepper } from "@semantic-xpath/inspect";
import { type CompileOptions, compile, readXml, type Scorer } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { countedClock } from "../../support/countedClock.js";

const tree = readXml(`
  <Plan>
    <Day city="Ottawa"><POI name="art museum"/><POI name="harbour"/></Day>
    <Day city="Kyoto"><POI name="museum of gardens"/></Day>
    <Day city="Oslo"/>
  </Plan>`);

/** 1 where a word of the condition stands in the text, else 0.25; keeps what it was asked. */
function wordScorer(asked: string[] = []): Scorer {
  return {
    id: "words",
    cost: "expensive",
    score: async (texts, condition) => {
      asked.push(...texts.map(() => condition));
      return Float32Array.from(texts, (text) => (text.includes(condition) ? 1 : 0.25));
    },
  };
}

function stepping(text: string, options: CompileOptions & { asked?: string[]; limit?: number } = {}): Stepper {
  const { query } = compile(text, { without: STEP_WITHOUT, ...options });
  const { limit } = options;
  return startStepper(query!, tree, { scorer: wordScorer(options.asked), ...(limit !== undefined && { limit }) });
}

const shown = async (stepper: Stepper): Promise<string[]> => {
  const stops: string[] = [];
  for (;;) {
    const { stop, reason } = await stepper.stepIn();
    const inside = "  ".repeat(stop!.depth);
    stops.push(
      `${stop!.index} ${inside}${stop!.kind} ${stop!.text.split(",")[0]} ${stop!.before.count} → ${stop!.after.count}`,
    );
    if (reason === "end") return stops;
  }
};

describe("stops", () => {
  it("tell what each operator took and gave, evidence before its bracket", async () => {
    expect(await shown(stepping('/Plan/Day[avg(/POI[node =~ "museum"])][1:2]/@city', { limit: 1 }))).toEqual([
      "1 Axis child::Plan 1 → 1",
      "2 Axis child::Day 1 → 3",
      "3   Axis child::POI 3 → 3",
      '4   Relevance node =~ "museum" 3 → 3',
      '5 Relevance avg(/POI[node =~ "museum"]) 3 → 3',
      "6 Position [1:2] by rank 3 → 2",
      "7 Attribute @city 2 → 2",
      "8 End the result 2 → 1",
    ]);
  });

  it("of a union come path by path, of a group behind its input", async () => {
    expect(await shown(stepping("(/Plan/Day[1] | //POI)[@name]"))).toEqual([
      "1 Axis child::Plan 1 → 1",
      "2 Axis child::Day 1 → 3",
      "3 Position [1] in document order 3 → 1",
      "4 Axis descendant::POI 1 → 3",
      "5 Filter @name 4 → 3",
      "6 End the result 3 → 3",
    ]);
  });

  it("show the best first behind a relevance, with the algebra of each weight", async () => {
    const stepper = stepping('//Day[max(/POI[node =~ "garden"])]');
    await stepper.stepOver();
    await stepper.stepOver();
    const [first, second, third] = stepper.halt.stop!.after.entries(0, 3);
    expect([first, second, third].map((entry) => [entry!.path, entry!.weight])).toEqual([
      ["/Plan/Day[2]", 1],
      ["/Plan/Day[1]", 0.25],
      ["/Plan/Day[3]", 0],
    ]);
    expect(second!.algebra()).toMatchObject({ operation: "max", value: 0.25, evidence: [{}, {}] });
    expect(stepper.halt.stop!.before.entries(0, 1)[0]!.algebra()).toBeNull();
    const value = await stepper.watch("position() = 1");
    expect(value.kind === "values" && value.values.find((one) => one.value === 1)?.path).toBe("/Plan/Day[2]");
  });

  it("are seen only as far as somebody went, and the scorer is not asked before", async () => {
    const asked: string[] = [];
    const stepper = stepping('//Day[@city != "Oslo"]/POI[node =~ "museum"][node =~ "garden"]', { asked });
    await stepper.stepIn();
    expect([stepper.stops.length, asked.length, stepper.counts.scorerPairs]).toEqual([1, 0, 0]);
    while (stepper.halt.stop!.kind !== "Relevance") await stepper.stepIn();
    expect([stepper.stops.length, asked]).toEqual([4, ["museum", "museum", "museum"]]);
    expect(stepper.counts).toMatchObject({ scorer: "words", scorerCalls: 1, scorerPairs: 3 });
  });

  it("go on after a failure of the scorer where they were", async () => {
    let isDown = true;
    const { query } = compile('//POI[node =~ "museum"]');
    const scorer: Scorer = {
      id: "moody",
      cost: "cheap",
      score: async (texts) => {
        if (isDown) throw new Error("asleep");
        return new Float32Array(texts.length).fill(0.5);
      },
    };
    const stepper = startStepper(query!, tree, { scorer });
    await stepper.stepIn();
    await expect(stepper.stepIn()).rejects.toThrow("SXP4001");
    expect(stepper.halt.stop!.index).toBe(1);
    isDown = false;
    expect((await stepper.continue()).reason).toBe("end");
    expect((await stepper.finish()).matches).toHaveLength(3);
  });

  it("end with the signal", async () => {
    const { query } = compile('//POI[node =~ "museum"]');
    const abort = new AbortController();
    const stepper = startStepper(query!, tree, { signal: abort.signal });
    await stepper.stepIn();
    abort.abort();
    await expect(stepper.stepIn()).rejects.toThrow("SXP4004");
  });

  it("throw at once where an argument is missing", () => {
    const { query } = compile("//Day[$n]");
    expect(() => startStepper(query!, tree)).toThrow("SXP4009");
  });

  it("keep the run's own time: looking does not count", async () => {
    const clock = countedClock(0.001);
    const stepper = stepping("//Day/POI");
    await stepper.stepIn();
    clock.pass(50_000);
    const { stats, trace } = await stepper.finish();
    expect(stats.milliseconds).toBeLessThan(50_000);
    for (const { selfMilliseconds } of trace.operators) expect(selfMilliseconds).toBeLessThan(50_000);
  });
});

describe("movements", () => {
  it("asked for at the same time happen one after the other", async () => {
    const stepper = stepping("//Day/POI/@name");
    const halts = await Promise.all([stepper.stepIn(), stepper.stepIn(), stepper.stepBack(), stepper.continue()]);
    expect(halts.map(({ stop }) => stop!.index)).toEqual([1, 2, 1, 4]);
  });

  it("halt at a breakpoint whose condition can't be evaluated, and say why", async () => {
    const { query } = compile("//Day/POI");
    const scorer: Scorer = { id: "down", cost: "cheap", score: async () => Promise.reject(new Error("asleep")) };
    const stepper = startStepper(query!, tree, { scorer });
    stepper.setBreakpoints([{ id: 7, offset: 2, condition: 'node =~ "x" >= 0.5', hits: 0 }]);
    const halt = await stepper.continue();
    expect(halt).toMatchObject({ reason: "breakpoint", breakpoint: 7, problem: expect.stringContaining("asleep") });
    expect((await stepper.continue()).reason).toBe("end");
  });

  it("name all breakpoints that hold where they halt, and where a step leads to", async () => {
    const stepper = stepping("/Plan/Day");
    stepper.setBreakpoints([
      { id: 1, offset: 6, condition: null, hits: 0 },
      { id: 2, offset: 6, condition: "count = 99", hits: 0 },
      { id: 3, offset: 6, condition: "count = 3", hits: 0 },
    ]);
    expect(await stepper.stepIn()).toMatchObject({ reason: "step", breakpoint: null, hits: [] });
    expect(await stepper.stepIn()).toMatchObject({ reason: "step", breakpoint: null, hits: [1, 3] });
    await stepper.stepBack();
    expect(stepper.halt.hits).toEqual([]);
    expect(await stepper.continue()).toMatchObject({ reason: "breakpoint", breakpoint: 1, hits: [1, 3] });
  });

  it("that wait for the scorer end with a pause, and the next takes the answer", async () => {
    const { query } = compile('//POI[node =~ "museum"]');
    let calls = 0;
    let release = (): void => undefined;
    const scorer: Scorer = {
      id: "slow",
      cost: "expensive",
      score: (texts) => {
        calls++;
        return new Promise((resolve) => {
          release = () => resolve(new Float32Array(texts.length).fill(0.5));
        });
      },
    };
    const stepper = startStepper(query!, tree, { scorer });
    await stepper.stepIn();
    const asked = stepper.continue();
    while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    stepper.pause();
    expect(await asked).toMatchObject({ reason: "step", stop: { index: 1 } });
    expect((await stepper.watch("count(/..)")).kind).toBe("values");
    const again = stepper.stepIn();
    release();
    expect(await again).toMatchObject({ reason: "step", stop: { index: 2, kind: "Relevance" } });
    expect((await stepper.continue()).reason).toBe("end");
    expect([calls, stepper.counts.scorerCalls]).toEqual([1, 1]);
  });

  it("asked for before a pause are ended by it, those asked for after are not", async () => {
    const stepper = stepping("//Day/POI/@name");
    const first = stepper.continue();
    stepper.pause();
    expect(await first).toMatchObject({ stop: null });
    expect((await stepper.continue()).reason).toBe("end");
  });

  it("end where they are at the end and at the start", async () => {
    const stepper = stepping("//Day");
    expect((await stepper.stepBack()).reason).toBe("start");
    expect((await stepper.reverseContinue()).reason).toBe("start");
    await stepper.continue();
    for (const move of ["stepIn", "stepOver", "stepOut", "continue"] as const)
      expect(await stepper[move]()).toMatchObject({ reason: "end", stop: { kind: "End" } });
  });

  it("to the end do not move when only the result is wanted", async () => {
    const stepper = stepping("//Day/POI");
    await stepper.stepIn();
    expect((await stepper.finish()).matches).toHaveLength(3);
    expect(stepper.halt.stop!.index).toBe(1);
    expect((await stepper.inspect()).whyNot("/Plan/Day[3]")).not.toBeNull();
    expect((await stepper.stepIn()).stop!.index).toBe(2);
  });
});

describe("watching", () => {
  const atDays = async (options = {}): Promise<Stepper> => {
    const stepper = stepping("/Plan/Day", options);
    await stepper.stepIn();
    await stepper.stepIn();
    return stepper;
  };
  const paths = async (stepper: Stepper, text: string): Promise<string[]> => {
    const value = await stepper.watch(text);
    if (value.kind !== "sequence") throw new Error(JSON.stringify(value));
    return value.sequence.entries(0, 99).map(({ path, weight }) => `${path} ${weight}`);
  };

  it("starts paths, unions and groups at the current nodes", async () => {
    const stepper = await atDays();
    expect(await paths(stepper, "/POI[1]")).toEqual(["/Plan/Day[1]/POI[1] 1", "/Plan/Day[2]/POI 1"]);
    expect(await paths(stepper, "(/POI)[1]")).toEqual(["/Plan/Day[1]/POI[1] 1"]);
    expect(await paths(stepper, "( /@city | /POI )[last()]")).toEqual(["/Plan/Day[3]/@city 1"]);
    expect(await paths(stepper, "(: up :) /..")).toEqual(["/Plan 1"]);
  });

  it("carries weights along", async () => {
    const stepper = stepping('/Plan/Day[max(/POI[node =~ "garden"])]');
    while (stepper.halt.stop?.text.startsWith("max") !== true) await stepper.stepOver();
    expect(await paths(stepper, '/POI[node =~ "harbour"]')).toEqual([
      "/Plan/Day[1]/POI[2] 0.25",
      "/Plan/Day[2]/POI 0.25",
      "/Plan/Day[1]/POI[1] 0.0625",
    ]);
  });

  it("gives a value for each node, from an earlier sequence where that is asked for", async () => {
    const stepper = await atDays();
    const numbers = async (text: string, from?: Parameters<Stepper["watch"]>[2]): Promise<unknown> => {
      const value = await stepper.watch(text, undefined, from);
      return value.kind === "values" ? [value.isBoolean, value.count, value.values.map(({ value }) => value)] : value;
    };
    expect(await numbers("count(/POI) > 1")).toEqual([true, 3, [1, 0, 0]]);
    expect(await numbers("position() = 3")).toEqual([true, 3, [0, 0, 1]]);
    expect(await numbers('avg(/POI[node =~ "museum"])')).toEqual([false, 3, [0.625, 1, 0]]);
    expect(await numbers("count(/Day) = 3", stepper.stops[0]!.after)).toEqual([true, 1, [1]]);
    expect(await numbers("@a", stepper.stops[0]!.before)).toEqual([false, 0, []]);
  });

  it("looks at no more than a thousand nodes", async () => {
    const { query } = compile("//B");
    const stepper = startStepper(query!, readXml(`<A>${"<B/>".repeat(1500)}</A>`));
    await stepper.stepIn();
    const value = await stepper.watch("@x");
    expect(value.kind === "values" && [value.values.length, value.count]).toEqual([1000, 1500]);
  });

  it("can be cancelled, and is a problem then", async () => {
    const stepper = await atDays();
    const abort = new AbortController();
    abort.abort();
    expect(await stepper.watch('/POI[node =~ "x"]', abort.signal)).toMatchObject({ kind: "problem" });
    expect(await paths(stepper, "/POI[2]")).toEqual(["/Plan/Day[1]/POI[2] 1"]);
  });

  it("says where the mistake is, in what was typed", async () => {
    const stepper = await atDays();
    expect(await stepper.watch("@city == 1")).toMatchObject({ kind: "problem", span: { start: 6, end: 8 } });
    expect(await stepper.watch("/POI[")).toMatchObject({ kind: "problem" });
    expect(await stepper.watch("@a] | /x[@b")).toMatchObject({ kind: "problem" });
  });
});
