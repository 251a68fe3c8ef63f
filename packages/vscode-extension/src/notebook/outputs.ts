import { counted, valueLine } from "@semantic-xpath/inspect/numbers";
import type { RunOutcome, UpdateOutcome } from "@semantic-xpath/lsp";
import type { NotebookRun } from "@semantic-xpath/views";
import { NotebookCellOutput, NotebookCellOutputItem } from "vscode";

/** The type of a result that is drawn as in the panel. */
const RUN_TYPE = "application/vnd.semantic-xpath.run+json";

/** A result in three forms: drawn, as text, and as JSON. */
export function runOutput(outcome: RunOutcome & { readonly run: string }): NotebookCellOutput {
  const text = runText(outcome);
  const { value, count, matches, caveats, scorer, approximation } = outcome;
  const data: NotebookRun = { run: outcome.run, count, text };
  return new NotebookCellOutput([
    NotebookCellOutputItem.json(data, RUN_TYPE),
    NotebookCellOutputItem.text(text),
    NotebookCellOutputItem.json({
      ...(value !== undefined && { value }),
      count,
      matches,
      caveats,
      scorer,
      approximation,
    }),
  ]);
}

/** The value, or a line for each result: its weight, path and text. */
export function runText({ value, count, matches, empty, caveats }: RunOutcome): string {
  const lines = matches.map(({ weight, path, value: own, attributes, text }) => {
    const says = own ?? ([...Object.values(attributes), text].filter(Boolean).join(" · ") || "");
    return [weight < 1 ? weight.toFixed(2) : "", path, says].filter(Boolean).join("  ");
  });
  return [
    value === undefined ? counted(count, "result") : valueLine(value),
    ...(value === undefined ? lines : []),
    ...(count > matches.length && value === undefined ? [`and ${count - matches.length} more`] : []),
    ...(empty === null ? [] : [empty.message]),
    ...caveats,
  ].join("\n");
}

/** The preview of an update. */
export const updateOutput = ({ summary, report }: UpdateOutcome): NotebookCellOutput =>
  textOutput(
    [summary, report, "A preview: nothing is written. Apply above the cell writes it."].filter(Boolean).join("\n"),
  );

export const textOutput = (text: string): NotebookCellOutput =>
  new NotebookCellOutput([NotebookCellOutputItem.text(text)]);

export const problemOutput = (problem: string): NotebookCellOutput =>
  new NotebookCellOutput([NotebookCellOutputItem.stderr(problem)]);
