import type { NodeLabel, RunView } from "@semantic-xpath/inspect";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Labels that are kept; then the oldest go. */
const MOST_KEPT = 20_000;

/**
 * The labels of the nodes that are seen. One request is under way at a time: while a fast scroll goes on, what passed by meanwhile is
 * never asked for.
 */
export function useLabels(view: RunView, nodes: readonly number[]): ReadonlyMap<number, NodeLabel> {
  const kept = useRef({ view, labels: new Map<number, NodeLabel>() });
  const wanted = useRef(nodes);
  const isAsking = useRef(false);
  const [, drawAgain] = useState(0);
  if (kept.current.view !== view) kept.current = { view, labels: new Map() };
  wanted.current = nodes;

  // Before the paint: what is printed has no later.
  useLayoutEffect(() => {
    const ask = (): void => {
      const { labels } = kept.current;
      const missing = wanted.current.filter((node) => !labels.has(node));
      if (missing.length === 0 || isAsking.current || kept.current.view !== view) return;
      isAsking.current = true;
      view
        .labels({ nodes: missing })
        .then(
          (found) => {
            for (const label of found) labels.set(label.node, label);
            for (const node of labels.keys()) {
              if (labels.size <= MOST_KEPT) break;
              labels.delete(node);
            }
            drawAgain((times) => times + 1);
            return true;
          },
          () => false,
        )
        .then((isAnswered) => {
          isAsking.current = false;
          if (isAnswered) ask();
        });
    };
    ask();
  });
  return kept.current.labels;
}
