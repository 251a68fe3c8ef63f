import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorOf, fullText, groupsOf, llmsText, readPages } from "../../docs/site/pages.mjs";
import { filesBelow, ROOT, textOf } from "../structure/support/sources.js";
import { proseOf } from "./blocks.js";

/** The site's pages, navigation and links, as its build makes them; the build itself needs packages that this test does not. */

const { pages, assets } = readPages();
const HOME = (JSON.parse(textOf("package.json")) as { homepage: string }).homepage;
const withoutCode = (text: string): string =>
  text.replace(/^\s*```[^\n]*\n[\s\S]*?^\s*```/gm, "").replace(/(`+)(?:(?!\1).)*\1/g, "");
const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>();
  for (const [, heading] of text.replace(/^\s*```[^\n]*\n[\s\S]*?^\s*```/gm, "").matchAll(/^#+ (.*)$/gm)) {
    const anchor = anchorOf(heading!);
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number++;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
};

describe("the navigation", () => {
  it("has every document once, below the front page", () => {
    const documents = filesBelow("docs").filter((path) => path.endsWith(".md"));
    expect(pages.map(({ source }) => source).sort()).toEqual(documents.sort());
    expect(pages[0]!.path).toBe("index.md");
    const inGroups = groupsOf(pages).flatMap(({ pages: members }) => members.map(({ path }) => path));
    expect(inGroups).toEqual(pages.slice(1).map(({ path }) => path));
    expect(new Set(groupsOf(pages).map(({ title }) => title)).size).toBe(groupsOf(pages).length);
  });

  it("has titles that differ", () => {
    const titles = pages.map(({ group, title }) => `${group}: ${title}`);
    expect(titles.filter((title, i) => titles.indexOf(title) < i)).toEqual([]);
  });
});

describe("links", () => {
  const byPath = new Map(pages.map((page) => [page.path, page]));

  it.each(pages.map((page) => [page.path, page] as const))(
    "of %s lead to a page, a file or the repository",
    (path, page) => {
      const broken: string[] = [];
      for (const [, target] of withoutCode(page.text).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)) {
        const [file, anchor] = target!.split("#");
        if (target!.startsWith(`${HOME}/`)) {
          const [, source] = /^(?:blob|tree)\/main\/(.*)$/.exec(file!.slice(HOME.length + 1)) ?? [];
          if (source !== undefined && !existsSync(`${ROOT}/${source}`)) broken.push(target!);
        } else if (!/^[a-z]+:/.test(target!)) {
          const to = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file!));
          const linked = byPath.get(to);
          if (linked === undefined ? !assets.has(to) : anchor !== undefined && !anchorsOf(linked.text).has(anchor))
            broken.push(target!);
        }
      }
      expect(broken).toEqual([]);
    },
  );

  it("are as many as in the documents", () => {
    const count = (text: string): number => [...text.matchAll(/\]\([^)\s]+\)/g)].length;
    for (const { source, text } of pages)
      expect([source, count(withoutCode(text))]).toEqual([source, count(withoutCode(proseOf(source)))]);
  });

  it("to pictures outside of docs/ are files of the site", () => {
    for (const [path, file] of assets) {
      expect(path.startsWith("images/") || file === `docs/${path}`).toBe(true);
      expect(existsSync(`${ROOT}/${file}`), file).toBe(true);
    }
  });
});

it("llms.txt lists each page with a sentence, and llms-full.txt has all of them", () => {
  const list = llmsText(pages);
  for (const { path, title } of pages.slice(1))
    expect(list).toMatch(new RegExp(`^- \\[${escaped(title)}\\]\\(${escaped(path)}\\): \\S`, "m"));
  const all = fullText(pages);
  for (const { path } of pages) expect(all).toContain(`<!-- ${path} -->`);
});

it("the site's lock file has no addresses of downloads, and installs no scripts", () => {
  const { packages } = JSON.parse(textOf("docs/site/package-lock.json")) as {
    packages: Readonly<Record<string, { resolved?: string; version?: string }>>;
  };
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  expect(packages["node_modules/vitepress"]!.version).toBe("1.6.4");
  expect(textOf("docs/site/.npmrc")).toBe(textOf(".npmrc"));
  const { workspaces } = JSON.parse(textOf("package.json")) as { workspaces: readonly string[] };
  expect(workspaces).not.toContain("docs/site");
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
