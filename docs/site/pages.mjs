import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Pages of the site, made from the Markdown of docs/ as it is: what a reader sees in the repository is the source. Navigation follows folders, titles and
 * the links of docs/README.md, so a page may move without any change here. Needs no package.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCS = "docs";
const REPOSITORY = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")).homepage;
const FENCE = /^(\s*)(```+|~~~+)/;

const textOf = (path) => readFileSync(ROOT + path, "utf8");

/**
 * @typedef {object} Page
 * @property {string} source path from the root of the repository
 * @property {string} path path in the site, such as `how-to/agents.md`
 * @property {string} group folder, "" for pages beside the front page
 * @property {string} title
 * @property {string} text Markdown, with links for the site
 */

/** @returns {{ pages: Page[], assets: Map<string, string> }} pages in the order of navigation, and files by their paths in the site */
export function readPages() {
  const sources = markdownBelow(DOCS);
  const assets = new Map();
  const pages = sources.map((source) => {
    const text = textOf(source);
    const path = sitePath(source);
    const group = posix.dirname(path) === "." ? "" : posix.dirname(path);
    return { source, path, group, title: titleOf(text, path), text: withLinks(text, source, new Set(sources), assets) };
  });
  return { pages: inOrder(pages), assets };
}

/** Groups of the navigation: each folder with its pages, in the order of the front page's links. */
export function groupsOf(pages) {
  const groups = new Map();
  for (const page of pages.filter(({ path }) => path !== "index.md"))
    groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups].map(([name, members]) => ({ name, title: titleOfFolder(name), pages: members }));
}

/** The anchor of a heading, as the repository's browser makes it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** Lists the pages for language models: a title, a sentence, and the addresses of raw Markdown, relative to the file. */
export function llmsText(pages) {
  const front = pages.find(({ path }) => path === "index.md");
  const lines = ["# Semantic XPath", "", `> ${summaryOf(front.text)}`, ""];
  for (const { title, pages: members } of groupsOf(pages)) {
    lines.push(`## ${title}`, "");
    for (const page of members) lines.push(`- [${page.title}](${page.path}): ${summaryOf(page.text)}`);
    lines.push("");
  }
  return lines.join("\n");
}

/** All pages in one text. */
export const fullText = (pages) =>
  `${pages.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}`).join("\n\n")}\n`;

function markdownBelow(folder) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === `${DOCS}/site` ? [] : markdownBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The front page of a folder is its README. */
const sitePath = (source) => source.slice(DOCS.length + 1).replace(/(^|\/)README\.md$/, "$1index.md");

function titleOf(text, path) {
  const [, matter = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const [, given] = /^title: *["']?(.*?)["']? *$/m.exec(matter) ?? [];
  const [, heading] = /^# +(.+)$/m.exec(text) ?? [];
  const title = given ?? heading?.replaceAll("`", "");
  if (title === undefined) throw new Error(`${path} has neither a title nor a heading.`);
  return title;
}

const titleOfFolder = (name) =>
  name === ""
    ? "Documentation"
    : name
        .split("/")
        .map((part) => part[0].toUpperCase() + part.slice(1).replaceAll("-", " "))
        .join(", ");

/** The first paragraph, as one line of plain text. */
function summaryOf(text) {
  const paragraphs = text.replace(/^---\n[\s\S]*?\n---\n/, "").split(/\n{2,}/);
  const first = paragraphs.find((paragraph) => !/^\s*(?:#|```|\||!\[|<|- |:::)/.test(paragraph)) ?? "";
  const plain = first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > 240 ? `${plain.slice(0, plain.lastIndexOf(" ", 240))} …` : plain;
}

/** Pages in the order in which the front page first links them, then those that it does not link; the same for their folders. */
function inOrder(pages) {
  const front = pages.find(({ path }) => path === "index.md");
  if (front === undefined) throw new Error(`${DOCS}/README.md, the front page, is missing.`);
  const linked = [...front.text.matchAll(/\]\(([^)#\s]+\.md)(?:#[^)\s]*)?\)/g)].map(([, path]) =>
    posix.normalize(path),
  );
  const places = new Map([...new Set(linked)].map((path, i) => [path, i]));
  const placeOf = ({ path }) => places.get(path) ?? places.size;
  const ofGroup = new Map();
  for (const page of pages) ofGroup.set(page.group, Math.min(ofGroup.get(page.group) ?? places.size, placeOf(page)));
  return [...pages].sort(
    (a, b) =>
      Number(b === front) - Number(a === front) ||
      orderOfGroup(a.group) - orderOfGroup(b.group) ||
      ofGroup.get(a.group) - ofGroup.get(b.group) ||
      a.group.localeCompare(b.group) ||
      placeOf(a) - placeOf(b) ||
      a.title.localeCompare(b.title),
  );
}

/** The four kinds of documentation in the order in which a reader needs them; other folders come after them. */
const KINDS = ["tutorials", "how-to", "reference", "explanation"];
const orderOfGroup = (group) => (KINDS.includes(group) ? KINDS.indexOf(group) : KINDS.length);

/** Links to pages stay relative, pictures become files of the site, and everything else leads to the repository. */
function withLinks(text, source, sources, assets) {
  let fence = null;
  return text
    .split("\n")
    .map((line) => {
      const [, , mark] = FENCE.exec(line) ?? [];
      if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
      return fence !== null || mark !== undefined
        ? line
        : line.replace(
            /(`+)(?:(?!\1).)*\1|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
            (all, code, bang, label, target) =>
              code === undefined ? `${bang}[${label}](${linkOf(target, bang, source, sources, assets)})` : all,
          );
    })
    .join("\n");
}

function linkOf(target, bang, source, sources, assets) {
  if (/^(?:[a-z]+:|#)/.test(target)) return target;
  const [path, anchor] = target.split("#");
  const file = posix.normalize(posix.join(posix.dirname(source), path));
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  const from = posix.dirname(sitePath(source));
  const relative = (to) => {
    const found = posix.relative(from, to);
    return found.startsWith(".") ? found : `./${found}`;
  };
  if (sources.has(file)) return relative(sitePath(file)) + suffix;
  if (bang === "!") {
    const asset = file.startsWith(`${DOCS}/`) ? file.slice(DOCS.length + 1) : `images/${file.replaceAll("/", "-")}`;
    assets.set(asset, file);
    return relative(asset);
  }
  const isFolder = existsSync(ROOT + file) && statSync(ROOT + file).isDirectory();
  return `${REPOSITORY}/${isFolder ? "tree" : "blob"}/main/${file}${suffix}`;
}
