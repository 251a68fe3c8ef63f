import type { RunOverview } from "@semantic-xpath/inspect";
import { REQUESTS, type ViewParams, type ViewResult } from "@semantic-xpath/lsp";
import type { TextDocument } from "vscode";
import type { Session } from "../client/session.js";
import { watched } from "./watched.js";

/** Questions that run changed queries, and may take long. */
const SEARCHES: { readonly [method in ViewParams["method"]]?: string } = {
  change: "Looking for the smallest change",
  nearest: "Looking for the nearest query that finds something",
};

/** Question to a run that the server keeps. Throws the server's problem, and if a person cancels a search. */
export async function askView(session: Session, request: ViewParams): Promise<unknown> {
  const title = SEARCHES[request.method];
  const { problem, answer } =
    title === undefined ? await session.request(REQUESTS.view, request) : await search(session, request, title);
  if (problem !== null) throw new Error(problem);
  return answer;
}

/** Overview of a kept run; null if it is not kept any more. */
export async function overviewOf(session: Session, run: string): Promise<RunOverview | null> {
  const { answer } = await session.request(REQUESTS.view, { run, method: "overview" });
  return answer as RunOverview | null;
}

async function search(session: Session, request: ViewParams, title: string): Promise<ViewResult> {
  const result = await watched(
    title,
    ({ done, of }) => `${done} of at most ${of} tried`,
    (watching) => session.requestWithProgress(REQUESTS.view, request, watching),
  );
  if (result === null) throw new Error(`${title} was cancelled.`);
  return result;
}

/** Tests that the text of a run is still in its place. */
export const isUnchanged = (document: TextDocument, start: number, text: string): boolean =>
  document.getText().startsWith(text, start);
