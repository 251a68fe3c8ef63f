import { type CompiledQuery, compile } from "@semantic-xpath/runtime";
import { describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { afterUpdate, startOf, treeOf, turnGone } from "./conversation.js";
import { foundNodes, sameValue } from "./found.js";
import { someSets } from "./measure.js";
import type { GoldTurn, LoadedSet } from "./sets.js";

describe.each(someSets(isLong).map(([part, set]) => ({ part, domain: set.domain, set })))(
  "the requests of $domain, $part",
  ({ set }) => {
    it.each(set.requests.map((turn) => [turn.request, turn] as const))("%s", async (_, turn) => {
      await checkGold(turn, set, await startOf(set));
    });

    it.each(set.conversations.map(({ id, turns }) => [id, turns] as const))("conversation %s", async (_, turns) => {
      let state = await startOf(set);
      for (const turn of turns) {
        await checkGold(turn, set, state);
        state = await turnGone(state, turn);
      }
    });
  },
);

/** Paths are there, the query finds exactly them or the value, an update changes the tree. */
async function checkGold(turn: GoldTurn, set: LoadedSet, state: Awaited<ReturnType<typeof startOf>>): Promise<void> {
  const tree = treeOf(state);
  for (const gold of [turn.gold, ...(turn.or ?? [])]) {
    if ("nodes" in gold) {
      for (const path of gold.nodes) {
        const { query } = compile(path, { schema: null });
        expect(
          (await query!.run(tree)).matches.map((match) => match.path),
          path,
        ).toEqual([path]);
      }
    }
    if ("update" in gold) expect(await afterUpdate(state, gold.update), gold.update).not.toBeNull();
  }
  if (turn.query === undefined) return;
  const { query, diagnostics } = compile(turn.query, { schema: set.parsedSchema });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  await checkQuery(turn, query!, tree, set.now);
}

async function checkQuery({ gold, request }: GoldTurn, query: CompiledQuery, tree: LoadedSet["tree"], now: string) {
  const result = await query.run(tree, { now });
  if ("value" in gold) expect(sameValue(result.value, gold.value), `${request}: ${result.value}`).toBe(true);
  else if ("nodes" in gold) expect(foundNodes(result.matches), request).toEqual(new Set(gold.nodes));
}
