import { describe, expect, test } from "vitest";
import { storeWith } from "./stores.js";

/** What users of other memories complain of, each with the number of the public thread, as far as an update answers it. */

const FACTS = `<Facts><Fact about="Ann">Lives in Ottawa</Fact><Fact about="Ann">Plays the cello</Fact><Fact about="Ben">Is allergic to nuts</Fact></Facts>`;

test("beads #5433: what is said to be written is there for everybody at once", async () => {
  const { memory, open } = storeWith(FACTS);
  for (let i = 1; i <= 5; i++) {
    const result = await memory.update("trip", `insert node <Fact>Number {${i}}</Fact> into /Facts`);
    expect([result.status, result.version]).toEqual(["applied", i + 1]);
    expect(open().task("trip").head().number).toBe(i + 1);
  }
});

test("letta-code #2203: who has seen an old version only does not write over what came after it", async () => {
  const { memory, task, open } = storeWith(FACTS);
  const other = open();
  await other.update("trip", 'replace value of node //Fact[1] with "Lives in Toronto"');
  const stale = await memory.update(task, 'replace node //Fact[1] with <Fact about="Ann">Lives in Oslo</Fact>', {
    base: 1,
  });
  expect([stale.status, stale.conflict!.since]).toEqual(["conflict", [expect.stringContaining("Lives in Toronto")]]);
  expect(task.head().tree().node(2).text).toBe("Lives in Toronto");
});

test("letta-code #808: a conflict is an answer that a program can go on from", async () => {
  const { memory, task } = storeWith(FACTS);
  await memory.update(task, "delete node #3");
  const text = "insert node <Fact>Plays the viola</Fact> into /Facts";
  const first = await memory.update(task, text, { ifVersion: 1 });
  expect([first.status, first.conflict!.head]).toEqual(["conflict", 2]);
  const again = await memory.update(task, text, { ifVersion: first.conflict!.head });
  expect(again.status).toBe("applied");
});

test("mem0 #4187: what is deleted is in the history, and comes back", async () => {
  const { memory, task } = storeWith(FACTS);
  await memory.update(task, "delete node #2", { provenance: { reason: "asked to" } });
  expect(task.head().nodeOf(2)).toBeNull();
  expect(task.version(1).data(2).text).toBe("Lives in Ottawa");
  expect(task.head().provenance.reason).toBe("asked to");
  const back = await memory.update(task, "insert node #2@1 as first into /Facts");
  expect([back.status, task.head().tree().node(2).text]).toEqual(["applied", "Lives in Ottawa"]);
});

test("OpenViking #3329, jcode #1105: each value says where it comes from", async () => {
  const { memory, task } = storeWith(FACTS);
  const provenance = { author: "assistant", reason: "the user said so", turn: "chat 4, turn 17" };
  await memory.update(task, 'replace value of node #3 with "Plays the viola"', { provenance });
  const [last] = task.log({ limit: 1 });
  expect(last!.provenance).toEqual(provenance);
  expect(task.blame(3).some((each) => JSON.stringify(each).includes('"version":2'))).toBe(true);
});

test("hermes-agent #56474: what a target was, and how surely, is said", async () => {
  const { memory } = storeWith(FACTS);
  const result = await memory.update(
    "trip",
    'replace value of node //Fact[node =~ "nut allergy"] with "Eats everything"',
    {
      dryRun: true,
    },
  );
  expect(result.targets[0]).toMatchObject({ key: 4, path: "/Facts/Fact[3]", outcome: "chosen" });
  expect(result.targets[0]!.weight).toBeGreaterThan(0);
});

test("hindsight #1094: one fact is corrected, and no other", async () => {
  const { memory, task } = storeWith(FACTS);
  const before = task.head().tree();
  const result = await memory.update(task, 'replace value of node #3 with "Plays the viola"');
  expect(result.changes.map(({ key, before, after }) => [key, before, after])).toEqual([
    [3, "Plays the cello", "Plays the viola"],
  ]);
  const after = task.head().tree();
  for (const key of [2, 4]) expect(after.node(after.nodeOfKey(key)).text).toBe(before.node(before.nodeOfKey(key)).text);
});

test("Agentmux #2674: a made-up memory is found by who made it, and undone while later ones stay", async () => {
  const { memory, task } = storeWith(FACTS);
  await memory.update(task, "insert node <Fact>Owns a yacht</Fact> into /Facts", { provenance: { author: "dreamer" } });
  await memory.update(task, "insert node <Fact>Has a sister</Fact> into /Facts", { provenance: { author: "Ann" } });
  const [made] = task.log({ author: "dreamer" });
  task.revert(made!.number, { provenance: { reason: "it was made up" } });
  expect(
    task
      .head()
      .tree()
      .root!.children.map(({ text }) => text),
  ).toEqual(["Lives in Ottawa", "Plays the cello", "Is allergic to nuts", "Has a sister"]);
});

describe("graphiti #1489, #1792", () => {
  test("the time of the event is not that of writing it down", async () => {
    const { memory, task } = storeWith(FACTS);
    await memory.update(task, 'insert node <Fact about="Ann">Lives in Toronto</Fact> into /Facts', {
      supersedes: 2,
      provenance: { time: "2026-10-01T09:00:00Z" },
    });
    const head = task.head();
    expect([head.eventTime, head.time > "2026-11-22"]).toEqual(["2026-10-01T09:00:00Z", true]);
    expect(head.tree().node(2).attribute("validTo")).toBe("2026-10-01T09:00:00Z");
  });
});

test("memoria #89: a query sees one truth, and the history both", async () => {
  const { memory, task } = storeWith(FACTS);
  await memory.update(task, 'insert node <Fact about="Ann">Lives in Toronto</Fact> into /Facts', { supersedes: 2 });
  const { matches } = await memory.query('//Fact[@about = "Ann"][contains(., "Lives")][not(@supersededBy)]', {
    task: "trip",
  });
  expect(matches.map(({ node }) => node.text)).toEqual(["Lives in Toronto"]);
  expect(task.version(1).tree().node(2).text).toBe("Lives in Ottawa");
});
