import type { Diagnostic } from "@semantic-xpath/parser";
import type { OwnFinding } from "../kinds.js";
import { quoted } from "../words/words.js";
import { checkAll } from "../workspace/checkedQueries.js";
import type { View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

const UNKNOWN: ReadonlySet<string> = new Set<Diagnostic["code"]>(["SXP2001", "SXP2003"]);

/** Names that data without a schema had before it changed, and has no more. */
export function goneFindings({ former }: Workspace, view: View): readonly OwnFinding[] {
  const { schema, data, known } = view;
  if (schema.state !== "none" || known === null || !former.hasLost(data.uri)) return [];
  return checkAll(view.ast, known, known)
    .flatMap(({ diagnostics }) => diagnostics)
    .filter((one) => isAboutLost(former, data.uri, view, one))
    .map(({ span, fixes }) => {
      const [edit] = fixes[0]?.edits ?? [];
      const suggestion = edit === undefined ? "" : ` Did you mean ${quoted(edit.newText)}?`;
      const message = `The data has no ${quoted(nameIn(view, span))} any more.${suggestion}`;
      return { code: "gone", severity: "warning", span, message, fixes };
    });
}

/** Tests that a finding is about a name that the schema or the data has lost. */
export const isLost = (
  { former }: Workspace,
  view: View,
  { code, span }: Pick<Diagnostic | OwnFinding, "code" | "span">,
) => code === "gone" || (UNKNOWN.has(code) && former.isLost(view.schema.uri, nameIn(view, span)));

const isAboutLost = (
  former: Workspace["former"],
  uri: string | null,
  view: View,
  { code, span }: Diagnostic,
): boolean => UNKNOWN.has(code) && former.isLost(uri, nameIn(view, span));

/** A name as it is without its sign and quotes. */
const nameIn = ({ text }: View, { start, end }: Diagnostic["span"]): string =>
  text.slice(start, end).replace(/^@?(["']?)(.*)\1$/s, "$2");
