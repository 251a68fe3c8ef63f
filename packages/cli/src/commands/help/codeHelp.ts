import { DIAGNOSTICS, type DiagnosticCode, diagnosticAnchor, suggest } from "@semantic-xpath/parser";
import { listed } from "@semantic-xpath/values";
import { inOneLine, wrap } from "../../render/columns.js";
import type { Screen } from "../../render/screen.js";

import { usage } from "../../stop.js";

const MAX_COLUMNS = 100;
const MAX_NEAR = 3;

/**
 * Lines about the code of a diagnostic: its severity and title, the explanation, what is wrong and what is right, and where all of that is
 * documented. Rejects for an unknown code, with those that are near.
 */
export async function codeHelp(written: string, { paint, columns }: Screen): Promise<readonly string[]> {
  const code = written.toUpperCase();
  if (!isCode(code)) {
    const near = suggest(code, Object.keys(DIAGNOSTICS)).slice(0, MAX_NEAR);
    const suggestion = near.length > 1 ? listed(near, "or") : (near[0] ?? "");
    throw usage(`no message has the code "${written}".${suggestion === "" ? "" : ` Did you mean ${suggestion}?`}`, "");
  }
  const { severity, title } = DIAGNOSTICS[code];
  // 270 texts, which nothing else needs.
  const { EXPLANATIONS } = await import("@semantic-xpath/parser/explanations");
  const { text, bad, good } = EXPLANATIONS[code];
  // Without the addresses of links.
  const paragraph = inOneLine(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
  const example = (heading: string, shown: string | undefined): readonly string[] =>
    shown === undefined ? [] : ["", paint.bold(heading), ...shown.split("\n").map((line) => `  ${line}`)];
  return [
    `${paint.bold(code)}  ${severity}: ${paint.bold(title)}`,
    "",
    ...wrap(paragraph, Math.min(columns, MAX_COLUMNS)),
    ...example(good === undefined ? "Example" : "Wrong", bad),
    ...example("Right", good),
    "",
    paint.dim(diagnosticAnchor(code)),
  ];
}

const isCode = (text: string): text is DiagnosticCode => Object.hasOwn(DIAGNOSTICS, text);
