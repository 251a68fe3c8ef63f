import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeWindow {
  readonly axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
}

/** What axe finds on a page. Its script comes from outside of the page, as its policy has it. */
export async function findings(
  page: Page,
): Promise<readonly { readonly id: string; readonly impact: string; readonly nodes: readonly string[] }[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as AxeWindow).axe.run();
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html }) => html.slice(0, 160)),
    }));
  });
}

/** The serious findings, each in a line. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> =>
  (await findings(page))
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((html) => `${id}: ${html}`));
