import { type AstNode, type Declaration, type ParameterReference, walk } from "@semantic-xpath/parser";
import type { CodeAction } from "vscode-languageserver";
import { ACTION } from "../kinds.js";
import { prefixesOf } from "../types/prefixes.js";
import { type CheckedQuery, hasGaps, nameOf, type View } from "../workspace/view.js";
import { rewrite } from "./edits.js";

/** A bare query to a declared one, or the path up to the selected step to a query of its own. */
export function extractQuery(view: View, checked: CheckedQuery, offset: number): CodeAction[] {
  if (view.region.quote !== null || hasGaps(checked.query)) return [];
  const { query, declaration } = checked;
  const name = freshName(view, "query");
  if (declaration === null) {
    const body = view.text.slice(query.span.start, query.span.end);
    const newText = declarationText(name, parametersIn(query), body);
    return [rewrite(view, ACTION.extract, "Give the query a name", [{ span: query.span, newText }])];
  }
  const prefix = prefixesOf(view.text, query).find(({ end }) => offset <= end);
  if (prefix === undefined || prefix.end === query.span.end) return [];
  const { start } = declaration.span;
  const newText = `${declarationText(name, [], prefix.path)}\n\n`;
  return [
    rewrite(view, ACTION.extract, `Extract ${shown(prefix.path)} to a query`, [
      { span: { start, end: start }, newText },
    ]),
  ];
}

const declarationText = (name: string, parameters: readonly string[], body: string): string =>
  `declare query ${name}(${parameters.map((one) => `$${one}`).join(", ")}) :=\n  ${body};`;

const shown = (path: string): string => (path.length <= 40 ? path : `${path.slice(0, 39)}…`);

/** The only declaration of a file that imports nothing, back to a bare query. */
export function inlineQuery(view: View, { query, declaration }: CheckedQuery): CodeAction[] {
  if (declaration === null || view.ast.declarations.length !== 1 || view.ast.imports.length > 0 || hasGaps(query))
    return [];
  const end = view.text.slice(declaration.span.end).match(/^\s*;/)?.[0].length ?? 0;
  const span = { start: declaration.span.start, end: declaration.span.end + end };
  const newText = view.text.slice(query.span.start, query.span.end);
  return [rewrite(view, ACTION.inline, "Inline the query: leave only its text", [{ span, newText }])];
}

/** A literal to a parameter, declared where the query is. */
export function parametrise(view: View, checked: CheckedQuery, nodes: readonly AstNode[]): CodeAction[] {
  const literal = nodes.at(-1);
  if (literal?.kind !== "StringLiteral" && literal?.kind !== "NumberLiteral" && literal?.kind !== "IndexLiteral")
    return [];
  const parent = nodes.at(-2);
  if (parent?.kind === "Import" || view.region.quote !== null) return [];
  const isCondition = parent?.kind === "Relevance";
  const used = new Set(parametersIn(checked.query));
  for (const { name } of checked.declaration?.parameters ?? []) used.add(name);
  const wanted = isCondition ? "condition" : literal.kind === "IndexLiteral" ? "n" : "value";
  const name = fresh(wanted, used);
  const edits = [{ span: literal.span, newText: `$${name}` }];
  const type = literal.kind === "StringLiteral" ? "string" : "number";
  if (checked.declaration !== null) {
    const at = endOfParameters(view, checked.declaration);
    if (at === null) return [];
    const comma = checked.declaration.parameters.length > 0 ? ", " : "";
    edits.unshift({ span: { start: at, end: at }, newText: `${comma}$${name} as ${type}` });
  }
  return [
    rewrite(
      view,
      ACTION.extract,
      `Make ${shown(view.text.slice(literal.span.start, literal.span.end))} a parameter`,
      edits,
    ),
  ];
}

/** A parameter that is used once or more, back to a text in its places. */
export function inlineParameter(
  view: View,
  { query, declaration }: CheckedQuery,
  nodes: readonly AstNode[],
): CodeAction[] {
  const node = nodes.at(-1);
  if (declaration === null || (node?.kind !== "ParameterReference" && node?.kind !== "Parameter")) return [];
  const index = declaration.parameters.findIndex(({ name }) => name === node.name);
  const parameter = declaration.parameters[index];
  const uses = referencesTo(query, node.name);
  if (parameter === undefined || parameter.type === "number" || uses.length === 0) return [];
  const next = declaration.parameters[index + 1];
  const previous = declaration.parameters[index - 1];
  const start = next === undefined && previous !== undefined ? previous.span.end : parameter.span.start;
  const end = next === undefined ? parameter.span.end : next.span.start;
  const value = `"${node.name.replaceAll("_", " ")}"`;
  const edits = [{ span: { start, end }, newText: "" }, ...uses.map(({ span }) => ({ span, newText: value }))];
  return [rewrite(view, ACTION.inline, `Inline $${node.name} as ${value}`, edits)];
}

/** Where another parameter can be added: before the closing parenthesis. */
function endOfParameters({ text }: View, { name, parameters }: Declaration): number | null {
  const last = parameters.at(-1);
  if (last !== undefined) return last.span.end;
  const open = text.indexOf("(", name.span.end);
  return open < 0 ? null : open + 1;
}

function freshName(view: View, wanted: string): string {
  const used = new Set(view.queries.map(nameOf).filter((name) => name !== null));
  return fresh(wanted, used);
}

function fresh(wanted: string, used: ReadonlySet<string>): string {
  if (!used.has(wanted)) return wanted;
  let number = 2;
  while (used.has(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}

function referencesTo(root: AstNode, name: string): ParameterReference[] {
  const found: ParameterReference[] = [];
  walk(root, (node) => {
    if (node.kind === "ParameterReference" && node.name === name) found.push(node);
  });
  return found;
}

function parametersIn(root: AstNode): string[] {
  const names = new Set<string>();
  walk(root, (node) => {
    if (node.kind === "ParameterReference" && node.name !== "") names.add(node.name);
  });
  return [...names];
}
