import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFolder, repository } from "../sxp.js";
import { sitting } from "./support/session.js";

const FILE = `(: What one asks about a plan. :)
import schema "plan.schema.json";
import data "plan.xml";

(: The places. :)
declare query places($what as string) := //POI[node =~ $what]; (: never saved :)
`;

/** A session over a file of its own. */
async function over(text: string) {
  const cwd = planFolder({ "own.sxp": text });
  const at = sitting({ cwd });
  await at.type(":load own.sxp");
  return { ...at, text: () => readFileSync(join(cwd, "own.sxp"), "utf8"), cwd };
}

describe("saving to the file that was loaded", () => {
  it.each(["itinerary", "todo", "mealplan"])("changes nothing in the example %s", async (name) => {
    const file = join(repository, "examples", name, `${name}.sxp`);
    const text = readFileSync(file, "utf8").replaceAll(
      /import (\w+) "/g,
      `import $1 "${join(repository, "examples", name)}/`,
    );
    const at = await over(text);
    expect(await at.type(":save own.sxp")).toMatch(/^saved \d+ queries/);
    const relative = (saved: string): string => saved.replaceAll(/^import (\w+) ".*\//gm, 'import $1 "');
    expect(relative(at.text())).toBe(relative(text));
  });

  it("keeps what the file says about itself", async () => {
    const at = await over(FILE.replace(" (: never saved :)", ""));
    await at.type(":def days = //Day", ":save own.sxp");
    expect(at.text()).toMatch(/^\(: What one asks about a plan\. :\)\nimport schema/);
    expect(at.text()).toContain("(: The places. :)\ndeclare query places");
    expect(at.text()).toContain("declare query days() := //Day;");
  });

  it("loses no comment without being told to", async () => {
    const at = await over(FILE);
    expect(await at.type(":save own.sxp")).toContain("would be lost. To write over it: :save own.sxp !");
    expect([at.codes.at(-1), at.text()]).toEqual([2, FILE]);
    await at.type(":save own.sxp !");
    expect(at.text()).not.toContain("never saved");
  });

  it("is a round trip", async () => {
    const at = await over("declare query a() := //Day;");
    await at.type(
      ":data plan.xml",
      ":def b = (//POI | //Day)[2]",
      ':def c = //POI[@name != "a;""b"]',
      "//Day[$n]",
      ":save two.sxp",
    );
    const saved = readFileSync(join(at.cwd, "two.sxp"), "utf8");
    const again = sitting({ cwd: at.cwd });
    await again.type(":load two.sxp", ":save two.sxp");
    expect(readFileSync(join(at.cwd, "two.sxp"), "utf8")).toBe(saved);
    expect(again.codes).toEqual([0, 0]);
  });
});

it("tells some of the mistakes of a file at the prompt, and all of them in a script", async () => {
  const many = Array.from({ length: 30 }, (_, i) => `declare query q${i}() := //Nowhere${i};`).join("\n");
  const cwd = planFolder();
  writeFileSync(join(cwd, "many.sxp"), `import schema "plan.schema.json";\n${many}\n`);
  const count = async (isInteractive: boolean): Promise<number> =>
    (await sitting({ cwd, isInteractive }).type(":load many.sxp")).split("SXP2001").length - 1;
  expect([await count(true), await count(false)]).toEqual([8, 30]);
  expect(await sitting({ cwd, isInteractive: true }).type(":load many.sxp")).toContain(
    "and 22 more, which sxp check many.sxp lists.",
  );
});
