import type { StudioPageProps } from "../page/StudioPage.js";
import type { Studio } from "../protocol.js";
import { fragmentOf } from "./address.js";

type Shows = NonNullable<StudioPageProps["onShown"]>;

/**
 * A studio whose address follows what is shown: the query of a run over an example. A run over anything else, and one that a request made, leaves no
 * trace in it.
 */
export function sharing(studio: Studio): { readonly studio: Studio; readonly onShown: Shows } {
  const ran = new Map<string, { readonly task: string; readonly query: string }>();
  const watched: Studio = {
    listen: (listener) => studio.listen(listener),
    async ask(method, params, signal) {
      const answer = await studio.ask(method, params, signal);
      if (method === "run") {
        const { run } = answer as { run: string };
        const { task, query, version } = params as { task: string | null; query: string; version: number | null };
        if (task !== null && version === null) ran.set(run, { task, query });
      }
      return answer;
    },
  };
  let turn = 0;
  const onShown: Shows = async ({ run, tab }) => {
    const ownTurn = ++turn;
    const finished = run === null ? undefined : ran.get(run);
    const fragment = finished === undefined ? null : await fragmentOf({ ...finished, tab });
    if (ownTurn === turn) history.replaceState(null, "", location.pathname + location.search + (fragment ?? ""));
  };
  return { studio: watched, onShown };
}
