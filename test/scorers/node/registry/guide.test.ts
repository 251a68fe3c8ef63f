import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { judgeMessages } from "../../../../packages/scorers/src/http/chatJudge.js";
import { readConfig } from "../../../../packages/scorers/src/node/config/readConfig.js";
import { SCORER_FORMS } from "../../../../packages/scorers/src/node/kinds.js";

const read = (path: string): Promise<string> => readFile(new URL(`../../../../docs/${path}`, import.meta.url), "utf8");
const blocks = (text: string): string[] => [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => block!);

test("every configuration in the guide is in order", async () => {
  const found = blocks(await read("how-to/scorers-and-models.md"));
  expect(found.length).toBeGreaterThan(7);
  for (const block of found) expect(readConfig(block).diagnostics).toEqual([]);
});

test("the guide has the prompt and the forms that there are", async () => {
  const guide = await read("how-to/scorers-and-models.md");
  expect(guide).toContain(judgeMessages([], "")[0]!.content);
  for (const { form } of SCORER_FORMS) expect(guide).toContain(`\`${form}\``);
});

test.each(["SXP4101", "SXP4102"])("the page of %s shows the mistake and its repair", async (code) => {
  const page = await read("reference/diagnostics.md");
  const section = page.slice(page.indexOf(`## ${code}`)).split("\n## ")[0]!;
  const [mistake, repaired] = blocks(section);
  expect(readConfig(mistake!).diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  expect(readConfig(repaired!).diagnostics).toEqual([]);
});
