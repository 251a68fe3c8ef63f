import { expect, it } from "vitest";
import { DOCUMENTS, documentText, isGenerated } from "./blocks.js";

/**
 * Number of words that people wrote in documents: prose, headings and tables. Examples in blocks, addresses of links and what is generated do not
 * count. It only falls: a page that grows takes from another, or the commit that raises it gives the reason.
 */
const WRITTEN_WORDS = 40_600;

const COUNTED = [...DOCUMENTS, "CONTRIBUTING.md", "ARCHITECTURE.md"];

/** Text without blocks, addresses, and tables that a program makes between its marks. */
const writtenIn = (document: string): string =>
  documentText(document)
    .replaceAll(/<!-- table: [\s\S]*?<!-- end -->/g, "")
    .replaceAll(/^\s*```[^\n]*\n[\s\S]*?^\s*```/gm, "")
    .replaceAll(/\]\([^)]*\)/g, "]");

const wordsOf = (document: string): number => writtenIn(document).match(/\S+/g)?.length ?? 0;

it("has no more written words than before", () => {
  const pages = COUNTED.filter((document) => !isGenerated(document));
  const total = pages.reduce((sum, document) => sum + wordsOf(document), 0);
  expect(total, "Cut a sentence, or move a fact to where it belongs.").toBeLessThanOrEqual(WRITTEN_WORDS);
});
