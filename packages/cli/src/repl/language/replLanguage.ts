import { COMMANDS } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu/menu.js";
import type { Mark } from "../editor/render/marks.js";
import type { Highlights } from "../editor/render/screenful.js";
import type { Language } from "../editor/state.js";
import { splitCommand, wantsMore } from "../session/input.js";
import type { Session } from "../session/session.js";
import { commandChoices, definitionChoices } from "./commandChoices.js";
import { queryHighlights } from "./highlights.js";
import { queryChoices } from "./queryChoices.js";
import { type ReplService, replService } from "./service.js";

/** Data larger than this is not looked into while typing. */
const MOST_DATA = 8 * 1024 * 1024;

export interface ReplLanguage extends Language {
  highlights(buffer: Buffer): Highlights;
  /** Looks into data and schema before a key needs it: that takes a moment where they are large. */
  warm(): void;
}

/** What the editor shows and offers: commands by the table, queries by the language service of editors. */
export function replLanguage(session: Session): ReplLanguage {
  const repl = replService(() => ({
    cwd: session.io.cwd,
    data: dataText(session),
    schema: session.settings.schema?.text ?? null,
  }));
  return {
    wantsMore: (text) => wantsMore(text),
    complete: (buffer, asked) => complete(session, repl, buffer, asked),
    highlights: (buffer) => highlights(session, repl, buffer),
    warm: () => void queryChoices(repl, { text: "//", cursor: 2 }, true),
  };
}

function dataText({ settings: { data } }: Session): string | null {
  return data === null || data.size > MOST_DATA ? null : data.source.text;
}

function complete(session: Session, repl: ReplService, buffer: Buffer, asked: boolean): readonly Choice[] {
  const split = splitCommand(buffer.text);
  if (split === null) {
    const names = definitionChoices(session, buffer);
    return session.stepping === null
      ? [...names, ...queryChoices(repl, buffer, asked)]
      : queryChoices(repl, buffer, asked);
  }
  const choices = commandChoices(session, split, buffer, asked);
  return choices ?? inQuery(repl, buffer, queryStart(buffer.text, split.from), asked);
}

/** Completion in the query of a command: what stands before it is blanked out, so that places stay. */
const inQuery = (repl: ReplService, { text, cursor }: Buffer, from: number, asked: boolean): readonly Choice[] =>
  cursor < from ? [] : queryChoices(repl, { text: " ".repeat(from) + text.slice(from), cursor }, asked);

/** Where the query of `:def NAME = QUERY` or `:explain QUERY` begins. */
function queryStart(text: string, from: number): number {
  const [head = ""] = /^[\p{L}_][\p{L}\p{N}_.-]*\s*:?=\s*/u.exec(text.slice(from)) ?? [];
  return from + head.length;
}

const NOTHING: Highlights = { marks: [], overlays: [], hint: null };

function highlights(session: Session, repl: ReplService, buffer: Buffer): Highlights {
  const { text } = buffer;
  const split = splitCommand(text);
  if (split === null) {
    if (/^\s*[\p{L}_#]/u.test(text) && !/^\s*(?:declare|import)\b/.test(text)) return nameHighlights(session, text);
    return queryHighlights(repl, buffer, 0, session.stepping === null);
  }
  const command: Mark = { start: 0, end: split.from, style: "command" };
  const named = COMMANDS.filter(({ name }) => name.startsWith(split.name));
  const found = named.find(({ name }) => name === split.name) ?? (named.length === 1 ? named[0] : undefined);
  const hint =
    found === undefined || split.rest !== "" || found.usage === ""
      ? null
      : usageHint(found.name, found.usage, found.summary);
  if (found?.completes.kind !== "query" && found?.completes.kind !== "definition")
    return { ...NOTHING, marks: [command], hint };
  const from = queryStart(text, split.from);
  const query = queryHighlights(repl, buffer, from, found.name !== "watch" && text.length > from);
  return { ...query, marks: [{ ...command, end: from }, ...query.marks], hint: hint ?? query.hint };
}

const usageHint = (name: string, usage: string, summary: string) => ({
  text: `:${name} ${usage}   ${summary}`,
  strong: { start: 0, end: name.length + usage.length + 2 },
  kind: "help" as const,
});

/** A call of a query with a name. */
function nameHighlights({ settings, stepping }: Session, text: string): Highlights {
  if (stepping !== null || text.trimStart().startsWith("#")) return NOTHING;
  const [, space = "", name = ""] = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(text) ?? [];
  const found = settings.definitions.get(name);
  if (found === undefined) return NOTHING;
  const marks: Mark[] = [{ start: space.length, end: space.length + name.length, style: "function" }];
  const hint = { text: `${found.signature}   ${found.comment}`.trimEnd(), strong: null, kind: "help" as const };
  return { marks, overlays: [], hint };
}
