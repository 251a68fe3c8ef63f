import { type Diagnostic, diagnosticAnchor } from "@semantic-xpath/parser";
import type { DiagnosticRelatedInformation, Diagnostic as LspDiagnostic, Range } from "vscode-languageserver";
import { SEVERITY, UNNECESSARY } from "../kinds.js";

/** Codes whose text could be left out. */
const FADED = new Set(["SXP3004"]);

/** A diagnostic of the toolchain as editors want it. */
export function toLspDiagnostic(
  { code, severity, message }: Diagnostic,
  range: Range,
  documentation: string | null,
  related: readonly DiagnosticRelatedInformation[] = [],
): LspDiagnostic {
  return {
    range,
    severity: SEVERITY[severity],
    code,
    ...(documentation !== null && { codeDescription: { href: `${documentation}${diagnosticAnchor(code)}` } }),
    source: "sxp",
    message,
    ...(FADED.has(code) && { tags: [UNNECESSARY] }),
    ...(related.length > 0 && { relatedInformation: [...related] }),
  };
}

/** A finding of the language service itself, documented in docs/guides/editors.md. */
export const ownDiagnostic = (
  code: "cost" | "import",
  severity: keyof typeof SEVERITY,
  message: string,
  range: Range,
  documentation: string | null,
): LspDiagnostic => ({
  range,
  severity: SEVERITY[severity],
  code,
  ...(documentation !== null && { codeDescription: { href: `${documentation}docs/guides/editors.md#${code}` } }),
  source: "sxp",
  message,
});
