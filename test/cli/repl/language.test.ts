import { describe, expect, it } from "vitest";
import { bufferOf } from "../../../packages/cli/src/repl/editor/buffer/buffer.js";
import { accept, type Choice } from "../../../packages/cli/src/repl/editor/menu.js";
import { plainSnippet } from "../../../packages/cli/src/repl/language/queryChoices.js";
import { type ReplLanguage, replLanguage } from "../../../packages/cli/src/repl/language/replLanguage.js";
import { planFolder } from "../sxp.js";
import { type Sitting, sitting } from "./support/session.js";

const cwd = planFolder();

async function inPlan(...inputs: readonly string[]): Promise<{ language: ReplLanguage; plan: Sitting }> {
  const plan = sitting({ cwd });
  await plan.type(":load plan.sxp", ...inputs);
  return { language: replLanguage(plan.session), plan };
}

/** The buffer of a text with `|` where the cursor stands. */
const at = (marked: string) => bufferOf(marked.replace("|", ""), marked.indexOf("|"));

const labels = (language: ReplLanguage, marked: string, asked = false): string[] =>
  language.complete(at(marked), asked).map(({ label }) => label);

/** What a choice makes of the input. */
function taken(language: ReplLanguage, marked: string, label: string): string {
  const buffer = at(marked);
  const choice = language.complete(buffer, true).find((one: Choice) => one.label === label);
  if (choice === undefined) throw new Error(`no choice ${label}`);
  const { text, cursor } = accept(buffer, choice);
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe("completion in a query", () => {
  it.each<[string, string[]]>([
    ["//PO|", ["POI"]],
    ["/Plan/D|", ["Day"]],
    ["//Day[@c|", ["@city"]],
    ['//Day[@city = "K|', ["Kyoto"]],
    [":explain //PO|", ["POI"]],
    [":def x = //PO|", ["POI"]],
    [":watch //PO|", ["POI"]],
  ])("%s", async (marked, expected) => {
    const { language } = await inPlan();
    for (const label of expected) expect(labels(language, marked)).toContain(label);
  });

  it("writes snippets with the cursor where something is missing", async () => {
    const { language } = await inPlan();
    expect(taken(language, "//Day[no|", 'node =~ "…"')).toBe('//Day[node =~ "|"');
    expect(taken(language, "//P|", "POI")).toBe("//POI|");
    expect(taken(language, ":explain //P| ", "POI")).toBe(":explain //POI| ");
  });

  it("closes a string that it fills, and leaves a closed one alone", async () => {
    const { language } = await inPlan();
    expect(taken(language, '//Day[@city = "Ky|', "Kyoto")).toBe('//Day[@city = "Kyoto"|');
    expect(taken(language, '//Day[@city = "Ky|"]', "Kyoto")).toBe('//Day[@city = "Kyoto|"]');
  });

  it("offers nothing that stands there already, unless asked", async () => {
    const { language } = await inPlan();
    expect(labels(language, "//POI|")).not.toContain("POI");
  });
});

describe("completion of commands", () => {
  it.each<[string, string[]]>([
    [":wh|", ["why", "whynot"]],
    [":data pl|", ["plan.xml", "plan.schema.json"]],
    [":load |", ["plan.sxp"]],
    [":export |", ["html", "json", "mermaid"]],
    [":help com|", ["compare"]],
    [":why |", ["1", "2"]],
    [":whynot /|", ["/Plan"]],
    [":whynot /Plan/|", ["/Plan/Day[1]", "/Plan/Day[2]"]],
    [":tree /Plan/Day[1]/|", ["/Plan/Day[1]/POI[1]", "/Plan/Day[1]/POI[2]"]],
    [":compare |", ["1"]],
    [":trace |", ["#3"]],
    [":let |", ["$what =", "$n ="]],
    [":scorer em|", ["embedding:"]],
    ["pla|", ["places"]],
  ])("%s", async (marked, expected) => {
    const { language } = await inPlan("//Day");
    const found = labels(language, marked, true);
    for (const label of expected) expect(found).toContain(label);
  });

  it("finds a path among more children than a list has room for", async () => {
    const many = sitting({ cwd: planFolder({ "many.xml": `<Plan>${"<Day/>".repeat(500)}</Plan>` }) });
    await many.type(":data many.xml", "//Day[1]");
    const language = replLanguage(many.session);
    expect(labels(language, ":why /Plan/Day[49|", true)).toContain("/Plan/Day[499]");
    expect(labels(language, ":why /Plan/|", true).length).toBeLessThan(500);
  });

  it("offers the operators of the query that is stepped through", async () => {
    const { language } = await inPlan("//Day", ":step //Day/POI");
    const found = language.complete(at(":break #|"), true).map(({ label, detail }) => `${label} ${detail}`);
    expect(found).toContain("#5 /POI");
  });

  it("writes what follows", async () => {
    const { language } = await inPlan();
    expect(taken(language, ":whyn|", "whynot")).toBe(":whynot |");
    expect(taken(language, "da|", "day")).toBe("day(|)");
    expect(taken(language, ":export h|", "html")).toBe(":export html |");
    expect(taken(language, ":load pl|", "plan.sxp")).toBe(":load plan.sxp|");
  });
});

describe("colours and hints", () => {
  const styled = (language: ReplLanguage, text: string): string[] =>
    language.highlights(bufferOf(text)).marks.map(({ start, end, style }) => `${text.slice(start, end)} ${style}`);

  it("are those of the language service", async () => {
    const { language } = await inPlan();
    expect(styled(language, '//POI[name =~ "x"]')).toEqual(["POI class", "name property", "=~ operator", '"x" string']);
    expect(styled(language, ":explain //POI")).toEqual([":explain  command", "POI class"]);
    expect(styled(language, ":def a = //POI")).toEqual([":def a =  command", "POI class"]);
    expect(styled(language, "places")).toEqual(["places function"]);
  });

  it("tell a mistake once the cursor has left it", async () => {
    const { language } = await inPlan();
    expect(language.highlights(at("//Dya|")).hint).toBeNull();
    const { hint, overlays } = language.highlights(at("//Dya[1]/POI|"));
    expect(hint?.text).toContain('no node type "Dya"');
    expect(overlays).toContainEqual({ start: 2, end: 5, kind: "error" });
  });

  it("do not call unfinished what is being typed", async () => {
    const { language } = await inPlan();
    for (const text of ["//Day[", '//Day[node =~ "mus', "//Day[avg(/POI[", "(//Day", "//Day[@city = "])
      expect(
        language.highlights(bufferOf(text)).overlays.filter(({ kind }) => kind !== "pair"),
        text,
      ).toEqual([]);
  });

  it("say what a function and a command take", async () => {
    const { language } = await inPlan();
    expect(language.highlights(bufferOf("//Day[avg(")).hint?.text).toMatch(/^avg\(/);
    expect(language.highlights(bufferOf(":whynot ")).hint?.text).toMatch(/^:whynot \[PATH\|\[CONDITION\]\]/);
    expect(language.highlights(bufferOf("day")).hint?.text).toBe("day($n as number)   One day.");
  });
});

describe("a snippet", () => {
  it.each<[string, string]>([
    ["($1)[1:5]", "(|)[1:5]"],
    ["declare query ${1:name}($2) :=\n  $0;", "declare query |name() :=\n  ;"],
    ["a$0b", "a|b"],
    ["cost \\$5", "cost $5|"],
    ["plain", "plain|"],
  ])("%j becomes %j", (snippet, marked) => {
    const { text, cursor } = plainSnippet(snippet);
    expect(`${text.slice(0, cursor)}|${text.slice(cursor)}`).toBe(marked);
  });
});
