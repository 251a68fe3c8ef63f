import { type Comparison, redactedComparison, viewOf } from "@semantic-xpath/inspect";
import type { Io } from "../../io.js";
import type { Screen } from "../../render/screen.js";
import { watched } from "../../runQuery.js";
import type { Observed } from "./observe.js";

export interface PageRequest {
  readonly path: string;
  readonly redact: boolean;
}

/** Writes the later run as a page, with the comparison in it; the answer says what was written. */
export async function writeComparison(
  before: Observed,
  after: Observed,
  comparison: Comparison,
  { path, redact }: PageRequest,
  io: Io,
  errors: Screen,
): Promise<string> {
  const { writeReport } = await import("../../report/writeReport.js");
  const view = viewOf(after.inspection, {
    name: after.name,
    dataName: after.dataPath,
    schemaName: after.schemaPath,
  });
  const { query, scorer, count } = comparison.before;
  const beside = {
    before: { id: "before", title: before.name ?? query, query, scorer, count, at: before.at },
    comparison: redact ? redactedComparison(comparison) : comparison,
  };
  const isExpensive = after.scoring.scorer.cost === "expensive";
  return watched({ source: after.source, errors, io }, () =>
    writeReport(view, { path, redact, isExpensive, comparison: beside }, io),
  );
}
