import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Span } from "@semantic-xpath/parser";
import type { Io } from "../../io.js";
import type { Split } from "../answer.js";
import type { Word } from "../commands/command.js";
import { COMMANDS, commandsOf } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import { atHome } from "../session/loading.js";
import type { Session } from "../session/session.js";

/** Typed part of a word, its place, and the reason of the list: Tab or typing. */
interface Place {
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  readonly asked: boolean;
}

/** Choices in a command outside of queries: its name, and its words and files. */
export function commandChoices(
  session: Session,
  { name, from }: Split,
  { text, cursor }: Buffer,
  asked: boolean,
): readonly Choice[] {
  if (/^\s*:\s*[A-Za-z]*$/.test(text.slice(0, cursor))) return nameChoices(text, text.indexOf(":") + 1, cursor, asked);
  const [command, other] = commandsOf(name);
  if (command === undefined || other !== undefined || cursor < from) return [];
  const typed = text.slice(from, cursor);
  const words = command.words?.(session, typed) ?? [];
  const at = command.wordsFrom?.(typed) ?? 0;
  const files = command.files?.(typed) ?? null;
  return [
    ...wordChoices(words, { typed: typed.slice(at), start: from + at, end: cursor, asked }),
    ...(files === null
      ? []
      : fileChoices(typed.slice(files.from), from + files.from, files.endings, session, text.slice(cursor))),
  ];
}

function nameChoices(text: string, start: number, cursor: number, asked: boolean): readonly Choice[] {
  const typed = text.slice(start, cursor).trimStart();
  const end = start + (/^\s*[A-Za-z]*\s?/.exec(text.slice(start))?.[0].length ?? 0);
  const commands = COMMANDS.filter(({ name }) => name.startsWith(typed));
  if (commands.length === 1 && commands[0]?.name === typed && !asked) return [];
  return commands.map(({ name, usage = "", summary }) =>
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
  const suffixes = endings.length === 0 ? [""] : ["/", ...endings.map((ending) => `.${ending}`)];
  const isOffered = (entry: string): boolean =>
    entry.startsWith(name) && suffixes.some((suffix) => entry.endsWith(suffix));
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
