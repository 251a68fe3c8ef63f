import type { Change } from "@semantic-xpath/inspect";
import type { CompiledQuery } from "@semantic-xpath/runtime";
import { count, wrap } from "../columns.js";
import type { Screen } from "../screen.js";

/** A change that was tried: what it is, how much the changed query finds, and its text where that changes. */
export function changeLines(
  heading: "change" | "nearest",
  change: Change,
  { plan }: CompiledQuery,
  { paint, columns }: Screen,
): string[] {
  const lead = heading.length + 2;
  const said = wrap(`${change.message} (${count(change.count, "result")} then)`, columns - lead);
  const text = change.edits.length === 0 ? [] : wrap(changedText(change, plan), columns - lead);
  return [...said, ...text].map((line, i) => `${i === 0 ? `${paint.green(`${heading}:`)} ` : " ".repeat(lead)}${line}`);
}

/** The text of the query itself after the change; of a declared one, without the document around it. */
function changedText({ text }: Change, { text: before, result: { span } }: CompiledQuery["plan"]): string {
  return text.slice(span.start, span.end + text.length - before.length).replaceAll(/\s+/g, " ");
}
