import { type CompiledUpdate, compile, compileUpdate, type Operation, updateOf } from "@semantic-xpath/runtime";
import type { About } from "../translate/about.js";

/** Most nodes of one change. */
const MAX_NODES = 1000;

/**
 * Splits an update into changes of one node each: a change of a path that finds several nodes becomes one change of each of them. A path
 * written without seeing the data means all of them. A path that ranks by relevance stays, since it finds everything.
 */
export async function spread(
  update: CompiledUpdate,
  { tree, schema = null, now }: Pick<About, "tree" | "schema" | "now">,
): Promise<CompiledUpdate> {
  const all: Operation[] = [];
  for (const operation of update.operations) {
    const { target } = operation;
    const query = operation.op === "insert" || typeof target !== "string" ? undefined : compile(target).query;
    const matches =
      query === undefined || query.isSemantic
        ? []
        : (await query.run(tree, { ...(now !== undefined && { now }), limit: MAX_NODES + 1 })).matches;
    if (matches.length < 2 || matches.length > MAX_NODES) all.push(operation);
    else all.push(...matches.map(({ path }) => ({ ...operation, target: path }) as Operation));
  }
  if (all.length === update.operations.length) return update;
  return compileUpdate(updateOf(all).text, { schema }).update ?? update;
}
