import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory } from "@semantic-xpath/memory/node";
import { httpStudio, type StudioFailure } from "@semantic-xpath/studio/client";
import { beforeAll, describe, expect, it } from "vitest";
import { bundlePage } from "../../packages/studio/build.mjs";
import { ROOT } from "../structure/support/sources.js";
import { PLAN, sxp } from "./sxp.js";

const FILE = join(mkdtempSync(join(tmpdir(), "sxp-plan-")), "plan.xml");
writeFileSync(FILE, PLAN);

/** The command as a person has it: its address, and what ends it. */
function started(...words: string[]) {
  const stop = new AbortController();
  let out = "";
  let found = (_: string): void => undefined;
  const address = new Promise<string>((resolve) => {
    found = resolve;
  });
  const onOut = (text: string): void => {
    out += text;
    if (out.includes("\n")) found(out.trim());
  };
  const ended = sxp(["studio", ...words], { signal: stop.signal, onOut });
  // One that did not start says why.
  void ended.then(({ err }) => found(err));
  const client = address.then((url) => {
    const [origin, token] = url.split("/#token=");
    return httpStudio({ origin: origin!, token: token! });
  });
  return { client, ended, end: () => stop.abort(), address };
}

/** Which page is served is no matter here: that of the build, where there is one. */
beforeAll(async () => {
  if (!existsSync(join(ROOT, "packages/studio/dist/web/page/index.html"))) await bundlePage();
});

describe("sxp studio", () => {
  it.each([
    ["studio", "one thing"],
    ["studio --memory a --data b.xml", "one thing"],
    ["studio --memory nowhere", "SXP5001"],
    ["studio --data nowhere.xml", "nowhere.xml"],
    ["studio --data b.xml --port 70000", "--port"],
    ["studio --data b.xml --key-variable K", "--model"],
  ])("%s is refused with a reason", async (line, reason) => {
    const { code, out, err } = await sxp(line.split(" "));
    expect(err).toContain(reason);
    expect([code, out]).toEqual([expect.any(Number), ""]);
    expect(code).not.toBe(0);
  });

  it("shows data, says that nothing is kept, and ends with Ctrl-C", async () => {
    const { client, ended, end, address } = started("--data", FILE);
    expect(await address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    const studio = await client;
    const state = await studio.ask("state", {});
    expect(state).toMatchObject({ canWrite: true, isKept: false, model: null });
    const { run } = await studio.ask("run", { query: "/*", task: state.task, version: null });
    expect(await studio.ask("view", { run, method: "results", params: { from: 0, count: 1 } })).toMatchObject({
      total: 1,
    });
    end();
    const { code, out, err } = await ended;
    expect(code).toBe(130);
    expect(err).toContain("Nothing is kept");
    expect((out + err).match(/token=/g)).toHaveLength(1);
    await expect(studio.ask("state", {})).rejects.toMatchObject({ status: 0 } satisfies Partial<StudioFailure>);
  });

  it("keeps changes and conversations in a memory, and changes nothing of one that is only read", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "sxp-studio-")), "memory");
    await sxp(["memory", "init", folder]);
    expect(await sxp(["memory", "create", folder, "plan", "--data", FILE])).toMatchObject({ code: 0 });
    const first = started("--memory", folder, "--author", "Ann");
    const writing = await first.client;
    expect(await writing.ask("state", {})).toMatchObject({ isKept: true, title: "memory" });
    const update = { task: "plan", update: 'insert node attribute seen {"yes"} into /*', dryRun: false, ifVersion: 1 };
    expect(await writing.ask("update", update)).toMatchObject({ version: 2 });
    const { id } = await writing.ask("conversation", { conversation: null });
    first.end();
    await first.ended;
    const second = started("--memory", folder, "--read-only");
    const reading = await second.client;
    expect(await reading.ask("state", {})).toMatchObject({ canWrite: false, isKept: false });
    await expect(reading.ask("update", update)).rejects.toMatchObject({ code: "SXP5162" });
    await expect(reading.ask("conversation", { conversation: id })).rejects.toMatchObject({ code: "SXP5167" });
    second.end();
    await second.ended;
    const memory = openMemory(folder);
    expect(memory.task("plan").head().provenance).toMatchObject({ author: "Ann" });
    memory.close();
  });
});
