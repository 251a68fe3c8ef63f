import { nameLiteral, stringLiteral } from "@semantic-xpath/values/basics";
import { Button, Notice, useAnswer, useRun } from "@semantic-xpath/views/components";
import { useState } from "preact/hooks";
import type { TaskView, UpdateView } from "../../protocol.js";
import { DiffLines } from "../parts/DiffLines.js";
import { Plain } from "../parts/Plain.js";
import { RunScope, type ScopeProps } from "../RunScope.js";
import type { Page } from "../usePage.js";

interface EditByHandProps {
  readonly page: Page;
  /** Scope of the tree in which a node is selected. */
  readonly scope: Omit<ScopeProps, "children">;
  readonly task: TaskView;
  readonly onPath: (path: string) => void;
  readonly announce: (text: string) => void;
}

interface Tried {
  /** The text that was tried, on which version. */
  readonly text: string;
  readonly head: number;
  readonly view: UpdateView;
}

/** A change as a text of the language: tried first, and written as it was tried. */
export function EditByHand({ page, scope, task, onPath, announce }: EditByHandProps) {
  const { text, setText, tried, isBusy, tryIt, apply } = useEdit({ page, task, announce });
  return (
    <div class="edit scroller">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void tryIt();
        }}
      >
        <label for="update-text">A change</label>
        <textarea
          id="update-text"
          class="code-field"
          rows={5}
          spellcheck={false}
          placeholder={'replace value of node /Itinerary/Day[1]/@theme with "Arrival"'}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void tryIt();
          }}
        />
        <RunScope {...scope}>
          <Templates onChoose={setText} />
        </RunScope>
        <div class="buttons">
          <button type="submit" class="button button-primary" disabled={isBusy || text.trim() === ""}>
            Try it <kbd>Ctrl Enter</kbd>
          </button>
          <span class="quiet">Nothing is written before you say so.</span>
        </div>
      </form>
      {tried !== null && tried.text === text && (
        <WhatItDoes tried={tried} head={task.head} isBusy={isBusy} onPath={onPath} onApply={() => void apply()} />
      )}
    </div>
  );
}

/** A text of a change, and what came of trying it. */
function useEdit({ page, task, announce }: Pick<EditByHandProps, "page" | "task" | "announce">) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState<Tried | null>(null);
  const [isBusy, setBusy] = useState(false);
  const update = async (dryRun: boolean): Promise<UpdateView | null> => {
    setBusy(true);
    const ifVersion = dryRun ? {} : { ifVersion: tried?.head ?? task.head };
    const view = await page.attempt(() => page.ask("update", { task: task.name, update: text, dryRun, ...ifVersion }));
    setBusy(false);
    if (view !== null) announce(OUTCOMES[view.status] ?? view.message.split("\n", 1)[0]!);
    return view;
  };
  const tryIt = async (): Promise<void> => {
    if (text.trim() === "") return;
    const view = await update(true);
    setTried(view && { text, head: task.head, view });
  };
  const apply = async (): Promise<void> => {
    const view = await update(false);
    if (view === null) return;
    if (view.version === null) return setTried({ text, head: task.head, view });
    // A text that was typed or tried meanwhile stays.
    setTried((current) => (current === tried ? null : current));
    setText((current) => (current === text ? "" : current));
    page.show({ kind: "tree", task: task.name, version: null });
    document.getElementById("update-text")?.focus();
  };
  return { text, setText, tried, isBusy, tryIt, apply };
}

interface WhatItDoesProps {
  readonly tried: Tried;
  readonly head: number;
  readonly isBusy: boolean;
  readonly onPath: (path: string) => void;
  readonly onApply: () => void;
}

/** Effect of a change, or the reason against it. */
const WhatItDoes = ({ tried: { view, head: on }, head, isBusy, onPath, onApply }: WhatItDoesProps) => (
  <section class="tried" aria-label="What it would do">
    {view.status === "dry run" ? (
      <h3>What it would do</h3>
    ) : (
      <Notice kind={view.status === "unchanged" ? "info" : "error"}>
        <p class="problem">
          <Plain text={view.message} />
        </p>
      </Notice>
    )}
    {view.lines.length > 0 && <DiffLines lines={view.lines} onPath={onPath} />}
    {view.status === "dry run" && (
      <div class="buttons">
        <Button kind="primary" label="Apply it" disabled={isBusy} onPress={onApply} />
        {on !== head && <span class="quiet">Somebody else has written since: try it again to see both.</span>}
      </div>
    )}
  </section>
);

/** Outcome of an edit in a line; other outcomes have words of their own. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "dry run": "Tried: nothing is written yet",
  applied: "Saved as a new version",
  unchanged: "That changes nothing",
  invalid: "It has mistakes",
};

/** Changes of the selected node to begin with. */
function Templates({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { view, node } = useRun();
  const selected = useAnswer(node === null ? null : () => view.node({ node }), [view, node]);
  if (selected.state !== "ready" || selected.value === null)
    return <p class="quiet">Select a node in the tree to begin with a change of it.</p>;
  const { path, type, attributes } = selected.value;
  const [first] = attributes;
  const choices = [
    ...(first === undefined
      ? []
      : [
          {
            label: `Set @${first.name}`,
            text: `replace value of node ${path}/@${nameLiteral(first.name)} with ${stringLiteral(first.value)}`,
          },
        ]),
    { label: "Add after it", text: `insert node <${type} name="New"/> after ${path}` },
    { label: "Add into it", text: `insert node <Note>New</Note> as last into ${path}` },
    { label: "Delete it", text: `delete node ${path}` },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset: they are no fields
    <div class="buttons templates" role="group" aria-label={`Begin with ${type}`}>
      <span class="quiet">
        <Plain text={type} />:
      </span>
      {choices.map(({ label, text }) => (
        <Button
          key={label}
          label={label}
          onPress={() => {
            onChoose(text);
            document.getElementById("update-text")?.focus();
          }}
        />
      ))}
    </div>
  );
}
