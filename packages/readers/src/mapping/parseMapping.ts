import { byStart, type Diagnostic, diagnose, errorsOf } from "@semantic-xpath/parser";
import {
  diagnosticOf,
  MAX_SHAPED_LENGTH,
  nearestNames,
  readShaped,
  replacements,
  type ShapeFault,
} from "@semantic-xpath/planner";
import { isObject } from "@semantic-xpath/tree";
import { mappingShape, type TextFault } from "./mappingShape.js";
import type { MappingModel } from "./model.js";
import { parsePath, variablesOf } from "./path.js";

/** Result of `readMappingFile`. */
interface ReadMapping {
  /** Null if there is an error in it. */
  readonly model: MappingModel | null;
  /** With spans into the text, in order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a mapping file. Mistakes are values; a mapping with a mistake is null. */
export function readMappingFile(text: string): ReadMapping {
  let rules: readonly string[] = [];
  const used = new Set<string>();
  const { value, faults, source } = readShaped(
    text,
    (root) => {
      const declared = isObject(root) && isObject(root.rules) ? root.rules : {};
      rules = Object.keys(declared);
      return mappingShape({
        rules: new Set(rules),
        variables: variablesIn(declared),
        onUsed: (name) => void used.add(name),
      });
    },
    { root: "mapping", maxLength: MAX_SHAPED_LENGTH, reportsRepeated: true },
  );
  const unused = rules
    .filter((name) => !used.has(name))
    .map((name) => diagnose("SXP2208", source.nameSpanAt(["rules", name]), { name }));
  const diagnostics = [...faults.map((fault) => problemOf(fault, rules)), ...unused].sort(byStart);
  return { model: errorsOf(diagnostics).length > 0 ? null : value, diagnostics };
}

function problemOf(fault: ShapeFault, rules: readonly string[]): Diagnostic {
  const { where, span } = fault;
  const { kind, what = "", name = "" }: Partial<TextFault> = fault.kind === "Value" ? fault.params : {};
  if (fault.kind !== "Value" || kind === undefined)
    return diagnosticOf(fault, {
      text: "SXP2201",
      value: "SXP2202",
      member: "SXP2203",
      repeated: "SXP2205",
    });
  const problem = fault.expected;
  switch (kind) {
    case "path":
      return diagnose("SXP2206", span, { where, what, problem });
    case "pattern":
      return diagnose("SXP2207", span, { where, problem });
    case "rule": {
      const suggestions = nearestNames(name, rules);
      return diagnose("SXP2204", span, { name, where, suggestions }, replacements(span, suggestions));
    }
  }
}

/** The names under every "let", and those that paths take from names. */
function variablesIn(rules: object): Set<string> {
  const names = new Set<string>();
  const open: unknown[] = [rules];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && value.includes(":")) {
      const path = parsePath(value);
      if ("steps" in path) for (const name of variablesOf(path)) names.add(name);
    }
    if (typeof value !== "object" || value === null) continue;
    for (const each of Object.values(value)) open.push(each);
    if (isObject(value) && isObject(value.let)) for (const name of Object.keys(value.let)) names.add(name);
  }
  return names;
}
