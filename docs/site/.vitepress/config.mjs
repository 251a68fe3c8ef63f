import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { anchorOf, groupsOf, readPages } from "../pages.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const grammar = JSON.parse(readFileSync(at("../../../packages/vscode-extension/syntaxes/sxp.tmLanguage.json"), "utf8"));
const { homepage, description } = JSON.parse(readFileSync(at("../../../package.json"), "utf8"));

const base = process.env.SITE_BASE ?? "/";
const groups = groupsOf(readPages().pages);
/** Terms of the search index and of requests: words that every page has find nothing. */
const processTerm = (term) => {
  const word = term.toLowerCase();
  return /^(?:an?|and|are|as|at|be|by|can|do|does|for|from|how|i|in|is|it|its|my|of|on|or|that|the|this|to|what|when|with|you|your)$/.test(
    word,
  )
    ? null
    : word;
};
const searchOptions = {
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  prefix: (term) => term.length > 2,
  boost: { title: 4, text: 2, titles: 1 },
};

const linkOf = ({ path }) => `/${path.replace(/(?:index)?\.md$/, "")}`;

export default defineConfig({
  title: "Semantic XPath",
  description,
  lang: "en",
  base,
  srcDir: "dist/pages",
  outDir: "dist/site",
  cacheDir: "dist/cache",
  srcExclude: ["public/**"],
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    // The documents are Markdown for a repository's browser: what looks like an element in them is text.
    html: false,
    languages: [{ ...grammar, name: "sxp" }],
    languageAlias: { jsonl: "json" },
    anchor: { slugify: anchorOf },
    config: withoutInterpolation,
  },
  themeConfig: {
    nav: [
      ...groups.map(({ title, pages: [first] }) => ({
        text: title,
        link: linkOf(first),
        activeMatch: `^${folderOf(first)}`,
      })),
      ...(process.env.SITE_PLAYGROUND === "true"
        ? [{ text: "Playground", link: "/playground/index.html", target: "_self" }]
        : []),
    ],
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map((page) => ({ text: page.title, link: linkOf(page) })),
    })),
    outline: [2, 3],
    search: { provider: "local", options: { miniSearch: { options: { processTerm }, searchOptions } } },
    socialLinks: [{ icon: "github", link: homepage }],
  },
});

function folderOf({ group, path }) {
  return group === "" ? `/${path.replace(/\.md$/, "")}` : `/${group}/`;
}

/** Braces in text are text: nothing of a page is a template. */
function withoutInterpolation(md) {
  const escaped = (rule) => (tokens, i, options, env, self) =>
    rule(tokens, i, options, env, self).replaceAll("{{", "&#123;&#123;");
  md.renderer.rules.text = escaped(md.renderer.rules.text);
  const { code_inline: inline } = md.renderer.rules;
  md.renderer.rules.code_inline = (tokens, i, options, env, self) =>
    inline(tokens, i, options, env, self).replace(/^<code(?! v-pre)/, "<code v-pre");
}
