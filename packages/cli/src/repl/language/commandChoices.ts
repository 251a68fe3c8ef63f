import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Span } from "@semantic-xpath/parser";
import { foldFields, type Tree, type TreeNode } from "@semantic-xpath/runtime";
import type { Io } from "../../io.js";
import { SCORERS } from "../../spec/shared.js";
import type { Word } from "../commands/command.js";
import { COMMANDS, commandOf } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import { atHome } from "../session/loading.js";
import type { Session } from "../session/session.js";

interface Split {
  readonly name: string;
  readonly rest: string;
  readonly from: number;
}

/** What is typed of a word, where it is, and whether Tab asked for the list. */
interface Place {
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  readonly asked: boolean;
}

/** What may be typed in a command: its name, or what it takes; null if that is a query. */
export function commandChoices(
  session: Session,
  split: Split,
  { text, cursor }: Buffer,
  asked: boolean,
): readonly Choice[] | null {
  const isName = /^\s*:\s*[A-Za-z]*$/.test(text.slice(0, cursor));
  if (isName) return nameChoices(text, text.indexOf(":") + 1, cursor, asked);
  const command = commandOf(split.name);
  if (command === undefined || cursor < split.from) return [];
  const typed = text.slice(split.from, cursor);
  const place = { typed, start: split.from, end: cursor, asked };
  const { completes } = command;
  const files = (at: number, endings: readonly string[]): readonly Choice[] =>
    fileChoices(typed.slice(at), split.from + at, endings, session, text.slice(cursor));
  switch (completes.kind) {
    case "nothing":
      return [];
    case "query":
    case "watch":
    case "definition":
      return null;
    case "words":
      return wordChoices(completes.words(session), place);
    case "files":
      return files(0, completes.endings);
    case "wordThenFile": {
      const space = typed.indexOf(" ") + 1;
      const all = completes.words(session);
      const isFile = space > 0 && all.some(({ word }) => word.trim() === typed.slice(0, space).trim());
      return isFile ? files(space, []) : wordChoices(all, place);
    }
    case "wordOrFile":
      return [...wordChoices(completes.words(session), place), ...files(0, completes.endings)];
    case "scorer": {
      const colon = typed.indexOf(":") + 1;
      const form = SCORERS.find(({ name }) => name === typed.slice(0, Math.max(0, colon - 1)))?.form ?? "";
      return /:(?:FILE|MODEL)$/.test(form)
        ? files(colon, form.endsWith("FILE") ? ["json"] : ["onnx"])
        : wordChoices(scorerWords(session), place);
    }
    case "node":
      return nodeChoices(session, place);
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
  if (found.length === 1 && found[0]?.name === typed && !asked) return [];
  return found.map(({ name, usage, summary }) =>
    choice(usage === "" ? name : `${name} `, { start, end }, { label: name, kind: usage, detail: summary }),
  );
}

/** A choice that writes a text over a span, with the cursor after it. */
const choice = (text: string, { start, end }: Span, about: Partial<Choice>): Choice => ({
  ...{ label: text.trim(), kind: "", detail: "", text, start, end, cursor: text.length, explain: null },
  ...about,
});

const wordChoices = (all: readonly Word[], place: Place): readonly Choice[] =>
  all
    .filter(({ word }) => word !== "" && word.toLowerCase().startsWith(place.typed.toLowerCase()))
    .filter(({ word }) => place.asked || word !== place.typed)
    .map(({ word, says }) => choice(word, place, { detail: says }));

/** What ends a watch, if there is one. */
export function watchChoices(
  { settings: { watches } }: Session,
  start: number,
  { text, cursor }: Buffer,
): readonly Choice[] {
  const typed = text.slice(start, cursor);
  if (watches.length === 0 || (typed !== "" && !typed.startsWith("o"))) return [];
  const each = watches.map((watch, i) => ({ word: `off ${i + 1}`, says: watch }));
  const all = [{ word: "off", says: "watch nothing any more" }, ...each];
  return wordChoices(all, { typed, start, end: cursor, asked: false });
}

const MOST_PATHS = 200;

/** Results by number, and the paths of the tree step by step. */
function nodeChoices(session: Session, place: Place): readonly Choice[] {
  const { typed } = place;
  const tree = treeOf(session);
  if (!typed.startsWith("/")) {
    const matches = session.runs.at(-1)?.inspection.result.matches ?? [];
    const numbers = matches.slice(0, 50).map(({ path }, i) => ({ word: String(i + 1), says: path }));
    return wordChoices([...numbers, ...rootWords(tree)], place);
  }
  if (tree === null) return [];
  const slash = typed.lastIndexOf("/");
  if (slash <= 0) return wordChoices(rootWords(tree), place);
  const parent = nodeAtPath(tree, typed.slice(0, slash));
  return parent === null ? [] : wordChoices(childPaths(parent, typed), place);
}

const rootWords = (tree: Tree | null): readonly Word[] =>
  tree === null || tree.root === null ? [] : [{ word: tree.root.path, says: "the root" }];

const childPaths = ({ children }: TreeNode, typed: string): readonly Word[] =>
  children
    .filter(({ path }) => path.toLowerCase().startsWith(typed.toLowerCase()))
    .slice(0, MOST_PATHS)
    .map((child) => ({ word: child.path, says: child.attributes.name ?? child.attributes.title ?? child.text }));

/** The node with exactly this path, found step by step. */
function nodeAtPath({ root }: Tree, path: string): TreeNode | null {
  let at: TreeNode | undefined = root ?? undefined;
  while (at !== undefined && at.path !== path)
    at = at.children.find((child) => path === child.path || path.startsWith(`${child.path}/`));
  return at ?? null;
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

/** Names of queries, if one begins. */
export function definitionChoices({ settings }: Session, { text, cursor }: Buffer): readonly Choice[] {
  const [, space = "", typed = ""] = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, cursor)) ?? [];
  if (typed === "") return [];
  return [...settings.definitions.values()]
    .filter(({ name }) => name.startsWith(typed) && name !== typed)
    .map(({ name, signature, comment, query, parameters }) => {
      const [written, cursorIn] = parameters.length === 0 ? [name, name.length] : [`${name}()`, name.length + 1];
      const about = { label: name, kind: signature.slice(name.length), detail: comment === "" ? query : comment };
      const at = { start: space.length, end: cursor };
      return choice(written, at, { ...about, cursor: cursorIn, explain: async () => query });
    });
}

