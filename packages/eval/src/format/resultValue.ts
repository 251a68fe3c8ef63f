import type { Match, RunResult } from "@semantic-xpath/runtime";

/**
 * The value of a result: of a table its first rows, each an object of its columns, or of the keys and members of a group; of keys of groups a list.
 * undefined: it gives nodes.
 */
export function resultValue({ value, matches }: RunResult, most = matches.length): unknown {
  if (value !== undefined) return value;
  const [first] = matches;
  // A match without a path is a group or a key of a group.
  if (first === undefined || (first.record === null && first.path !== "")) return undefined;
  return matches.slice(0, most).map(rowOf);
}

function rowOf({ record, group, value }: Match): unknown {
  if (record !== null) return record;
  return group === null ? value : { ...group.key, members: group.members.map(({ path }) => path) };
}
