import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DIAGNOSTICS, type DiagnosticCode, diagnosticAnchor, suggest } from "@semantic-xpath/parser";
import { inOneLine, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";
import { orList } from "../../spec/readLine.js";
import { EXIT, problem, usage } from "../../stop.js";

/** Where docs/reference/diagnostics.md is: beside the bundle or the modules that a package has, or in the repository. */
const TEXTS = ["../", "./", "../../", "../../../../../docs/reference/"].map((folder) =>
  fileURLToPath(new URL(`${folder}diagnostics.md`, import.meta.url)),
);
const MOST_COLUMNS = 100;
const MOST_NEAR = 3;

/**
 * What the code of a diagnostic means, in lines: its severity and title, the explanation, what is wrong and what is right, and where
 * all of that is documented. Rejects for an unknown code, with those that are near.
 */
export async function codeHelp(written: string, { paint, columns }: Screen): Promise<readonly string[]> {
  const code = written.toUpperCase();
  if (!isCode(code)) {
    const near = suggest(code, Object.keys(DIAGNOSTICS)).slice(0, MOST_NEAR);
    const meant = near.length > 1 ? orList(near) : (near[0] ?? "");
    throw usage(`no message has the code "${written}".${meant === "" ? "" : ` Did you mean ${meant}?`}`, "");
  }
  const { severity, title } = DIAGNOSTICS[code];
  const { paragraphs, blocks } = sectionOf(await diagnosticsText(), code);
  const width = Math.min(columns, MOST_COLUMNS);
  const headings = blocks.length === 2 ? ["Wrong", "Right"] : ["Example"];
  return [
    `${paint.bold(code)}  ${severity}: ${paint.bold(title)}`,
    ...paragraphs.flatMap((paragraph) => ["", ...wrap(paragraph, width)]),
    ...blocks.flatMap((block, i) => ["", paint.bold(headings[i] ?? ""), ...block.map((line) => `  ${line}`)]),
    "",
    paint.dim(diagnosticAnchor(code)),
  ];
}

const isCode = (text: string): text is DiagnosticCode => Object.hasOwn(DIAGNOSTICS, text);

async function diagnosticsText(): Promise<string> {
  const path = TEXTS.find(existsSync);
  if (path === undefined) throw problem(EXIT.input, "this installation lacks its file dist/diagnostics.md.");
  return readFile(path, "utf8");
}

/** The section of a code after its title: paragraphs in one line each, without the addresses of links, and blocks of code in lines. */
function sectionOf(text: string, code: string) {
  const [section = ""] = (text.split(`\n## ${code}\n`)[1] ?? "").split("\n## ");
  const [, ...prose] = section
    .replaceAll(FENCED, "")
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "");
  return {
    paragraphs: prose.map((part) => inOneLine(part.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))),
    blocks: Array.from(section.matchAll(FENCED), ([, block = ""]) => block.trimEnd().split("\n")),
  };
}

const FENCED = /^```.*\n([\s\S]*?)^```$/gm;
