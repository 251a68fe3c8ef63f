import { type Diagnostic, diagnose, type Span, suggest } from "@semantic-xpath/parser";
import {
  findNodeAtLocation,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type * as z from "zod/mini";
import { type SuiteFile, suiteShape } from "./shapes.js";

/** Place in the file of a suite: `["cases", 3, "include", 0]`. */
export type JsonPath = readonly (string | number)[];

/** The text of a suite's file as it was read. */
export interface SuiteText {
  readonly text: string;
  /** null if it has a mistake. */
  readonly file: SuiteFile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value; of one that is not there, that of the nearest one around it. */
  spanAt(path: JsonPath): Span;
}

/** Problem of a text that must be JSON of a shape. */
export interface ShapeFault {
  readonly span: Span;
  /** `cases[3].include[0]`, or null: it is no JSON. */
  readonly where: string | null;
  /** The end of a sentence. */
  readonly problem: string;
  readonly suggestions: readonly string[];
}

/** A text that was read as JSON of a shape. */
export interface ShapedText<T> {
  /** null with any faults. */
  readonly value: T | null;
  readonly faults: readonly ShapeFault[];
  /** The place of a value; of one that is not there, that of the nearest one around it. */
  spanAt(path: JsonPath): Span;
}

/** Reads JSON of a shape. Places are computed on demand. `members`: names suggested for unknown ones. */
export function readShaped<S extends z.ZodMiniType>(
  text: string,
  shape: S,
  members: readonly string[] = [],
): ShapedText<z.output<S>> {
  const errors: ParseError[] = [];
  let root: JsonNode | undefined;
  const placed = (): JsonNode | undefined => {
    root ??= parsed(text, errors);
    return root;
  };
  const spanAt = (path: JsonPath): Span => spanOf(placed(), path, text);
  const nameAt = (path: JsonPath): Span => nameSpanOf(placed(), path) ?? spanAt(path);
  const json = strictJson(text);
  if (json === undefined) {
    placed();
    const { offset = 0, length = 0, error } = errors[0] ?? {};
    const problem = error === undefined ? "it is empty or nested too deeply" : words(printParseErrorCode(error));
    const span = visible(offset, length, text);
    return { value: null, faults: [{ span, where: null, problem, suggestions: [] }], spanAt };
  }
  const read = safely(() => shape.safeParse(json.value));
  if (read === undefined) {
    const problem = "it is nested too deeply";
    return { value: null, faults: [{ span: visible(0, 0, text), where: null, problem, suggestions: [] }], spanAt };
  }
  if (read.success) return { value: read.data, faults: [], spanAt };
  return {
    value: null,
    faults: read.error.issues.flatMap((issue) => mistakes(issue, [], { spanAt, nameAt, members })),
    spanAt,
  };
}

/** Reads the file of a suite: SXP5201 where it is no JSON, SXP5202 where it does not fit the shapes. Opens no other file. */
export function readSuiteText(text: string): SuiteText {
  const { value, faults, spanAt } = readShaped(text, suiteShape, MEMBERS);
  const diagnostics = faults.map(({ span, where, problem, suggestions }) =>
    where === null
      ? diagnose("SXP5201", span, { problem })
      : diagnose("SXP5202", span, { where, problem, suggestions }),
  );
  return { text, file: value, diagnostics, spanAt };
}

/** Members of any name are kept as the object's own, as `JSON.parse` does. */
function strictJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** undefined: it is nested too deeply for a parser that is recursive. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parsed(text: string, errors: ParseError[]): JsonNode | undefined {
  return safely(() => parseTree(text, errors, { disallowComments: true }));
}

function spanOf(root: JsonNode | undefined, path: JsonPath, text: string): Span {
  for (let length = path.length; root !== undefined && length >= 0; length--) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node !== undefined) return { start: node.offset, end: node.offset + node.length };
  }
  return visible(0, 0, text);
}

/** The place of the name of a member. */
function nameSpanOf(root: JsonNode | undefined, path: JsonPath): Span | null {
  const member = root && findNodeAtLocation(root, [...path])?.parent;
  const [name] = member?.type === "property" ? (member.children ?? []) : [];
  return name === undefined ? null : { start: name.offset, end: name.offset + name.length };
}

/** An error at the end of the text is shown at its last character. */
const visible = (offset: number, length: number, text: string): Span => {
  const start = Math.max(0, Math.min(offset, text.length - 1));
  return { start, end: Math.max(start + Math.min(1, text.length), Math.min(text.length, offset + length)) };
};

type Issue = z.core.$ZodIssue;

interface Places {
  readonly spanAt: SuiteText["spanAt"];
  readonly nameAt: SuiteText["spanAt"];
  readonly members: readonly string[];
}

function mistakes(issue: Issue, above: JsonPath, places: Places): readonly ShapeFault[] {
  const { spanAt, nameAt, members } = places;
  const path = [...above, ...(issue.path as (string | number)[])];
  const report = (at: JsonPath, problem: string, suggestions: readonly string[] = []): ShapeFault => ({
    span: spanAt(at),
    where: whereOf(at),
    problem,
    suggestions,
  });
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        ...report([...path, key], "is no member that is known", suggest(key, members)),
        span: nameAt([...path, key]),
      }));
    case "invalid_union": {
      // The alternative that goes wrong latest is the one that was meant.
      const depth = (issues: readonly Issue[]): number => Math.max(...issues.map((each) => each.path.length));
      const [best] = [...issue.errors].sort((a, b) => depth(b as Issue[]) - depth(a as Issue[]));
      if (best === undefined || depth(best as Issue[]) === 0)
        return [report(path, "is neither a text nor a list of texts")];
      return best.flatMap((each) => mistakes(each as Issue, path, places));
    }
    case "invalid_type":
      return [report(path, `has to be ${ARTICLES[issue.expected] ?? `of the kind ${issue.expected}`}`)];
    case "invalid_value":
      return [report(path, `is one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`)];
    case "too_small":
      return [report(path, issue.origin === "number" ? `is a number from ${issue.minimum}` : "must not be empty")];
    case "invalid_format":
      return [report(path, "is a day as in 2026-05-31")];
    default:
      return [report(path, "is of another form than expected")];
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: "a text",
  array: "a list",
  object: "an object",
  number: "a number",
  boolean: "true or false",
  record: "an object",
};

const MEMBERS: readonly string[] = (
  "name note imports tree memory task mapping schema now domain cases dialogues id kind cluster must request query include exclude grades value " +
  "update after checks ask talk action or turns dialogue asOf split speakers sessions facts questions text speaker date source subject slot op when until"
).split(" ");

/** `cases[3].include[0]`, or "suite" for the whole. */
export const whereOf = (path: JsonPath): string =>
  path.length === 0
    ? "suite"
    : path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");

/** `PropertyNameExpected` as words. */
const words = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
