import type { Document } from "@semantic-xpath/parser";
import { check, checkUpdate, type Schema } from "@semantic-xpath/planner";
import type { CheckedChange, CheckedQuery, Checks } from "./view.js";

/** The queries and updates of a text, checked. */
export const checksOf = (ast: Document, declared: Schema | null, known: Schema | null): Checks => ({
  declared,
  known,
  queries: checkAll(ast, declared, known),
  updates: checkUpdates(ast, declared, known),
});

export function checkAll(ast: Document, declared: Schema | null, known: Schema | null): CheckedQuery[] {
  const declarations = ast.declarations.map((declaration) => ({ query: declaration.query, declaration }));
  const bare = ast.query === null ? [] : [{ query: ast.query, declaration: null }];
  return [...bare, ...declarations].map(({ query, declaration }) => {
    const parameters = declaration?.parameters ?? null;
    const checked = check(query, declared, parameters);
    const { diagnostics, keys } = checked;
    const { types, values } = declared === known ? checked : check(query, known, parameters);
    return { query, declaration, checked, diagnostics, types, values, keys };
  });
}

export function checkUpdates(ast: Document, declared: Schema | null, known: Schema | null): CheckedChange[] {
  const declarations = ast.updates.map((declaration) => ({ query: declaration.update, declaration }));
  const bare = ast.update === null ? [] : [{ query: ast.update, declaration: null }];
  return [...bare, ...declarations].map(({ query, declaration }) => {
    const parameters = declaration?.parameters ?? null;
    const checked = checkUpdate(query, declared, parameters);
    const { parts } = declared === known ? checked : checkUpdate(query, known, parameters);
    const types = new Map([...parts.values()].flatMap((part) => [...part.types]));
    const values = new Map([...parts.values()].flatMap((part) => [...part.values]));
    const keys = new Map([...parts.values()].flatMap((part) => [...part.keys]));
    return { query, declaration, diagnostics: checked.diagnostics, types, values, keys };
  });
}
