import { Button } from "@semantic-xpath/views/components";
import { useEffect, useRef } from "preact/hooks";

/** The keys, in a dialog that Escape closes; the focus goes back where it was. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="shortcuts" onClose={onClose}>
      <h2 id="shortcuts">Keys</h2>
      <table class="table">
        <tbody>
          {SHORTCUTS.map(([keys, what]) => (
            <tr key={what}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button kind="primary" label="Close" onPress={() => dialog.current?.close()} />
    </dialog>
  );
}

/** The keys of the page: also in the guide. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl /", "Write a request"],
  ["Enter", "Send it; Shift Enter starts a new line"],
  ["↑ ↓", "In an empty request: earlier requests"],
  ["Esc", "In the request: stop the current turn"],
  ["F6", "The next column; Shift F6 the one before"],
  ["Alt 1, 2, 3", "Conversation, memory, execution"],
  ["Alt ↑ ↓", "The turn before and after, with its memory and execution"],
  ["Ctrl Z", "Outside of text fields: undo the newest change of memory"],
  ["↑ ↓ ← →", "In the tree: from row to row, open and close"],
  ["↑ ↓, ← →", "In the versions: newer and older; along the branches"],
  ["B", "In the versions: compare the others with this one"],
  ["Enter", "In the versions: show it in the tree"],
  ["← →, Home, End", "On the slider of versions: the version before and after, the first, the newest"],
  ["Ctrl Enter", "In the editor: run; in an edit: try"],
  ["Shift Alt F", "In the editor: format the query"],
  ["?", "These keys"],
];
