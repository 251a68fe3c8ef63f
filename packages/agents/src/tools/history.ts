import { isWithin, type LoggedVersion, type Scope } from "@semantic-xpath/memory";
import { shortened } from "@semantic-xpath/values";
import { z } from "zod";
import { pageOf, placeAfter, readCursor, writeCursor } from "../results/page.js";
import { NODE, nodeAt, PAGED, PAGING, TASK } from "./shared.js";
import { tool } from "./tool.js";

/** Characters of a change in words, and changes of one version that are shown. */
const MAX_TEXT = 160;
const MAX_CHANGES = 10;

export const history = tool({
  name: "history",
  title: "Versions and what they changed",
  description:
    "Lists versions, newest first: time, author, reason, and changes in words. With a node, only those that changed it.",
  does: "read",
  input: z.object({
    ...TASK,
    node: NODE.optional(),
    branch: z.string().optional(),
    since: z.string().describe("ISO 8601").optional(),
    until: z.string().optional(),
    ...PAGING,
  }),
  output: z.object({
    task: z.string(),
    versions: z.array(z.looseObject({ version: z.int(), time: z.string(), changes: z.array(z.string()) })),
    ...PAGED,
  }),
  run(session, input) {
    const task = session.taskNamed(input.task);
    const { branch, since, until } = input;
    const filter = { ...(branch && { branch }), ...(since && { since }), ...(until && { until }) };
    const key = input.node === undefined ? null : keyOf(session.scope, task, input.node, branch);
    const all = session.scope.log(task, filter);
    const versions =
      key === null
        ? all
        : all.filter(({ changes }) => changes.some((change) => change.replaced === key || isWithin(change, key)));
    const entry = (index: number) => ({ key: versions[index]!.number, weight: 1 });
    const from = input.cursor === undefined ? 0 : placeAfter(readCursor(input.cursor), versions.length, entry);
    const page = pageOf(versions.length, from, session.tokensFor(input.maxTokens), (index) => lineOf(versions[index]!));
    return {
      task,
      versions: [...page.items],
      left: page.left,
      ...(page.left > 0 && { cursor: writeCursor({ version: 0, at: page.at, ...entry(page.at - 1) }) }),
    };
  },
});

/** The key of a node, which may be gone by now, or of the one that a path finds in the newest version. Throws SXP5069. */
function keyOf(scope: Scope, task: string, node: number | string, branch: string | undefined): number {
  const key = /^#?(\d+)$/.exec(String(node).trim())?.[1];
  if (key !== undefined) return Number(key);
  const view = scope.view(task, branch);
  return view.tree.keyOf(nodeAt(view, node));
}

function lineOf({ number, time, branch, parents, eventTime, operation, provenance, changes }: LoggedVersion) {
  const { author, reason, turn } = provenance;
  const omitted = changes.length - MAX_CHANGES;
  return {
    version: number,
    time,
    ...(branch !== "main" && { branch }),
    ...(parents.length > 1 && { parents }),
    operation,
    ...(author !== undefined && { author }),
    ...(reason !== undefined && { reason }),
    ...(turn !== undefined && { turn }),
    ...(eventTime !== null && { eventTime }),
    changes: [
      ...changes.slice(0, MAX_CHANGES).map(({ text }) => shortened(text, MAX_TEXT)),
      ...(omitted > 0 ? [`and ${omitted} more`] : []),
    ],
  };
}
