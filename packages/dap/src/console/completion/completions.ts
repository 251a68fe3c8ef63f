import { type PlaceAt, placeAt } from "@semantic-xpath/parser";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DebugRun } from "../../program/debugRun.js";
import { COMMANDS } from "../commands.js";
import { type Draft, draft, draftsAt, stepDrafts } from "./drafts.js";

const MAX_ITEMS = 200;

/** Completions at the end of a line of the console, as the query's editor would offer them from the current nodes on. */
export function completionsAt(run: DebugRun, typed: string): DebugProtocol.CompletionItem[] {
  const command = /^\s*:([\w-]*)$/.exec(typed);
  if (command !== null) return items(COMMANDS.map(commandDraft), command[1]!, typed.length);
  const operand = /^\s*:[\w-]+\s+(?=\/)/.exec(typed);
  if (operand !== null) return pathOf(run, typed, operand[0].length);
  if (/^\s*:/.test(typed)) return [];
  const cursor = placeAt(typed, typed.length, { isExpression: true });
  return items(draftsAt(run, cursor), wordOf(cursor), typed.length);
}

/** The operand of a command is a path from the document: its steps. */
function pathOf(run: DebugRun, typed: string, start: number): DebugProtocol.CompletionItem[] {
  const path = typed.slice(start);
  const cursor = placeAt(path, path.length);
  const { place } = cursor;
  return place.kind === "step" ? items(stepDrafts(run, place, null), wordOf(cursor), typed.length) : [];
}

const wordOf = ({ word }: PlaceAt): string => word.text;

const commandDraft = ({ name, operand, says }: (typeof COMMANDS)[number]): Draft => ({
  ...draft(name, "keyword", says),
  text: operand === "" ? name : `${name} `,
});

/** Completions of the typed word, the most likely first. */
function items(drafts: readonly Draft[], word: string, end: number): DebugProtocol.CompletionItem[] {
  const typed = word.toLowerCase();
  const fitting = drafts.filter(({ label, text = label }) =>
    [label, text].some((written) => written.toLowerCase().startsWith(typed)),
  );
  const labels = fitting.map(({ label }) => label);
  const once = fitting.filter(({ label }, i) => labels.indexOf(label) === i);
  return once.slice(0, MAX_ITEMS).map(({ label, text = label, cursor, ...rest }, i) => ({
    label,
    text,
    ...rest,
    sortText: String(i).padStart(3, "0"),
    start: end - word.length,
    length: word.length,
    ...(cursor !== undefined && { selectionStart: cursor, selectionLength: 0 }),
  }));
}
