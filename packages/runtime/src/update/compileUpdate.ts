import {
  type AstNode,
  byStart,
  type Diagnostic,
  diagnose,
  type Parameter,
  type ParseOptions,
  parse,
  type Span,
  type Update,
  walk,
} from "@semantic-xpath/parser";
import { checkUpdate, optimise, plan, type Schema } from "@semantic-xpath/planner";
import { CompiledQuery } from "../compiledQuery.js";
import { CompiledUpdate } from "./compiledUpdate.js";
import type { Operation } from "./operation.js";
import { updateOf } from "./updateOf.js";

export interface CompileUpdateOptions {
  /** Without a schema nothing is known statically and nothing is reported as unknown. */
  readonly schema?: Schema | null;
  /** The declared update of a document that becomes `update`; required if there are several. */
  readonly name?: string;
  /** Bounds on the text: see `ParseOptions`. */
  readonly limits?: ParseOptions;
}

/** Result of compiling a text: always the diagnostics, and the updates that are possible. */
export interface UpdateCompilation {
  /**
   * The bare update, or the declared one that `name` (or being the only one) selects. Present whenever it has an exact meaning: also with
   * errors about the schema, since data may be against it for a while.
   */
  readonly update?: CompiledUpdate;
  /** The declared updates of a document by name. */
  readonly updates: Readonly<Record<string, CompiledUpdate>>;
  /** Diagnostics. For operations their places count in their text, `update.text`. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles an update, the updates of a `.sxp` document, or operations: parse, check, plan the paths and values. Nothing that runs queries makes
 * updates, and nothing is changed by this: `pending` says what an update would change. Never throws; mistakes are diagnostics.
 *
 * @example
 * const { update, diagnostics } = compileUpdate('insert node <POI name="Cafe"/> as last into /Plan/Day[2]', { schema });
 */
export function compileUpdate(
  source: string | readonly Operation[],
  options: CompileUpdateOptions = {},
): UpdateCompilation {
  if (typeof source !== "string") return compileOperations(source, options);
  const { ast, diagnostics: syntax } = parse(source, options.limits);
  const diagnostics = [...syntax];
  const compile = (update: Update, parameters: readonly Parameter[] | null, around: Span): CompiledUpdate | null => {
    const nearby = syntax.filter(({ span }) => span.start <= around.end && around.start <= span.end);
    const { compiled, found } = compileOne(source, update, parameters, nearby, options);
    diagnostics.push(...found);
    return compiled;
  };
  const updates: Record<string, CompiledUpdate> = Object.create(null);
  if (ast.query !== null) {
    const { span } = ast.query;
    if (syntax.length === 0) diagnostics.push(diagnose("SXP2032", span, { text: source.slice(span.start, span.end) }));
    return { updates, diagnostics };
  }
  if (ast.update !== null) {
    const update = compile(ast.update, null, ast.span);
    return { ...(update === null ? {} : { update }), updates, diagnostics: inTextOrder(diagnostics) };
  }
  for (const { name, parameters, update, span } of ast.updates) {
    const compiled = compile(update, parameters, span);
    if (compiled !== null && name.kind === "Name") updates[name.text] ??= compiled;
  }
  for (const { name } of ast.declarations)
    if (name.kind === "Name" && name.text === options.name)
      diagnostics.push(diagnose("SXP2032", name.span, { text: name.text }));
  const names = Object.keys(updates);
  const update = updates[options.name ?? (names.length === 1 ? names[0]! : "")];
  return { ...(update === undefined ? {} : { update }), updates, diagnostics: inTextOrder(diagnostics) };
}

function compileOperations(operations: readonly Operation[], options: CompileUpdateOptions): UpdateCompilation {
  const { text, update, diagnostics } = updateOf(operations);
  if (operations.length === 0) return { updates: {}, diagnostics };
  const { compiled, found } = compileOne(text, update, null, diagnostics, options);
  return { ...(compiled === null ? {} : { update: compiled }), updates: {}, diagnostics: [...diagnostics, ...found] };
}

function compileOne(
  text: string,
  update: Update,
  parameters: readonly Parameter[] | null,
  syntax: readonly Diagnostic[],
  { schema = null }: CompileUpdateOptions,
): { readonly compiled: CompiledUpdate | null; readonly found: readonly Diagnostic[] } {
  const { parts: checked, diagnostics } = checkUpdate(update, schema, parameters);
  const isWhole = [...syntax, ...diagnostics].every(({ runnable }) => runnable) && !hasMissing(update);
  if (!isWhole) return { compiled: null, found: diagnostics };
  const parts = new Map<AstNode, CompiledQuery>();
  for (const [part, of] of checked)
    parts.set(part, new CompiledQuery(optimise(plan(of, text, schema, parameters ?? [])), schema));
  return { compiled: new CompiledUpdate({ ast: update, text, schema, parameters, parts }), found: diagnostics };
}

const inTextOrder = (diagnostics: Diagnostic[]): readonly Diagnostic[] => diagnostics.sort(byStart);

function hasMissing(update: Update): boolean {
  let isMissing = false;
  walk(update, ({ kind }) => {
    if (kind === "Missing") isMissing = true;
  });
  return isMissing;
}
