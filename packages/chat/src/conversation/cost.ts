import { compile } from "@semantic-xpath/runtime";
import type { TurnCost } from "../events.js";
import { flatTokens, versionTokens } from "./tokens.js";
import type { Turn } from "./turn.js";

const FLAT = compile("declare query flat($request) := //*[node =~ $request];").query;

/** The cost of a turn beside the cost with the whole memory in the prompt, and with a flat search. */
export async function costOf(turn: Turn): Promise<TurnCost> {
  const { calls, retrieved, handed } = turn;
  const wholeTokens = versionTokens(turn.head());
  const flat = handed === null || handed.nodes.length === 0 ? 0 : ((await flatOf(turn, handed)) ?? wholeTokens);
  return { calls: [...calls], retrieved, whole: wholeTokens, flat };
}

/** A scorer that is expensive is not asked for a comparison. */
async function flatOf(turn: Turn, { tree, nodes }: NonNullable<Turn["handed"]>): Promise<number | null> {
  const { scorer, budget } = turn.runOptions();
  const choice = scorer.cost === "cheap" ? { scorer } : {};
  const { ids } = await FLAT!.run(tree, {
    ...choice,
    ...(budget && { budget }),
    params: { request: turn.record.request },
  });
  return flatTokens(tree, ids, nodes);
}
