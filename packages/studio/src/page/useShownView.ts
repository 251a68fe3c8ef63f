import type { RunView } from "@semantic-xpath/inspect";
import { ancestorsOf, childrenOf, treeColumns, useAnswer } from "@semantic-xpath/views/components";
import { useEffect, useRef } from "preact/hooks";
import { sameNodes } from "./model/sameNodes.js";
import { type ShownView, useViews } from "./RunScope.js";
import type { Page, Shown } from "./usePage.js";
import type { useShownParts } from "./useShownParts.js";

/**
 * The shown view. The one before stays until the next is there. A tree that was changed meanwhile stays open where it was
 * before, and the same node is selected.
 */
export function useShownView(
  { shown, ask }: Page,
  { task, node, go, path, wishPath }: ReturnType<typeof useShownParts>,
) {
  const views = useViews(ask);
  const head = task?.head ?? 0;
  const last = useRef<{ readonly of: Shown; readonly view: ShownView } | null>(null);
  const selected = useRef(node);
  selected.current = node;
  const next = useAnswer(
    shown === null || (shown.kind === "tree" && head === 0)
      ? null
      : async () => {
          if (shown.kind === "run") return { of: shown, view: views(shown.run, false) };
          const { run } = await ask("browse", { task: shown.task, version: shown.version });
          const view = views(run, true);
          // Asked for before it is drawn: it is the largest answer.
          view.view.tree().catch(ignore);
          const before = last.current;
          if (before !== null && isLater(before.of, shown) && before.view.id !== run) {
            const same = await carryOver(before.view, view, selected.current);
            if (same !== null) go({ node: same });
          }
          return { of: shown, view };
        },
    [
      shown?.kind,
      shown?.kind === "run" ? shown.run : shown?.task,
      shown?.kind === "tree" ? (shown.version ?? -head) : 0,
    ],
  );
  if (next.state === "ready") last.current = next.value;
  const shownView = last.current?.view ?? null;
  const isCurrent = next.state === "ready";

  // For a run the first result is selected, so that the path to it is visible.
  useEffect(() => {
    if (!isCurrent || shown?.kind !== "run" || path !== null || selected.current !== null) return;
    void shownView?.view.results({ from: 0, count: 1 }).then(({ rows: [first] }) => {
      if (first !== undefined && selected.current === null) go({ node: first.node });
    }, ignore);
  }, [shownView, isCurrent]);
  const wished = path ?? (shown?.kind === "tree" ? (shown.path ?? null) : null);
  useEffect(() => {
    if (!isCurrent || wished === null) return;
    void shownView?.view.locate({ path: wished.replace(/\/@[^/]*$/, "") }).then((found) => {
      if (found !== null) go({ node: found });
      wishPath(null);
    }, ignore);
  }, [shownView, isCurrent, wished]);
  return { shownView, problem: next.state === "failed" ? next.message : null };
}

const ignore = (): void => {};

/** True if both are the newest tree of one task. */
const isLater = (before: Shown, after: Shown): boolean =>
  before.kind === "tree" &&
  after.kind === "tree" &&
  before.task === after.task &&
  before.version === null &&
  after.version === null;

/** Leaves a view as another one was left: what is open, where it is scrolled to. Returns the node that is the selected one. */
async function carryOver(before: ShownView, after: ShownView, node: number | null): Promise<number | null> {
  const [old, now] = (await Promise.all([before.view.tree(), after.view.tree()])).map(treeColumns) as [Tree, Tree];
  const { open, scroll } = before.states.memory;
  if (open === null) return null;
  const pairs = sameNodes(old, now, open);
  const carried = new Uint8Array(now.size);
  for (const [from, to] of pairs) carried[to - 1] = open[from - 1]!;
  after.states.memory.open = carried;
  after.states.memory.scroll = scroll;
  const same = node === null ? undefined : pairs.get(node);
  if (node === null || same === undefined) return null;
  const [label] = await before.view.labels({ nodes: [node] });
  // Among nodes of the same shape their content decides.
  const [above = 0] = ancestorsOf(now, same);
  const siblings = [same, ...childrenOf(now, above).slice(0, MAX_SIBLINGS)];
  const labels = await (after.view as RunView).labels({ nodes: siblings });
  return labels.find(({ summary, type }) => summary === label?.summary && type === label.type)?.node ?? same;
}

type Tree = ReturnType<typeof treeColumns>;

const MAX_SIBLINGS = 500;
