import type { InlayHint, Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { HINT_TYPE } from "../kinds.js";
import { type Measure, measure } from "../types/measure.js";
import { prefixesOf } from "../types/paths.js";
import { code } from "../words/markdown.js";
import { count, shorten, valueText } from "../words/words.js";
import { dataOf, declaredSchema, toRange, type View } from "../workspace/view.js";
import type { Workspace } from "../workspace/workspace.js";

/**
 * Matches, and the best weight, after each step, from running the path up to there with the embedded scorer. What was measured before
 * is known; the rest is measured one after the other, until the signal aborts. Nothing is run in a workspace that is not trusted.
 */
export async function inlayHints(
  workspace: Workspace,
  document: TextDocument,
  range: Range,
  signal?: AbortSignal,
): Promise<InlayHint[]> {
  const { trusted, inlayHints: isOn } = workspace.settings;
  if (!trusted || !isOn) return [];
  const hints: InlayHint[] = [];
  const problems = new Set<string>();
  // Places are found first: the document may change while the paths run.
  const places = workspace.views(document).flatMap((view) => placesIn(view, range));
  for (const { position, path, isWhole, tree, schema } of places) {
    if (signal?.aborted) return [];
    const measured = await measure(tree, schema, path, signal);
    if (measured === null) continue;
    if (measured.problem === null) hints.push(hint(position, measured, isWhole));
    else if (!problems.has(measured.problem)) hints.push(inlayHint(position, "…", measured.problem));
    // Once says it for all.
    if (measured.problem !== null) problems.add(measured.problem);
  }
  return hints;
}

function placesIn(view: View, { start, end }: Range) {
  const tree = dataOf(view);
  if (tree === null || view.region.holes.length > 0) return [];
  const schema = declaredSchema(view);
  return view.queries
    .flatMap(({ query }) => prefixesOf(view.text, query))
    .map(({ path, end, isWhole = false }) => ({
      path,
      isWhole,
      position: toRange(view, { start: end, end }).end,
      tree,
      schema,
    }))
    .filter(({ position }) => start.line <= position.line && position.line <= end.line);
}

function hint(position: Position, { value, matches, best, top }: Measure, isWhole: boolean): InlayHint {
  if (value !== undefined) {
    const from = `${code(valueText(value))} from ${count(matches, "node")}.`;
    return inlayHint(position, `= ${shorten(valueText(value), VALUE_LENGTH)}`, from);
  }
  const label = best === null ? String(matches) : `${matches} · ${best.toFixed(2)}`;
  const weight = best === null ? "" : `, the best weighs ${best.toFixed(3)} (lexical scorer)`;
  const [first] = top;
  const place = first === undefined ? "" : `\n\n${code(first.path === "" ? first.summary : first.path)}`;
  const all = isWhole ? "in all" : "up to here";
  return inlayHint(position, isWhole ? `= ${label}` : label, `${count(matches, "match")} ${all}${weight}.${place}`);
}

const VALUE_LENGTH = 40;

const inlayHint = (position: Position, label: string, value: string): InlayHint => ({
  position,
  label,
  kind: HINT_TYPE,
  paddingLeft: true,
  paddingRight: true,
  tooltip: { kind: "markdown", value },
});
