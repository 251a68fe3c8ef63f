import { Task, Version } from "@semantic-xpath/memory";
import { SegmentedTree, type Tree } from "@semantic-xpath/tree";
import { MemoryMatch } from "../../../packages/memory/src/history/queryMemory.js";
import { nodeLine } from "../../../packages/memory/src/update/treeDiff.js";

/** A tree as a line for each node, with its key. */
export function linesOf(given: SegmentedTree | Tree): readonly string[] {
  const tree = given instanceof SegmentedTree ? given : SegmentedTree.of(given);
  const lines: string[] = [];
  const add = (node: number, level: number): void => {
    lines.push(`${"  ".repeat(level)}#${tree.keyOf(node)} ${nodeLine(tree.rowAt(node))}`);
    for (const child of tree.childrenOf(node)) add(child, level + 1);
  };
  if (tree.size > 0) add(1, 0);
  return lines;
}

/** What takes time or is random, and what a result carries to be run again. */
const LEFT_OUT: ReadonlySet<string> = new Set(["milliseconds", "ran", "trace", "span"]);

/** A result of the interface as plain data: all that it says. */
export function plain(value: unknown): unknown {
  if (value instanceof Version) return versionOf(value);
  if (value instanceof Task)
    return { task: value.name, title: value.title, description: value.description, branches: value.branches() };
  if (value instanceof SegmentedTree) return linesOf(value);
  if (value instanceof MemoryMatch) {
    const { task, version, key, path, pathInVersion, weight, value: text } = value;
    return plain({ task, version, key, path, pathInVersion, weight: Number(weight.toFixed(6)), text });
  }
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (value instanceof Set) return plain([...value]);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null) return typeof value === "number" ? said(value) : value;
  if ("postings" in value) return linesOf(value as Tree);
  if ("types" in value && "roots" in value)
    return { typeNames: Object.keys(value.types as object), roots: value.roots };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (LEFT_OUT.has(name) ? [] : [[name, plain(each)]])),
  );
}

/** JSON has no infinite number. */
const said = (value: number): number | string => (Number.isFinite(value) ? value : String(value));

function versionOf(version: Version): object {
  const { number, branch, parents, time, operation, of, provenance, idempotencyKey, eventTime, isPruned } = version;
  const about = { version: number, branch, parents, time, operation, of, provenance, idempotencyKey, eventTime };
  if (isPruned) return withoutNulls({ ...about, isPruned });
  return withoutNulls({ ...about, nodes: version.nodes, changes: version.changes.map(plain) });
}

const withoutNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
