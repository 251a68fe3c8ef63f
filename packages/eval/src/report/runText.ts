import type { EvalRun } from "../run/results.js";

/** Results in one part of a text. */
const PART = 200;

/** A run as JSON in parts, one result a line: as one text, a large run would need several times its size. */
export function* runText({ results, ...run }: EvalRun): Iterable<string> {
  const before = JSON.stringify(run, null, 1).slice(0, -"\n}".length);
  yield `${before},\n "results": [`;
  for (let from = 0; from < results.length; from += PART) {
    const lines = results.slice(from, from + PART).map((result) => `\n  ${JSON.stringify(result)}`);
    yield `${from === 0 ? "" : ","}${lines.join(",")}`;
  }
  yield "\n ]\n}\n";
}
