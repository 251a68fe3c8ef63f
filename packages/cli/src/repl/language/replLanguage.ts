import { queryStart, splitCommand, wantsMore } from "../answer.js";
import { commandsOf } from "../commands/table.js";
import type { Buffer } from "../editor/buffer/buffer.js";
import type { Choice } from "../editor/menu.js";
import type { Mark } from "../editor/render/marks.js";
import { type Highlights, NO_HIGHLIGHTS } from "../editor/render/screenful.js";
import type { Language } from "../editor/state.js";
import { isFunctionCall } from "../session/definitions.js";
import type { Session } from "../session/session.js";
import { commandChoices, definitionChoices } from "./commandChoices.js";
import { queryHighlights } from "./highlights.js";
import { embedded, presentStep } from "./present.js";
import { queryChoices } from "./queryChoices.js";
import { type ReplService, replService } from "./service.js";

/** Data larger than this is not looked into while typing. */
const MAX_DATA = 8 * 1024 * 1024;

export interface ReplLanguage extends Language {
  highlights(buffer: Buffer): Highlights;
  /** Looks into data and schema before a key needs it: that takes a moment if they are large. */
  warm(): void;
}

/** Display and choices of the editor: commands by the table, queries by the language service of editors. */
export function replLanguage(session: Session): ReplLanguage {
  const repl = replService(() => {
    const { data, schema } = session.settings;
    const isSmall = data !== null && data.size <= MAX_DATA;
    const tree = data?.chosen?.tree ?? data?.tree ?? null;
    return { cwd: session.cwd, data: isSmall ? tree : null, schema: schema?.text ?? null };
  });
  return {
    wantsMore,
    complete: (buffer, asked) => complete(session, repl, buffer, asked),
    highlights: (buffer) => highlights(session, repl, buffer),
    warm: () => void queryChoices(repl, { text: "//", cursor: 2 }, true),
  };
}

/** The part of an input that the language service understands: all of it, or what follows a command. */
interface Part {
  readonly from: number;
  /** True if it is evaluated on the present nodes. */
  readonly isWatch: boolean;
}

function partOf({ stepping }: Session, text: string): Part | null {
  const split = splitCommand(text);
  if (split === null) return { from: 0, isWatch: stepping !== null };
  const [command, other] = commandsOf(split.name);
  if (command?.takes === undefined || other !== undefined) return null;
  const isWatch = command.takes === "watch";
  return { from: split.from + (isWatch ? 0 : queryStart(split.rest)), isWatch };
}

function complete(session: Session, repl: ReplService, buffer: Buffer, asked: boolean): readonly Choice[] {
  const { text, cursor } = buffer;
  const split = splitCommand(text);
  const part = partOf(session, text);
  const choices =
    split !== null
      ? commandChoices(session, split, buffer, asked)
      : session.stepping === null
        ? definitionChoices(session, buffer)
        : [];
  if (part === null || cursor < part.from) return choices;
  // In parentheses no position is meant, which a watch has no use for.
  const { from, isWatch } = part;
  const embeddedQuery = embedded(text, from, isWatch ? presentStep(session) : null, "(");
  const fromQuery = queryChoices(repl, { text: embeddedQuery.text, cursor: embeddedQuery.into(cursor) }, asked);
  return [...choices, ...embeddedQuery.ownPlaces(fromQuery)];
}

function highlights(session: Session, repl: ReplService, { text, cursor }: Buffer): Highlights {
  const split = splitCommand(text);
  if (split === null && /^\s*#/.test(text)) return NO_HIGHLIGHTS;
  const isName = /^\s*[\p{L}_]/u.test(text) && !/^\s*(?:declare|import)\b/.test(text) && !isFunctionCall(text);
  if (isName && session.stepping === null) return nameHighlights(session, text);
  const part = partOf(session, text);
  const base = part === null ? NO_HIGHLIGHTS : highlightsOf(session, repl, { text, cursor }, part);
  if (split === null) return base;
  const marks: Mark[] = [{ start: 0, end: part?.from ?? split.from, style: "command" }, ...base.marks];
  const [command, other] = commandsOf(split.name);
  if (command?.usage === undefined || other !== undefined || split.rest !== "") return { ...base, marks };
  const usage = `:${command.name} ${command.usage}`;
  const hint = {
    text: `${usage}   ${command.summary}`,
    strong: { start: 0, end: usage.length },
    kind: "help" as const,
  };
  return { ...base, marks, hint };
}

/** The colours and mistakes of a query; of a watch, its mistakes on the nodes that it starts from. */
function highlightsOf(
  session: Session,
  repl: ReplService,
  { text, cursor }: Buffer,
  { from, isWatch }: Part,
): Highlights {
  if (text.slice(from).trim() === "") return NO_HIGHLIGHTS;
  const embeddedQuery = embedded(text, from, isWatch ? presentStep(session) : null);
  const { marks, overlays, hint } = queryHighlights(
    repl,
    { text: embeddedQuery.text, cursor: embeddedQuery.into(cursor) },
    isWatch ? POSITION : null,
  );
  return { marks: embeddedQuery.ownPlaces(marks), overlays: embeddedQuery.ownPlaces(overlays), hint };
}

/** A watch is not a bracket: a number alone is a value there. */
const POSITION = "SXP3006";

/** A call of a query with a name. */
function nameHighlights({ settings }: Session, text: string): Highlights {
  const [, space = "", name = ""] = /^(\s*)([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(text) ?? [];
  const definition = settings.definitions.get(name);
  if (definition === undefined) return NO_HIGHLIGHTS;
  const marks: Mark[] = [{ start: space.length, end: space.length + name.length, style: "function" }];
  const hint = {
    text: `${definition.signature}   ${definition.comment}`.trimEnd(),
    strong: null,
    kind: "help" as const,
  };
  return { marks, overlays: [], hint };
}
