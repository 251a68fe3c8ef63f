import { posix } from "node:path";
import { expect, it } from "vitest";
import { anchorsOf, documentText, linksOf } from "./blocks.js";

/** Questions of readers, and the section that answers each. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "how do I rank my CSV?": "docs/how-to/your-data.md#your-csv",
  "why is a node missing?": "docs/how-to/wrong-results.md#2-some-are-missing-a-position-comes-before-the-relevance",
  "how do I give an agent undo?": "docs/how-to/agents.md#writing-and-undo",
  "how do I compare meanings, with a model on this computer?":
    "docs/how-to/scorers-and-models.md#models-on-this-computer",
  "how do I go back to an earlier version?": "docs/tutorials/a-memory-that-remembers.md#undo",
  "how do I make a table of totals?": "docs/how-to/your-data.md#a-table-of-totals",
  "how do I chat without a model?": "docs/how-to/chat-and-studio.md#chat",
  "how do I write a scorer?": "docs/how-to/scorers-and-models.md#your-own-scorer",
  "what does SXP2001 mean?": "docs/reference/diagnostics.md#sxp2001",
  "what does --tolerant do?": "docs/reference/cli.md#run",
  "which functions are there?": "docs/reference/functions-and-axes.md#functions-of-values",
  "how do I read my ChatGPT export?": "docs/how-to/your-data.md#your-chats",
  "how do I test retrieval in CI?": "docs/how-to/evaluate.md#test-your-memory-in-ci",
  "how do I set up Neovim?": "docs/how-to/editors.md#neovim",
  "what can a client see?": "docs/how-to/agents.md#what-a-client-may-see",
};

/** The pages that the links of a page lead to. */
const pagesFrom = (document: string): readonly string[] =>
  linksOf(document).map((target) => posix.normalize(posix.join(posix.dirname(document), target.split("#")[0]!)));

const oneClick = new Set(pagesFrom("docs/README.md"));

/** One click leads to the page, and its heading is the second one in the table of contents, or the link itself. */
it.each(Object.entries(QUESTIONS))("%s two clicks from the front door", (_, place) => {
  const [page = "", anchor = ""] = place.split("#");
  expect([...oneClick]).toContain(page);
  expect([...anchorsOf(documentText(page))]).toContain(anchor);
});
