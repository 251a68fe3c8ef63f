import type { RunResult } from "@semantic-xpath/runtime";
import { nodePath } from "@semantic-xpath/tree";
import type { Gold } from "../measure/ranking.js";
import { resultValue } from "./resultValue.js";
import { sameValue } from "./sameValue.js";
import type { Expected } from "./suite.js";

/** A contradiction between the result of a query and every right answer; null: there is none. */
export function queryProblem(result: RunResult, golds: readonly Expected[]): string | null {
  const value = resultValue(result);
  const values = golds.flatMap((gold) => (gold.value === undefined ? [] : [gold.value]));
  if (value !== undefined && values.length > 0)
    return values.some((right) => sameValue(value, right))
      ? null
      : `its query gives ${JSON.stringify(value)}, and ${JSON.stringify(values[0])} is right`;
  const references = golds.map((gold) => gold.references).filter((gold) => gold !== null);
  if (result.value !== undefined || references.length === 0) return null;
  const paths = pathsOf(result);
  const missing = ({ include }: Gold) => include.filter((group) => !group.some((each) => paths.has(each)));
  const isRight = references.some((gold) => gold.include.length === paths.size && missing(gold).length === 0);
  if (isRight) return null;
  const [gold] = references as [Gold];
  const lacking = missing(gold).map(([path]) => path!);
  const more = [...paths].filter((path) => !gold.include.some((group) => group.includes(path)));
  const parts = [
    ...(more.length > 0 ? [`finds ${someOf(more)}, not right`] : []),
    ...(lacking.length > 0 ? [`does not find ${someOf(lacking)}`] : []),
  ];
  return `its query ${parts.join(", and ")}`;
}

/** The first path of some, and the number of the others. */
const someOf = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? first! : `${first} and ${others.length} more`;

/** The paths of the nodes in a result. */
export const pathsOf = ({ matches }: RunResult): ReadonlySet<string> =>
  new Set(matches.map(({ tree, id }) => nodePath(tree, id)));