/** Names in a folder, folders with a slash after; none if it can't be read. Hidden ones are left out unless asked for. */
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

/**
 * Files with one of the endings (none: all) and folders that a path may go on with, as seen from `cwd`. A path in quotes is closed by its
 * file, unless the text `after` it does that.
 */
export function fileChoices(
  typed: string,
  start: number,
  endings: readonly string[],
  { cwd, env }: Pick<Io, "cwd" | "env">,
  after = "",
): readonly Choice[] {
  const quote = /^["']/.exec(typed)?.[0] ?? "";
  const path = typed.slice(quote.length);
  const slash = path.lastIndexOf("/") + 1;
  const [folder, name] = [path.slice(0, slash), path.slice(slash)];
  const isOffered = (entry: string): boolean =>
    entry.startsWith(name) &&
    (entry.endsWith("/") || endings.length === 0 || endings.some((ending) => entry.endsWith(`.${ending}`)));
  const close = quote !== "" && after.startsWith(quote) ? "" : quote;
  return listFolder(resolve(cwd, atHome(folder, { env })), name.startsWith("."))
    .filter(isOffered)
    .map((entry) => {
      const isFolder = entry.endsWith("/");
      const text = `${quote}${folder}${entry}${isFolder ? "" : close}`;
      const about = { label: entry, kind: isFolder ? "folder" : "file" };
      return choice(text, { start, end: start + typed.length }, about);
    });
}
