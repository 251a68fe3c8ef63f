import type { StudioOptions, StudioSession } from "@semantic-xpath/studio/session";
import { expect, it } from "vitest";
import { studio } from "./support/studio.js";

/** What an option shows: with it, and without any. A new option needs a line here. */
const SHOWN: {
  readonly [K in keyof Omit<
    StudioOptions,
    "memory" | "conversations" | "conversation" | "scorer" | "onFault"
  >]-?: readonly [option: NonNullable<StudioOptions[K]>, shown: (session: StudioSession) => unknown, without: unknown];
} = {
  title: ["Other", (session) => session.state().title, "Trips"],
  task: ["zebra", (session) => session.state().task, "trip"],
  canWrite: [false, (session) => session.state().canWrite, true],
  isKept: [true, (session) => session.state().isKept, false],
  model: ["a-model", (session) => session.state().model, null],
  author: ["Ann", (session) => session.author, "person"],
  scorerName: ["fused", async (session) => (await ran(session)).scorer, "lexical"],
  budget: [{ maxMilliseconds: 5 }, (session) => session.budget, { maxMilliseconds: 10_000 }],
};

const ran = async (session: StudioSession) => {
  await session.ask("run", { query: "//POI", task: "trip", version: null });
  return session.state().runs[0]!;
};

it.each(Object.entries(SHOWN))("the option %s shows", async (name, [option, shown, without]) => {
  expect(await shown(studio({ [name]: option }).session)).toEqual(option);
  expect(await shown(studio().session)).toEqual(without);
});

it("a conversation about another task begins there", async () => {
  const { session } = studio({ task: "zebra" });
  const { conversation } = await session.ask("begin", { task: null });
  expect((await session.ask("conversation", { conversation })).task).toBe("zebra");
});
