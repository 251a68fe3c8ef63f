import type { Span } from "../ast/span.js";
import type { Diagnostic, Fix } from "./diagnostic.js";
import { AGENTS } from "./registry/agents.js";
import { CONVERSATIONS } from "./registry/conversations.js";
import type { Entry } from "./registry/entry.js";
import { EVALUATION } from "./registry/evaluation.js";
import { EXECUTION } from "./registry/execution.js";
import { FILES } from "./registry/files.js";
import { HINTS } from "./registry/hints.js";
import { MEMORY } from "./registry/memory.js";
import { MODELS } from "./registry/models.js";
import { SCHEMAS } from "./registry/schemas.js";
import { SEMANTICS } from "./registry/semantics.js";
import { STUDIO } from "./registry/studio.js";
import { SYNTAX } from "./registry/syntax.js";
import { TRANSLATION } from "./registry/translation.js";

/** Every diagnostic of the toolchain by its code. */
export const DIAGNOSTICS = {
  ...SYNTAX,
  ...SEMANTICS,
  ...FILES,
  ...HINTS,
  ...SCHEMAS,
  ...EXECUTION,
  ...MEMORY,
  ...AGENTS,
  ...STUDIO,
  ...TRANSLATION,
  ...MODELS,
  ...CONVERSATIONS,
  ...EVALUATION,
} as const;
export type DiagnosticCode = keyof typeof DIAGNOSTICS;
export type DiagnosticParameters<C extends DiagnosticCode> = (typeof DIAGNOSTICS)[C] extends Entry<infer P> ? P : never;

/** Builds a diagnostic from the registry: call sites give a place and facts, never a sentence. */
export function diagnose<C extends DiagnosticCode>(
  code: C,
  span: Span,
  parameters: DiagnosticParameters<C>,
  fixes: readonly Fix[] = [],
): Diagnostic {
  const definition = DIAGNOSTICS[code] as Entry<DiagnosticParameters<C>>;
  return {
    code,
    severity: definition.severity,
    message: definition.message(parameters),
    span,
    fixes,
    runnable: definition.severity !== "error" || definition.runnable === true,
  };
}

/** The documentation anchor of a code, relative to the documentation root. */
export const diagnosticAnchor = (code: string): string => `docs/reference/diagnostics.md#${code.toLowerCase()}`;
