import {
  type Declaration,
  type Diagnostic,
  diagnose,
  parse,
  type Query,
  type Span,
  type ValueQuery,
} from "@semantic-xpath/parser";
import { check, type Schema, typeWords } from "@semantic-xpath/planner";
import { compile } from "./compile.js";

/** Effect of another schema on a text with queries. */
export interface QueryChanges {
  /** Errors and warnings that only the new schema gives: a query with one of them breaks. */
  readonly broken: readonly Diagnostic[];
  /** SXP2308 for each query that gives other types of nodes, or values of another type. */
  readonly different: readonly Diagnostic[];
}

/** Compiles a text with both schemas. A query that breaks is not said to give something else as well. */
export function queryChanges(text: string, before: Schema, after: Schema): QueryChanges {
  const [old, now] = [before, after].map((schema) => compile(text, { schema }).diagnostics);
  const earlier = new Set(old!.map(placeOf));
  const broken = now!.filter((one) => one.severity !== "hint" && !earlier.has(placeOf(one)));
  const { ast } = parse(text);
  const declared =
    ast.query === null ? ast.declarations : [{ query: ast.query, parameters: null, span: ast.query.span }];
  const different = declared.flatMap((one) => {
    if (broken.some(({ span }) => isWithin(span, one.span))) return [];
    const [was, is] = [before, after].map((schema) => resultOf(one.query, schema, one.parameters));
    return was === is ? [] : [diagnose("SXP2308", one.query.span, { before: was!, after: is! })];
  });
  return { broken, different };
}

const placeOf = ({ code, span }: Diagnostic): string => `${code} ${span.start} ${span.end}`;

const isWithin = (inner: Span, { start, end }: Span): boolean => inner.start >= start && inner.end <= end;

/** Result of a query, in words: `"Day" or "POI"`, `a number`. */
function resultOf(query: Query | ValueQuery, schema: Schema, parameters: Declaration["parameters"] | null): string {
  const checked = check(query, schema, parameters);
  if (query.kind === "ValueQuery") {
    const type = checked.values.get(query.value)?.type ?? null;
    return type === null ? "a value" : typeWords(type);
  }
  const types = checked.types.get(query);
  if (types === null || types === undefined) return "any node";
  return types.length === 0 ? "nothing" : types.map((name) => `"${name}"`).join(" or ");
}
