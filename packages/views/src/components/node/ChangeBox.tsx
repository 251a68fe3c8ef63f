import type { Change, RunOverview } from "@semantic-xpath/inspect";
import { diffQuery } from "../../model/diffQuery.js";
import { some } from "../../model/numbers.js";
import { Button } from "../parts/Button.js";
import { useRun } from "../run.js";

/** A change of the query as a diff, with what it gives, and ways to take it. */
export function ChangeBox({ change }: { readonly change: Change }) {
  const { host, run, overview, redacted } = useRun();
  const { start, end } = overview.span;
  const own = change.edits.map((edit) => ({
    ...edit,
    span: { start: edit.span.start - start, end: edit.span.end - start },
  }));
  const params = Object.entries(change.params);
  return (
    <div class="change">
      <p>
        <b>{change.message}</b> <span class="quiet">gives {some(change.count, "result")}</span>
      </p>
      {own.length > 0 && (
        <pre class="diff">
          <span class="visually-hidden">The changed query: </span>
          {diffQuery(overview.text.slice(start, end), own).map((part, i) => {
            const key = `${i} ${part.kind}`;
            if (part.kind === "removed") return <del key={key}>{part.text}</del>;
            if (part.kind === "added") return <ins key={key}>{part.text}</ins>;
            return <span key={key}>{part.text}</span>;
          })}
        </pre>
      )}
      {(change.options.limit !== undefined || change.options.minScore !== undefined || params.length > 0) && (
        <p class="quiet">
          {[
            ...(change.options.limit === undefined ? [] : [`limit ${change.options.limit}`]),
            ...(change.options.minScore === undefined ? [] : [`minimum score ${change.options.minScore}`]),
            ...params.map(([name, value]) => `$${name} = ${JSON.stringify(value)}`),
          ].join(" · ")}
        </p>
      )}
      <div class="buttons">
        {host.can.apply && !redacted && <Button kind="primary" label="Apply" onPress={() => host.apply(run, change)} />}
        {!redacted && (
          <Button label="Copy query" onPress={() => host.copy(changedQuery(change, overview), "the query")} />
        )}
        {redacted && <p class="quiet">Values of it may be bars. Without redaction it can be applied.</p>}
      </div>
    </div>
  );
}

/** The query out of the changed text: what stands around it is as it was. */
const changedQuery = (change: Change, { text, span }: RunOverview): string =>
  change.text.slice(span.start, span.end + change.text.length - text.length);
