import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { sxp } from "./sxp.js";

const SCHEMA = `{ "version": 1, "roots": ["Plan"], "types": { "Plan": { "children": { "Day": {} } }, "Day": { "attributes": { "n": { "type": "number" } } } } }`;
const DOCUMENT =
  'import schema "plan.schema.json";\n(: One day. :)\ndeclare query day($n as number) := /Plan/Day[$n];\n';

function folder(document = DOCUMENT): string {
  const path = mkdtempSync(join(tmpdir(), "sxp-codegen-"));
  writeFileSync(join(path, "plan.sxp"), document);
  writeFileSync(join(path, "plan.schema.json"), SCHEMA);
  return path;
}
const moduleIn = (cwd: string): string => readFileSync(join(cwd, "plan.sxp.ts"), "utf8");

describe("sxp codegen", () => {
  it("writes a module beside the document, once", async () => {
    const cwd = folder();
    expect(await sxp(["codegen", "plan.sxp"], { cwd })).toEqual({
      code: 0,
      out: "",
      err: "wrote plan.sxp.ts: 1 query\n",
    });
    expect(moduleIn(cwd)).toContain("/** One day. */\nexport const day: TypedQuery<TypedMatches<NodeMatch<Day>>,");
    expect((await sxp(["codegen", "plan.sxp"], { cwd })).err).toBe("plan.sxp.ts is up to date\n");
  });

  it("prints it, or writes it elsewhere, or types alone", async () => {
    const cwd = folder();
    const { out } = await sxp(["codegen", "plan.sxp", "-o", "-"], { cwd });
    expect(out).toContain("export interface Day {");
    expect(existsSync(join(cwd, "plan.sxp.ts"))).toBe(false);
    await sxp(["codegen", "plan.sxp", "-o", "queries.ts"], { cwd });
    expect(readFileSync(join(cwd, "queries.ts"), "utf8")).toBe(out);
    await sxp(["codegen", "plan.sxp", "--declarations"], { cwd });
    expect(readFileSync(join(cwd, "plan.d.sxp.ts"), "utf8")).toContain("export declare const day:");
  });

  it("says what is not up to date", async () => {
    const cwd = folder();
    expect(await sxp(["codegen", "plan.sxp", "--check"], { cwd })).toEqual({ code: 1, out: "plan.sxp.ts\n", err: "" });
    expect(existsSync(join(cwd, "plan.sxp.ts"))).toBe(false);
    await sxp(["codegen", "plan.sxp"], { cwd });
    expect((await sxp(["codegen", "plan.sxp", "--check"], { cwd })).code).toBe(0);
  });

  it("leaves what is there where a query has an error", async () => {
    const cwd = folder();
    await sxp(["codegen", "plan.sxp"], { cwd });
    const before = moduleIn(cwd);
    writeFileSync(join(cwd, "plan.sxp"), DOCUMENT.replace("/Day", "/Dya"));
    const { code, err } = await sxp(["codegen", "plan.sxp"], { cwd });
    expect([code, moduleIn(cwd)]).toEqual([1, before]);
    expect(err).toContain("SXP2001");
  });

  it("refuses what makes no sense", async () => {
    const cwd = folder();
    expect((await sxp(["codegen"], { cwd })).code).toBe(2);
    expect((await sxp(["codegen", "plan.schema.json"], { cwd })).err).toContain("is no document");
    expect((await sxp(["codegen", "plan.sxp", "plan.sxp", "-o", "x.ts"], { cwd })).code).toBe(2);
    expect((await sxp(["codegen", "plan.sxp", "--check", "--watch"], { cwd })).code).toBe(2);
    expect((await sxp(["codegen", "none.sxp"], { cwd })).code).toBe(3);
  });

  it("writes again after each change until it is interrupted, mistakes or not", async () => {
    const cwd = folder();
    const stop = new AbortController();
    const done = sxp(["codegen", "plan.sxp", "--watch"], { cwd, signal: stop.signal });
    await vi.waitFor(() => expect(moduleIn(cwd)).toContain("const day"));
    // An editor puts a new file in the place of the old one.
    const change = (name: string, text: string): void => {
      writeFileSync(join(cwd, "new.tmp"), text);
      renameSync(join(cwd, "new.tmp"), join(cwd, name));
    };
    change("plan.sxp", DOCUMENT.replace("/Day", "/Dya"));
    change("plan.sxp", DOCUMENT.replace("query day", "query one_day"));
    await vi.waitFor(() => expect(moduleIn(cwd)).toContain("const one_day"));
    change("plan.schema.json", SCHEMA.replace('"n"', '"place"'));
    await vi.waitFor(() => expect(moduleIn(cwd)).toContain("readonly place?:"));
    stop.abort();
    expect((await done).code).toBe(0);
  });
});
