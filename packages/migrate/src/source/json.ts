import type { Span } from "@semantic-xpath/parser";
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { Note } from "../draft.js";
import type { Operation } from "../rules/rule.js";
import { OPERATIONS } from "../rules/words.js";
import { beginsQuery } from "./lines.js";

interface JsonQuery {
  readonly value: string;
  /** The string with its quotes. */
  readonly span: Span;
  readonly operation: Operation | null;
  readonly notes: readonly Note[];
}

const QUERY_KEY =
  /^(?:s?xpath|sxp|query|path|expression|selector|(?:semantic|target)_?x?path|(?:semantic_?)?xpath_?query)$/i;
const OPERATION_KEY = /^(?:operation|op|crud|action|intent|type)$/i;

/** The queries of a JSON text: members that are named like one, else strings that begin like one. Null: it is no JSON. */
export function queriesInJson(text: string, { start, end }: Span): readonly JsonQuery[] | null {
  const inside = text.slice(start, end);
  if (!/^\s*[{["]/.test(inside)) return null;
  const root = treeOf(inside);
  if (root === null) return null;
  const strings = stringsIn(root);
  const named = strings.filter(({ key, node }) => QUERY_KEY.test(key) && node.value !== "");
  const queries = (named.length > 0 ? named : strings.filter(({ node }) => beginsQuery(node.value))).map(
    ({ node, operation }): JsonQuery => {
      const span = { start: start + node.offset, end: start + node.offset + node.length };
      const note = { span, what: "the query is taken from JSON", why: "It is in a string there." };
      return { value: node.value, span, operation, notes: [note] };
    },
  );
  return queries.length > 0 ? queries : null;
}

function treeOf(text: string): Node | null {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? (tree ?? null) : null;
  } catch (problem) {
    if (problem instanceof RangeError) return null; // the JSON parser is recursive
    throw problem;
  }
}

interface JsonString {
  readonly key: string;
  readonly node: Node & { readonly value: string };
  readonly operation: Operation | null;
}

function stringsIn(root: Node): readonly JsonString[] {
  const strings: JsonString[] = [];
  const open: { readonly key: string; readonly node: Node; readonly operation: Operation | null }[] = [
    { key: "", node: root, operation: null },
  ];
  while (open.length > 0) {
    const { key, node, operation } = open.pop()!;
    if (node.type === "string") strings.push({ key, node: node as JsonString["node"], operation });
    const ownOperation = node.type === "object" ? (operationOf(node) ?? operation) : operation;
    const members = (node.children ?? []).map((child) =>
      child.type === "property"
        ? { key: String(child.children?.[0]?.value ?? ""), node: child.children?.[1] ?? child, operation: ownOperation }
        : { key, node: child, operation: ownOperation },
    );
    open.push(...members.filter((member) => member.node.type !== "property").reverse());
  }
  return strings;
}

function operationOf({ children = [] }: Node): Operation | null {
  for (const { children: [key, value] = [] } of children) {
    if (!OPERATION_KEY.test(String(key?.value ?? "")) || typeof value?.value !== "string") continue;
    const operation = OPERATIONS.get(value.value.toLowerCase());
    if (operation !== undefined) return operation;
  }
  return null;
}
