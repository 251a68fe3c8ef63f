import type { SequenceView, Stop } from "@semantic-xpath/inspect";
import type { RunResult, Trace } from "@semantic-xpath/runtime";

/** All entries of a sequence, algebra included. */
export const entriesOf = (sequence: SequenceView): unknown[] =>
  sequence
    .entries(0, sequence.count)
    .map(({ node, path, weight, value, algebra }) => ({ node, path, weight, value, algebra: algebra() }));

/** A stop as plain data. */
export const stopData = (stop: Stop | null): unknown =>
  stop === null ? null : { ...stop, before: entriesOf(stop.before), after: entriesOf(stop.after) };

/** A result and trace as plain data, times left out. */
export function runData({ matches, stats, trace }: RunResult): unknown {
  const document = JSON.parse(JSON.stringify({ matches, stats, trace })) as { stats: object; trace: Trace };
  const operators = document.trace.operators.map(({ selfMilliseconds: _, ...rest }) => rest);
  return {
    ...document,
    stats: { ...document.stats, milliseconds: 0 },
    trace: { ...document.trace, milliseconds: 0, operators },
  };
}
