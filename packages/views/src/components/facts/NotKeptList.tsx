import type { NotKept } from "@semantic-xpath/conversation";
import { counted, countText } from "../../model/text.js";

/** Sentences that were read and not kept, by their reasons. */
export function NotKeptList({ notKept }: { readonly notKept: readonly NotKept[] }) {
  const total = notKept.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="not-kept-head">
      <h3 id="not-kept-head">What was not kept, and why</h3>
      {total === 0 && <p class="quiet">Every sentence became a fact.</p>}
      {notKept.map(({ reason, count, examples }) => (
        <details key={reason} class="level">
          <summary>
            <b>{reason}</b> <span class="num">{counted(count, "sentence")}</span>
          </summary>
          <ul aria-label={`Not kept: ${reason}`}>
            {examples.map(({ source, text }, i) => (
              <li key={i}>
                <bdi>{text}</bdi> <span class="quiet">{source}</span>
              </li>
            ))}
            {count > examples.length && <li class="quiet">and {countText(count - examples.length)} more</li>}
          </ul>
        </details>
      ))}
    </section>
  );
}
