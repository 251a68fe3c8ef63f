import type { Memory } from "@semantic-xpath/memory";
import { formatOf, readAs } from "@semantic-xpath/readers";
import { studioError } from "./studioError.js";

/** UTF-8 bytes of a file that is dropped on the page. */
export const MAX_IMPORTED = 32 << 20;
/** Limits of an import: a page stays usable at 10^5 nodes, and the command imports more into a store. */
const LIMITS = { maxInputLength: MAX_IMPORTED, maxNodes: 500_000, maxDepth: 200 };
const NAME_LENGTH = 60;

/** Makes a task of a file, read by its ending, else by its beginning. Rejects with a `ReadError` for anything but data. */
export async function importFile(
  memory: Memory,
  { name, text }: { readonly name: string; readonly text: string },
  author: string,
): Promise<string> {
  // A unit of UTF-16 is a byte at the least.
  if (text.length > MAX_IMPORTED) throw studioError("SXP5165", { limit: MAX_IMPORTED });
  const tree = await readAs(formatOf(name), text, { limits: LIMITS });
  const words = { title: cut(name), provenance: { author, reason: "imported a file" } };
  return memory.transactionAsync(() => memory.createTask(freeName(memory, name), tree, words).name);
}

/** A name that no task has: that of the file without its ending, of letters, digits and dashes. */
function freeName(memory: Memory, file: string): string {
  const dot = file.lastIndexOf(".");
  const words = (dot > 0 ? file.slice(0, dot) : file).normalize("NFKC").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const base = cut(words).replace(/^-|-$/g, "") || "data";
  if (!memory.hasTask(base)) return base;
  for (let i = 2; ; i++) if (!memory.hasTask(`${base}-${i}`)) return `${base}-${i}`;
}

/** No pair of surrogates is parted. */
const cut = (text: string): string => [...text.slice(0, 2 * NAME_LENGTH)].slice(0, NAME_LENGTH).join("");
