import { type Conversation, memoryConversations, type TurnEvents, type TurnRecord } from "@semantic-xpath/chat";
import type { Memory } from "@semantic-xpath/memory";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.js";
import {
  conversation,
  events,
  history,
  query,
  reads,
  type ShortReading,
  tripMemory,
  update,
} from "./support/conversations.js";

/** What requests may mean: right and wrong, harmless and not. */
const MEANINGS: Readonly<Record<string, ShortReading | readonly ShortReading[]>> = {
  stops: query("//Stop"),
  many: query("count(//Stop)"),
  none: query("/Trip/Day[9]/Stop"),
  versions: query("/Memory/Task/Version", true),
  broken: query("//["),
  insert: update('insert node <Stop name="Cafe"/> into /Trip/Day[1]'),
  move: update("move node /Trip/Day[1]/Stop[1] into /Trip/Day[2]"),
  delete: update("delete node /Trip/Day[1]/Stop[1]", true),
  which: update('replace value of node //Stop/@name with "x"'),
  invalid: update("delete nodes"),
  several: [query("//Day"), update("delete node //Day[1]", true)],
  earlier: history({ do: "show", task: null, version: -2 }),
  diff: history({ do: "diff", task: null, from: -2, to: -1 }),
  undo: history({ do: "revert", task: null, version: -1 }),
  back: history({ do: "restore", task: null, version: 1 }),
  create: { kind: "create", name: "other", title: "Other", from: "trip", wish: null },
  "to trip": history({ do: "switch", task: "trip" }),
  "to nowhere": history({ do: "switch", task: "nowhere" }),
  "": [],
};

type Step =
  | { readonly do: "send"; readonly request: string; readonly stopAfter: number }
  | { readonly do: "choose"; readonly choice: number; readonly stopAfter: number }
  | { readonly do: "retry" | "rewrite"; readonly turn: number; readonly request: string }
  | { readonly do: "cancel" | "reopen" | "other" };

const requests = fc.constantFrom(...Object.keys(MEANINGS));
/** Mostly to the end. */
const stopAfter = fc.oneof({ arbitrary: fc.constant(99), weight: 4 }, { arbitrary: fc.nat(6), weight: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant("send" as const), request: requests, stopAfter }), weight: 6 },
  { arbitrary: fc.record({ do: fc.constant("choose" as const), choice: fc.nat(2), stopAfter }), weight: 3 },
  fc.record({ do: fc.constantFrom("retry" as const, "rewrite" as const), turn: fc.nat(9), request: requests }),
  fc.record({ do: fc.constantFrom("cancel" as const, "reopen" as const, "other" as const) }),
);

/** Reads a turn, and cancels it after some events. */
async function carry(chat: Conversation, turn: TurnEvents, stop: number): Promise<void> {
  let seen = 0;
  if (stop === 0) chat.cancel(turn.turn);
  for await (const _ of turn) if (++seen === stop) chat.cancel(turn.turn);
}

it("whatever is said and whenever it is cancelled, each version is of a turn that says so, and what ended otherwise wrote nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const [memory, store] = [tripMemory(), memoryConversations()];
      const translator = reads(MEANINGS);
      const open = (id: string) => conversation({ memory, store, translator, id });
      const all = [open("c")];
      for (const each of steps) {
        const chat = await taken(each, all, memory);
        if (each.do === "reopen") all[all.length - 1] = open(chat.id);
        expect(open(chat.id).record()).toEqual(chat.record());
        check(memory, all);
      }
      expect(memory.doctor().isWhole).toBe(true);
    }),
    { numRuns: runs(150, 20) },
  );
});

async function taken(each: Step, all: Conversation[], memory: Memory): Promise<Conversation> {
  const chat = all.at(-1)!;
  switch (each.do) {
    case "send":
      await carry(chat, chat.send(each.request), each.stopAfter);
      break;
    case "choose":
      if (chat.waiting === null) break;
      if (each.choice < choicesOf(chat.waiting))
        await carry(chat, chat.choose(chat.waiting.id, each.choice), each.stopAfter);
      else expect(() => chat.choose(chat.waiting!.id, each.choice)).toThrow("SXP5144");
      break;
    case "retry":
    case "rewrite": {
      const turn = chat.turns[each.turn];
      if (turn === undefined) break;
      if (each.do === "retry") await carry(chat, await chat.retry(turn.id), 99);
      else {
        const { conversation: other, events } = await chat.rewrite(turn.id, each.request);
        all.push(other);
        await carry(other, events, 99);
      }
      break;
    }
    case "cancel":
      if (chat.turns.length > 0) chat.cancel(chat.turns.at(-1)!.id);
      break;
    case "other":
      await memory.update("trip", 'insert node <Stop name="Theirs"/> into /Trip/Day[2]', {
        provenance: { turn: "else" },
      });
      break;
    case "reopen":
  }
  return chat;
}

const choicesOf = ({ events }: TurnRecord): number => {
  const question = events.findLast(({ type }) => type === "question");
  return question?.type === "question" ? question.choices.length : 0;
};

/** Versions and turns say the same of each other. */
function check(memory: Memory, all: readonly Conversation[]): void {
  const turns = new Map(all.flatMap((chat) => chat.record().turns.map((turn) => [turn.id, turn])));
  const made: string[] = [];
  for (const task of memory.tasks())
    for (const version of task.versions()) {
      const { turn } = version.provenance;
      if (turn === undefined || turn === "else") continue;
      made.push(`${turn} ${task.name} ${version.number}`);
    }
  const said = [...turns.values()].flatMap(({ id, wrote }) =>
    wrote.map((each) => `${id} ${each.task} ${each.version}`),
  );
  expect(said.sort()).toEqual(made.sort());
  for (const { state, wrote, events } of turns.values()) {
    if (state === "cancelled" || state === "failed") expect(wrote).toEqual([]);
    if (wrote.length > 0) expect(state).toBe("changed");
    expect(events.at(-1)).toMatchObject({ type: "done", state });
    expect(events.filter(({ type }) => type === "changed").length).toBeLessThanOrEqual(wrote.length);
  }
}

it("law: a turn begins by saying that others have written just where they have since the last one, and only the newest turn can be chosen in", async () => {
  const steps = fc.array(fc.constantFrom("stops", "insert", "several", "other"), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const memory = tripMemory();
      const chat = conversation({ memory, translator: reads(MEANINGS) });
      let hasOthers = false;
      for (const each of all) {
        if (each === "other") {
          memory.task("trip").commit([{ kind: "setAttribute", node: 1, name: "title", value: `v${all.length}` }]);
          hasOthers = true;
          continue;
        }
        const [, second] = await events(chat.send(each));
        expect(second?.type === "moved").toBe(hasOthers);
        hasOthers = false;
        for (const { id } of chat.record().turns.slice(0, -1)) expect(() => chat.choose(id, 0)).toThrow("SXP5144");
      }
    }),
    { numRuns: runs(100, 30) },
  );
});
