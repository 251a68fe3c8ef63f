import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bufferOf } from "../../../packages/cli/src/repl/editor/buffer/buffer.js";
import { accept } from "../../../packages/cli/src/repl/editor/menu.js";
import { embedded } from "../../../packages/cli/src/repl/language/present.js";
import { type ReplLanguage, replLanguage } from "../../../packages/cli/src/repl/language/replLanguage.js";
import { runs } from "../../support/runs.js";
import { planFolder } from "../sxp.js";
import { sitting } from "./support/session.js";

const cwd = planFolder();

/** What the editor knows after some input to a plan of two days with three stops. */
async function typing(...inputs: readonly string[]): Promise<ReplLanguage> {
  const plan = sitting({ cwd });
  await plan.type(":load plan.sxp", ...inputs);
  return replLanguage(plan.session);
}

const atDays = (): Promise<ReplLanguage> => typing(":step //Day[max(/POI)]", "n");

/** The buffer of a text whose last `|` is the cursor. */
function at(marked: string) {
  const cursor = marked.lastIndexOf("|");
  return bufferOf(marked.slice(0, cursor) + marked.slice(cursor + 1), cursor);
}

const labels = (language: ReplLanguage, marked: string): string[] =>
  language.complete(at(marked), true).map(({ label }) => label);

describe("completion in what is evaluated on the present nodes", () => {
  it.each<[string, string]>([
    [" @|", "@city"],
    [" @ci|", "@city"],
    [' @city = "K|', "Kyoto"],
    [" |", 'node =~ "…"'],
    [" cou|", "count(…)"],
    [" count(/|", "POI"],
    [" count(/P|", "POI"],
    [" @index |", "="],
    [' @city = "Kyoto" and @|', "@index"],
    ["/|", "POI"],
    ["/P|", "POI"],
    ["/POI[@|", "@name"],
    ["(/|", "POI"],
    ["/POI | /|", "POI"],
    [":watch @|", "@city"],
    [":watch cou|", "count(…)"],
    [":watch /|", "POI"],
    [":watch /POI[no|", 'node =~ "…"'],
    [":wat @|", "@city"],
  ])("%s", async (marked, expected) => {
    expect(labels(await atDays(), marked)).toContain(expected);
  });

  it("is that of the nodes at hand, and of any before there are some", async () => {
    expect(labels(await atDays(), " @|")).not.toContain("@name");
    expect(labels(await typing(":step //POI", "n"), " @|")).toContain("@name");
    const before = labels(await typing(":step //POI"), " @|");
    expect(before).toEqual(expect.arrayContaining(["@name", "@city"]));
    expect(labels(await typing(), ":watch @|")).toEqual(expect.arrayContaining(["@name", "@city"]));
  });

  it("writes at its place in what was typed", async () => {
    const language = await atDays();
    const taken = (marked: string, label: string): string => {
      const choice = language.complete(at(marked), true).find((one) => one.label === label);
      if (choice === undefined) throw new Error(`no choice ${label}`);
      const { text, cursor } = accept(at(marked), choice);
      return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
    };
    expect(taken(" @c|", "@city")).toBe(" @city|");
    expect(taken(":watch @c| = 1", "@city")).toBe(":watch @city| = 1");
    expect(taken("/POI | /P|", "POI")).toBe("/POI | /POI|");
    expect(taken(' @city = "Ky|', "Kyoto")).toBe(' @city = "Kyoto"|');
  });

  it("offers no position, which a watch has no use for", async () => {
    const found = labels(await atDays(), ":watch |");
    expect(found).toContain("@city");
    for (const label of ["1", "[1]", "-1", "1:5"]) expect(found).not.toContain(label);
  });
});

describe("what is evaluated on the present nodes, while it is typed", () => {
  const styled = (language: ReplLanguage, text: string): string[] =>
    language.highlights(bufferOf(text)).marks.map(({ start, end, style }) => `${text.slice(start, end)} ${style}`);

  it("has the colours of a query", async () => {
    const language = await atDays();
    expect(styled(language, ' @city = "Kyoto"')).toEqual(["city property", "= operator", '"Kyoto" string']);
    expect(styled(language, " count(/POI) > 1")).toEqual(["count function", "POI class", "> operator", "1 number"]);
    expect(styled(language, ":watch /POI")).toEqual([":watch  command", "POI class"]);
  });

  it("says what is wrong, and what a function takes", async () => {
    const language = await atDays();
    const { hint, overlays } = language.highlights(at(" @citi = 1 |"));
    expect(hint?.text).toContain('"Day" has no attribute "citi"');
    expect(overlays).toContainEqual({ start: 1, end: 6, kind: "error" });
    expect(language.highlights(bufferOf(":watch count(")).hint?.text).toMatch(/^count\(/);
    expect(language.highlights(bufferOf(" avg(")).hint?.text).toMatch(/^avg\(/);
  });

  it.each([" @city", " count(/POI)", ' node =~ "lake"', "/POI[1]", "(/POI)[1]", "/POI | /..", ":watch @index > 1"])(
    "finds nothing wrong with %s",
    async (text) => {
      const { overlays, hint } = (await atDays()).highlights(bufferOf(`${text} `));
      expect([overlays.filter(({ kind }) => kind !== "pair"), hint]).toEqual([[], null]);
    },
  );
});

describe("a watch in a query", () => {
  it.each<[string, string]>([
    ["@city", "//Day[@city]"],
    [":watch @city", "       //Day[@city]"],
    ["/POI", "//Day/POI"],
    ["(/POI)[1]", "(//Day/POI)[1]"],
    ["/POI | //Note", "//Day/POI | //Day//Note"],
    ["/POI[a | /b]", "//Day/POI[a | /b]"],
    ["count(/POI) > 1", "//Day[count(/POI) > 1]"],
    ["", "//Day[]"],
  ])("%j is %j", (text, whole) => {
    const from = text.startsWith(":watch ") ? 7 : 0;
    expect(embedded(text, from, "//Day").text).toBe(whole);
  });

  it("has every place of the watch", () => {
    const piece = fc.constantFrom("/", "//", "|", "(", ")", "[", "]", "@", "POI", '"', " ", "金", "\n", "=", ":", "1");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(5), (pieces, from) => {
        const text = " ".repeat(from) + pieces.join("");
        const whole = embedded(text, from, "//(Day|POI)", "(");
        for (let at = from; at < text.length; at++) {
          expect(whole.back(whole.into(at))).toBe(at);
          expect(whole.text[whole.into(at)]).toBe(text[at]);
        }
        expect(whole.back(whole.into(text.length))).toBe(text.length);
      }),
      { numRuns: runs(200) },
    );
  });
});
