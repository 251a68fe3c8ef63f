import type { RunResult } from "@semantic-xpath/runtime";

/** The value of a result: of a table its first rows, each an object of its columns, or of the keys and members of a group. undefined: it gives nodes. */
export function resultValue({ value, matches }: RunResult, most = matches.length): unknown {
  if (value !== undefined) return value;
  if (!matches.some(({ record, group }) => record !== null || group !== null)) return undefined;
  return matches.slice(0, most).map(({ record, group }) => {
    if (record !== null || group === null) return record ?? {};
    return { ...group.key, members: group.members.map(({ path }) => path) };
  });
}
