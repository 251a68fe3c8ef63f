import { Button } from "@semantic-xpath/views/components";
import { useEffect, useRef } from "preact/hooks";
import { SHORTCUTS } from "./keys.js";

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
