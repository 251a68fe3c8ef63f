import type { Change } from "@semantic-xpath/memory";
import { shortened } from "@semantic-xpath/values";
import { z } from "zod";
import { pageOf } from "../results/page.js";
import { PAGED, PAGING, placeOf, REFERENCE, TASK } from "./shared.js";
import { tool } from "./tool.js";

/** Characters of a value before or after. */
const MAX_TEXT = 300;

export const diff = tool({
  name: "diff",
  title: "What differs between two versions",
  description: "Shows the changes from one version to another, node by node. `to` defaults to the newest.",
  does: "read",
  input: z.object({
    ...TASK,
    from: REFERENCE,
    to: REFERENCE.optional(),
    ...PAGING,
  }),
  output: z.object({
    task: z.string(),
    from: z.int(),
    to: z.int(),
    changes: z.array(z.looseObject({ kind: z.string(), key: z.int(), path: z.string(), text: z.string() })),
    ...PAGED,
  }),
  run(session, input) {
    const { task, version: to, end, maxTokens } = placeOf(session, { ...input, version: input.to });
    const from = session.scope.view(task, input.from).version.number;
    const entries = session.scope.diff(task, from, to);
    const page = {
      entries,
      version: to,
      end,
      maxTokens,
      about: { task, from, to },
      keyOf: ({ key }: Change) => key,
      show: shownChange,
    };
    const { items, ...rest } = pageOf(page);
    return { task, from, to, changes: items, ...rest };
  },
});

/** A change as a model reads it. */
export function shownChange({ kind, key, path, text, name, before, after }: Change) {
  // A whole node is named by the words; the caller has the content of one that is inserted, and show has one that is deleted.
  const isWhole = kind === "insert" || kind === "delete";
  const value = (content: string | null | undefined) =>
    typeof content === "string" && !isWhole ? shortened(content, MAX_TEXT) : undefined;
  return { kind, key, path, text: shortened(text, MAX_TEXT), name, before: value(before), after: value(after) };
}
