import { useMemo } from "preact/hooks";
import { safeText } from "../model/safeText.js";

/** A text of a stranger: nothing in it is markup, and what would hide or turn it is shown by its name. */
export function Plain({ text }: { readonly text: string }) {
  const parts = useMemo(() => safeText(text), [text]);
  return (
    <bdi class="plain">
      {parts.map(({ text: part, sign }, i) =>
        sign === null ? (
          part
        ) : (
          <span key={i} class="unseen" title="A character that can't be seen, or that turns the text around it">
            {sign}
          </span>
        ),
      )}
    </bdi>
  );
}
