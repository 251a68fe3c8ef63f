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

/** Where in the file of a suite something is: `["cases", 3, "include", 0]`. */
export type JsonPath = readonly (string | number)[];

/** The text of a suite's file as it was read. */
export interface SuiteText {
  readonly text: string;
  /** null where it has a mistake. */
  readonly file: SuiteFile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a value; of one that is not there, that of the nearest one around it. */
  spanAt(path: JsonPath): Span;
}

/** Reads the file of a suite: SXP5201 where it is no JSON, SXP5202 where it does not fit the shapes. Opens no other file. */
export function readSuiteText(text: string): SuiteText {
  const errors: ParseError[] = [];
  const root = parsed(text, errors);
  const spanAt = (path: JsonPath): Span => spanOf(root, path, text);
  if (root === undefined || errors.length > 0) {
    const { offset = 0, length = 0, error } = errors[0] ?? {};
    const problem = error === undefined ? "it is empty or nested too deeply" : words(printParseErrorCode(error));
    return { text, file: null, diagnostics: [diagnose("SXP5201", visible(offset, length, text), { problem })], spanAt };
  }
  const read = suiteShape.safeParse(jsonValue(root));
  if (read.success) return { text, file: read.data, diagnostics: [], spanAt };
  return { text, file: null, diagnostics: read.error.issues.flatMap((issue) => mistakes(issue, [], spanAt)), spanAt };
}

function parsed(text: string, errors: ParseError[]): JsonNode | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // The parser is recursive.
    throw error;
  }
}

/** The value of a node, members of any name kept as its own. */
function jsonValue(node: JsonNode): unknown {
  if (node.type === "array") return (node.children ?? []).map(jsonValue);
  if (node.type !== "object") return node.value;
  const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [[String(key.value), jsonValue(value)] as const],
  );
  return Object.fromEntries(members);
}

function spanOf(root: JsonNode | undefined, path: JsonPath, text: string): Span {
  for (let length = path.length; root !== undefined && length >= 0; length--) {
    const node = findNodeAtLocation(root, [...path.slice(0, length)]);
    if (node !== undefined) return { start: node.offset, end: node.offset + node.length };
  }
  return visible(0, 0, text);
}

/** An error at the end of the text is shown at its last character. */
const visible = (offset: number, length: number, text: string): Span => {
  const start = Math.max(0, Math.min(offset, text.length - 1));
  return { start, end: Math.max(start + Math.min(1, text.length), Math.min(text.length, offset + length)) };
};

type Issue = z.core.$ZodIssue;

function mistakes(issue: Issue, above: JsonPath, spanAt: SuiteText["spanAt"]): readonly Diagnostic[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  const report = (at: JsonPath, problem: string, suggestions: readonly string[] = []): Diagnostic =>
    diagnose("SXP5202", spanAt(at), { where: whereOf(at), problem, suggestions });
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => report([...path, key], "is no member that is known", suggest(key, MEMBERS)));
    case "invalid_union": {
      // The alternative that goes wrong latest is the one that was meant.
      const depth = (issues: readonly Issue[]): number => Math.max(...issues.map((each) => each.path.length));
      const [best] = [...issue.errors].sort((a, b) => depth(b as Issue[]) - depth(a as Issue[]));
      if (best === undefined || depth(best as Issue[]) === 0)
        return [report(path, "is neither a text nor a list of texts")];
      return best.flatMap((each) => mistakes(each as Issue, path, spanAt));
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
const whereOf = (path: JsonPath): string =>
  path.length === 0
    ? "suite"
    : path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");

/** `PropertyNameExpected` as words. */
const words = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
