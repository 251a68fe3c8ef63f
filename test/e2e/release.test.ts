import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { problemsOfRelease } from "../../packages/semantic-xpath/release.mjs";
import { sxp } from "../cli/sxp.js";
import { ROOT, textOf } from "../structure/support/sources.js";

it("names, versions and files of a release agree", () => expect(problemsOfRelease()).toEqual([]));

it("server.json names the published package", () => {
  const { name, version, packages } = JSON.parse(textOf("server.json")) as {
    name: string;
    version: string;
    packages: readonly { identifier: string; version: string; packageArguments: readonly { name?: string }[] }[];
  };
  const manifest = JSON.parse(textOf("packages/semantic-xpath/package.json")) as Record<string, unknown>;
  expect([name, version, packages[0]!.identifier, packages[0]!.version]).toEqual([
    manifest.mcpName,
    manifest.version,
    manifest.name,
    manifest.version,
  ]);
});

it("the arguments in server.json are options of `sxp mcp`", async () => {
  const { out } = await sxp(["mcp", "--help"]);
  const [entry] = (JSON.parse(textOf("server.json")) as { packages: { packageArguments: { name?: string }[] }[] })
    .packages;
  for (const { name } of entry!.packageArguments) if (name !== undefined) expect(out).toContain(`${name} `);
});

const forms = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");
it.each(forms)("the form %s has a name, a description and required fields", (name) => {
  const form = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`)) as {
    name: string;
    description: string;
    body: readonly { type: string; id?: string; validations?: { required: boolean } }[];
  };
  expect([form.name, form.description].every((text) => text.length > 2)).toBe(true);
  expect(form.body.some(({ validations }) => validations?.required)).toBe(true);
  const ids = form.body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});

it("the options that the form of a wrong result names are those of `sxp run`", async () => {
  const { out } = await sxp(["run", "--help"]);
  const named = textOf(".github/ISSUE_TEMPLATE/wrong-result.yml").match(/--[a-z-]{3,}/g)!;
  for (const option of new Set(named)) if (option !== "--version") expect(out).toContain(option);
});

it("only a person's dispatch publishes", () => {
  const { on, jobs } = parse(textOf(".github/workflows/release.yml")) as {
    on: object;
    jobs: Readonly<Record<string, { if?: string; environment?: string; steps: readonly { run?: string }[] }>>;
  };
  expect(Object.keys(on)).toEqual(["workflow_dispatch"]);
  const publishing = Object.values(jobs).filter(({ steps }) => steps.some(({ run = "" }) => /\bpublish\b/.test(run)));
  expect(publishing.length).toBe(2);
  for (const { if: condition, environment } of publishing) {
    expect(condition).toContain("inputs.publish");
    expect(environment).toBeDefined();
  }
  expect(textOf(".github/workflows/ci.yml")).not.toMatch(/publish/);
});
