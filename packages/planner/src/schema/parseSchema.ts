import { byStart, type Diagnostic, diagnose } from "@semantic-xpath/parser";
import { isObject } from "@semantic-xpath/values";
import { writtenName } from "../shapes/jsonSource.js";
import { nearestNames } from "../shapes/nearestNames.js";
import {
  diagnosticOf,
  MAX_SHAPED_LENGTH,
  readShaped,
  replacements,
  type ShapeCodes,
  type ShapeFault,
  wordsOf,
} from "../shapes/readShaped.js";
import type { Schema } from "./schema.js";
import type { SchemaFault } from "./schemaFault.js";
import { schemaShape } from "./schemaShape.js";

/** Result of `parseSchema` for a schema file. */
interface ParsedSchema {
  /** Everything that could be read; null if the text is no JSON or has no types. */
  readonly schema: Schema | null;
  /** With spans into the schema text. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a schema file. Mistakes are values: a schema with some mistakes is still returned, without what is wrong in it.
 *
 * @example
 * parseSchema('{ "version": 1, "roots": ["Day"], "types": { "Day": { "text": true } } }').schema?.roots; // ["Day"]
 */
export function parseSchema(text: string): ParsedSchema {
  let declared: readonly string[] | null = null;
  const { value, faults, defaulted } = readShaped(
    text,
    (root) => {
      declared = namesIn(root);
      return schemaShape(declared);
    },
    {
      root: ROOT,
      maxLength: MAX_SHAPED_LENGTH,
      reportsRepeated: true,
      leavesOut: () => ({ version: 1, roots: declared ?? [] }),
    },
  );
  const schema = value !== null && defaulted.has("roots") ? { ...value, roots: topTypes(value.types) } : value;
  return { schema, diagnostics: faults.map(problemOf).sort(byStart) };
}

/** Name of the whole file in messages. */
const ROOT = "schema";

function namesIn(root: unknown): readonly string[] | null {
  const types = isObject(root) ? root.types : null;
  return isObject(types) ? Object.keys(types).map(writtenName) : null;
}

/** The best guess without named roots: the types that are not a child of any, else all. */
export function topTypes(types: Schema["types"]): readonly string[] {
  const names = Object.keys(types);
  const children = new Set(
    names.flatMap((name) => Object.keys(types[name]!.children).filter((child) => child !== name)),
  );
  const tops = names.filter((name) => !children.has(name));
  return tops.length > 0 ? tops : names;
}

const CODES: ShapeCodes = { text: "SXP2101", value: "SXP2102", member: "SXP2103", repeated: "SXP2105" };

function problemOf(fault: ShapeFault): Diagnostic {
  const { span, where, path } = fault;
  const parameters = fault.kind === "Value" ? (fault.params as unknown as SchemaFault) : null;
  const around = wordsOf(path.slice(0, -1), ROOT);
  switch (parameters?.kind) {
    case "name": {
      const { name, declared, write = (other: string) => other, isListed } = parameters;
      const suggestions = nearestNames(name, declared);
      const fixes = replacements(span, suggestions.map(write));
      return diagnose("SXP2104", span, { where: isListed ? around : where, name, suggestions }, fixes);
    }
    case "repeated":
      return diagnose("SXP2105", span, { where: around, name: parameters.name });
    case "bounds":
      return diagnose("SXP2106", span, { where, min: parameters.min, max: parameters.max });
    case "fieldAndChild":
      return diagnose("SXP2107", span, { type: String(path[1]), name: parameters.name });
    case "secondId":
      return diagnose("SXP2108", span, parameters);
    case "neverWithin":
      return diagnose("SXP2109", span, parameters);
    case "word":
      return diagnosticOf({ ...fault, meant: nearestNames(parameters.text, parameters.words) } as ShapeFault, CODES);
    case undefined:
      return diagnosticOf(fault, CODES);
  }
}
