import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, sxp } from "./sxp.js";

const UGLY = "//Day [ 1 ] / POI\n";
const USUAL = "//Day[1]/POI\n";
const files = () => folder({ "ugly.sxp": UGLY, "usual.sxp": USUAL, "broken.sxp": "//Day[\n" });
const format = (words: readonly string[], cwd = files(), stdin = "") => sxp(["format", ...words], { cwd, stdin });

describe("sxp format", () => {
  it("prints", async () => {
    expect(await format(["ugly.sxp"])).toEqual({ code: 0, out: USUAL, err: "" });
    expect(await format(["-"], files(), UGLY)).toEqual({ code: 0, out: USUAL, err: "" });
  });

  it("writes what changes", async () => {
    const cwd = files();
    expect(await format(["--write", "ugly.sxp", "usual.sxp"], cwd)).toEqual({
      code: 0,
      out: "",
      err: "formatted ugly.sxp\n",
    });
    expect(readFileSync(join(cwd, "ugly.sxp"), "utf8")).toBe(USUAL);
  });

  it("names what is not formatted", async () => {
    expect(await format(["--check", "usual.sxp", "ugly.sxp"])).toEqual({ code: 1, out: "ugly.sxp\n", err: "" });
    expect((await format(["--check", "usual.sxp"])).code).toBe(0);
  });

  it("leaves a file with a syntax error alone", async () => {
    const cwd = files();
    const { code, out, err } = await format(["--write", "broken.sxp"], cwd);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining("broken.sxp:1:6: error SXP1")]);
    expect(readFileSync(join(cwd, "broken.sxp"), "utf8")).toBe("//Day[\n");
  });

  it.each([
    [2, ["--write", "-"]],
    [2, ["--write", "--check", "ugly.sxp"]],
    [3, ["nope.sxp"]],
  ])("exits with %i for %j", async (code, words) => {
    expect((await format(words as string[])).code).toBe(code);
  });
});
