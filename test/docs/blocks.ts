import { readFileSync } from "node:fs";
import { filesBelow, ROOT } from "../structure/support/sources.js";

export const DOCUMENTS: readonly string[] = [
  "README.md",
  "examples/README.md",
  ...filesBelow("docs").filter((path) => path.endsWith(".md") && !path.startsWith("docs/site/")),
  ...filesBelow("packages").filter((path) => /^packages\/[^/]+\/README\.md$/.test(path)),
];

export const documentText = (path: string): string => readFileSync(`${ROOT}/${path}`, "utf8");

/** A fenced block of a document with the words behind its fence. */
export interface Block {
  readonly document: string;
  readonly line: number;
  readonly info: string;
  readonly text: string;
  /** The heading above it. */
  readonly section: string;
}

export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: { info: string; line: number; text: string[] } | null = null;
  let section = "";
  for (const [i, line] of documentText(document).split("\n").entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (fence === null) {
      if (open !== null) open.text.push(line);
      else if (line.startsWith("#")) section = line.replace(/^#+\s*/, "");
    } else if (open === null) open = { info: fence[1]!.trim(), line: i + 1, text: [] };
    else {
      blocks.push({ document, line: open.line, info: open.info, text: open.text.join("\n"), section });
      open = null;
    }
  }
  if (open !== null) throw new Error(`${document}:${open.line}: this block has no end`);
  return blocks;
}

/** Text of a document without its blocks. */
export const proseOf = (document: string): string =>
  documentText(document).replace(/^\s*```[^\n]*\n[\s\S]*?^\s*```/gm, "");

/** Whether a page is made by `npm run docs`. */
export const isGenerated = (document: string): boolean => documentText(document).startsWith("<!-- generated");

/** Targets of the links of a document that lead to files of the repository, or to places in them. */
export const linksOf = (document: string): readonly string[] =>
  Array.from(proseOf(document).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g), ([, target]) => target!).filter(
    (target) => !/^(?:https?:|mailto:)/.test(target),
  );

/** Anchors of the headings of a text: lower case, punctuation out, spaces to hyphens. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.replace(/^\s*```[^\n]*\n[\s\S]*?^\s*```/gm, "").matchAll(/^#+ (.*)$/gm), ([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
