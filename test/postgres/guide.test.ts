// @module-tag process
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTenants } from "@semantic-xpath/agents/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentsOf, repository, sxp } from "../cli/sxp.js";
import { blocksOf } from "../docs/blocks.js";
import { isServer, SCRIPTS } from "../docs/documented.js";
import { Cluster, noServer } from "./support/cluster.js";

const GUIDE = "docs/how-to/postgres.md";
const reason = noServer === null ? "" : ` (skipped: ${noServer})`;
const cwd = mkdtempSync(join(tmpdir(), "sxp-guide-"));
let cluster: Cluster;

beforeAll(async () => {
  symlinkSync(join(repository, "examples"), join(cwd, "examples"), "junction");
  if (noServer !== null) return;
  cluster = new Cluster();
  await cluster.start();
}, 60_000);
afterAll(async () => {
  await cluster?.remove();
  rmSync(cwd, { recursive: true, force: true });
});

/** A line of the guide with the address of the server here. */
const here = (line: string): string[] =>
  argumentsOf(line).map((word) => word.replace("postgres://localhost/agents", cluster.url()));

describe.skipIf(noServer !== null)(`the guide to memories in PostgreSQL${reason}`, () => {
  it("is followed from its first command to its last", async () => {
    const { commands } = SCRIPTS.find(({ name }) => name === GUIDE)!;
    const answers: string[] = [];
    for (const command of commands.filter((each) => !isServer(each))) {
      const { code, out, err } = await sxp(here(command.line), { cwd });
      expect(code, `${command.line}: ${err}`).toBe(0);
      answers.push(out);
    }
    const said = answers.join("");
    for (const words of [
      "made an empty memory",
      "made trip: version 1",
      "version 2",
      "whole",
      "copied 2 steps",
      "copied to saved",
    ])
      expect(said).toContain(words);
    const text = await sxp(here("memory show --store postgres://localhost/agents#acme-copy trip"), { cwd });
    expect(text.out).toBe((await sxp(["memory", "show", "copy", "trip"], { cwd })).out);
    // A conversation continues from another process.
    const store = cluster.url().concat("#acme");
    const chat = (stdin: string, ...more: string[]) =>
      sxp(["chat", "--memory", store, "--format", "json", ...more], { cwd, stdin });
    expect((await chat("what is on day 2?\n")).code).toBe(0);
    const again = await chat("and on day 3?\n", "--conversation", "last");
    expect([again.code, again.err]).toEqual([0, ""]);
    const turns = again.out.split("\n").filter((line) => line !== "");
    expect(turns.every((line) => /\.2"/.test(line))).toBe(true);
    // What is wrong is said, and no password with it.
    const gone = await sxp(["memory", "list", cluster.url().replace("sxp@", "sxp:secret@").concat("#none")], { cwd });
    expect([gone.code, gone.err.includes("secret")]).toEqual([3, false]);
  }, 120_000);

  it("has tenants that the server reads, and figures of the bench that there is", () => {
    const [tenants] = blocksOf(GUIDE).filter(({ info }) => info === "json");
    expect(readTenants(tenants!.text)).toHaveLength(2);
    writeFileSync(join(cwd, "tokens.json"), tenants!.text);
    expect(readFileSync(join(repository, "bench/options.mjs"), "utf8")).toContain('"postgres"');
  });
});
