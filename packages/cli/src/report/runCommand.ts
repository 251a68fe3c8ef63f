import type { RUN_OPTIONS } from "../options/queryCommands.js";
import type { OptionValues } from "../options/spec.js";

/** Options that say what runs over what. The others say what is written where. */
const TOLD = ["data", "schema", "query", "param", "scorer", "limit", "min-score"] as const;

type Told = Partial<Pick<OptionValues<typeof RUN_OPTIONS>, (typeof TOLD)[number]>>;

/**
 * A command that makes the same run, as a shell takes it: what is behind it may ask why.
 *
 * @example runCommand("//Day[1]", { data: "week.xml" }) === "sxp run '//Day[1]' --data week.xml"
 */
export function runCommand(query: string, options: Told): string {
  const words = ["sxp", "run", quoted(query)];
  for (const name of TOLD) {
    for (const value of [options[name] ?? []].flat()) words.push(`--${name}`, quoted(String(value)));
  }
  return words.join(" ");
}

/** Without quotes where a shell leaves a word as it is. */
const quoted = (word: string): string => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
