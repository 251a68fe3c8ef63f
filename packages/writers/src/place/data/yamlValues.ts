import {
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { addValue, type Member, topValue, type Value, type Values } from "./value.js";

/** The values of a text that has been read as YAML. Of several documents the root is a list. */
export function yamlValues(text: string): Values {
  const byStart = new Map<number, Value>();
  const documents = topValue(text.length);
  const options = {
    schema: "failsafe",
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: "silent",
    keepSourceTokens: true,
  } as const;
  const parsed = parseAllDocuments(text, options);
  for (const { contents } of Array.isArray(parsed) ? parsed : [])
    add(contents as Node | null, documents, null, text.length, byStart);
  return { root: documents.elements.length === 1 ? documents.elements[0]! : documents, byStart };
}

function add(
  node: Node | null,
  parent: Value,
  key: Omit<Member, "value"> | null,
  at: number,
  byStart: Map<number, Value>,
): Value {
  const isCollection = isMap(node) || isSeq(node);
  const start = node?.range?.[0] ?? at;
  const kind = isMap(node) ? "object" : isSeq(node) ? "array" : "scalar";
  const value = addValue(parent, key, {
    kind,
    start,
    end: node?.range?.[1] ?? at,
    style: isCollection && node.flow !== true ? "block" : "flow",
    text: isScalar(node) ? (node.source ?? null) : null,
    isString: isScalar(node) && node.type !== "PLAIN",
    marks: isCollection ? marksOf(node) : [],
  });
  if (node !== null && !isAlias(node)) byStart.set(start, value);
  if (isCollection) addItems(node, value, byStart);
  return value;
}

function addItems(node: YAMLMap | YAMLSeq, value: Value, byStart: Map<number, Value>): void {
  let last: Value | null = null;
  for (const item of node.items) {
    if (value.kind === "array") {
      last = add(item as Node, value, null, last?.end ?? value.start, byStart);
      continue;
    }
    const { key, value: valueNode } = item as Pair<Node, Node | null>;
    const [keyStart, keyEnd] = key.range!;
    const name = isScalar(key) ? (key.source ?? "") : "";
    last = add(valueNode, value, { key: name, keyStart, keyEnd }, keyEnd + 1, byStart);
  }
  // A block ends with what is last in it: the library has it reach to what comes next.
  if (value.style === "block" && last !== null) value.end = last.end;
}

/** Starts of the items of a block: their dashes, or their keys. */
function marksOf({ srcToken }: YAMLMap | YAMLSeq): number[] {
  if (srcToken?.type !== "block-map" && srcToken?.type !== "block-seq") return [];
  const marks: number[] = [];
  for (const { start, key } of srcToken.items as CST.CollectionItem[]) {
    const mark = start.find(({ type }) => type === "seq-item-ind" || type === "explicit-key-ind");
    const token = mark ?? start.find(({ type }) => type === "anchor" || type === "tag") ?? key;
    if (token != null) marks.push(token.offset);
  }
  return marks;
}
