import { TOKEN_LEGEND } from "@semantic-xpath/lsp";
import { getOrMake } from "@semantic-xpath/tree";
import { inOneLine } from "../../render/columns.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import { wantsMore } from "../editor/buffer/openness.js";
import { type Mark, matchingBrackets, type Overlay } from "../editor/render/marks.js";
import { type Highlights, type Hint, NO_HIGHLIGHTS } from "../editor/render/screenful.js";
import type { ReplService, TextDocument } from "./service.js";

/** Colours, mistakes and help for a query text. `silent`: a code that is not shown here. */
export function queryHighlights(repl: ReplService, { text, cursor }: Buffer, silent: string | null = null): Highlights {
  const pairs = matchingBrackets(text, cursor);
  if (text.length > LONG_TEXT) return { ...NO_HIGHLIGHTS, overlays: pairs };
  const doc = repl.document(text);
  const findings = problems(repl, doc, cursor, silent);
  return {
    marks: analysed(repl, doc).marks,
    overlays: [...findings.map(({ message: _, ...overlay }) => overlay), ...pairs],
    hint: signatureHint(repl, doc, cursor) ?? problemHint(findings),
  };
}

/** A pasted document longer than this has no colours; its mistakes are shown when it is sent. */
export const LONG_TEXT = 20_000;

/** Analysis of a text, independent of the cursor. */
const analyses = new WeakMap<TextDocument, ReturnType<typeof analyse>>();

const analyse = (repl: ReplService, doc: TextDocument) => ({
  marks: semanticMarks(repl, doc),
  diagnostics: repl.service.diagnostics(doc),
});

function analysed(repl: ReplService, doc: TextDocument): ReturnType<typeof analyse> {
  return getOrMake(analyses, doc, () => analyse(repl, doc));
}

/** The five numbers a token of the protocol. */
function semanticMarks({ service }: ReplService, doc: TextDocument): Mark[] {
  const data = service.semanticTokens(doc);
  const marks: Mark[] = [];
  let line = 0;
  let character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, characters, length, type] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const start = doc.offsetAt({ line, character });
    marks.push({ start, end: start + length, style: TOKEN_LEGEND.tokenTypes[type]! });
  }
  return marks;
}

interface Problem extends Overlay {
  readonly kind: "error" | "warning";
  readonly message: string;
}

const [ERROR, WARNING] = [1, 2];

/** Mistakes; text at the cursor is still being typed, and not a mistake yet. */
function problems(repl: ReplService, doc: TextDocument, cursor: number, silent: string | null): Problem[] {
  const text = doc.getText();
  const isOpen = wantsMore(text);
  return analysed(repl, doc).diagnostics.flatMap(({ range, severity, code, message }) => {
    if (code === silent) return [];
    if (severity !== ERROR && severity !== WARNING) return [];
    const [start, end] = [doc.offsetAt(range.start), doc.offsetAt(range.end)];
    if (cursor >= start && cursor <= end) return [];
    const says = typeof message === "string" ? message : message.value;
    const atEnd = end >= text.trimEnd().length && cursor >= end - 1;
    const isUnfinished = atEnd || (isOpen && OPENERS.test(text.slice(start, end)));
    return isUnfinished ? [] : [{ start, end, kind: severity === ERROR ? "error" : "warning", message: says }];
  });
}

/** An unmatched opener may get its match as the input continues. */
const OPENERS = /^(?:[[(]$|["']|\(:)/;

function problemHint([first]: readonly Problem[]): Hint | null {
  if (first === undefined) return null;
  return { text: inOneLine(first.message), strong: null, kind: first.kind };
}

/** The function around the cursor, the present argument standing out. */
function signatureHint({ service }: ReplService, doc: TextDocument, cursor: number): Hint | null {
  const help = service.signatureHelp(doc, doc.positionAt(cursor));
  const signature = help?.signatures[help.activeSignature ?? 0];
  if (help === null || signature === undefined) return null;
  const parameter = signature.parameters?.[help.activeParameter ?? 0];
  const [start, end] = typeof parameter?.label === "object" ? parameter.label : [0, 0];
  const name = signature.label.slice(start, end);
  const about = typeof parameter?.documentation === "object" ? parameter.documentation.value : "";
  const helpText = inOneLine(about.replaceAll(/[`*]/g, ""));
  return {
    text: helpText === "" ? signature.label : `${signature.label}   ${name}: ${helpText}`,
    strong: name === "" ? null : { start, end },
    kind: "help",
  };
}
