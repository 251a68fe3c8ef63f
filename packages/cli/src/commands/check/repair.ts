import { applyEdits, locate, type TextEdit } from "@semantic-xpath/parser";
import type { Source } from "../../render/diagnostics.js";
import type { Screen } from "../../render/screen.js";

/** What edits do to a text, as a unified diff without context: the lines they touch, before and after. */
export function diffText({ name, text }: Source, edits: readonly TextEdit[], { paint }: Screen): string {
  const hunks: { start: number; end: number; edits: TextEdit[] }[] = [];
  for (const edit of edits) {
    const start = text.lastIndexOf("\n", edit.span.start - 1) + 1;
    const newline = text.indexOf("\n", edit.span.end);
    const end = newline < 0 ? text.length : newline;
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    } else hunks.push({ start, end, edits: [edit] });
  }
  let shift = 0;
  const lines = hunks.flatMap(({ start, end, edits: own }) => {
    const moved = own.map(({ span, newText }) => ({
      span: { start: span.start - start, end: span.end - start },
      newText,
    }));
    const before = text.slice(start, end).split("\n");
    const after = applyEdits(text.slice(start, end), moved).split("\n");
    const line = locate(text, start).line;
    const heading = `@@ -${line},${before.length} +${line + shift},${after.length} @@`;
    shift += after.length - before.length;
    return [
      paint.cyan(heading),
      ...before.map((old) => paint.red(`-${old}`)),
      ...after.map((now) => paint.green(`+${now}`)),
    ];
  });
  return `${[`--- ${name}`, `+++ ${name}`, ...lines].join("\n")}\n`;
}
