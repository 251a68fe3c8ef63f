import { type AstNode, parse, print, type Query, type ValueQuery } from "@semantic-xpath/parser";
import { isObject } from "@semantic-xpath/values";
import type { JsonKind } from "../valueTypes.js";
import { type Field, propertiesOf, ROOTS, SHAPES, SPANS } from "./shapes.js";

/** Result of reading a JSON tree. */
export interface ReadAst {
  /** The query with the places of its text; null for an invalid tree. */
  readonly query: Query | ValueQuery | null;
  /** Its canonical text; null likewise. */
  readonly text: string | null;
  readonly problems: readonly AstProblem[];
}

/** Problem with its place: `$.paths[0].segments[1].step`. */
export interface AstProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Reads an AST that was written as JSON, as a program or a model with structured output does: properties with a default may be
 * left out, and so may all places (`span`). Never throws; a tree that no query text gives is refused with problems.
 *
 * @example astToQuery({ kind: "Query", paths: [ … ] }).text // '//Day[1]'
 */
export function astToQuery(json: unknown): ReadAst {
  const problems: AstProblem[] = [];
  const node = readNode(json, ROOTS, { path: "$", depth: 0 }, problems);
  if (node === null || problems.length > 0) return refused(problems);
  // Complete by now, and of the right shape throughout: the table of shapes follows the types.
  const text = print(node as unknown as AstNode);
  const { ast, diagnostics } = parse(text);
  for (const { message } of diagnostics) problems.push({ path: "$", message });
  if (problems.length > 0) return refused(problems);
  const difference = differenceOf(node, ast.query, "$");
  if (difference !== null) {
    problems.push({ path: difference, message: `No text has this tree; it would be read differently: ${text}` });
    return refused(problems);
  }
  return { query: ast.query, text, problems };
}

const refused = (problems: readonly AstProblem[]): ReadAst => ({ query: null, text: null, problems });

type Json = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Json => typeof value === "object" && value !== null;

const NO_SPAN = { start: 0, end: 0 };
/** Levels of nodes; the parser's own limit on nesting is reached before that. */
const MAX_LEVELS = 800;

/** Place of a value. */
interface Place {
  readonly path: string;
  readonly depth: number;
}

function readNode(json: unknown, kinds: readonly JsonKind[], place: Place, problems: AstProblem[]): Json | null {
  const { path, depth } = place;
  const complain = (message: string): null => {
    problems.push({ path, message });
    return null;
  };
  if (depth > MAX_LEVELS) return complain("The tree is too deep.");
  if (!isObject(json)) return complain(`Must be an object with a kind: ${kinds.join(", ")}.`);
  const kind = kinds.find((each) => each === json.kind);
  if (kind === undefined) return complain(`The kind must be ${kinds.join(", ")}, not ${JSON.stringify(json.kind)}.`);
  const properties = propertiesOf(kind);
  const result: Record<string, unknown> = { kind, span: NO_SPAN };
  for (const [name, { field, fallback }] of properties) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (value === undefined && fallback === undefined) complain(`${kind} needs the property ${name}.`);
    else
      result[name] =
        value === undefined
          ? fallback!(json)
          : readField(value, field, { path: `${path}.${name}`, depth: depth + 1 }, problems);
  }
  const ownSpan = SPANS[kind];
  if (ownSpan !== undefined) result[ownSpan] = result.axis === null ? null : NO_SPAN;
  for (const name of Object.keys(json)) {
    if (!Object.hasOwn(SHAPES[kind], name) && !["kind", "span", ownSpan].includes(name))
      complain(`${kind} has no property ${JSON.stringify(name)}.`);
  }
  return result;
}

function readField(value: unknown, field: Field, place: Place, problems: AstProblem[]): unknown {
  const isRight = (right: boolean, expected: string): unknown => {
    if (!right) problems.push({ path: place.path, message: `Must be ${expected}.` });
    return value;
  };
  switch (field.is) {
    case "node":
      return value === null && field.isNullable ? null : readNode(value, field.kinds, place, problems);
    case "nodes":
      if (!Array.isArray(value) || value.length < field.least)
        return isRight(false, `a list of at least ${field.least} nodes`);
      return value.map((each, i) => readNode(each, field.kinds, { ...place, path: `${place.path}[${i}]` }, problems));
    case "choice":
      return isRight(field.choices.includes(value as string | null), `one of ${field.choices.join(", ")}`);
    case "name":
    case "text":
      return isRight(typeof value === "string", "a string");
    case "number":
      return isRight(Number.isFinite(value), "a number");
    case "integer":
      return isRight(Number.isInteger(value), "a whole number");
    case "boolean":
      return isRight(typeof value === "boolean", "true or false");
  }
}

/** Path of the first difference of two trees, ignoring places and the two signs of relevance; null without one. */
function differenceOf(left: unknown, right: unknown, path: string): string | null {
  if (!isTree(left) || !isTree(right)) return left === right ? null : path;
  const isList = Array.isArray(left);
  if (isList && left.length !== right.length) return path;
  for (const [key, each] of Object.entries(left)) {
    if (/span$/i.test(key) || (left.kind === "Relevance" && key === "operator")) continue;
    const difference = differenceOf(each, right[key], isList ? `${path}[${key}]` : `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}
