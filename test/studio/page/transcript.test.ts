import type { Studio } from "@semantic-xpath/studio";
import { expect, it } from "vitest";
import { openInProcess } from "./support/inProcess.js";
import { tripMemory } from "./support/openPage.js";
import { ScriptedStudio } from "./support/scriptedStudio.js";
import { SCRIPTS } from "./support/scripts.js";

/**
 * What a person reads on the page after each action, as the lines that come and go, without a browser. A change is seen in a review;
 * `npx vitest run test/studio/page/transcript.test.ts --update` writes it anew.
 */

type Opened = Awaited<ReturnType<typeof openInProcess>>;

/** The chosen part of the execution. */
const TAB = "#panel-execution [role=tab][aria-selected=true]";

class Visit {
  readonly lines: string[] = [];
  private before: readonly string[] = [];

  constructor(readonly page: Opened) {}

  /** What an action changes. */
  async step(title: string, act: () => unknown): Promise<void> {
    try {
      await act();
    } catch (error) {
      throw new Error(`${title}: ${(error as Error).message}`);
    }
    await this.page.still();
    // Whoever shares an address is told what is there.
    expect(this.page.told.at(-1)?.tab).toBe(this.page.root.querySelector(TAB)?.id.slice("tab-".length));
    const now = this.page.lines();
    const asked = this.page.asked.splice(0);
    this.lines.push("", `> ${title}${asked.length === 0 ? "" : ` (asks ${[...new Set(asked)].sort().join(" ")})`}`);
    for (const line of difference(this.before, now)) this.lines.push(line);
    this.before = now;
  }

  async keep(name: string): Promise<void> {
    await this.page.close();
    await expect(`${this.lines.join("\n").trim()}\n`).toMatchFileSnapshot(`transcripts/${name}.txt`);
  }
}

/** The lines that come (`+`) and go (`-`), in order, by the longest common sequence. */
function difference(before: readonly string[], after: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++;
      j++;
    } else if (j < after.length && (i === before.length || lengths[i]![j + 1]! >= lengths[i + 1]![j]!))
      lines.push(`+ ${after[j++]}`);
    else lines.push(`- ${before[i++]}`);
  }
  return lines;
}

async function studio({ canWrite = true } = {}): Promise<ScriptedStudio> {
  const memory = await tripMemory();
  return new ScriptedStudio({ memory, title: "Trips", canWrite }, SCRIPTS);
}

const say = (page: Opened, request: string) => async () => {
  await page.write("Your request", request);
  await page.key("Your request", "Enter");
};

it("what is read in a conversation", { tags: "slow" }, async () => {
  const session = await studio();
  const at = new Visit(await openInProcess(session));
  const { page } = at;
  await at.step("opened", () => {});
  await at.step("outdoors", say(page, "which stops are outdoors on day 2?"));
  await at.step("all nodes", () => page.press("All 4 nodes"));
  await at.step("how it was read", () => page.press("How it was read, and 1 more"));
  await at.step("dragons", say(page, "everything about dragons"));
  await at.step("try again", () => page.press("Retry"));
  await at.step("remove the market", say(page, "remove the market from day 1"));
  await at.step("no", () => page.press("No"));
  await at.step("remove the market", say(page, "remove the market from day 1"));
  await at.step("yes", () => page.press("Yes, remove it"));
  await at.step("day off", say(page, "what is on the second day off?"));
  await at.step("the calmest museum", say(page, "the calmest museum"));
  await at.step("stop", () => page.press("Stop Esc"));
  await at.step("an unknown request", say(page, "<b>what</b>?\u202e"));
  await at.step("a new conversation", () => page.press("New"));
  await at.step("its first request", () => page.press("how many POIs are there?"));
  await at.step("keys", () => page.press("Keys"));
  await at.keep("conversation");
  session.close();
});

