import type { Change } from "@semantic-xpath/memory";
import { shortened } from "@semantic-xpath/values";
import { z } from "zod";
import { pageOf, placeAfter, readCursor, writeCursor } from "../results/page.js";
import { PAGED, PAGING, TASK } from "./shared.js";
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
    from: z.union([z.int(), z.string()]),
    to: z.union([z.int(), z.string()]).optional(),
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
    const task = session.taskNamed(input.task);
    const end = input.cursor === undefined ? null : readCursor(input.cursor);
    const [from, to] = [input.from, end?.version ?? input.to].map(
      (name) => session.scope.view(task, name).version.number,
    );
    const changes = session.scope.diff(task, from!, to!);
    const entry = (index: number) => ({ key: changes[index]!.key, weight: 1 });
    const start = end === null ? 0 : placeAfter(end, changes.length, entry);
    const page = pageOf(changes.length, start, session.tokensFor(input.maxTokens), (index) =>
      shownChange(changes[index]!),
    );
    return {
      task,
      from: from!,
      to: to!,
      changes: [...page.items],
      left: page.left,
      ...(page.left > 0 && { cursor: writeCursor({ version: to!, at: page.at, ...entry(page.at - 1) }) }),
    };
  },
});

const isWhole = (kind: Change["kind"]): boolean => kind === "insert" || kind === "delete";

/** A change as a model reads it. */
export function shownChange({ kind, key, path, text, name, before, after }: Change) {
  const value = (said: string | null | undefined) => (typeof said === "string" ? shortened(said, MAX_TEXT) : said);
  return {
    kind,
    key,
    path,
    text: shortened(text, MAX_TEXT),
    ...(name !== undefined && { name }),
    // A whole node is named by the words; the caller has the content of one that is inserted, and show has one that is deleted.
    ...(!isWhole(kind) && before !== undefined && before !== null && { before: value(before) }),
    ...(!isWhole(kind) && after !== undefined && after !== null && { after: value(after) }),
  };
}
