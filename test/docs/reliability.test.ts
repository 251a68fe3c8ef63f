import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "docs/images/reliability";
const page = readFileSync("docs/scoring-lexical.md", "utf8");
const rows = [...page.matchAll(/^\| \[([^\]]+)\]\(images\/reliability\/([^)]+)\) \| (.+) \|$/gm)];

test("each diagram of what scores mean is on the page, with its figures", () => {
  expect(rows.map(([, , file]) => file).sort()).toEqual(readdirSync(FOLDER).sort());
  for (const [, kind, file, figures] of rows) {
    const diagram = readFileSync(`${FOLDER}/${file}`, "utf8");
    expect(diagram).toContain(`<title>${kind}: what scores mean</title>`);
    expect(diagram).toContain(`<desc>${figures}</desc>`);
  }
});

test("the points of a diagram stand for all its pairs", () => {
  for (const [, , file, figures] of rows) {
    const pairs = [...readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(/<title>(\d+) pairs/g)];
    expect(String(pairs.reduce((sum, [, count]) => sum + Number(count), 0)), file).toBe(figures!.split(" | ")[0]);
  }
});
