import type { Cause } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { Button } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import { useRun } from "../run.js";

/** The commonest causes in words, the most telling first; more than one stay behind a button. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  const { go } = useRun();
  const [isAll, setAll] = useState(false);
  if (causes.length === 0) return null;
  const shown = isAll ? causes : causes.slice(0, 1);
  return (
    <Notice kind="warning">
      <ul class="causes">
        {shown.map((cause) => (
          <li key={`${cause.kind} ${cause.operatorId}`}>
            <span>{cause.message}</span>
            {cause.advice !== null && <span class="quiet"> – {cause.advice}</span>}
            {cause.operatorId !== 0 && " "}
            {cause.operatorId !== 0 && (
              <Button
                kind="link"
                label={`#${cause.operatorId}`}
                onPress={() => go({ tab: "execution", operator: cause.operatorId })}
              />
            )}
          </li>
        ))}
      </ul>
      {causes.length > 1 && (
        <Button kind="link" label={isAll ? "Less" : `${causes.length - 1} more`} onPress={() => setAll(!isAll)} />
      )}
    </Notice>
  );
}
