import { compile, RunError, readXml, type Scorer } from "@semantic-xpath/runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const tree = readXml('<A><B x="1"/><B x="2"/></A>');
const run = (score: Scorer["score"], cost: Scorer["cost"] = "cheap") =>
  compile('/A/B[@x =~ "condition"]').query!.run(tree, { scorer: { id: "model@7", cost, score }, limit: 1 });

const rejections: unknown[] = [];
const onRejection = (reason: unknown): number => rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", onRejection);
});
afterEach(() => {
  process.off("unhandledRejection", onRejection);
  vi.restoreAllMocks();
});

describe.each(["cheap", "expensive"] as const)("a %s scorer", (cost) => {
  it.each<[string, Scorer["score"], string, string]>([
    ["rejects", () => Promise.reject(new Error("no such model")), "SXP4001", "no such model"],
    ["rejects with no error", () => Promise.reject("down"), "SXP4001", "down"],
    [
      "throws",
      () => {
        throw new TypeError("not ready");
      },
      "SXP4001",
      "not ready",
    ],
    ["gives too few scores", async () => new Float32Array(0), "SXP4001", "it gave 0 scores for"],
    ["gives too many scores", async () => new Float32Array(9), "SXP4001", "it gave 9 scores for"],
    ["gives nothing", async () => undefined as unknown as Float32Array, "SXP4001", "it gave no scores for"],
    ["gives NaN", async (texts) => new Float32Array(texts.length).fill(Number.NaN), "SXP4002", "gave NaN for"],
    ["gives -0.1", async (texts) => new Float32Array(texts.length).fill(-0.1), "SXP4002", "gave -0.1"],
    ["gives 1.1", async (texts) => new Float32Array(texts.length).fill(1.1), "SXP4002", "gave 1.1"],
    ["gives infinity", async (texts) => new Float32Array(texts.length).fill(1 / 0), "SXP4002", "gave Infinity"],
  ])("that %s ends the run with its name", async (_, score, code, reason) => {
    const failure = await run(score, cost).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RunError);
    expect(failure).toMatchObject({ code });
    expect((failure as RunError).message).toContain('The scorer "model@7"');
    expect((failure as RunError).message).toContain(reason);
  });
});

describe("a failure", () => {
  it("keeps its cause", async () => {
    const cause = new Error("no such model");
    await expect(run(() => Promise.reject(cause))).rejects.toMatchObject({ cause });
  });

  it("is told to what the scorer still runs", async () => {
    let signal: AbortSignal | undefined;
    await run(async (_, __, options) => {
      signal = options.signal;
      throw new Error("half way");
    }).catch(() => undefined);
    expect(signal!.aborted).toBe(true);
  });

  it("leaves no timer", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const clear = vi.spyOn(globalThis, "clearTimeout");
    await run(() => Promise.reject(new Error("no"))).catch(() => undefined);
    const open = set.mock.results.map(({ value }) => value as unknown);
    for (const [cleared] of clear.mock.calls) open.splice(open.indexOf(cleared), open.includes(cleared) ? 1 : 0);
    expect(open).toEqual([]);
  });

  it("that comes after the run was aborted is nobody's", async () => {
    const controller = new AbortController();
    const late = run(() => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 30)));
    const aborted = compile('/A/B[@x =~ "c"]').query!.run(tree, {
      signal: controller.signal,
      scorer: {
        id: "late",
        cost: "cheap",
        score: () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 30)),
      },
    });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "SXP4004" });
    await expect(late).rejects.toMatchObject({ code: "SXP4001" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rejections).toEqual([]);
  });

  it("of one run does not touch another one", async () => {
    const good = run(async (texts) => new Float32Array(texts.length).fill(0.5));
    await run(() => Promise.reject(new Error("no"))).catch(() => undefined);
    expect((await good).matches).toHaveLength(1);
  });
});
