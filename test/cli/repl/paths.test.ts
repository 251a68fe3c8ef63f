import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bufferOf } from "../../../packages/cli/src/repl/editor/buffer/buffer.js";
import { accept } from "../../../packages/cli/src/repl/editor/menu.js";
import { fileChoices } from "../../../packages/cli/src/repl/language/commandChoices.js";
import { replLanguage } from "../../../packages/cli/src/repl/language/replLanguage.js";
import { atHome, projectScorers } from "../../../packages/cli/src/repl/session/loading.js";
import { planFolder } from "../sxp.js";
import { sitting } from "./support/session.js";

/** The plan of the tests beside files with names that are not easy. */
function folder(): string {
  const cwd = planFolder({ "my plan.xml": "<Plan/>", "旅 😀.xml": "<Plan/>", ".hidden.xml": "<Plan/>" });
  mkdirSync(join(cwd, "sub dir"));
  writeFileSync(join(cwd, "sub dir", "deep.xml"), "<Plan/>");
  return cwd;
}

/** What is offered after `:data`, and what the input is with the choice. */
function taken(marked: string, label: string): string {
  const { session } = sitting({ cwd: folder() });
  const buffer = bufferOf(marked.replace("|", ""), marked.indexOf("|"));
  const choice = replLanguage(session)
    .complete(buffer, true)
    .find((one) => one.label === label);
  if (choice === undefined) throw new Error(`no choice ${label}`);
  const { text, cursor } = accept(buffer, choice);
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe("completion of a path", () => {
  it.each<[string, string, string]>([
    [":data my|", "my plan.xml", ":data my plan.xml|"],
    [':data "my|', "my plan.xml", ':data "my plan.xml"|'],
    [":data 'my|", "my plan.xml", ":data 'my plan.xml'|"],
    [':data "my|"', "my plan.xml", ':data "my plan.xml|"'],
    [":data 旅|", "旅 😀.xml", ":data 旅 😀.xml|"],
    [":data sub|", "sub dir/", ":data sub dir/|"],
    [':data "sub|', "sub dir/", ':data "sub dir/|'],
    [':data "sub dir/|', "deep.xml", ':data "sub dir/deep.xml"|'],
    [":data ./s|", "sub dir/", ":data ./sub dir/|"],
    [":data .h|", ".hidden.xml", ":data .hidden.xml|"],
    [":export json s|", "sub dir/", ":export json sub dir/|"],
    [":schema pl|", "plan.schema.json", ":schema plan.schema.json|"],
    [":scorer recorded:pl|", "plan.schema.json", ":scorer recorded:plan.schema.json|"],
    [":scorer embedding:s|", "sub dir/", ":scorer embedding:sub dir/|"],
  ])("%s, %s", (marked, label, written) => expect(taken(marked, label)).toBe(written));

  it("leaves hidden files out until a dot asks for them", () => {
    const { session } = sitting({ cwd: folder() });
    const labels = replLanguage(session)
      .complete(bufferOf(":data "), true)
      .map(({ label }) => label);
    expect(labels).toContain("my plan.xml");
    expect(labels).not.toContain(".hidden.xml");
  });

  it("knows the user's folder", () => {
    const home = folder();
    const found = fileChoices("~/my", 6, ["xml"], { cwd: "/", env: { HOME: home } });
    expect(found.map(({ text }) => text)).toEqual(["~/my plan.xml"]);
  });
});

describe("a path", () => {
  it.each<[string, string]>([
    ["~/plan.xml", join("/home/maren", "plan.xml")],
    ["~", "/home/maren"],
    ["~maren/plan.xml", "~maren/plan.xml"],
    ["plans/~/a.xml", "plans/~/a.xml"],
  ])("%s is %s", (written, path) => expect(atHome(written, { env: { HOME: "/home/maren" } })).toBe(path));

  it("may stand in quotes, and have spaces without", async () => {
    const { type } = sitting({ cwd: folder() });
    for (const written of ["my plan.xml", '"my plan.xml"', "'旅 😀.xml'", "sub dir/deep.xml"])
      expect(await type(`:data ${written}`)).toMatch(/^data: .*, 1 node\n$/);
  });

  it.each([":data -", ":load -", ":schema -", ":save -", ":export html -"])("%s is refused", async (line) => {
    const { type, codes } = sitting({ cwd: folder() });
    expect(await type(":data plan.xml", "//Day", line)).toContain("Standard input is where commands come from");
    expect(codes.at(-1)).toBe(2);
  });
});

describe("the scorers of a project", () => {
  it("are offered by their names", async () => {
    const config = JSON.stringify({ scorers: { judged: { kind: "recorded", file: "judged.json" } } });
    const { session } = sitting({ cwd: planFolder({ "sxp.config.json": config }) });
    session.projectScorers = await projectScorers(session);
    const found = replLanguage(session).complete(bufferOf(":scorer "), true);
    expect(found.map(({ label }) => label)).toEqual(expect.arrayContaining(["judged", "lexical", "recorded:"]));
  });

  it("are none where the configuration can't be read, and nothing is said", async () => {
    const { session } = sitting({ cwd: planFolder({ "sxp.config.json": "{" }) });
    expect(await projectScorers(session)).toEqual([]);
  });
});
