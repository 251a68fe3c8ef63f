import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { EXPLANATIONS } from "@semantic-xpath/parser/explanations";
import { READINGS } from "@semantic-xpath/values";
import { expect, it } from "vitest";
import { ROOT } from "../structure/support/sources.js";
import { cliPage } from "./generate/cli.js";
import { configurationPage } from "./generate/configuration.js";
import { diagnosticsPage } from "./generate/diagnostics.js";
import { eventsPage } from "./generate/events.js";
import { functionsPage } from "./generate/functions.js";
import { editorGrammar, GRAMMAR } from "./generate/grammar.js";
import { CONFIG_SCHEMA, configSchema, editorManifest, MANIFEST } from "./generate/lists.js";
import { memoryFormatPage } from "./generate/memoryFormat.js";
import { toolsPage } from "./generate/tools.js";
import { vscodePage } from "./generate/vscode.js";

/** Files that are made from tables. `npm run docs` writes them; here they are compared, so that nobody edits them. */
const GENERATED: Readonly<Record<string, () => string>> = {
  // First what pages are made of.
  [CONFIG_SCHEMA]: configSchema,
  [MANIFEST]: editorManifest,
  [GRAMMAR]: editorGrammar,
  "docs/reference/cli.md": cliPage,
  "docs/reference/configuration.md": configurationPage,
  "docs/reference/diagnostics.md": diagnosticsPage,
  "docs/reference/functions-and-axes.md": functionsPage,
  "docs/reference/agent-tools.md": toolsPage,
  "docs/reference/chat-events.md": eventsPage,
  "docs/reference/vs-code.md": vscodePage,
  "docs/reference/memory-format.md": memoryFormatPage,
};

it.each(Object.entries(GENERATED))("%s is what its table gives", (path, make) => {
  const text = make();
  if (process.env.SXP_GENERATE === "1") writeFileSync(resolve(ROOT, path), text);
  expect(text, "npm run docs writes it").toBe(readFileSync(resolve(ROOT, path), "utf8"));
});

it.each(Object.entries(EXPLANATIONS))("%s is explained in 30 words or fewer", (_, { text }) => {
  const words = text.replaceAll(/\]\([^)]*\)/g, "]").match(/\S+/g) ?? [];
  expect(words.length).toBeLessThanOrEqual(30);
});

it("every reading of a function's argument has words", () => {
  for (const { noun } of Object.values(READINGS)) expect(noun).not.toBe("");
});