it("what is read of a memory", async () => {
  const session = await studio();
  const { memory } = session;
  const theme = (day: number, text: string) => `replace value of node /Itinerary/Day[${day}]/@theme with "${text}"`;
  memory.task("trip").branch("rainy", 1);
  await memory.update("trip", theme(1, "Arrival by ferry"), { provenance: { author: "Ole", reason: "by ferry 🌊" } });
  await memory.update("trip", theme(1, "Museums"), { branch: "rainy", provenance: { author: "Ida" } });
  const at = new Visit(await openInProcess(session));
  const { page } = at;
  await at.step("opened", () => {});
  await at.step("search", () => page.write("Search the tree", "market"));
  await at.step("next", () => page.key("Search the tree", "Enter"));
  await at.step("down", () => page.key("Memory", "ArrowDown"));
  await at.step("open", () => page.key("Memory", "ArrowRight"));
  await at.step("versions", () => page.press("Versions 3"));
  const list = "Versions, the newest first";
  await at.step("the first version", () => page.key(list, "End"));
  await at.step("one up", () => page.key(list, "ArrowUp"));
  await at.step("compared with", () => page.key(list, "b"));
  await at.step("to the newest", () => page.key(list, "Home"));
  await at.step("no longer compared", () => page.press("The version before"));
  await at.step("along the graph", () => page.key(list, "ArrowLeft"));
  await at.step("in the tree", () => page.key(list, "Enter"));
  await at.step("versions again", () => page.press("Versions 3"));
  await at.step("restored", () => page.press("Restore it"));
  await at.step("undone", () => page.press("Undo"));
  await at.step("versions", () => page.press("Versions 5"));
  await at.step("version 3", () =>
    page
      .key(list, "End")
      .then(() => page.key(list, "ArrowUp"))
      .then(() => page.key(list, "ArrowUp")),
  );
  await at.step("merge", () => page.press("Merge into a branch"));
  await at.step("a branch", () => page.press("Branch here"));
  await at.step("its name", () => page.write("The name of the branch", "sunny"));
  await at.step("made", () => page.press("Make it"));
  await at.step("types", () => page.press("Types"));
  await at.step("types with a word", () => page.write("Search types", "rating"));
  await at.step("no such type", () => page.write("Search types", "no such word"));
  await at.step("edit", () => page.press("Edit"));
  await at.step("a change", () => page.write("A change", theme(2, "Ferries")));
  await at.step("tried", () => page.key("A change", "Enter", { ctrlKey: true }));
  await at.step("applied", () => page.press("Apply it"));
  await at.step("tried", () =>
    page
      .write("A change", "delete node /Itinerary/Dya[2]")
      .then(() => page.key("A change", "Enter", { ctrlKey: true })),
  );
  await at.step("others delete", () => memory.update("trip", "delete node /Itinerary/Day[7]"));
  await at.keep("memory");
  session.close();
});

it("what is read of a run", { tags: "slow" }, async () => {
  const session = await studio({ canWrite: false });
  const { memory } = session;
  await memory.update("trip", 'replace value of node //POI[@name = "High Park"]/@open_air with "false"', {
    provenance: { reason: "closed" },
  });
  await memory.update("trip", "delete node /Itinerary/Day[2]/POI[1]", { provenance: { reason: "no ferry" } });
  const at = new Visit(await openInProcess(session));
  const { page } = at;
  const run = (query: string) => () =>
    page.write("A query", query).then(() => page.key("A query", "Enter", { ctrlKey: true }));
  await at.step("opened", () => {});
  await at.step("a query", run('/Itinerary/Day[2]/POI[@open_air = true][node =~ "park"]'));
  await at.step("chart", () => page.press("Chart"));
  await at.step("steps", () => page.press("Steps"));
  await at.step("over time", () => page.press("Over time"));
  await at.step("a version before", () => page.write("Version", "1"));
  await at.step("the first", () => page.write("Version", "0"));
  await at.step("results", () => page.press("Results"));
  await at.step("a value", run("sum(//POI/@minutes)"));
  await at.step("nothing", run('//POI[@name = "x"]'));
  await at.step("wrong", run("//POI["));
  await at.step("dismissed", () => page.press("Dismiss"));
  await at.keep("run");
  session.close();
});

/** The part of an answer that is cut. */
interface Answered {
  readonly tasks: readonly { readonly versions: readonly unknown[] }[];
}

it("older versions come page by page, each once, whatever pages hold", async () => {
  const memory = await tripMemory();
  const task = memory.task("trip");
  for (let i = 2; i <= 12; i++)
    task.commit([{ kind: "setAttribute", node: 1, name: "title", value: `v${i}` }], { provenance: { reason: `${i}` } });
  const session = new ScriptedStudio({ memory, title: "Trips", canWrite: true }, SCRIPTS);
  const studio: Studio = {
    listen: (listener) => session.listen(listener),
    async ask(method, params, signal) {
      const given = method === "versions" ? { ...params, count: 3 } : params;
      const value = await session.ask(method, given as never, signal);
      if (method !== "state") return value;
      const { tasks, ...rest } = value as Answered;
      return { ...rest, tasks: tasks.map((each) => ({ ...each, versions: each.versions.slice(-4) })) } as never;
    },
  };
  const page = await openInProcess(studio);
  const rows = (): number[] =>
    [...page.root.querySelectorAll(".version-row b")].map(({ textContent }) => Number(textContent));
  await page.still();
  await page.press("Versions 12");
  const from = (last: number): number[] => Array.from({ length: 13 - last }, (_, i) => 12 - i);
  expect(rows()).toEqual(from(9));
  for (const [left, last] of [
    [8, 6],
    [5, 3],
    [2, 1],
  ] as const) {
    await page.press(`${left} older versions`);
    expect(rows()).toEqual(from(last));
  }
  await page.close();
});
