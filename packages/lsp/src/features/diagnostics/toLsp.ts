import { type Diagnostic, diagnosticAnchor } from "@semantic-xpath/parser";
import type { DiagnosticRelatedInformation, Diagnostic as LspDiagnostic, Range } from "vscode-languageserver";
import { type OwnFinding, SEVERITY, UNNECESSARY } from "../kinds.js";

/** Codes whose text could be left out. */
const FADED = new Set(["SXP3004"]);

interface Finding extends Pick<Diagnostic, "message"> {
  readonly code: Diagnostic["code"] | OwnFinding["code"];
  readonly severity: keyof typeof SEVERITY;
}

const isOwn = (code: Finding["code"]): code is OwnFinding["code"] => !code.startsWith("SXP");

/** A finding of the toolchain, or one of the language service itself (docs/how-to/editors.md), as editors want it. */
export function toLspDiagnostic(
  { code, severity, message }: Finding,
  range: Range,
  documentation: string | null,
  related: readonly DiagnosticRelatedInformation[] = [],
): LspDiagnostic {
  const anchor = isOwn(code) ? `docs/how-to/editors.md#${code}` : diagnosticAnchor(code);
  return {
    range,
    severity: SEVERITY[severity],
    code,
    ...(documentation !== null && { codeDescription: { href: documentation + anchor } }),
    source: "sxp",
    message,
    ...(FADED.has(code) && { tags: [UNNECESSARY] }),
    ...(related.length > 0 && { relatedInformation: [...related] }),
  };
}
