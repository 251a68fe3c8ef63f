import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { foldFields, type Tree, type TreeNode } from "@semantic-xpath/runtime";
import type { Io } from "../../io.js";
import { SCORERS } from "../../spec/shared.js";
import type { Word } from "../commands/command.js";
import { COMMANDS } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import { atHome } from "../session/loading.js";
import type { Session } from "../session/session.js";

interface Split {
  readonly name: string;
  readonly rest: string;
  readonly from: number;
}

/** What may be typed in a command: its name, or what it takes; null where that is a query. */
export function commandChoices(
  session: Session,
  split: Split,
  { text, cursor }: Buffer,
  asked: boolean,
): readonly Choice[] | null {
  const colon = text.indexOf(":");
  const isName = /^\s*:\s*[A-Za-z]*$/.test(text.slice(0, cursor));
  if (isName) return nameChoices(text, colon + 1, cursor, asked);
  const named = COMMANDS.filter(({ name }) => name.startsWith(split.name));
  const command = named.find(({ name }) => name === split.name) ?? (named.length === 1 ? named[0] : undefined);
  if (command === undefined || cursor < split.from) return [];
  const typed = text.slice(split.from, cursor);
  const { completes } = command;
  const files = (path: string, start: number, endings: readonly string[]): readonly Choice[] =>
    fileChoices(path, start, endings, session, text.slice(cursor));
  switch (completes.kind) {
    case "nothing":
      return [];
    case "query":
    case "watch":
    case "definition":
      return null;
    case "words":
      return wordChoices(completes.words(session), typed, split.from, cursor, asked);
    case "files":
      return files(typed, split.from, completes.endings);
    case "wordThenFile": {
      const space = typed.indexOf(" ") + 1;
      const all = completes.words(session);
      const isFile = space > 0 && all.some(({ word }) => word.trim() === typed.slice(0, space).trim());
      if (isFile) return files(typed.slice(space), split.from + space, []);
      const own = wordChoices(all, typed, split.from, cursor, asked);
      return command.name === "schema" ? [...own, ...files(typed, split.from, ["json"])] : own;
    }
    case "scorer": {
      const colon = typed.indexOf(":") + 1;
      const form = SCORERS.find(({ name }) => name === typed.slice(0, Math.max(0, colon - 1)))?.form ?? "";
      if (/:(?:FILE|MODEL)$/.test(form))
        return files(typed.slice(colon), split.from + colon, form.endsWith("FILE") ? ["json"] : ["onnx"]);
      return wordChoices(scorerWords(session), typed, split.from, cursor, asked);
    }
    case "node":
      return nodeChoices(session, typed, split.from, cursor, asked);
  }
}

/** The scorers of the project by their names, then the forms that name one. */
const scorerWords = ({ projectScorers }: Session): readonly Word[] => [
  ...projectScorers.map((word) => ({ word, says: "of sxp.config.json" })),
  ...SCORERS.map(({ name, form }) => ({ word: name === form ? name : `${name}:`, says: form })),
];

function nameChoices(text: string, start: number, cursor: number, asked: boolean): readonly Choice[] {
  const typed = text.slice(start, cursor).trimStart();
  const end = start + (/^\s*[A-Za-z]*\s?/.exec(text.slice(start))?.[0].length ?? 0);
  const found = COMMANDS.filter(({ name }) => name.startsWith(typed));
  if (found.length === 1 && found[0]!.name === typed && !asked) return [];
  return found.map(({ name, usage, summary }) => {
    const written = usage === "" ? name : `${name} `;
    return {
      label: name,
      kind: usage,
      detail: summary,
      text: written,
      start,
      end,
      cursor: written.length,
      explain: null,
    };
  });
}

function wordChoices(
  all: readonly Word[],
  typed: string,
  start: number,
  end: number,
  asked: boolean,
): readonly Choice[] {
  return all
    .filter(
      ({ word }) => word !== "" && word.toLowerCase().startsWith(typed.toLowerCase()) && (asked || word !== typed),
    )
    .map(({ word, says }) => ({
      label: word.trim(),
      kind: "",
      detail: says,
      text: word,
      start,
      end,
      cursor: word.length,
      explain: null,
    }));
}

/** What ends a watch, where there is one. */
export function watchChoices(
  { settings: { watches } }: Session,
  start: number,
  { text, cursor }: Buffer,
): readonly Choice[] {
  const typed = text.slice(start, cursor);
  if (watches.length === 0 || (typed !== "" && !typed.startsWith("o"))) return [];
  const each = watches.map((watch, i) => ({ word: `off ${i + 1}`, says: watch }));
  return wordChoices([{ word: "off", says: "watch nothing any more" }, ...each], typed, start, cursor, false);
}

const MOST_PATHS = 200;

