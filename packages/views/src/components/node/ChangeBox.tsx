import type { Change } from "@semantic-xpath/inspect";
import { diffQuery } from "../../model/diffQuery.js";
import { counted } from "../../model/text.js";
import { Button } from "../parts/Button.js";
import { useRun } from "../run.js";

const PARTS = { same: "span", removed: "del", added: "ins" } as const;

/** A change of the query as a diff, with what it gives, and ways to take it. */
export function ChangeBox({ change }: { readonly change: Change }) {
  const { host, run, overview, redacted } = useRun();
  const { start, end } = overview.span;
  const { limit, minScore } = change.options;
  const edits = change.edits.map(({ span, text }) => ({
    text,
    span: { start: span.start - start, end: span.end - start },
  }));
  const options = [
    limit !== undefined && `limit ${limit}`,
    minScore !== undefined && `minimum score ${minScore}`,
    ...Object.entries(change.params).map(([name, value]) => `$${name} = ${JSON.stringify(value)}`),
  ].filter((part) => part !== false);
  // The text around the query is unchanged.
  const changed = change.text.slice(start, end + change.text.length - overview.text.length);
  return (
    <div class="change">
      <p>
        <b>{change.message}</b>{" "}
        <span class="quiet">
          gives {counted(change.count, "result")}
          {change.count === (limit ?? overview.limit) && " (the limit)"}
        </span>
      </p>
      {edits.length > 0 && (
        <pre class="diff">
          <span class="visually-hidden">The changed query: </span>
          {diffQuery(overview.text.slice(start, end), edits).map(({ kind, text }, i) => {
            const Part = PARTS[kind];
            return <Part key={`${i} ${kind}`}>{text}</Part>;
          })}
        </pre>
      )}
      {options.length > 0 && <p class="quiet">{options.join(" · ")}</p>}
      <div class="buttons">
        {redacted ? (
          <p class="quiet">Values of it may be bars. Without redaction it can be applied.</p>
        ) : (
          <>
            {host.can.has("apply") && (
              <Button kind="primary" label="Apply" onPress={() => host.send({ type: "apply", run, change })} />
            )}
            <Button label="Copy query" onPress={() => host.send({ type: "copy", text: changed, what: "the query" })} />
          </>
        )}
      </div>
    </div>
  );
}
