import { splitCommand, wantsMore } from "../answer.js";
import { commandOf } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import type { Mark } from "../editor/render/marks.js";
import type { Highlights } from "../editor/render/screenful.js";
import type { Language } from "../editor/state.js";
import type { Session } from "../session/session.js";
import { commandChoices, definitionChoices, watchChoices } from "./commandChoices.js";
import { queryHighlights } from "./highlights.js";
import { embedded, presentStep } from "./present.js";
import { queryChoices } from "./queryChoices.js";
import { type ReplService, replService } from "./service.js";

/** Data larger than this is not looked into while typing. */
const MOST_DATA = 8 * 1024 * 1024;

export interface ReplLanguage extends Language {
  highlights(buffer: Buffer): Highlights;
  /** Looks into data and schema before a key needs it: that takes a moment if they are large. */
  warm(): void;
}

/** What the editor shows and offers: commands by the table, queries by the language service of editors. */
export function replLanguage(session: Session): ReplLanguage {
  const repl = replService(() => ({
    cwd: session.cwd,
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
  if (split === null && session.stepping !== null) return presentChoices(session, repl, buffer, 0, asked);
  if (split === null) return [...definitionChoices(session, buffer), ...queryChoices(repl, buffer, asked)];
  const choices = commandChoices(session, split, buffer, asked);
  if (choices === null && commandOf(split.name)?.completes.kind === "watch")
    return [...watchChoices(session, split.from, buffer), ...presentChoices(session, repl, buffer, split.from, asked)];
  return choices ?? inQuery(repl, buffer, queryStart(buffer.text, split.from), asked);
}

/** Completion in the query of a command: what is before it is blanked out, so that places stay. */
const inQuery = (repl: ReplService, { text, cursor }: Buffer, from: number, asked: boolean): readonly Choice[] =>
  cursor < from ? [] : queryChoices(repl, { text: " ".repeat(from) + text.slice(from), cursor }, asked);

/** Completion in a watch: as in a query, on the nodes that it starts from. */
function presentChoices(
  session: Session,
  repl: ReplService,
  { text, cursor }: Buffer,
  from: number,
  asked: boolean,
): readonly Choice[] {
  if (cursor < from) return [];
  // In parentheses no position is meant, which a watch has no use for.
  const whole = embedded(text, from, presentStep(session), "(");
  return queryChoices(repl, { text: whole.text, cursor: whole.into(cursor) }, asked).flatMap((choice) => {
    const [start, end] = [whole.back(choice.start), whole.back(choice.end)];
    return start === null || end === null ? [] : [{ ...choice, start, end }];
  });
}

/** Where the query of `:def NAME = QUERY` or `:explain QUERY` begins. */
function queryStart(text: string, from: number): number {
  const [head = ""] = /^[\p{L}_][\p{L}\p{N}_.-]*\s*:?=\s*/u.exec(text.slice(from)) ?? [];
  return from + head.length;
}

const NOTHING: Highlights = { marks: [], overlays: [], hint: null };

function highlights(session: Session, repl: ReplService, buffer: Buffer): Highlights {
  const { text } = buffer;
  const split = splitCommand(text);
  if (split === null && session.stepping !== null) return presentHighlights(session, repl, buffer, 0);
  if (split === null) {
    if (/^\s*[\p{L}_#]/u.test(text) && !/^\s*(?:declare|import)\b/.test(text)) return nameHighlights(session, text);
    return queryHighlights(repl, buffer, 0);
  }
  const command: Mark = { start: 0, end: split.from, style: "command" };
  const found = commandOf(split.name);
  const hint =
    found === undefined || split.rest !== "" || found.usage === ""
      ? null
      : usageHint(found.name, found.usage, found.summary);
  const takes = found?.completes.kind;
  if (takes !== "query" && takes !== "definition" && takes !== "watch") return { ...NOTHING, marks: [command], hint };
  const from = takes === "watch" ? split.from : queryStart(text, split.from);
  const query =
    takes === "watch" ? presentHighlights(session, repl, buffer, from) : queryHighlights(repl, buffer, from);
  return { ...query, marks: [{ ...command, end: from }, ...query.marks], hint: hint ?? query.hint };
}

const usageHint = (name: string, usage: string, summary: string) => ({
  text: `:${name} ${usage}   ${summary}`,
  strong: { start: 0, end: name.length + usage.length + 2 },
  kind: "help" as const,
});

/** A watch in the colours of a query, with its mistakes if the nodes that it starts from are known. */
function presentHighlights(session: Session, repl: ReplService, { text, cursor }: Buffer, from: number): Highlights {
  if (text.slice(from).trim() === "" || text.trimStart().startsWith("#")) return NOTHING;
  const whole = embedded(text, from, presentStep(session));
  const { marks, overlays, hint } = queryHighlights(repl, { text: whole.text, cursor: whole.into(cursor) }, from);
  const ownPlaces = <T extends { readonly start: number; readonly end: number }>(all: readonly T[]): T[] =>
    all.flatMap((one) => {
      const [start, end] = [whole.back(one.start), whole.back(one.end - 1)];
      return start === null || end === null ? [] : [{ ...one, start, end: end + 1 }];
    });
  return { marks: ownPlaces(marks), overlays: ownPlaces(overlays), hint };
}

/** A call of a query with a name. */
function nameHighlights({ settings }: Session, text: string): Highlights {
  if (text.trimStart().startsWith("#")) return NOTHING;
  const [, space = "", name = ""] = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(text) ?? [];
  const found = settings.definitions.get(name);
  if (found === undefined) return NOTHING;
  const marks: Mark[] = [{ start: space.length, end: space.length + name.length, style: "function" }];
  const hint = { text: `${found.signature}   ${found.comment}`.trimEnd(), strong: null, kind: "help" as const };
  return { marks, overlays: [], hint };
}
