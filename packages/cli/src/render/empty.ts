import { renderDiagnostic, suggest } from "@semantic-xpath/parser";
import type { Emptiness, Tree } from "@semantic-xpath/runtime";
import type { Source } from "./diagnostics.js";
import type { Screen } from "./screen.js";

/** Why there is no result: the operator at which nothing was left, under its place in the query, and a near name where there is one. */
export function emptyText(source: Source, { span, message }: Emptiness, tree: Tree, { paint }: Screen): string {
  const [, ...excerpt] = renderDiagnostic(
    source.text,
    { code: "", severity: "hint", message: "", span, fixes: [], runnable: true },
    {
      color: paint.isColorSupported,
    },
  ).split("\n");
  const near = nearestType(source.text.slice(span.start, span.end), message, tree);
  const advice = near === null ? [] : [`Did you mean "${near}"?`];
  return [[`${paint.yellow(message)}`, ...advice].join(" "), ...(span.end > span.start ? excerpt : [])].join("\n");
}

/** The type of the data that comes nearest to one that the data does not have. */
function nearestType(text: string, message: string, tree: Tree): string | null {
  if (!message.includes("no node of type")) return null;
  const name = /[\p{L}_][\p{L}_\p{Nd}.:-]*/u.exec(text.slice(text.indexOf("::") + 1))?.[0];
  return name === undefined ? null : (suggest(name, tree.typeNames.slice(1))[0] ?? null);
}
