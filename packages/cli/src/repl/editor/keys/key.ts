/** A key as bindings name it: `C-a`, `M-f`, `S-tab`, `left`, `C-left`; `text` for what is typed, `paste` for what is pasted. */
export interface Key {
  readonly name: string;
  /** What is typed or pasted; empty for all others. */
  readonly text: string;
}

/** What `readline.emitKeypressEvents` says about a key. */
export interface RawKey {
  readonly name?: string | undefined;
  readonly sequence?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
  readonly shift?: boolean | undefined;
}

/** Keys whose sequences Node gives no name. */
const BY_SEQUENCE: Readonly<Record<string, string>> = {
  "\u0000": "C-space",
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

/** Names of keys that are no characters. */
const NAMED = new Set(
  "up down left right home end insert delete backspace tab enter escape page-up page-down clear space".split(" "),
);

/** The key that was pressed; null for what means nothing here, such as a sequence of an unknown function key. */
export function keyOf(character: string | undefined, raw: RawKey): Key | null {
  const { sequence = character ?? "", ctrl = false, meta = false, shift = false } = raw;
  const known = BY_SEQUENCE[sequence];
  if (known !== undefined) return named(known);
  // A terminal in raw mode sends a line feed for C-j and for nothing else.
  if (sequence === "\n") return named("C-j");
  const name = raw.name === undefined ? undefined : (RENAMED[raw.name] ?? raw.name);
  const isTyped = !ctrl && !meta && isText(sequence);
  if (isTyped) return { name: "text", text: sequence };
  if (name === undefined || name === "" || name === "undefined") return null;
  if (!NAMED.has(name) && !(name.length === 1 && (ctrl || meta))) return null;
  const isShifted = shift && NAMED.has(name);
  return named(`${ctrl ? "C-" : ""}${meta && name !== "escape" ? "M-" : ""}${isShifted ? "S-" : ""}${name}`);
}

const named = (name: string): Key => ({ name, text: "" });

/** Characters, none of them a control character. */
const isText = (sequence: string): boolean => sequence !== "" && !CONTROL.test(sequence);
const CONTROL = /\p{Cc}/u;
