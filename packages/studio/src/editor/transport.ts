import type { Transport } from "@codemirror/lsp-client";

/** A port whose messages are objects, for CodeMirror's client, which speaks texts. */
export function transportTo(port: MessagePort): Transport {
  const listeners = new Set<(text: string) => void>();
  port.onmessage = ({ data }) => {
    for (const listen of listeners) listen(JSON.stringify(data));
  };
  return {
    send: (text) => port.postMessage(JSON.parse(text)),
    subscribe: (listen) => void listeners.add(listen),
    unsubscribe: (listen) => void listeners.delete(listen),
  };
}
