import type { RunView } from "@semantic-xpath/inspect";
import { VIEW_NAMES, VIEWS, type ViewName } from "../viewTable.js";

/** The end of a page's address: `#view=memory&node=/Plan/Day[2]`. A number names a node as well. */
interface PageAddress {
  readonly view: ViewName;
  readonly node: number | null;
}

/** The views of a page; only an editor reads facts. */
const ADDRESSED = VIEW_NAMES.filter((name) => VIEWS[name].shows !== "facts");

/** An empty or invalid address is the start: the results. */
export async function readAddress(view: RunView, canCompare: boolean): Promise<PageAddress> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const path = parameters.get("node") ?? "";
  const node = path === "" ? null : await nodeAt(view, path);
  const named = ADDRESSED.find((name) => name === parameters.get("view")) ?? (node === null ? "results" : "memory");
  return { view: named === "compare" && !canCompare ? "results" : named, node };
}

const nodeAt = async (view: RunView, path: string): Promise<number | null> =>
  /^\d+$/.test(path)
    ? ((await view.node({ node: Number(path) }).catch(() => null))?.node ?? null)
    : view.locate({ path });

/** Browsers accept a limited number of changes of an address: only a place with a pause is written. */
const PAUSE = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Writes the shown place into the address, so that it can be sent and outlives a reload. */
export function writeAddress(view: RunView, tab: ViewName, node: number | null): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const selected = node === null ? null : await view.node({ node }).catch(() => null);
    // A node alone would mean the memory view.
    const named = selected === null ? "" : `&node=${encoded(selected.path)}`;
    const hash = tab === "results" && selected === null ? "" : `#view=${tab}${named}`;
    if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  }, PAUSE);
}

/** A path stays readable. */
const encoded = (path: string): string =>
  encodeURIComponent(path).replaceAll("%2F", "/").replaceAll("%5B", "[").replaceAll("%5D", "]");
