import type { Memory } from "@semantic-xpath/memory";
import { chatError } from "./chatError.js";
import type { Place, TurnRecord } from "./record.js";

/** Branches that begin before a turn of a conversation, of each task that it or a later turn wrote to. */
export async function branchedBefore(memory: Memory, chain: readonly TurnRecord[], turn: TurnRecord): Promise<Place> {
  await memory.refreshAsync();
  const at = chain.findIndex(({ id }) => id === turn.id);
  if (at < 0) throw chatError("SXP5144", { turn: turn.id, problem: "the conversation has gone on without it" });
  const first = new Map<string, number>();
  for (const { wrote } of chain.slice(at))
    for (const { task, version } of wrote) if (!first.has(task)) first.set(task, version);
  const branches = await memory.transactionAsync(() => {
    const branches = new Map(turn.before.branches);
    for (const [name, version] of first) {
      if (!memory.hasTask(name)) continue;
      const task = memory.task(name);
      const [parent] = task.version(version).parents;
      if (parent === undefined) continue;
      const branch = freeBranch(
        task.branches().map(({ name: each }) => each),
        turn.id,
      );
      task.branch(branch, name === turn.before.task ? turn.version : parent);
      branches.set(name, branch);
    }
    return branches;
  });
  return { task: turn.before.task, branches: [...branches] };
}

function freeBranch(taken: readonly string[], turn: string): string {
  const stem = `chat-${turn.replaceAll(/[^0-9A-Za-z.]/g, "")}`;
  for (let n = 1; ; n++) if (!taken.includes(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** A place with what is there: tasks and branches may have been deleted by others. Without its task it is the one `otherwise`. */
export function placeWithin(memory: Memory, { task, branches }: Place, otherwise: () => string): Place {
  const present = branches.filter(
    ([name, branch]) =>
      memory.hasTask(name) &&
      memory
        .task(name)
        .branches()
        .some((each) => each.name === branch),
  );
  return { task: memory.hasTask(task) ? task : otherwise(), branches: present };
}
