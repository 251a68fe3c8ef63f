import { compile, lexicalScorer, type RunOptions, readTree, type Scorer, type Tree } from "@semantic-xpath/runtime";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { countedClock } from "../../support/countedClock.js";

const reason = new Error("enough");

/** A run whose signal aborts when its scorer was asked. */
async function stopsWhenAsked(scorer: Scorer): Promise<void> {
  const controller = new AbortController();
  const asked: Scorer = {
    ...scorer,
    score: (...given) => {
      setImmediate(() => controller.abort(reason));
      return scorer.score(...given);
    },
  };
  const run = compile('//B[@x =~ "c"]').query!.run(small, { scorer: asked, signal: controller.signal });
  await expect(run).rejects.toMatchObject({ code: "SXP4004", cause: reason });
}

const small = readTree({ type: "A", children: [{ type: "B", attributes: { x: "1" } }] });
const silent: Scorer = { id: "silent", cost: "cheap", score: () => new Promise(() => undefined) };

describe("a signal", () => {
  it("that is aborted already ends the run before anything is asked", async () => {
    let asked = false;
    const score = async () => {
      asked = true;
      return new Float32Array(1);
    };
    const { query } = compile('//B[@x =~ "c"]');
    await expect(
      query!.run(small, { scorer: { ...silent, score }, signal: AbortSignal.abort("no") }),
    ).rejects.toMatchObject({
      code: "SXP4004",
      cause: "no",
    });
    expect(asked).toBe(false);
  });

  it("that is aborted already ends a structural run, too", async () => {
    await expect(compile("//B").query!.run(small, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "SXP4004",
    });
  });

  it("ends a run whose scorer never answers and does not listen", () => stopsWhenAsked(silent));

  it("reaches the scorer", async () => {
    const seen: (AbortSignal | undefined)[] = [];
    const listening: Scorer = {
      ...silent,
      score: (_, __, { signal }) => {
        seen.push(signal);
        return new Promise((_resolve, reject) => {
          signal!.addEventListener("abort", () => reject(new Error("stopped")));
        });
      },
    };
    await stopsWhenAsked(listening);
    expect(seen[0]!.aborted).toBe(true);
  });

  it("is made for a scorer that reads it, and for no other", async () => {
    const made = vi.fn();
    vi.stubGlobal(
      "AbortController",
      class extends AbortController {
        constructor() {
          super();
          made();
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const ones = (count: number) => new Float32Array(count).fill(1);
    const reading: Scorer = {
      ...silent,
      score: async (texts, _, { signal }) => ones(signal!.aborted ? 0 : texts.length),
    };
    const { query } = compile('//B[@x =~ "c"]');
    await query!.run(small, { scorer: { ...silent, score: async (texts) => ones(texts.length) } });
    expect(made).not.toHaveBeenCalled();
    await query!.run(small, { scorer: reading });
    expect(made).toHaveBeenCalledOnce();
  });

  it("of a run that has ended does nothing, and is not held on to", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    const scorer: Scorer = { ...silent, score: async (texts) => new Float32Array(texts.length).fill(1) };
    await compile('//B[@x =~ "c"]').query!.run(small, { scorer, signal });
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
    controller.abort();
  });
});

describe("a signal during long work", () => {
  const million = wideTree(1000, 1000);

  /**
   * The work is done in at least so many slices where each look at the clock ends one; a signal that aborts during a slice ends
   * the run with it.
   */
  async function stops(slices: number, run: (options: RunOptions) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    const clock = countedClock(20, (looks) => {
      if (looks === slices) controller.abort(reason);
    });
    const budget = { maxMilliseconds: Number.POSITIVE_INFINITY };
    await expect(run({ signal: controller.signal, budget })).rejects.toMatchObject({ code: "SXP4004", cause: reason });
    expect(clock.looks()).toBeLessThanOrEqual(slices + 1);
  }

  it("over the structure of a million nodes", async () => {
    const work = "//*[exists(/following-sibling::*[exists(/preceding-sibling::*[@x])])]";
    await stops(5, (options) => compile(work).query!.run(million, options));
  });

  it("over lists per context", async () => {
    const work = `//C${"/following-sibling::*[1]/preceding-sibling::*[1]".repeat(8)}`;
    await stops(8, (options) => compile(work).query!.run(million, options));
  });

  it("while texts are put together", async () => {
    await stops(1000, (options) => compile('//*[node =~ "c"]').query!.run(million, { ...options, scorer: silent }));
  });

  it("while the lexical scorer scores 100 000 texts", async () => {
    const tree = wideTree(100, 1000, (i) => `a museum ${i} by the lake ${i % 97}`);
    await stops(2000, (options) =>
      compile('//C[@x =~ "museum of art by the river"]').query!.run(tree, { ...options, scorer: lexicalScorer() }),
    );
  });
});

function wideTree(parents: number, children: number, x?: (i: number) => string): Tree {
  return readTree({
    type: "A",
    children: Array.from({ length: parents }, (_, p) => ({
      type: "B",
      children: Array.from({ length: children - 1 }, (__, c) =>
        x === undefined ? { type: "C" } : { type: "C", attributes: { x: x(p * children + c) } },
      ),
    })),
  });
}
