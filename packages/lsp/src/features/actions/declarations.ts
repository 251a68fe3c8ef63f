import type { AstNode, Declaration, TextEdit } from "@semantic-xpath/parser";
import { ACTION } from "../kinds.js";
import { contains, nodesOf } from "../nodes.js";
import { startWithComment } from "../types/describe.js";
import { prefixesOf } from "../types/paths.js";
import { freeParameters, meaningsIn } from "../types/scopes.js";
import { shorten } from "../words/words.js";
import { type CheckedQuery, nameOf, type View } from "../workspace/view.js";
import type { Rewrite } from "./codeActions.js";

const TITLE_LENGTH = 40;

/** A bare query to a declared one, or the path up to the selected step to a query of its own. */
export function extractQuery(view: View, { query, declaration }: CheckedQuery, offset: number): Rewrite[] {
  if (view.region.quote !== null || contains(query, "Missing")) return [];
  const used = new Set(view.queries.map(nameOf));
  const name = fresh("query", used);
  if (declaration === null) {
    const { span } = query;
    const newText = declarationText(name, freeParameters(query), view.text.slice(span.start, span.end));
    return [{ kind: ACTION.extract, title: "Give the query a name", edits: [{ span, newText }] }];
  }
  if (query.kind === "ValueQuery") return [];
  const prefix = prefixesOf(view.text, query).find(({ end }) => offset <= end);
  if (prefix === undefined || prefix.end === query.span.end) return [];
  const start = startWithComment(view, declaration);
  const edit = { span: { start, end: start }, newText: `${declarationText(name, [], prefix.path)}\n\n` };
  const title = `Copy ${shorten(prefix.path, TITLE_LENGTH)} to a query of its own`;
  return [{ kind: ACTION.extract, title, edits: [edit] }];
}

const declarationText = (name: string, parameters: readonly string[], body: string): string =>
  `declare query ${name}(${parameters.map((one) => `$${one}`).join(", ")}) :=\n  ${body};`;

/** The only declaration of a file that imports nothing, back to a bare query. */
export function inlineQuery({ ast, text, document }: View, { query, declaration }: CheckedQuery): Rewrite[] {
  const isWhole = text.length === document.getText().length;
  const isOnly = isWhole && ast.declarations.length === 1 && ast.imports.length === 0;
  if (declaration === null || !isOnly || contains(query, "Missing")) return [];
  const close = text.slice(declaration.span.end).match(/^\s*;/)?.[0].length ?? 0;
  const span = { start: declaration.span.start, end: declaration.span.end + close };
  const newText = text.slice(query.span.start, query.span.end);
  return [{ kind: ACTION.inline, title: "Inline the query: leave only its text", edits: [{ span, newText }] }];
}

/** A literal to a parameter, declared where the query is. */
export function parametrise(view: View, { query, declaration }: CheckedQuery, nodes: readonly AstNode[]): Rewrite[] {
  const literal = nodes.at(-1);
  const parent = nodes.at(-2);
  if (literal?.kind !== "StringLiteral" && literal?.kind !== "NumberLiteral" && literal?.kind !== "IndexLiteral")
    return [];
  if (parent?.kind === "Import" || view.region.quote !== null) return [];
  const bound = nodesOf(query, "ParameterReference").map(({ name }) => name);
  const used = new Set([...bound, ...(declaration?.parameters ?? []).map(({ name }) => name)]);
  const baseName = parent?.kind === "Relevance" ? "condition" : literal.kind === "IndexLiteral" ? "n" : "value";
  const name = fresh(baseName, used);
  const edits: TextEdit[] = [{ span: literal.span, newText: `$${name}` }];
  if (declaration !== null) {
    const at = endOfParameters(view, declaration);
    if (at === null) return [];
    const comma = declaration.parameters.length > 0 ? ", " : "";
    const type = literal.kind === "StringLiteral" ? "string" : "number";
    edits.unshift({ span: { start: at, end: at }, newText: `${comma}$${name} as ${type}` });
  }
  const literalText = shorten(view.text.slice(literal.span.start, literal.span.end), TITLE_LENGTH);
  return [{ kind: ACTION.extract, title: `Make ${literalText} a parameter`, edits }];
}

/** A parameter that is used once or more, back to a text in its places. */
export function inlineParameter({ query, declaration }: CheckedQuery, nodes: readonly AstNode[]): Rewrite[] {
  const node = nodes.at(-1);
  if (declaration === null || (node?.kind !== "ParameterReference" && node?.kind !== "Parameter")) return [];
  const meanings = meaningsIn(query);
  if (node.kind === "ParameterReference" && meanings.get(node) !== null) return [];
  const { parameters } = declaration;
  const index = parameters.findIndex(({ name }) => name === node.name);
  const parameter = parameters[index];
  const uses = [...meanings].flatMap(([use, binding]) => (use.name === node.name && binding === null ? [use] : []));
  if (parameter === undefined || parameter.type === "number" || uses.length === 0) return [];
  const next = parameters[index + 1];
  const previous = parameters[index - 1];
  const start = next === undefined && previous !== undefined ? previous.span.end : parameter.span.start;
  const end = next === undefined ? parameter.span.end : next.span.start;
  const newText = `"${node.name.replaceAll("_", " ")}"`;
  const edits = [{ span: { start, end }, newText: "" }, ...uses.map(({ span }) => ({ span, newText }))];
  return [{ kind: ACTION.inline, title: `Inline $${node.name} as ${newText}`, edits }];
}

/** Place for another parameter: before the closing parenthesis. */
function endOfParameters({ text }: View, { name, parameters }: Declaration): number | null {
  const last = parameters.at(-1);
  if (last !== undefined) return last.span.end;
  const open = text.indexOf("(", name.span.end);
  return open < 0 ? null : open + 1;
}

function fresh(wanted: string, used: ReadonlySet<string | null>): string {
  if (!used.has(wanted)) return wanted;
  let number = 2;
  while (used.has(`${wanted}_${number}`)) number++;
  return `${wanted}_${number}`;
}
