import type { SessionInfo, StepInfo } from "../messages.js";
import type { DebugRun } from "../program/debugRun.js";
import type { Context } from "./context.js";

const MOST_NODES = 1000;

/** Tells views of the memory which nodes the run is at. */
export function tellStep(context: Context, { stepper, program }: DebugRun): void {
  const { stop } = stepper.halt;
  const info: StepInfo = {
    stop: stop?.index ?? 0,
    operatorId: stop?.operatorId ?? 0,
    span: stop?.span ?? program.query.plan.result.span,
    text: stop?.text ?? "before the first operator",
    nodes: stop?.after.entries(0, MOST_NODES).map(({ node }) => node) ?? [],
    count: stop?.after.count ?? 0,
  };
  context.send("sxp/step", info);
}

/** Tells what a run was started on. */
export function tellSession(context: Context, { program, launch, stepper }: DebugRun): void {
  const { span } = program.query.plan.result;
  const info: SessionInfo = {
    program: program.path,
    query: program.queryName,
    text: program.text.slice(span.start, span.end),
    data: program.dataPath,
    schema: program.schemaPath,
    scorer: stepper.counts.scorer,
    params: launch.params ?? {},
    limit: launch.limit ?? null,
    minScore: launch.minScore ?? 0,
    nodes: stepper.tree.size,
  };
  context.send("sxp/session", info);
}