/** Results by number, and the paths of the tree step by step. */
function nodeChoices(session: Session, typed: string, start: number, end: number, asked: boolean): readonly Choice[] {
  const matches = session.runs.at(-1)?.inspection.result.matches ?? [];
  if (!typed.startsWith("/")) {
    const numbers = matches.slice(0, 50).map(({ path }, i) => ({ word: String(i + 1), says: path }));
    const root = treeOf(session)?.root?.path;
    return wordChoices(
      [...numbers, ...(root === undefined ? [] : [{ word: root, says: "the root" }])],
      typed,
      start,
      end,
      asked,
    );
  }
  const tree = treeOf(session);
  if (tree === null) return [];
  const slash = typed.lastIndexOf("/");
  const parent = slash <= 0 ? 0 : nodeAtPath(tree, typed.slice(0, slash));
  if (parent === null) return [];
  return wordChoices(childPaths(tree, parent, typed), typed, start, end, asked);
}

function childPaths(tree: Tree, parent: number, typed: string): readonly Word[] {
  if (parent === 0) return tree.root === null ? [] : [{ word: tree.root.path, says: "the root" }];
  return tree
    .node(parent)
    .children.filter(({ path }) => path.toLowerCase().startsWith(typed.toLowerCase()))
    .slice(0, MOST_PATHS)
    .map((child) => ({ word: child.path, says: child.attributes.name ?? child.attributes.title ?? child.text }));
}

/** The node with exactly this path, found step by step. */
function nodeAtPath(tree: Tree, path: string): number | null {
  let at: TreeNode | null = tree.root;
  if (at === null) return null;
  if (at.path === path) return at.id;
  while (at !== null && path.startsWith(`${at.path}/`)) {
    const next: TreeNode | undefined = at.children.find(
      (child) => path === child.path || path.startsWith(`${child.path}/`),
    );
    if (next === undefined) return null;
    if (next.path === path) return next.id;
    at = next;
  }
  return null;
}

const folded = new WeakMap<Tree, Tree>();

/** The tree that the last run saw, else that of the data, with fields folded. */
function treeOf({ runs, settings: { data, schema } }: Session): Tree | null {
  const last = runs.at(-1);
  if (last !== undefined) return last.inspection.tree;
  if (data === null || schema === null) return data?.tree ?? null;
  const known = folded.get(data.tree) ?? foldFields(data.tree, schema.schema);
  folded.set(data.tree, known);
  return known;
}

/** Names of queries, where one begins. */
export function definitionChoices({ settings }: Session, { text, cursor }: Buffer): readonly Choice[] {
  const [, space = "", typed = ""] = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, cursor)) ?? [];
  if (typed === "") return [];
  return [...settings.definitions.values()]
    .filter(({ name }) => name.startsWith(typed) && name !== typed)
    .map(({ name, signature, comment, query, parameters }) => {
      const written = parameters.length === 0 ? name : `${name}()`;
      return {
        label: name,
        kind: signature.slice(name.length),
        detail: comment === "" ? query : comment,
        text: written,
        start: space.length,
        end: cursor,
        cursor: parameters.length === 0 ? written.length : written.length - 1,
        explain: async () => query,
      };
    });
}

/** Names in a folder, folders with a slash behind; none where it can't be read. Hidden ones are left out unless asked for. */
export function listFolder(folder: URL | string, withHidden = false): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => withHidden || !name.startsWith("."))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort((a, b) => a.localeCompare(b));
  } catch {
    return [];
  }
}

/** Where paths are completed: the folder that they are seen from, and the environment that says which one is the user's. */
type Place = Pick<Io, "cwd" | "env">;

/**
 * Files with one of the endings (none: all) and folders that a path may go on with. A path in quotes is closed by its file, unless
 * what stands `behind` it does that.
 */
export function fileChoices(
  typed: string,
  start: number,
  endings: readonly string[],
  place: Place,
  behind = "",
): readonly Choice[] {
  const quote = /^["']/.exec(typed)?.[0] ?? "";
  const path = typed.slice(quote.length);
  const slash = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, slash), path.slice(slash)];
  const at = resolve(place.cwd, atHome(folder, place));
  return listFolder(at, name.startsWith("."))
    .filter((entry) => entry.startsWith(name))
    .filter(
      (entry) => entry.endsWith("/") || endings.length === 0 || endings.some((ending) => entry.endsWith(`.${ending}`)),
    )
    .map((entry) => {
      const isFolder = entry.endsWith("/");
      const text = `${quote}${folder}${entry}${isFolder || (quote !== "" && behind.startsWith(quote)) ? "" : quote}`;
      return {
        label: entry,
        kind: isFolder ? "folder" : "file",
        detail: "",
        text,
        start,
        end: start + typed.length,
        cursor: text.length,
        explain: null,
      };
    });
}
