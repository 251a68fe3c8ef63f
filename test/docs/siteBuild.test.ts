// @module-tag process
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readPages } from "../../docs/site/pages.mjs";
import { ROOT } from "../structure/support/sources.js";

const isInstalled = existsSync(join(ROOT, "docs/site/node_modules/vitepress"));
const why = isInstalled ? "" : " (skipped: npm ci --prefix docs/site installs what it needs)";

it.skipIf(!isInstalled)(
  `the site builds for a sub-path, with our grammar and raw Markdown${why}`,
  async () => {
    const env = { ...process.env, SITE_BASE: "/below/" };
    await promisify(execFile)(process.execPath, [join(ROOT, "docs/site/build.mjs")], {
      cwd: ROOT,
      env,
      maxBuffer: 1 << 26,
    });
    const site = join(ROOT, "docs/site/dist/site");
    const htmlOf = (path: string): string => readFileSync(join(site, path.replace(/\.md$/, ".html")), "utf8");
    const { pages } = readPages();
    for (const { path, text } of pages) {
      expect(readFileSync(join(site, path), "utf8")).toBe(text);
      const html = htmlOf(path);
      const inside = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, address]) => address!);
      expect(inside.filter((address) => !address.startsWith("/below/"))).toEqual([]);
      // Names in a query have a colour of their own.
      if (/^```sxp$/m.test(text)) expect(html).toMatch(/class="language-sxp[^>]*>[\s\S]*?<span style="--shiki-light:/);
    }
    expect(existsSync(join(site, "llms.txt")) && existsSync(join(site, "llms-full.txt"))).toBe(true);
  },
  300_000,
);
