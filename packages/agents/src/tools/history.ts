import { isWithin, type LoggedVersion } from "@semantic-xpath/memory";
import { defined, shortened } from "@semantic-xpath/values";
import { z } from "zod";
import { pageOf, readCursor } from "../results/page.js";
import { keyAt, keyIn, PAGED, PAGING, REFERENCE, TASK } from "./shared.js";
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
    node: REFERENCE.optional(),
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
    const { branch, since, until, node } = input;
    // A key may be of a node that is gone by now.
    const key = node === undefined ? null : (keyIn(node) ?? keyAt(session.scope.view(task, branch), node));
    const filter = { branch: branch || undefined, since: since || undefined, until: until || undefined };
    const entries = session.scope
      .log(task, defined(filter))
      .filter(({ changes }) => key === null || changes.some((each) => each.replaced === key || isWithin(each, key)));
    const [end, maxTokens] = [readCursor(input.cursor), session.tokensFor(input.maxTokens)];
    const keyOf = ({ number }: LoggedVersion) => number;
    const page = { entries, version: 0, end, maxTokens, about: { task }, keyOf, show: lineOf };
    const { items, ...rest } = pageOf(page);
    return { task, versions: items, ...rest };
  },
});

function lineOf({ number, time, branch, parents, eventTime, operation, provenance, changes }: LoggedVersion) {
  const { author, reason, turn } = provenance;
  const texts = changes.slice(0, MAX_CHANGES).map(({ text }) => shortened(text, MAX_TEXT));
  if (changes.length > MAX_CHANGES) texts.push(`and ${changes.length - MAX_CHANGES} more`);
  return {
    version: number,
    time,
    branch: branch === "main" ? undefined : branch,
    parents: parents.length > 1 ? parents : undefined,
    operation,
    author,
    reason,
    turn,
    eventTime: eventTime ?? undefined,
    changes: texts,
  };
}
