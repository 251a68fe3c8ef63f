import { shortened } from "@semantic-xpath/values/basics";
import { Button, Notice, useAnswer } from "@semantic-xpath/views/components";
import { useState } from "preact/hooks";
import type { MergeView, TaskView, VersionView } from "../../protocol.js";
import { DiffLines } from "../parts/DiffLines.js";
import { Plain } from "../parts/Plain.js";
import type { Page } from "../usePage.js";

interface MergeProps {
  readonly page: Page;
  readonly task: TaskView;
  readonly version: VersionView;
  readonly onPath: (path: string) => void;
  readonly announce: (text: string) => void;
  readonly onClose: () => void;
}

type Sides = Readonly<Record<string, "ours" | "theirs">>;

/** A version merged into a branch: what it would change is shown, sides are chosen where both changed the same, and what was shown is done. */
export function Merge({ page, task, version: { number: from, branch: own }, onPath, announce, onClose }: MergeProps) {
  const targets = task.branches.filter(({ name }) => name !== own);
  const [branch, setBranch] = useState(targets[0]?.name ?? "main");
  const [sides, setSides] = useState<Sides>({});
  const [isBusy, setBusy] = useState(false);
  const head = task.branches.find(({ name }) => name === branch)?.head;
  const params = { task: task.name, from, branch, sides };
  const answer = useAnswer(() => page.ask("merge", params), [task.name, from, branch, head, sides]);
  const merge = async (view: MergeView): Promise<void> => {
    setBusy(true);
    const done = await page.attempt(() => page.ask("merge", { ...params, head: view.head }));
    setBusy(false);
    if (done === null) return;
    announce(done.message);
    if (done.status === "applied") onClose();
  };
  return (
    <section class="tried" aria-label="Merge">
      <h3>Merge version {from} into a branch</h3>
      <p>
        <label>
          The branch{" "}
          <select
            value={branch}
            onChange={(event) => {
              setBranch(event.currentTarget.value);
              setSides({});
            }}
          >
            {targets.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </p>
      {answer.state === "failed" && <Notice kind="error">{answer.message}</Notice>}
      {answer.state === "waiting" && (
        <p class="row quiet" role="status">
          <span class="spinner" aria-hidden="true" /> Merging …
        </p>
      )}
      {answer.state === "ready" && (
        <>
          <p>{answer.value.message}</p>
          <Conflicts view={answer.value} onSide={(id, side) => setSides({ ...sides, [id]: side })} />
          {answer.value.status === "ready" && <DiffLines lines={answer.value.lines} onPath={onPath} />}
        </>
      )}
      <div class="buttons">
        {answer.state === "ready" && answer.value.status === "ready" && (
          <Button kind="primary" label="Merge it" disabled={isBusy} onPress={() => void merge(answer.value)} />
        )}
        <Button label="Close" onPress={onClose} />
      </div>
    </section>
  );
}

interface ConflictsProps {
  readonly view: MergeView;
  readonly onSide: (id: string, side: "ours" | "theirs") => void;
}

/** Parts that both sides changed, each with a choice. Chosen ones are in the difference. */
const Conflicts = ({ view: { conflicts }, onSide }: ConflictsProps) => (
  <ul class="conflicts" aria-label="Conflicts">
    {conflicts.map(({ id, path, text, ours, theirs }) => (
      <li key={id}>
        <p>
          <Plain text={text} /> <code class="quiet">{path}</code>
        </p>
        <div class="buttons">
          <Button label={`Keep ${buttonText(ours)}`} onPress={() => onSide(id, "ours")} />
          <Button label={`Take ${buttonText(theirs)}`} onPress={() => onSide(id, "theirs")} />
        </div>
      </li>
    ))}
  </ul>
);

const MAX_VALUE = 40;

/** The value of a side as the words of a button. */
function buttonText(value: string | null): string {
  if (value === null) return "nothing";
  return `"${shortened(value, MAX_VALUE)}"`;
}
