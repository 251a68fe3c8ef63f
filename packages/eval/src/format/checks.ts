import { compile } from "@semantic-xpath/runtime";
import type { Tree } from "@semantic-xpath/tree";
import type { TreeSource } from "./method.js";
import { ending, reasonOf } from "./reading.js";
import type { Expected } from "./suite.js";

/** True if only checks say what is right: any change that makes them true. */
export const isJudgedByChecks = ({ checks, references, value, after, instead, action }: Expected): boolean =>
  checks.length > 0 && value === undefined && [references, after, instead, action].every((each) => each === null);

/** Why a check does not hold on a tree; null: it holds. */
export async function checkProblem(text: string, tree: Tree, source: CheckSource): Promise<string | null> {
  const result = await resultOfCheck(text, tree, source);
  return typeof result === "string" ? result : result ? null : "it is false";
}

type CheckSource = Pick<TreeSource, "schema" | "now">;

/** The truth of a check on a tree, or why it has none. */
export async function resultOfCheck(text: string, tree: Tree, { schema, now }: CheckSource): Promise<boolean | string> {
  const { query, diagnostics } = compile(text, { schema });
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (query === undefined || error !== undefined) return ending(error?.message ?? "it is no query");
  try {
    const { value } = await query.run(tree, { now });
    return typeof value === "boolean" ? value : "it gives neither true nor false";
  } catch (error) {
    return ending(reasonOf(error));
  }
}
