import { COMPLETION } from "../kinds.js";
import { typesOf } from "../types/typesOf.js";
import { nameOf, queryAt } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import type { Items, Request } from "./request.js";

/** Where a query begins: its first step, a group, or a query that is there already as a start; in a module, a declaration. */
export function addQueries(
  workspace: Workspace,
  request: Request,
  items: Items,
  isStart: boolean,
  inModule: boolean,
): void {
  const { view } = request;
  if (isStart && view.region.quote === null) addDeclarations(request, items, inModule);
  if (inModule) return;
  const roots = typesOf(view.known, "/*") ?? [];
  for (const name of roots) {
    const detail = view.known?.types[name]?.documentation;
    items.add({
      label: `/${name}`,
      kind: COMPLETION.type,
      ...(detail !== undefined && { detail }),
      about: "type",
      name,
    });
  }
  const below = typesOf(view.known, "//*") ?? [];
  for (const name of below.filter((type) => !roots.includes(type))) {
    const detail = view.known?.types[name]?.documentation;
    items.add({
      label: `//${name}`,
      kind: COMPLETION.type,
      ...(detail !== undefined && { detail }),
      about: "type",
      name,
    });
  }
  items.add({
    label: "(…)[1:5]",
    kind: COMPLETION.snippet,
    text: "($1)[1:5]",
    isSnippet: true,
    filter: "(",
    detail: "the five best of a path",
  });
  items.add({ label: "/", kind: COMPLETION.operator, detail: "the root" });
  items.add({ label: "//", kind: COMPLETION.operator, detail: "any node" });
  addNamedQueries(workspace, request, items);
}

/** The text of a declared query, to go on from. */
function addNamedQueries(workspace: Workspace, { view, cursor }: Request, items: Items): void {
  for (const other of workspace.views(view.document)) {
    for (const checked of other.queries) {
      const name = nameOf(checked);
      const { start, end } = checked.query.span;
      if (name === null || (other === view && start <= cursor.offset && cursor.offset <= end)) continue;
      const text = other.text.slice(start, end);
      if (text.trim() === "") continue;
      items.add({
        label: name,
        kind: COMPLETION.variable,
        text,
        filter: name,
        detail: text,
        description: "its text",
        about: "query",
        name,
      });
    }
  }
}

function addDeclarations({ view }: Request, items: Items, inModule: boolean): void {
  items.add({
    label: "declare query",
    kind: COMPLETION.snippet,
    text: "declare query ${1:name}($2) :=\n  $0;",
    isSnippet: true,
    filter: "declare query",
    detail: "a query with a name",
  });
  if (view.ast.declarations.length > 0 && inModule) return;
  for (const what of ["schema", "data"] as const) {
    if (view.ast.imports.some((known) => known.what === what)) continue;
    const label = `import ${what}`;
    items.add({
      label,
      kind: COMPLETION.snippet,
      text: `${label} "$1";`,
      isSnippet: true,
      filter: label,
      detail: `the ${what} file of these queries`,
    });
  }
}

export function addKeywords(items: Items, words: readonly string[]): void {
  for (const label of words) items.add({ label, kind: COMPLETION.keyword });
}

/** Declared parameters of the query around, or those that a bare query uses. */
export function addParameters({ view, cursor }: Request, items: Items, needs: "string" | "number" | null): void {
  if (cursor.word.kind === "string") return;
  const checked = queryAt(view, cursor.offset);
  const header = checked?.declaration ?? null;
  const declared =
    header !== null
      ? header.parameters
      : [...view.text.matchAll(/\$([\p{L}_][\p{L}\p{N}_.-]*)/gu)].map((found) => ({ name: found[1]!, type: null }));
  for (const { name, type } of declared) {
    const isTyped = cursor.word.text === `$${name}` && header === null;
    if (name === "" || isTyped || name.startsWith("__") || (needs !== null && type !== null && type !== needs))
      continue;
    items.add({
      label: `$${name}`,
      kind: COMPLETION.variable,
      detail: type === null ? "parameter" : `parameter, a ${type}`,
    });
  }
}
