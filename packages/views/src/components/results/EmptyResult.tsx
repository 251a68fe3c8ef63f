import { ChangeBox } from "../node/ChangeBox.js";
import { Button } from "../parts/Button.js";
import { Waiting } from "../parts/Notice.js";
import { useAsked } from "../parts/useAsked.js";
import { operatorText, useRun } from "../run.js";
import { PathLink } from "../score/PathLink.js";

/** Why nothing was found, and the nearest query that finds something. */
export function EmptyResult() {
  const { overview, view, go } = useRun();
  const asked = useAsked(() => view.nearest(), [view]);
  const { empty } = overview;
  // The header has it in words already; then only where it happened is new.
  const isSaidAbove = empty !== null && overview.causes.some(({ message }) => isSame(message, empty.message));
  return (
    <div class="empty scroller">
      <h2>Nothing was found</h2>
      {empty !== null && (
        <p>
          {isSaidAbove ? "The sequence became empty at" : empty.message}
          {empty.operatorId !== 0 && (
            <>
              {" "}
              <Button
                kind="link"
                label={operatorText(overview, empty.operatorId)}
                onPress={() => go({ tab: "execution", operator: empty.operatorId })}
              />
            </>
          )}
        </p>
      )}
      <h3>The nearest query that finds something</h3>
      {asked.state !== "there" ? (
        <Waiting asked={asked} what="it: some queries are tried" />
      ) : asked.value === null ? (
        <p class="quiet">No change of a single part finds anything.</p>
      ) : (
        <>
          <ChangeBox change={asked.value.change} />
          {asked.value.paths.length > 0 && (
            <ol class="paths" aria-label="Its first results">
              {asked.value.paths.map((path) => (
                <li key={path}>
                  <PathLink path={path} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  );
}

/** A cause and a sentence may differ in their first letter and their end. */
const isSame = (cause: string, sentence: string): boolean =>
  cause.toLowerCase() === sentence.toLowerCase().replace(/\.$/, "");
