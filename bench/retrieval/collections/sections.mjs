import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTree } from "@semantic-xpath/runtime";
import { collectionOf, numberOf } from "./collection.mjs";
import { firstSentence, sectionsOf } from "./markdown.mjs";

/** Headings that stand in any documentation and say nothing of their section. */
const GENERIC =
  /^(?:install(?:ation|ing)?|licen[cs]e|usage|api|examples?|options?|contribut(?:ing|ors?|e)|related|table of contents|contents|toc|tests?|testing|security|support|changelog|changes|credits?|authors?|maintainers?|sponsors?|backers?|see also|faq|getting started|quick ?start|documentation|docs|introduction|overview|about|features?|notes?|why|what|how|use|types|compatibility|requirements|development|building|build|acknowledge?ments?|parameters?|returns?|syntax|methods?|properties|events?|status|todo|references?|resources|links|help|community|versions?|import|when should i use this|when to use this|code of conduct|browser support|platforms|performance|benchmarks?|roadmap|thanks)\b[\s:.!?]*$/i;
const MIN_WORDS = 12;

const wordCount = (text) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;

/** The readmes of the packages that are installed here, by package. */
export function packageReadmes(root = "node_modules") {
  const pages = [];
  if (!existsSync(root)) return pages;
  const names = readdirSync(root).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(root, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  for (const name of names.sort()) {
    if (name.startsWith(".") || name.startsWith("@semantic-xpath")) continue;
    const file = safely(() => readdirSync(join(root, name))).find((entry) => /^readme\.md$/i.test(entry));
    if (file !== undefined) pages.push({ name, text: readFileSync(join(root, name, file), "utf8") });
  }
  return pages;
}

const safely = (read) => {
  try {
    return read();
  } catch {
    return [];
  }
};

/** Our own documentation. */
export function ownPages() {
  return ["docs", "docs/tutorials", "docs/how-to", "docs/reference", "docs/explanation", "."].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md") && name !== "diagnostics.md")
      .sort()
      .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") })),
  );
}

/**
 * Pages as a tree Docs/Page/Section of bodies, with questions: the heading of a section finds its body, which does not have it (`asks: "heading"`), or its
 * first sentence finds the rest (`"sentence"`). A heading is asked for if it has two words or more and stands once.
 */
export function sectionsCollection(pages, { asks, work }) {
  const seen = new Set();
  const sections = pages.flatMap(({ name, text }) =>
    sectionsOf(text)
      .map(({ heading, body }) => ({ page: name, heading, ...splitBody(body, asks) }))
      .filter(({ body }) => wordCount(body) >= MIN_WORDS && !seen.has(body) && seen.add(body)),
  );
  const timesOf = new Map();
  for (const { heading } of sections) timesOf.set(heading.toLowerCase(), (timesOf.get(heading.toLowerCase()) ?? 0) + 1);
  const byPage = Map.groupBy ? Map.groupBy(sections, ({ page }) => page) : grouped(sections);
  const children = [...byPage.values()].map((of) => ({
    type: "Page",
    children: of.map(({ body }) => ({ type: "Section", text: body })),
  }));
  const tree = readTree({ type: "Docs", children });
  const nodes = Array.from(tree.postings[tree.typeId("Section")]);
  const queries = [...byPage.values()].flat().flatMap(({ page, heading, question }, place) => {
    if ((numberOf(page) % 2 === 0) !== work) return [];
    if (asks === "sentence") return question === null ? [] : [{ condition: question, gold: new Set([place]) }];
    const isTelling = !GENERIC.test(heading) && wordCount(heading) >= 2 && timesOf.get(heading.toLowerCase()) === 1;
    return isTelling ? [{ condition: heading, gold: new Set([place]) }] : [];
  });
  return { ...collectionOf(tree, nodes), queries };
}

function splitBody(body, asks) {
  if (asks !== "sentence") return { body, question: null };
  const split = firstSentence(body);
  return split === null ? { body, question: null } : { body: split.rest, question: split.sentence };
}

function grouped(sections) {
  const byPage = new Map();
  for (const section of sections) byPage.set(section.page, [...(byPage.get(section.page) ?? []), section]);
  return byPage;
}

/** Around a message, in place of the marks of bold text. */
const MESSAGE = "¦";

/** Messages of the diagnostics, each with the explanation of its section. */
export function diagnosticsCollection() {
  const text = readFileSync("docs/reference/diagnostics.md", "utf8");
  const found = sectionsOf(text.replaceAll("**", MESSAGE)).flatMap(({ body }) => {
    const [, message, about] = body.split(MESSAGE);
    const explanation = /^\s*(?:Error|Warning|Hint)[^.]*\.\s*(.+)$/s.exec(about ?? "")?.[1];
    return explanation === undefined ? [] : [{ message, explanation }];
  });
  const tree = readTree({
    type: "Diagnostics",
    children: found.map(({ explanation }) => ({ type: "Section", text: explanation })),
  });
  const nodes = Array.from(tree.postings[tree.typeId("Section")]);
  const queries = found.map(({ message }, place) => ({ condition: message, gold: new Set([place]) }));
  return { ...collectionOf(tree, nodes), queries };
}
