import { emitKeypressEvents, type Interface, type Key as RawKey } from "node:readline";
import type { Readable } from "node:stream";

/** A key as bindings name it: `C-a`, `M-f`, `S-tab`, `left`, `C-left`; `text` for what is typed, `paste` for what is pasted. */
export interface Key {
  readonly name: string;
  /** Typed or pasted text; empty for all other keys. */
  readonly text: string;
}

/** Keys whose sequences Node gives no name. */
const BY_SEQUENCE: Readonly<Record<string, string>> = {
  "\u001f": "C-_",
  "\u001b_": "M-_",
  "\u001b.": "M-.",
  "\u001b<": "M-<",
  "\u001b>": "M->",
  "\u001b\r": "M-enter",
  "\u001b\n": "M-enter",
  "\u001b\u007f": "M-backspace",
  "\u001b\b": "M-backspace",
};

const RENAMED: Readonly<Record<string, string>> = { return: "enter", pageup: "page-up", pagedown: "page-down" };

/** Names of keys without a character. */
const NAMED = new Set(
  "up down left right home end insert delete backspace tab enter escape page-up page-down clear space".split(" "),
);

/** The key that was pressed; null for what means nothing here, such as a sequence of an unknown function key. */
function keyOf(character: string | undefined, raw: RawKey): Key | null {
  const { sequence = character ?? "", ctrl = false, meta = false, shift = false } = raw;
  const bound = BY_SEQUENCE[sequence];
  if (bound !== undefined) return named(bound);
  // A terminal in raw mode sends a line feed for C-j and for nothing else.
  if (sequence === "\n") return named("C-j");
  const name = raw.name === undefined ? undefined : (RENAMED[raw.name] ?? raw.name);
  if (!ctrl && !meta && sequence !== "" && !CONTROL.test(sequence)) return { name: "text", text: sequence };
  if (name === undefined || name === "" || name === "undefined") return null;
  if (!NAMED.has(name) && !(name.length === 1 && (ctrl || meta))) return null;
  const isShifted = shift && NAMED.has(name);
  return named(`${ctrl ? "C-" : ""}${meta && name !== "escape" ? "M-" : ""}${isShifted ? "S-" : ""}${name}`);
}

const named = (name: string): Key => ({ name, text: "" });

const CONTROL = /\p{Cc}/u;

/** A lone escape is the key once nothing follows for so long; what terminals send comes in one piece. */
const ESCAPE_MILLISECONDS = 40;

const ESCAPE = "\u001b";

/** Reads keys, a paste in brackets as one of them. Stops listening when the function that it gives back is called. */
export function readKeys(input: Readable, onKey: (key: Key) => void): () => void {
  // Node takes the waiting time from the interface, of which it uses nothing else.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MILLISECONDS } as unknown as Interface);
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
      const { sequence: pair = "" } = raw;
      if (pair.length !== 2 || !pair.startsWith(ESCAPE)) return;
      // Escape and a key with Ctrl that came together since the system was slow: nothing is bound to both at once.
      const sequence = pair.slice(1);
      const letter = String.fromCharCode(sequence.charCodeAt(0) + 0x60);
      const other = keyOf(undefined, { sequence, name: letter, ctrl: true });
      onKey(named("escape"));
      if (other !== null) onKey(other);
    }
  };
  input.on("keypress", listener);
  return () => void input.off("keypress", listener);
}

/** Normalises a pasted text, or one from a history file: lines end in a line feed, and nothing can move the cursor. */
export const clean = (text: string): string =>
  text
    .replaceAll("\t", "  ")
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, "");
