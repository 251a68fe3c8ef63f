import type { DebugConfiguration } from "vscode";
import { queryKey } from "../choices.js";
import { type Arguments, askArguments } from "../runs/askArguments.js";
import type { Target } from "../runs/target.js";
import type { Services } from "../services.js";
import { setting } from "../settings.js";

/** A query in a script, as a configuration names it: the session itself has only its text. */
export interface Origin {
  readonly uri: string;
  readonly offset: number;
}

/** Arguments and options of a session as a run of the same query has them. Undefined where the user gives up. */
export async function optionsFor(
  { choices }: Services,
  { uri, entry }: Target,
  given: Arguments = {},
): Promise<Partial<DebugConfiguration> | undefined> {
  const key = queryKey(uri.toString(), entry.name);
  const remembered = choices.query(key);
  const params = await askArguments(entry, { ...remembered.params, ...given });
  if (params === undefined) return undefined;
  if (entry.parameters.length > 0) await choices.setQuery(key, { ...remembered, params });
  const scorer = remembered.scorer ?? setting("scorer", uri);
  return {
    ...(scorer !== "" && { scorer }),
    limit: remembered.limit ?? setting("limit", uri),
    minScore: remembered.minScore ?? setting("minScore", uri),
    params,
  };
}
