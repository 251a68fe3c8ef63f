/** The language server in a worker, for any client of the protocol. */

/** A worker, or anything else that carries messages. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

/** Texts by URI. A page may add some. */
export type Files = Record<string, string>;

/** Settings for reading a data file: the name of a shipped mapping, and the URI of a schema. */
export interface Reading {
  readonly mapping?: string;
  readonly schema?: string;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly uri: string };
}

/**
 * A port that speaks the Language Server Protocol, a message an object. What the server asks for files is answered from `files`, their
 * texts by URI, and how it reads data from `readings`; everything else goes between the client and the server as it is.
 */
export function startServer(
  worker: Port,
  files: Readonly<Files>,
  readings: Readonly<Record<string, Reading>> = {},
): MessagePort {
  const { port1: server, port2: client } = new MessageChannel();
  server.onmessage = ({ data }) => worker.postMessage(data);
  worker.onmessage = ({ data }) => {
    const { id, method = "", params } = data as Message;
    if (Object.hasOwn(ANSWERS, method))
      worker.postMessage({ jsonrpc: "2.0", id, result: ANSWERS[method]!({ files, readings }, params!.uri) });
    else server.postMessage(data);
  };
  return client;
}

/** Requests that the server can't answer without a disk. Null is an answer, too: there is no such file, or no setting for it. */
const ANSWERS: Readonly<Record<string, (page: Page, uri: string) => unknown>> = {
  "sxp/readFile": ({ files }, uri) => files[uri] ?? null,
  "sxp/listFolder": ({ files }, uri) => namesIn(files, uri).map((name) => name.slice(uri.length)),
  "sxp/findFiles": ({ files }, uri) => namesIn(files, uri).filter((name) => name.endsWith(".sxp")),
  "sxp/dataReading": ({ readings }, uri) => readings[uri] ?? null,
};

interface Page {
  readonly files: Readonly<Files>;
  readonly readings: Readonly<Record<string, Reading>>;
}

const namesIn = (files: Readonly<Record<string, string>>, folder: string): string[] =>
  Object.keys(files).filter((name) => name.startsWith(folder));
