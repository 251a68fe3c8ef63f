import type { Parameter, Place } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { holds } from "../spans.js";
import { freeParameters } from "../types/scopes.js";
import { typesOf } from "../types/typesOf.js";
import { declarationAt, declarationsOf } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";
import { addValueFunctions } from "./functions.js";
import type { Items } from "./items.js";
import { addTypes } from "./steps.js";

/** Beginnings of a query: its first step, a group, or a step before an existing query; in a module, a declaration. */
export function addQueries(
  items: Items,
  { isStart, inModule, isWhole, hasMoment }: Extract<Place, { kind: "query" }>,
  workspace: Workspace,
): void {
  const { known, region } = items.view;
  if (isStart && !hasMoment && region.quote === null) addDeclarations(items, inModule);
  if (inModule) return;
  const roots = typesOf(known, "/*") ?? [];
  const below = typesOf(known, "//*") ?? [];
  addTypes(items, "/", roots);
  addTypes(
    items,
    "//",
    below.filter((type) => !roots.includes(type)),
  );
  items.add({ label: "(…)[1:5]", kind: "snippet", snippet: "($1)[1:5]", detail: "the five best of a path" });
  items.add({ label: "/", kind: "operator", detail: "the root" });
  items.add({ label: "//", kind: "operator", detail: "any node" });
  if (isWhole) addValueFunctions(items, "", false);
  if (isWhole && !hasMoment && hasValidity(known))
    items.add({ label: "as of", kind: "snippet", snippet: 'as of "$1" ', detail: "what holds at a moment" });
  addNamedQueries(items, workspace);
}

/** A moment has an effect where types have a validity, or may have one. */
const hasValidity = (known: Schema | null): boolean =>
  known === null || Object.values(known.types).some(({ validity }) => validity !== undefined);

/** The text of a declared query, to go on from. */
function addNamedQueries(items: Items, workspace: Workspace): void {
  const { view, cursor } = items;
  for (const other of workspace.views(view.document)) {
    for (const { name, query } of other.ast.declarations) {
      const text = other.text.slice(query.span.start, query.span.end);
      const isHere = other === view && holds(query.span, cursor.offset);
      if (name.kind !== "Name" || isHere || text.trim() === "") continue;
      const label = name.text;
      items.add({
        label,
        kind: "variable",
        text,
        filter: label,
        detail: text,
        description: "its text",
        about: "query",
      });
    }
  }
}

function addDeclarations(items: Items, inModule: boolean): void {
  const { view } = items;
  const snippet = "declare query ${1:name}($2) :=\n  $0;";
  items.add({ label: "declare query", kind: "snippet", snippet, detail: "a query with a name" });
  const update = "declare update ${1:name}($2) :=\n  $0;";
  items.add({ label: "declare update", kind: "snippet", snippet: update, detail: "an update with a name" });
  if (declarationsOf(view.ast).length > 0 && inModule) return;
  for (const what of ["schema", "data"] as const) {
    if (view[what].path !== null) continue;
    const label = `import ${what}`;
    items.add({ label, kind: "snippet", snippet: `${label} "$1";`, detail: `the ${what} file of these queries` });
  }
}

/** Kinds of parameters: a text, a number, a value of either kind, or a node of an update. */
export type Needed = "string" | "number" | "value" | "node";

/** Declared parameters of the query around, or those that a bare query uses, whose type suits the place. */
export function addParameters(items: Items, needs: Needed): void {
  const { view, cursor } = items;
  const { word, offset } = cursor;
  if (word.kind === "string") return;
  const header = declarationAt(view, offset);
  const declared = header?.parameters ?? freeParameters(view.ast).map((name) => ({ name, type: null }));
  for (const { name, type } of declared) {
    if (cursor.bound.has(name)) continue;
    const isTyped = word.text === `$${name}` && header === null;
    if (name === "" || isTyped || name.startsWith("__") || !suits(type, needs)) continue;
    items.add({ label: `$${name}`, kind: "variable", detail: type === null ? "parameter" : `parameter, a ${type}` });
  }
}

const suits = (type: Parameter["type"], needs: Needed): boolean =>
  type === null || type === needs || (needs === "value" && type !== "node");
