import type { RunView } from "@semantic-xpath/inspect";
import type { ViewName } from "../protocol.js";

/** What the end of a page's address says: `#view=memory&node=/Plan/Day[2]`. A number names a node as well. */
export interface PageAddress {
  readonly view: ViewName;
  readonly node: number | null;
}

const VIEWS: readonly ViewName[] = ["results", "memory", "execution", "compare"];

/** What it does not say, or says of something that is not there, is the start: the results. */
export async function readAddress(view: RunView, canCompare: boolean): Promise<PageAddress> {
  const said = new URLSearchParams(location.hash.slice(1));
  const path = said.get("node") ?? "";
  const node = path === "" ? null : await nodeAt(view, path);
  const named = VIEWS.find((name) => name === said.get("view")) ?? (node === null ? "results" : "memory");
  return { view: named === "compare" && !canCompare ? "results" : named, node };
}

async function nodeAt(view: RunView, path: string): Promise<number | null> {
  if (!/^\d+$/.test(path)) return view.locate({ path });
  const node = Number(path);
  return view.node({ node }).then(
    () => node,
    () => null,
  );
}

/** Browsers take so many changes of an address and no more: only what somebody stays at is written. */
const PAUSE = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts what is shown into the address, so that it can be sent to somebody and outlives a reload. */
export function writeAddress(view: RunView, tab: ViewName, node: number | null): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const path = node === null ? null : await pathOf(view, node);
    const parts = [...(tab === "results" ? [] : [`view=${tab}`]), ...(path === null ? [] : [`node=${encoded(path)}`])];
    // A node alone would mean the memory view.
    const said = tab === "results" && path !== null ? [`view=${tab}`, ...parts] : parts;
    const hash = said.length === 0 ? "" : `#${said.join("&")}`;
    if (hash !== location.hash) history.replaceState(null, "", hash === "" ? location.pathname : hash);
  }, PAUSE);
}

const pathOf = (view: RunView, node: number): Promise<string | null> =>
  view.node({ node }).then(
    ({ path }) => path,
    () => null,
  );

/** A path stays readable. */
const encoded = (path: string): string =>
  encodeURIComponent(path).replaceAll("%2F", "/").replaceAll("%5B", "[").replaceAll("%5D", "]");
