import type { RunView } from "@semantic-xpath/inspect";
import { treeColumns, useAnswer } from "@semantic-xpath/views/components";
import { exampleRequests } from "../model/examples.js";
import type { Page } from "../usePage.js";

interface FirstRequestsProps {
  readonly page: Page;
  /** The tree that is shown; null: none yet. */
  readonly view: RunView | null;
  readonly onChoose: (request: string) => void;
}

/** Content before the first request: possible requests, by examples from the data. */
export function FirstRequests({ page, view, onChoose }: FirstRequestsProps) {
  const { state, conversation } = page;
  const task = conversation?.task ?? state?.task ?? null;
  const head = state?.tasks.find(({ name }) => name === task)?.head ?? 0;
  const examples = useAnswer(
    view === null
      ? null
      : async () => {
          const shape = await view.tree();
          const contents = await view.contents({ from: 1, count: 200, characters: 60 });
          const requests = exampleRequests(treeColumns(shape), contents);
          return head > 1 ? [...requests, "what changed since the first version?"] : requests;
        },
    [view, head],
  );
  if (state !== null && state.tasks.length === 0)
    return (
      <div class="first">
        <h3>There is nothing in memory yet</h3>
        <p>
          Drop a file here (XML, JSON, Markdown, CSV …), or use Import. It becomes a task that you can ask about and
          change.
        </p>
      </div>
    );
  return (
    <div class="first">
      <h3>Ask in your own words</h3>
      <p class="quiet">
        Each request becomes a query. You see the query, what it found in memory, and how each step found it. Changes
        are new versions: nothing is lost.
      </p>
      {examples.state === "ready" && examples.value.length > 0 && (
        <ul class="examples" aria-label="Examples from this data">
          {examples.value.map((request) => (
            <li key={request}>
              <button type="button" class="example" onClick={() => onChoose(request)}>
                {request}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
