import type { RunView } from "@semantic-xpath/inspect";
import type { Session } from "../client/session.js";
import { askView } from "./askView.js";

/** A run that the server keeps, asked as if it were here. */
export function remoteView(session: Session, run: string, redacted: boolean): RunView {
  const ask =
    <M extends keyof RunView>(method: M) =>
    async (params?: unknown): Promise<Awaited<ReturnType<RunView[M]>>> =>
      (await askView(session, { run, method, params, redacted })) as Awaited<ReturnType<RunView[M]>>;
  return {
    overview: ask("overview"),
    results: ask("results"),
    cut: ask("cut"),
    dropped: ask("dropped"),
    reasons: ask("reasons"),
    scores: ask("scores"),
    tree: ask("tree"),
    labels: ask("labels"),
    node: ask("node"),
    contents: ask("contents"),
    search: ask("search"),
    why: ask("why"),
    whyNot: ask("whyNot"),
    change: ask("change"),
    nearest: ask("nearest"),
    locate: ask("locate"),
    mermaid: ask("mermaid"),
    document: ask("document"),
  };
}
