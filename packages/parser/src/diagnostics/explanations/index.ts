import type { DiagnosticCode } from "../diagnose.js";
import { AGENTS_EXPLAINED } from "./agents.js";
import { CONVERSATIONS_EXPLAINED } from "./conversations.js";
import { EVALUATION_EXPLAINED } from "./evaluation.js";
import { EXECUTION_EXPLAINED } from "./execution.js";
import type { Explanation } from "./explanation.js";
import { FILES_EXPLAINED } from "./files.js";
import { HINTS_EXPLAINED } from "./hints.js";
import { MEMORY_EXPLAINED } from "./memory.js";
import { MODELS_EXPLAINED } from "./models.js";
import { SCHEMAS_EXPLAINED } from "./schemas.js";
import { SEMANTICS_EXPLAINED } from "./semantics.js";
import { STUDIO_EXPLAINED } from "./studio.js";
import { SYNTAX_EXPLAINED } from "./syntax.js";
import { TRANSLATION_EXPLAINED } from "./translation.js";

export type { Explanation };

/** Explanations of all diagnostics, in an entry of their own, since only documentation and help need them. */
export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...SYNTAX_EXPLAINED,
  ...SEMANTICS_EXPLAINED,
  ...FILES_EXPLAINED,
  ...HINTS_EXPLAINED,
  ...SCHEMAS_EXPLAINED,
  ...EXECUTION_EXPLAINED,
  ...MEMORY_EXPLAINED,
  ...AGENTS_EXPLAINED,
  ...STUDIO_EXPLAINED,
  ...TRANSLATION_EXPLAINED,
  ...MODELS_EXPLAINED,
  ...CONVERSATIONS_EXPLAINED,
  ...EVALUATION_EXPLAINED,
};
