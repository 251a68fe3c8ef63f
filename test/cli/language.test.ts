import { describe, expect, test } from "vitest";
import { sxp } from "./sxp.js";

const DATA = "<List><Item>viele alte Häuser</Item><Item>ein Boot am See</Item></List>";
const run = (...options: string[]) =>
  sxp(["run", '//Item[node =~ "Haus"]', "--data", "-", "--format", "values", ...options], { stdin: DATA });

describe("sxp run --language", () => {
  test.each([[["--language", "de"]], [["--language", "german", "--scorer", "lexical"]], [["--scorer", "lexical:de"]]])(
    "%j compares the words of that language",
    async (options) => {
      const { code, out } = await run(...options);
      expect([code, out.includes("Häuser")]).toEqual([0, true]);
    },
  );

  test("an unknown language is refused with the list of those that are known", async () => {
    const { code, err } = await run("--language", "klingon");
    expect(code).toBe(4);
    expect(err).toContain('There is no language "klingon". There are: english (en), ');
  });

  test("it is of the scorer lexical", async () => {
    const { code, err } = await run("--language", "de", "--scorer", "recorded:x.json");
    expect(code).toBe(2);
    expect(err).toContain("--language is of the scorer lexical, and this is recorded:x.json.");
  });
});
