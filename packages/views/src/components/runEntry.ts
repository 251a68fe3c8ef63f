import { scorerName, some } from "../model/numbers.js";
import type { RunEntry } from "../protocol.js";

/** A run in a list of runs: the time tells runs of the same query apart. */
export const entryText = ({ title, count, scorer, at }: RunEntry): string =>
  `${clock(at)}  ${title}  (${some(count, "result")}, ${scorerName(scorer)})`;

const clock = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
