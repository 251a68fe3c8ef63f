import type { Change } from "@semantic-xpath/inspect";

interface DiffPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A query with a change in it, what goes before what comes. */
export function diffQuery(text: string, edits: Change["edits"]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  const push = (kind: DiffPart["kind"], part: string): void => {
    if (part !== "") parts.push({ kind, text: part });
  };
  let at = 0;
  for (const { span, text: added } of edits) {
    push("same", text.slice(at, span.start));
    push("removed", text.slice(span.start, span.end));
    push("added", added);
    at = span.end;
  }
  push("same", text.slice(at));
  return parts;
}
