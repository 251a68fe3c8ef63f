import type { AstNode, Document, Parsed } from "@semantic-xpath/parser";
import { check, checkUpdate, type Schema, type TypeSet } from "@semantic-xpath/planner";
import type { CheckedChange, CheckedQuery, View } from "./view.js";

interface CheckedOnce extends Pick<View, "queries" | "updates" | "known"> {
  readonly declared: Schema | null;
}

const checkedBefore = new WeakMap<Parsed, CheckedOnce>();

/** The queries of a text, checked again only against another schema. */
export function checkedOnce(parsed: Parsed, declared: Schema | null, known: Schema | null): CheckedOnce {
  const before = checkedBefore.get(parsed);
  if (before !== undefined && before.declared === declared && before.known === known) return before;
  const queries = checkAll(parsed.ast, declared, known);
  const checked = { declared, known, queries, updates: checkUpdates(parsed.ast, declared, known) };
  checkedBefore.set(parsed, checked);
  return checked;
}

export function checkAll(ast: Document, declared: Schema | null, known: Schema | null): CheckedQuery[] {
  const declarations = ast.declarations.map((declaration) => ({ query: declaration.query, declaration }));
  const bare = ast.query === null ? [] : [{ query: ast.query, declaration: null }];
  return [...bare, ...declarations].map(({ query, declaration }) => {
    const parameters = declaration?.parameters ?? null;
    const checked = check(query, declared, parameters);
    const { diagnostics, types, keys } = checked;
    const refined: ReadonlyMap<AstNode, TypeSet> = declared === known ? types : check(query, known, parameters).types;
    return { query, declaration, checked, diagnostics, types: refined, keys };
  });
}

function checkUpdates(ast: Document, declared: Schema | null, known: Schema | null): CheckedChange[] {
  const declarations = ast.updates.map((declaration) => ({ query: declaration.update, declaration }));
  const bare = ast.update === null ? [] : [{ query: ast.update, declaration: null }];
  return [...bare, ...declarations].map(({ query, declaration }) => {
    const parameters = declaration?.parameters ?? null;
    const checked = checkUpdate(query, declared, parameters);
    const { parts } = declared === known ? checked : checkUpdate(query, known, parameters);
    const types = new Map([...parts.values()].flatMap((part) => [...part.types]));
    const keys = new Map([...parts.values()].flatMap((part) => [...part.keys]));
    return { query, declaration, diagnostics: checked.diagnostics, types, keys };
  });
}
