import {
  byStart,
  type Diagnostic,
  diagnose,
  type Import,
  type ParseOptions,
  parse,
  type Query,
  type Span,
  type Update,
  type ValueQuery,
  walk,
} from "@semantic-xpath/parser";
import { type CheckedQuery, checkDocument, optimise, type PassName, plan, type Schema } from "@semantic-xpath/planner";
import { CompiledQuery } from "./compiledQuery.js";

export interface CompileOptions {
  /** Without a schema nothing is known statically and nothing is reported as unknown. */
  readonly schema?: Schema | null;
  /** The declared query of a document that becomes `query`; required if there are several. */
  readonly name?: string;
  /** Optimiser passes to switch off. The result is the same, bit for bit. */
  readonly without?: readonly PassName[];
  /** Bounds on the text: see `ParseOptions`. */
  readonly limits?: ParseOptions;
}

/** Result of compiling a text: always the diagnostics, and the queries that can run. */
export interface Compilation {
  /**
   * The bare query, or the declared query that `name` (or being the only one) selects. Present whenever the text can run: also
   * with errors that leave an exact meaning, such as an unknown node type, which matches nothing.
   */
  readonly query?: CompiledQuery;
  /** The declared queries of a document by name. */
  readonly queries: Readonly<Record<string, CompiledQuery>>;
  readonly imports: readonly Import[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles a query or a `.sxp` document: parse, check, plan, optimise. Never throws; mistakes are diagnostics.
 *
 * @example
 * const { query, diagnostics } = compile('//Day[avg(/POI[node =~ "museum"])]');
 */
export function compile(text: string, options: CompileOptions = {}): Compilation {
  const { ast, diagnostics: syntax } = parse(text, options.limits);
  const diagnostics = [...syntax];
  const schema = options.schema ?? null;
  const compiled = (checked: CheckedQuery): CompiledQuery | undefined => {
    const { query, declaration } = checked;
    diagnostics.push(...checked.diagnostics);
    const touching = declaration === null ? syntax : syntax.filter(({ span }) => touches(span, declaration.span));
    if (
      ![...touching, ...checked.diagnostics].every(({ runnable }) => runnable) ||
      (syntax.length > 0 && hasMissing(query))
    )
      return undefined;
    const naive = plan(checked, text, schema, declaration?.parameters ?? []);
    return new CompiledQuery(optimise(naive, options.without), schema);
  };
  const checked = checkDocument(ast, schema);
  if (ast.query !== null) return compilationOf(compiled(checked[0]!), {}, ast.imports, diagnostics);
  if (ast.update !== null) {
    diagnostics.push(updateInstead(ast.update, text));
    return compilationOf(undefined, {}, ast.imports, diagnostics);
  }
  const queries: Record<string, CompiledQuery> = Object.create(null);
  for (const each of checked) {
    const query = compiled(each);
    const name = each.declaration!.name;
    if (query !== undefined && name.kind === "Name") queries[name.text] ??= query;
  }
  const named = ast.updates.find(({ name }) => name.kind === "Name" && name.text === options.name);
  if (named !== undefined) diagnostics.push(updateInstead(named.update, text));
  const names = Object.keys(queries);
  const query = queries[options.name ?? (names.length === 1 ? names[0]! : "")];
  return compilationOf(query, queries, ast.imports, diagnostics);
}

function compilationOf(
  query: CompiledQuery | undefined,
  queries: Compilation["queries"],
  imports: readonly Import[],
  found: Diagnostic[],
): Compilation {
  const diagnostics = inTextOrder(found);
  return query === undefined ? { queries, imports, diagnostics } : { query, queries, imports, diagnostics };
}

/** SXP2031: nothing that runs queries makes updates. */
function updateInstead({ primitives, span }: Update, text: string): Diagnostic {
  const start = primitives[0]?.span.start ?? span.start;
  const verb = /^\w+(?:\s+node)?/.exec(text.slice(start, start + 32))?.[0] ?? "update";
  return diagnose("SXP2031", { start, end: start + verb.length }, { verb });
}

const inTextOrder = (diagnostics: Diagnostic[]): Diagnostic[] =>
  diagnostics.length < 2 ? diagnostics : diagnostics.sort(byStart);

const touches = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;

/** True if recovery left a gap: such a query is never lowered, regardless of the diagnostics. */
function hasMissing(query: Query | ValueQuery): boolean {
  let missing = false;
  walk(query, (node) => {
    if (node.kind === "Missing") missing = true;
  });
  return missing;
}
