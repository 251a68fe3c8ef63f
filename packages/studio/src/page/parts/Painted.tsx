import { tokenize } from "@semantic-xpath/parser";
import { paintQuery } from "@semantic-xpath/views/components";
import { useMemo } from "preact/hooks";
import { Plain } from "./Plain.js";

/** A query or an update in its colours. */
export function Painted({ text }: { readonly text: string }) {
  const parts = useMemo(
    () => paintQuery({ text, span: { start: 0, end: text.length }, tokens: tokenize(text), heat: [] }),
    [text],
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
