import { patternProblem } from "@semantic-xpath/planner";
import { readError } from "@semantic-xpath/tree";
import { compilePattern, type Pattern, type PatternError } from "@semantic-xpath/values";
import { itemOf, type JsonValue } from "./jsonValue.js";
import { type Scope, variableIn, within } from "./scope.js";

/** The way from one value to others. */
export interface Path {
  readonly source: string;
  readonly steps: readonly Step[];
}

type Step =
  | { readonly kind: "Up" | "All" | "Below" }
  /** The member of a name, or the element of a place from 0; parts of the name may be variables. */
  | { readonly kind: "Item"; readonly name: readonly NamePart[] }
  /** The members whose whole name a pattern matches; its groups are the variables. */
  | { readonly kind: "Match"; readonly pattern: Pattern; readonly variables: readonly string[] };

type NamePart = string | { readonly variable: string };

/** Why a text is not a path. */
export interface PathError {
  readonly kind: "path" | "pattern";
  readonly problem: string;
}

/** A value that a path leads to, with the variables that were found on the way. */
export interface Located {
  readonly value: JsonValue;
  readonly scope: Scope;
}

const HOLE = /\{([^{}:/]*)(:)?/y;
const VARIABLE = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Reads a path: steps with "/" between them. A step is the name of a member or the place of an element from 0; `*`, all of them; `**`, the
 * value and all that it holds; `..`, what it is in; `.`, the value itself. In a name `{n}` is the value of a variable, and `{n:\d+}` takes what the pattern
 * matches for it. Names with other meanings stand in quotes.
 */
export function parsePath(source: string): Path | PathError {
  const steps: Step[] = [];
  for (const text of splitSteps(source)) {
    if (text === null) return { kind: "path", problem: "a quote or a brace is not closed" };
    if (text === "") return { kind: "path", problem: 'there is nothing between two "/", or before or after one' };
    const step = text === "." ? null : readStep(text);
    if (step !== null && "problem" in step) return step;
    if (step !== null) steps.push(step);
  }
  return { source, steps };
}

/** The texts of the steps; null for one that does not end. */
function splitSteps(source: string): (string | null)[] {
  const texts: (string | null)[] = [];
  let [start, braces, quote] = [0, 0, ""];
  for (let at = 0; at <= source.length; at++) {
    const char = source[at] ?? "/";
    const isEnd = at === source.length;
    if (quote !== "" && !isEnd) quote = char === quote ? "" : quote;
    else if (at === start && (char === "'" || char === '"')) quote = char;
    else if (char === "\\" && braces > 0) at++;
    else if (char === "{") braces++;
    else if (char === "}") braces--;
    else if (char === "/" && (braces === 0 || isEnd)) {
      texts.push(quote === "" && braces === 0 ? source.slice(start, at) : null);
      start = at + 1;
    }
  }
  return texts;
}

function readStep(text: string): Step | PathError {
  if (text === "*") return { kind: "All" };
  if (text === "..") return { kind: "Up" };
  if (text === "**") return { kind: "Below" };
  if (/^["']/.test(text)) return { kind: "Item", name: [text.slice(1, -1)] };
  const parts: (NamePart | { readonly variable: string; readonly pattern: string })[] = [];
  for (let at = 0; at < text.length; ) {
    HOLE.lastIndex = at;
    const hole = HOLE.exec(text);
    if (hole === null) {
      const next = text.indexOf("{", at + 1);
      const end = next < 0 ? text.length : next;
      parts.push(text.slice(at, end));
      at = end;
      continue;
    }
    const variable = hole[1]!;
    const end = closing(text, at);
    if (!VARIABLE.test(variable) && !(/^\d$/.test(variable) && hole[2] === undefined))
      return { kind: "path", problem: `"{${variable}" has no name of a variable: letters, digits and "_"` };
    if (end < 0) return { kind: "path", problem: "a brace is not closed" };
    parts.push(hole[2] === undefined ? { variable } : { variable, pattern: text.slice(HOLE.lastIndex, end) });
    at = end + 1;
  }
  return parts.some((part) => typeof part !== "string" && "pattern" in part)
    ? matchStep(parts)
    : { kind: "Item", name: parts };
}

/** The place of the brace that closes the one at a place; those of a pattern are in pairs. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

function matchStep(
  parts: readonly (string | { readonly variable: string; readonly pattern?: string })[],
): Step | PathError {
  const variables: string[] = [];
  let source = "^";
  for (const part of parts) {
    if (typeof part === "string") source += escaped(part);
    else if (part.pattern === undefined) {
      return { kind: "path", problem: `"{${part.variable}}" is beside a pattern; put the whole name into one` };
    } else {
      const inner = compilePattern(part.pattern);
      if (inner.kind === "PatternError") return { kind: "pattern", problem: problemOf({ ...inner, source }) };
      if (inner.groups > 0) return { kind: "pattern", problem: 'it has groups of its own; write "(?:…)"' };
      source += `(${part.pattern})`;
      variables.push(part.variable);
    }
  }
  const pattern = compilePattern(`${source}$`);
  if (pattern.kind === "PatternError") return { kind: "pattern", problem: problemOf({ ...pattern, source }) };
  return { kind: "Match", pattern, variables };
}

const escaped = (text: string): string => text.replace(/[\\|.?*+(){}[\]^$-]/g, "\\$&");

/** Problem of a pattern, for the end of a sentence. */
export const problemOf = ({
  reason,
  text,
  source,
}: Pick<PatternError, "reason" | "text"> & { source: string }): string =>
  `"${(text === "" ? source : text).slice(0, 40)}" ${patternProblem(reason)}`;

/** The variables that a path takes from names. */
export const variablesOf = ({ steps }: Path): readonly string[] =>
  steps.flatMap((step) => (step.kind === "Match" ? step.variables : []));

/** UTF-16 units of the longest name that is compared with a pattern. */
const MAX_NAME = 1000;

/** The values that a path leads to from a value, in their order. What is null is not there. */
export function follow(path: Path, from: Located): Located[] {
  let located: Located[] = [from];
  for (const step of path.steps) {
    const next: Located[] = [];
    for (const one of located) take(step, one, next);
    if (next.length === 0) return next;
    // Several values lie in one: it is reached once.
    located = step.kind === "Up" ? distinct(next) : next;
    from.scope.work.left -= next.length;
    if (from.scope.work.left < 0) {
      const parameters = {
        what: "values on the ways of the mapping's paths",
        limit: from.scope.work.most,
        option: "mapping",
      };
      throw readError("SXP4003", parameters);
    }
  }
  return located.filter(({ value }) => value.kind !== "null");
}

function distinct(reached: readonly Located[]): Located[] {
  const seenValues = new Set<JsonValue>();
  return reached.filter(({ value }) => !seenValues.has(value) && seenValues.add(value));
}

function take(step: Step, { value, scope }: Located, into: Located[]): void {
  switch (step.kind) {
    case "Up":
      if (value.parent !== null) into.push({ value: value.parent, scope });
      return;
    case "Below":
      addBelow(value, scope, into);
      return;
    case "All":
      for (const item of value.items) {
        item.isMember = false;
        into.push({ value: item, scope });
      }
      return;
    case "Item": {
      const name = nameOf(step.name, scope);
      const item = name === null ? undefined : itemOf(value, name);
      if (item !== undefined) {
        if (step.name.some((part) => typeof part !== "string")) item.isMember = false;
        into.push({ value: item, scope });
      }
      return;
    }
    case "Match":
      if (value.kind !== "object") return;
      for (const item of value.items) {
        const match = item.key.length > MAX_NAME ? null : step.pattern.find(item.key);
        if (match === null) continue;
        item.isMember = false;
        const variables = new Map(step.variables.map((name, i) => [name, match.groups[i + 1] ?? ""]));
        into.push({ value: item, scope: within(scope, variables) });
      }
  }
}

/** A value and all that it holds, in document order. */
function addBelow(top: JsonValue, scope: Scope, into: Located[]): void {
  const open = [top];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    into.push({ value, scope });
    for (let i = value.items.length - 1; i >= 0; i--) open.push(value.items[i]!);
  }
}

function nameOf(parts: readonly NamePart[], scope: Scope): string | null {
  let name = "";
  for (const part of parts) {
    const text = typeof part === "string" ? part : variableIn(scope, part.variable);
    if (text === null) return null;
    name += text;
  }
  return name;
}
