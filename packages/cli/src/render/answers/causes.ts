import type { Cause } from "@semantic-xpath/inspect";
import { wrap } from "../columns.js";
import type { Screen } from "../screen.js";

/** Why a run may disappoint, a sentence each, with what to do about it. */
export function causeLines(causes: readonly Cause[], { paint, columns }: Screen): string[] {
  return causes.flatMap(({ message, advice }) => {
    const said = sentence(message);
    const lines = wrap(`${said}${advice === null ? "" : ` ${sentence(advice)}`}`, columns - 2);
    return lines.map((line, i) => paint.yellow(`${i === 0 ? "! " : "  "}${line}`));
  });
}

/** With a capital and a full stop, whatever it was written for. What begins with a piece of a query stays as it is. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const end = /[.!?:)]$/.test(trimmed) ? "" : ".";
  const isProse = /^\p{Ll}+,? [\p{L}\d]/u.test(trimmed);
  return `${isProse ? trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1) : trimmed}${end}`;
}
