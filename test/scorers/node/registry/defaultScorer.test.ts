import { type LoadedConfig, readConfig, resolveScorer } from "@semantic-xpath/runtime/node";
import { describe, expect, it } from "vitest";

/** A configuration comes with a folder that may be a stranger's: it must not make a plain run send anything. */
const loaded = (config: object): LoadedConfig => {
  const text = JSON.stringify(config);
  return { path: "/project/sxp.config.json", folder: "/project", text, ...readConfig(text) };
};

const scorers = {
  judge: { kind: "chat", url: "http://127.0.0.1:9/v1", model: "m", keyVariable: "SECRET_KEY" },
  words: { kind: "lexical" },
  mix: { kind: "fused", of: ["words", "judge"], method: "mean" },
  fast: { kind: "cascade", cheap: "words", expensive: "mix", cut: 0.1 },
};
const ask = (defaultScorer: string, spec?: string) =>
  resolveScorer(spec, { config: loaded({ scorers, defaultScorer }), folder: "/project", cache: null, environment: {} });

describe("the default scorer of a configuration", () => {
  it.each(["judge", "mix", "fast", "chat:http://127.0.0.1:9/v1#m", "rerank-server:http://127.0.0.1:9#m"])(
    "%s is refused, since it asks a server",
    async (name) => {
      await expect(ask(name)).rejects.toMatchObject({ code: "SXP4105" });
    },
  );

  it("may be one that stays on this machine", async () => {
    expect((await ask("words")).id).toContain("lexical");
  });

  it("asks a server when somebody names it", async () => {
    await expect(ask("words", "judge")).resolves.toMatchObject({ cost: "expensive" });
  });
});
