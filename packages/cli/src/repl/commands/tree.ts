import { foldFields, type Tree, type TreeNode } from "@semantic-xpath/runtime";
import { getOrMake } from "@semantic-xpath/tree";
import { count, cut, widthOf } from "../../render/columns.js";
import { summarise, treeRows } from "../../render/results.js";
import type { Screen } from "../../render/screen.js";
import { nodeIn } from "../session/definitions.js";
import { dataOf, prepare } from "../session/execute.js";
import { misuse, note, type Session, say } from "../session/session.js";
import type { ReplCommand, Word } from "./command.js";

const LEVELS = 2;
const MAX_LINES = 60;
const MAX_CHILDREN = 12;

export const tree: ReplCommand = {
  name: "tree",
  usage: "[PATH|N] [LEVELS]",
  summary: "show the data: the root, or what is at a path or in a result",
  details: "PATH is any query without relevance, N the number of a result. LEVELS is how deep to go, 2 unless given.",
  examples: [
    ["The top of the data.", ":tree"],
    ["One day and what is in it.", ":tree /Itinerary/Day[2] 1"],
    ["The first result.", "//POI", ":tree 1"],
  ],
  words: nodeWords,
  run: async (session, rest) => {
    const [, place = "", levels] = /^(.*?)(?:\s+(\d+))?$/s.exec(rest) ?? [];
    const { data, ids } = await placesOf(session, place === "" && levels !== undefined ? levels : place);
    const depth = place === "" || levels === undefined ? LEVELS : Number(levels);
    const { screen } = session;
    const lines: string[] = [];
    for (const id of ids) {
      if (lines.length >= MAX_LINES) break;
      for (const line of linesBelow(data.node(id), depth, screen)) if (lines.push(line) > MAX_LINES) break;
    }
    say(session, lines.slice(0, MAX_LINES));
    if (lines.length > MAX_LINES)
      note(session, screen.paint.dim(`Cut at ${MAX_LINES} lines. Ask for a part: :tree PATH`));
  },
};

/** The tree that queries see, and the nodes that a path or a number means there. */
async function placesOf(session: Session, place: string) {
  const run = session.runs.at(-1);
  if (/^\d+$/.test(place) && run !== undefined) return { data: run.inspection.tree, ids: [nodeIn(run, place)] };
  const raw = dataOf(session);
  const data = foldedTree(session, raw);
  if (place === "" || place === "/") return { data, ids: data.size === 0 ? [] : [1] };
  const { query, params } = await prepare(session, place);
  if (query.isSemantic) throw misuse(":tree takes a path without relevance.");
  const ids = [...new Set(query.select(raw, params).ids)];
  if (ids.length === 0) note(session, `No node has the path "${place}".`);
  return { data, ids };
}

/** A row: a node that is so deep, or how many more there are. */
type TreeRow = { readonly node: TreeNode; readonly depth: number } | { readonly more: number };

/** A node by its path, and below it what there is of its children down to a depth. */
function* linesBelow(root: TreeNode, levels: number, { paint, glyphs, columns }: Screen): Generator<string> {
  const childrenOf = (row: TreeRow): readonly TreeRow[] => {
    if ("more" in row || row.depth === levels) return [];
    const { children } = row.node;
    const visible = children.slice(0, children.length > MAX_CHILDREN ? MAX_CHILDREN - 1 : MAX_CHILDREN);
    const hidden = children.length - visible.length;
    return [...visible.map((node) => ({ node, depth: row.depth + 1 })), ...(hidden > 0 ? [{ more: hidden }] : [])];
  };
  const top: TreeRow = { node: root, depth: 0 };
  for (const [row, lead] of treeRows<TreeRow>(top, childrenOf, glyphs)) {
    if ("more" in row) yield paint.dim(`${lead}${count(row.more, "more child", "more children")}`);
    else {
      const { path } = row.node;
      const name = row.depth === 0 ? path : path.slice(path.lastIndexOf("/") + 1);
      const summary = cut(
        summarise(row.node, glyphs.dot),
        columns - widthOf(lead) - widthOf(name) - 2,
        glyphs.ellipsis,
      );
      yield `${paint.dim(lead)}${paint.cyan(name)}  ${summary}`.trimEnd();
    }
  }
}

const MAX_NUMBERS = 50;
const MAX_PATHS = 200;

/** Words that name a node: results by number, and the paths of the tree step by step. */
export function nodeWords(session: Session, typed: string): readonly Word[] {
  const tree = treeOf(session);
  const slash = typed.lastIndexOf("/");
  if (slash > 0) {
    const parent = tree === null ? null : nodeAtPath(tree, typed.slice(0, slash));
    return (parent?.children ?? [])
      .filter(({ path }) => path.toLowerCase().startsWith(typed.toLowerCase()))
      .slice(0, MAX_PATHS)
      .map(({ path, attributes, text }) => ({ word: path, says: attributes.name ?? attributes.title ?? text }));
  }
  const matches = session.runs.at(-1)?.inspection.result.matches ?? [];
  const numbers = matches.slice(0, MAX_NUMBERS).map(({ path }, i) => ({ word: String(i + 1), says: path }));
  return [...numbers, ...(tree?.root ? [{ word: tree.root.path, says: "the root" }] : [])];
}

/** The node with exactly this path, found step by step. */
function nodeAtPath({ root }: Tree, path: string): TreeNode | null {
  let at: TreeNode | undefined = root ?? undefined;
  while (at !== undefined && at.path !== path)
    at = at.children.find((child) => path === child.path || path.startsWith(`${child.path}/`));
  return at ?? null;
}

/** The tree that the last run saw, else that of the data. */
function treeOf(session: Session): Tree | null {
  const { data } = session.settings;
  return session.runs.at(-1)?.inspection.tree ?? (data && foldedTree(session, data.tree));
}

const folded = new WeakMap<Tree, Tree>();

/** The tree with its fields folded, as queries see it. */
function foldedTree({ settings: { schema } }: Session, tree: Tree): Tree {
  if (schema === null) return tree;
  return getOrMake(folded, tree, () => foldFields(tree, schema.schema));
}
