import { EventEmitter, once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { clean, readKeys } from "../../../packages/cli/src/repl/editor/keys.js";

/** The keys that a terminal's bytes mean, spelled as bindings do: what comes before the next key, which is waited for. */
async function keysIn(count: number, ...pieces: readonly string[]): Promise<string[]> {
  const input = new PassThrough();
  const keys: string[] = [];
  const events = new EventEmitter();
  readKeys(input, ({ name, text }) => {
    keys.push(text === "" ? name : `${name} ${text}`);
    events.emit("key");
  });
  const until = async (length: number): Promise<void> => {
    while (keys.length < length) await once(events, "key");
  };
  for (const piece of pieces) {
    input.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // A lone escape is a key once nothing follows it.
  await until(count);
  input.write("!");
  await until(count + 1);
  return keys.filter((key) => key !== "text !");
}

describe("what a terminal sends", () => {
  it.each<[string, string[]]>([
    ["a", ["text a"]],
    [" ", ["text  "]],
    ["金", ["text 金"]],
    ["😀", ["text 😀"]],
    ["\r", ["enter"]],
    ["\n", ["C-j"]],
    ["\t", ["tab"]],
    ["\u001b[Z", ["S-tab"]],
    ["\u007f", ["backspace"]],
    ["\u0001\u0005\u000b\u0019", ["C-a", "C-e", "C-k", "C-y"]],
    ["\u001f", ["C-_"]],
    ["\u001bb\u001bf", ["M-b", "M-f"]],
    ["\u001b\r", ["M-enter"]],
    ["\u001b\u007f", ["M-backspace"]],
    ["\u001b[A\u001b[B\u001b[C\u001b[D", ["up", "down", "right", "left"]],
    ["\u001bOA\u001bOH", ["up", "home"]],
    ["\u001b[1;5C\u001b[1;5D", ["C-right", "C-left"]],
    ["\u001b[H\u001b[4~\u001b[3~", ["home", "end", "delete"]],
    ["\u001b", ["escape"]],
    ["\u001b\u0003", ["escape", "C-c"]],
    ["\u001b\u0015x", ["escape", "C-u", "text x"]],
    ["\u001b[20;5~", []],
  ])("%j is %j", async (bytes, keys) => expect(await keysIn(keys.length, bytes)).toEqual(keys));

  it("is a paste between its brackets, line ends and all", async () => {
    expect(await keysIn(2, "\u001b[200~//Day[\r", "\n  1]\tx\u001b[201~y")).toEqual([
      "paste //Day[\n  1]  x",
      "text y",
    ]);
  });

  it("may come in pieces", async () => {
    expect(await keysIn(1, "\u001b[", "A")).toEqual(["up"]);
  });
});

describe("what is pasted", () => {
  it.each<[string, string]>([
    ["a\r\nb\rc", "a\nb\nc"],
    ["a\tb", "a  b"],
    ["a\u001b[31mb", "a[31mb"],
    ["a\u2028b", "a\nb"],
    ["a\u0000\u0007b", "ab"],
  ])("%j becomes %j", (text, cleaned) => expect(clean(text)).toBe(cleaned));
});
