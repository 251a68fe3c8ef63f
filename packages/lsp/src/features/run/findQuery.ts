import { type CompiledQuery, compile } from "@semantic-xpath/runtime";
import { holds } from "../spans.js";
import { type CheckedQuery, declaredSchema, nameOf, spanOf, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type { QueryParams } from "./requests.js";

/** The query that a request is about, or why it is not there. */
export type QueryAt =
  | { readonly problem: string }
  | { readonly problem: null; readonly view: View; readonly checked: CheckedQuery; readonly query: CompiledQuery };

export function findQuery(workspace: Workspace, { uri, name = null, offset = null }: QueryParams): QueryAt {
  const document = workspace.document(uri);
  if (document === null) return { problem: "There is no such file." };
  for (const view of workspace.runViews(document)) {
    for (const checked of view.queries) {
      const isHere = offset === null || holds(spanOf(checked), offset - view.region.start);
      if (name === null ? !isHere : nameOf(checked) !== name) continue;
      if (view.region.holes.length > 0) return { problem: "The query has holes, so it can't run by itself." };
      const query = compiled(view, checked);
      return query === undefined ? { problem: firstError(view, checked) } : { problem: null, view, checked, query };
    }
  }
  return { problem: "There is no such query." };
}

export function compiled(view: View, checked: CheckedQuery): CompiledQuery | undefined {
  const { query, queries } = compile(view.text, { schema: declaredSchema(view) });
  const name = nameOf(checked);
  return checked.declaration === null ? query : name === null ? undefined : queries[name];
}

/** The text of the query itself; of a declared one, without the document around it. */
export const queryText = ({ text }: View, { query }: CheckedQuery): string =>
  text.slice(query.span.start, query.span.end);

const firstError = ({ syntax }: View, { diagnostics }: CheckedQuery): string =>
  [...syntax, ...diagnostics].find(({ severity }) => severity === "error")?.message ?? "The query can't run.";
