import { emitKeypressEvents, type Interface } from "node:readline";
import type { Readable } from "node:stream";
import { clean } from "./clean.js";
import { type Key, keyOf, type RawKey } from "./key.js";

/** A lone escape is the key once nothing follows for so long; what terminals send comes in one piece. */
const ESCAPE_MILLISECONDS = 40;

const ESCAPE = "\u001b";
/** The letter of a control character. */
const letterOf = (control: string): string => String.fromCharCode(control.charCodeAt(0) + 0x60);

/** Reads keys, a paste in brackets as one of them. Stops listening when the function that it gives back is called. */
export function readKeys(input: Readable, onKey: (key: Key) => void): () => void {
  // Node takes the waiting time from the interface, of which it uses nothing else.
  const settings: Pick<Interface, "terminal"> & { readonly escapeCodeTimeout: number } = {
    terminal: true,
    escapeCodeTimeout: ESCAPE_MILLISECONDS,
  };
  emitKeypressEvents(input, settings as unknown as Interface);
  let pasted: string[] | null = null;
  const listener = (character: string | undefined, raw: RawKey): void => {
    if (raw.name === "paste-start") {
      pasted = [];
    } else if (raw.name === "paste-end") {
      const text = clean((pasted ?? []).join(""));
      pasted = null;
      onKey({ name: "paste", text });
    } else if (pasted !== null) {
      pasted.push(raw.sequence ?? character ?? "");
    } else {
      const key = keyOf(character, raw);
      if (key !== null) {
        onKey(key);
        return;
      }
      const { sequence = "" } = raw;
      if (sequence.length !== 2 || !sequence.startsWith(ESCAPE)) return;
      // Escape and a key with Ctrl that came together since the system was slow: nothing is bound to both at once.
      const other = keyOf(undefined, { sequence: sequence.slice(1), name: letterOf(sequence.slice(1)), ctrl: true });
      onKey({ name: "escape", text: "" });
      if (other !== null) onKey(other);
    }
  };
  input.on("keypress", listener);
  return () => void input.off("keypress", listener);
}
