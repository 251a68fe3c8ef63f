import { base64UrlOf, bytesOfBase64Url } from "@semantic-xpath/values/basics";
/** The trees that a playground comes with, by the names of their tasks. */
export const EXAMPLES = ["itinerary", "todo", "mealplan"] as const;

/** State in an address of a playground: an example, a query over it, and its view. It never contains a user's own data. */
export interface SharedState {
  readonly task: string;
  readonly query: string | null;
  readonly tab: Tab;
}

const TABS = ["results", "chart", "steps", "replay"] as const;
type Tab = (typeof TABS)[number];

/** Characters of a fragment, and UTF-16 units of a query: more than a person writes. */
export const MAX_FRAGMENT = 8_000;
const MAX_QUERY = 16_000;
/** Bytes that a fragment may become: it is compressed, and a stranger may have written it. */
const MAX_INFLATED = 4 * MAX_QUERY;

const KEY = "#s=";

/** The fragment of an address. null: the state can't be shared, since its task is not an example or its query is too long. */
export async function fragmentOf({ task, query, tab }: SharedState): Promise<string | null> {
  if (!isExample(task) || (query?.length ?? 0) > MAX_QUERY) return null;
  const bytes = new TextEncoder().encode(
    JSON.stringify({ v: 1, task, ...(query !== null && { query }), ...(tab !== "results" && { tab }) }),
  );
  const packed = await all(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), MAX_INFLATED);
  const fragment = `${KEY}${base64UrlOf(packed)}`;
  return fragment.length <= MAX_FRAGMENT ? fragment : null;
}

/** Throws an `Error` with a sentence to show for a foreign fragment. null: there is none. */
export async function readFragment(fragment: string): Promise<SharedState | null> {
  if (fragment === "" || fragment === "#") return null;
  if (!fragment.startsWith(KEY)) throw new Error("The address ends with something that this page does not know.");
  if (fragment.length > MAX_FRAGMENT)
    throw new Error(`The end of the address has more than ${MAX_FRAGMENT} characters, and is not read.`);
  const state = await unpacked(fragment.slice(KEY.length)).catch(() => undefined);
  return checked(state);
}

async function unpacked(text: string): Promise<unknown> {
  const stream = new Blob([bytesOfBase64Url(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await all(stream, MAX_INFLATED)));
}

/** A stranger's address is used only in the form that this page writes. */
function checked(state: unknown): SharedState {
  const broken = "The end of the address is damaged: nothing of it was used.";
  if (typeof state !== "object" || state === null) throw new Error(broken);
  const { v, task, query = null, tab: named = "results", ...rest } = state as Record<string, unknown>;
  if (v !== 1) throw new Error("The address is of another version of this page: nothing of it was used.");
  if (typeof task !== "string" || !isExample(task))
    throw new Error(`The address names a task that is no example. There are ${EXAMPLES.join(", ")}.`);
  if (query !== null && (typeof query !== "string" || query.length > MAX_QUERY)) throw new Error(broken);
  const tab = TABS.find((one) => one === named);
  if (tab === undefined || Object.keys(rest).length > 0) throw new Error(broken);
  return { task, query, tab };
}

const isExample = (task: string): boolean => (EXAMPLES as readonly string[]).includes(task);

/** All of a stream, or a rejection as soon as it is more than `most` bytes. */
async function all(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}
