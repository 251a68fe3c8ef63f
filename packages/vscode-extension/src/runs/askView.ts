import { REQUESTS, type ViewParams, type ViewResult } from "@semantic-xpath/lsp";
import { CancellationTokenSource, EventEmitter } from "vscode";
import type { Session } from "../client/session.js";
import { type Step, showProgress } from "./showProgress.js";

/** What runs changed queries, and may take long. */
const SEARCHES: { readonly [method in ViewParams["method"]]?: string } = {
  change: "Looking for the smallest change",
  nearest: "Looking for the nearest query that finds something",
};

/** One question to a run that the server keeps. Throws what the server says is wrong, and where a person cancels a search. */
export async function askView(session: Session, request: ViewParams): Promise<unknown> {
  const title = SEARCHES[request.method];
  const { problem, answer } =
    title === undefined
      ? await session.request<ViewResult>(REQUESTS.view, request)
      : await search(session, request, title);
  if (problem !== null) throw new Error(problem);
  return answer;
}

async function search(session: Session, request: ViewParams, title: string): Promise<ViewResult> {
  const source = new CancellationTokenSource();
  const steps = new EventEmitter<Step>();
  try {
    const watching = { token: source.token, onProgress: (done: number, of: number) => steps.fire({ done, of }) };
    const asked = session.requestWithProgress<ViewResult>(REQUESTS.view, request, watching);
    void showProgress(title, asked, source, steps.event, ({ done, of }) => `${done} of at most ${of} tried`);
    return await asked;
  } catch (error) {
    if (source.token.isCancellationRequested) throw new Error(`${title} was cancelled.`);
    throw error;
  } finally {
    source.dispose();
    steps.dispose();
  }
}
