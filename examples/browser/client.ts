/** The language server in a browser, over the messages of its worker: all that an editor of your own needs. */

/** A worker, or anything else that carries messages. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly uri: string };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface Client {
  request<T>(method: string, params: object): Promise<T>;
  notify(method: string, params: object): void;
  /** Called with what the server sends by itself, such as `textDocument/publishDiagnostics`. */
  on(method: string, listen: (params: never) => void): void;
}

/** Speaks to a server. `files` are what queries may import, by URI: the server asks for them. */
export async function connect(
  port: Port,
  files: Readonly<Record<string, string>>,
  settings: object = {},
): Promise<Client> {
  const waiting = new Map<number | string, { resolve(result: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, (params: never) => void>();
  let last = 0;
  const send = (message: object): void => port.postMessage({ jsonrpc: "2.0", ...message });
  port.onmessage = ({ data }) => {
    const { id, method, params, result, error } = data as Message;
    if (method === undefined) {
      const asked = waiting.get(id ?? "");
      waiting.delete(id ?? "");
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error.message));
    } else if (id !== undefined) send({ id, result: answer(files, method, params?.uri ?? "") });
    else listeners.get(method)?.(params as never);
  };
  const client: Client = {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve: (result) => resolve(result as never), reject });
        send({ id, method, params });
      }),
    notify: (method, params) => send({ method, params }),
    on: (method, listen) => void listeners.set(method, listen),
  };
  await client.request("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
    initializationOptions: settings,
  });
  client.notify("initialized", {});
  return client;
}

/** What the server can't do without a disk. Null is an answer, too: there is no such file. */
function answer(files: Readonly<Record<string, string>>, method: string, uri: string): unknown {
  const names = Object.keys(files).filter((file) => file.startsWith(uri));
  switch (method) {
    case "sxp/readFile":
      return files[uri] ?? null;
    case "sxp/listFolder":
      return names.map((file) => file.slice(uri.length));
    case "sxp/findFiles":
      return names.filter((file) => file.endsWith(".sxp"));
    default:
      return null;
  }
}
