import {
  type CancellationToken,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type TextDocumentIdentifier,
  type TextDocumentPositionParams,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Serving } from "./server.js";

interface OfDocument {
  readonly textDocument: TextDocumentIdentifier;
}
type Answer<T> = T | ResponseError<void>;

/** Maximum number of attempts at an answer that needs files: nested imports are known after a few. */
const MAX_ROUNDS = 8;

/** Handlers out of answers about a document. One that is not open has no answer. */
export function answering({ documents, files }: Serving) {
  const on =
    <P extends OfDocument, T>(answer: (document: TextDocument, params: P) => T) =>
    (params: P): T | null => {
      const document = documents.get(params.textDocument.uri);
      return document === undefined ? null : answer(document, params);
    };
  const at = <T>(answer: (document: TextDocument, position: Position) => T) =>
    on((document, { position }: TextDocumentPositionParams) => answer(document, position));
  /** Handler of slow requests: cancelled with the request, and when the document changes before the answer is there. */
  const later =
    <P extends OfDocument, T>(answer: (document: TextDocument, params: P, signal: AbortSignal) => Promise<Answer<T>>) =>
    (params: P, token: CancellationToken): Promise<Answer<T>> | null =>
      on((document) => {
        const { uri, version } = document;
        return cancellable(token, async (signal) => {
          const result = await answer(document, params, signal);
          if (documents.get(uri)?.version === version) return result;
          return new ResponseError<void>(LSPErrorCodes.ContentModified, "The document has changed.");
        });
      })(params);
  /** Answers across files wait until all of them are read, including those that the answer itself requests first. */
  const across = <P extends OfDocument, T>(answer: (document: TextDocument, params: P) => Answer<T>) =>
    later(async (document, params: P) => {
      for (let round = 1; ; round++) {
        await files.settled();
        const answered = answer(document, params);
        if (files.isSettled || round === MAX_ROUNDS) return answered;
      }
    });
  return { on, at, later, across };
}

/** A cancelled request is answered at once, as the protocol wants it; what can't be stopped is no longer waited for. */
export async function cancellable<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Answer<T>> {
  const controller = new AbortController();
  const cancelled = new Promise<ResponseError<void>>((resolve) => {
    const error = new ResponseError<void>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
    controller.signal.addEventListener("abort", () => resolve(error));
  });
  const subscription = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    return await Promise.race([cancelled, work(controller.signal)]);
  } finally {
    subscription.dispose();
  }
}
