import type { tokenize } from "@semantic-xpath/parser";
import { paintQuery } from "@semantic-xpath/views/components";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Plain } from "./Plain.js";

type Tokenize = typeof tokenize;

/** The parser is most of what the page needs beside its own code, and no first screen shows a query: it is loaded for the first one. */
let loading: Promise<Tokenize> | null = null;
let loaded: Tokenize | null = null;

function useTokenize(): Tokenize | null {
  const [known, set] = useState(() => loaded);
  useEffect(() => {
    if (known !== null) return;
    loading ??= import("@semantic-xpath/parser").then((parser) => parser.tokenize);
    loading.then(
      (tokenize) => {
        loaded = tokenize;
        set(() => tokenize);
      },
      () => {
        // The text stays without colours; the next query loads the parser again.
        loading = null;
      },
    );
  }, []);
  return known;
}

/** A query or an update in its colours, as soon as they are known. */
export function Painted({ text }: { readonly text: string }) {
  const tokenize = useTokenize();
  const parts = useMemo(
    () => paintQuery({ text, span: { start: 0, end: text.length }, tokens: tokenize?.(text) ?? [], heat: [] }),
    [text, tokenize],
  );
  return (
    <code class="painted">
      {parts.flatMap(({ pieces }) =>
        pieces.map((piece) => (
          <span key={piece.start} class={`q-${piece.paint}`}>
            <Plain text={piece.text} />
          </span>
        )),
      )}
    </code>
  );
}
