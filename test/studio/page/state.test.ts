import { inMemoryJournal, Memory } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/runtime";
import type { Studio } from "@semantic-xpath/studio";
import { describe, expect, it } from "vitest";
import { fragmentOf, readFragment } from "../../../packages/studio/src/playground/address.js";
import { openInProcess } from "./support/inProcess.js";
import { queryReading, retrieve, type Script, ScriptedStudio } from "./support/scriptedStudio.js";

const TABS = { results: "Results", chart: "Chart", steps: "Steps", replay: "Over time" } as const;
type Tab = keyof typeof TABS;
const LIST = `<List><Item n="1">tea</Item><Item n="2">bread and butter</Item><Item n="3">butter</Item></List>`;

type Opened = Awaited<ReturnType<typeof openInProcess>>;

const finding = (query: string) => async (script: Script) => {
  script.say({ type: "read", by: "translator", readings: [queryReading(query, "items")], chosen: 0 });
  await retrieve(script, query);
  script.say({ type: "done", state: "answered" });
};
const SCRIPTS = {
  first: finding("//Item[1]"),
  second: finding("//Item[2]"),
  third: finding("//Item[3]"),
  long: ({ say, signal }: Script) => signal.addEventListener("abort", () => say({ type: "done", state: "cancelled" })),
};

function studio(canWrite = true): ScriptedStudio {
  const memory = Memory.create(inMemoryJournal(), { now: () => new Date(Date.UTC(2026, 5, 1)) });
  const task = memory.createTask("todo", readXml(LIST));
  task.commit([{ kind: "setAttribute", node: 2, name: "n", value: "7" }]);
  return new ScriptedStudio({ memory, title: "Lists", canWrite }, SCRIPTS);
}

const fieldOf = ({ root }: Opened, selector: string): string =>
  (root.querySelector(selector) as unknown as { value: string }).value;
const tabOf = ({ root }: Opened): string =>
  root.querySelector("#panel-execution [role=tab][aria-selected=true]")!.id.slice("tab-".length);

describe("what a page tells of what it shows", () => {
  const query = '//Item[node =~ "butter"]';

  it("is the run and the part that are there", async () => {
    const session = studio();
    const page = await openInProcess(session);
    await page.still();
    expect(page.told.at(-1)).toEqual({ run: null, tab: "results" });
    await page.write("A query", query);
    await page.key("A query", "Enter", { ctrlKey: true });
    const { run } = page.told.at(-1)!;
    expect(run).not.toBeNull();
    for (const tab of [...(Object.keys(TABS) as Tab[]), "steps"] as const) {
      await page.press(TABS[tab]);
      expect(page.told.at(-1)).toEqual({ run, tab });
      expect(tabOf(page)).toBe(tab);
    }
    await page.close();
    session.close();
  });

  it.each(Object.keys(TABS) as Tab[])("as an address shows the same elsewhere: %s", { tags: "slow" }, async (tab) => {
    const address = await readFragment((await fragmentOf({ task: "todo", query, tab }))!);
    const session = studio();
    const page = await openInProcess(session, { begin: { query: address!.query!, tab: address!.tab } });
    await page.still();
    expect(page.told.at(-1)).toEqual({ run: expect.any(String), tab });
    expect(tabOf(page)).toBe(tab);
    expect(fieldOf(page, "[aria-label='A query']")).toBe(query);
    await page.close();
    session.close();
  });
});

it("law: the newest query is the one that runs, is stopped and is shown, however older ones end", {
  tags: "slow",
}, async () => {
  const session = studio();
  interface Asked {
    readonly ticket: string;
    readonly signal: AbortSignal;
    readonly answer: () => Promise<unknown>;
    readonly fail: (name: string) => void;
  }
  const asked: Asked[] = [];
  const open: Studio = {
    listen: (listener) => session.listen(listener),
    ask(method, params, signal) {
      if (method !== "run") return session.ask(method, params, signal);
      const { ticket } = params as { ticket: string };
      return new Promise((resolve, reject) => {
        const answer = () => session.ask("run", params as never).then((value) => resolve(value as never));
        asked.push({
          ticket,
          signal: signal!,
          answer,
          fail: (name) => reject(Object.assign(new Error(name), { name })),
        });
      });
    },
  };
  const page = await openInProcess(open, { isOpen: true });
  await page.still();
  const query = async (text: string): Promise<Asked> => {
    await page.write("A query", text);
    await page.key("A query", "Enter", { ctrlKey: true });
    return asked.at(-1)!;
  };
  const told = async ({ ticket }: Asked, pairs: number): Promise<string> => {
    session.tell({ type: "progress", ticket, pairs, wanted: 90 });
    await page.still();
    return /\d+ of 90 pairs|Running/.exec(page.root.textContent ?? "")?.[0] ?? "";
  };
  const problem = (): string | null => page.root.querySelector(".page-problem .problem")?.textContent ?? null;
  const ways = ["answer", "AbortError", "Error"] as const;
  const end = async ({ answer, fail }: Asked, way: (typeof ways)[number]): Promise<void> => {
    await (way === "answer" ? answer() : fail(way));
    await page.still();
  };
  for (const older of ways)
    for (const newer of ways) {
      const before = page.told.at(-1)!.run;
      const first = await query("//Item[1]");
      expect(await told(first, 7)).toBe("7 of 90 pairs");
      const second = await query("//Item[2]");
      expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
      await end(first, older);
      expect(await told(first, 8)).toBe("Running");
      expect(await told(second, 9)).toBe("9 of 90 pairs");
      expect([page.told.at(-1)!.run, problem()]).toEqual([before, null]);
      if (newer === "AbortError") await page.press("Stop");
      expect(second.signal.aborted).toBe(newer === "AbortError");
      await end(second, newer);
      expect(await told(second, 10)).toBe("");
      const { run } = page.told.at(-1)!;
      expect([run !== before, problem()]).toEqual([newer === "answer", newer === "Error" ? "Error" : null]);
    }
  await page.close();
  session.close();
});

describe("keys", () => {
  it("go to each column from each, and to a request", async () => {
    const session = studio();
    const page = await openInProcess(session);
    await page.still();
    const columnOf = (): string => page.active().closest(".column")?.id.replace("panel-", "") ?? "none";
    const shown = (): string => page.root.querySelector(".studio")!.getAttribute("data-column")!;
    const columns = ["conversation", "memory", "execution"] as const;
    for (const [i, from] of columns.entries()) {
      for (const [j, to] of columns.entries()) {
        await page.hit(`${i + 1}`, { code: `Digit${i + 1}`, altKey: true });
        expect([columnOf(), shown()]).toEqual([from, from]);
        await page.hit("∞", { code: `Digit${j + 1}`, altKey: true });
        expect([columnOf(), shown()]).toEqual([to, to]);
        await page.hit(`${i + 1}`, { code: `Digit${i + 1}`, altKey: true, ctrlKey: true });
        await page.hit(`${i + 1}`, { code: `Digit${i + 1}` });
        expect(columnOf()).toBe(to);
      }
      await page.hit(`${i + 1}`, { code: `Digit${i + 1}`, altKey: true });
      await page.hit("F6");
      expect(columnOf()).toBe(columns[(i + 1) % 3]);
      await page.hit("F6", { shiftKey: true });
      expect(columnOf()).toBe(from);
      await page.hit("/");
      expect(columnOf()).toBe(from);
      for (const command of [{ ctrlKey: true }, { metaKey: true }]) {
        await page.hit("F6");
        await page.hit("/", command);
        expect([page.active().id, shown()]).toEqual(["request", "conversation"]);
        await page.hit(`${i + 1}`, { code: `Digit${i + 1}`, altKey: true });
      }
    }
    await page.hit("3", { code: "Digit3", altKey: true });
    const isOpen = (): boolean => page.root.querySelector("dialog[open]") !== null;
    await page.hit("?", { shiftKey: true });
    expect(isOpen()).toBe(true);
    await page.hit("1", { code: "Digit1", altKey: true });
    expect(shown()).toBe("execution");
    await page.press("Close");
    expect(isOpen()).toBe(false);
    await page.hit("/", { ctrlKey: true });
    await page.hit("?", { shiftKey: true });
    expect(isOpen()).toBe(false);
    await page.close();
    session.close();
  });

  it("send, recall and stop requests, and go from turn to turn", { tags: "slow" }, async () => {
    const session = studio();
    const page = await openInProcess(session);
    await page.still();
    const sent = (): unknown[] =>
      session.said.flatMap(({ method, params }) =>
        method === "send" ? [(params as { request: string }).request] : [],
      );
    const request = (): string => fieldOf(page, "#request");
    const field = (key: string, more: object = {}) => page.key("Your request", key, more);
    await field("Enter");
    await page.write("Your request", "  ");
    await field("Enter");
    expect(sent()).toEqual([]);
    for (const text of ["first", "second", "third"]) {
      await page.write("Your request", ` ${text} `);
      await field("Enter", { shiftKey: true });
      await field("Enter", { isComposing: true });
      await field("Enter", { altKey: true });
      expect(sent()).not.toContain(text);
      await field("Enter");
      expect([sent().at(-1), request()]).toEqual([text, ""]);
    }
    const runs = session
      .conversation("c1")
      .turns.map(({ events }) => events.flatMap((event) => (event.type === "retrieved" ? [event.run] : [])).at(-1));
    expect(new Set(runs).size).toBe(3);
    const shown = () => page.told.at(-1)!.run;
    expect(shown()).toBe(runs[2]);
    for (const [key, at] of [
      ["ArrowUp", 1],
      ["ArrowUp", 0],
      ["ArrowUp", 0],
      ["ArrowDown", 1],
      ["ArrowDown", 2],
      ["ArrowDown", 2],
    ] as const) {
      await page.hit(key, { altKey: true });
      expect(shown()).toBe(runs[at]);
    }
    for (const [key, text] of [
      ["ArrowDown", ""],
      ["ArrowUp", "third"],
      ["ArrowUp", "second"],
      ["ArrowDown", "third"],
      ["ArrowUp", "second"],
      ["ArrowUp", "first"],
      ["ArrowUp", "first"],
      ["ArrowDown", "second"],
      ["ArrowDown", "third"],
      ["ArrowDown", ""],
    ] as const) {
      await field(key);
      expect(request()).toBe(text);
    }
    await page.write("Your request", "long");
    await field("ArrowUp");
    expect(request()).toBe("long");
    await field("Escape");
    await field("Enter");
    expect(session.said.filter(({ method }) => method === "cancel")).toEqual([]);
    await page.write("Your request", "first");
    await field("Enter");
    expect(sent().at(-1)).toBe("long");
    await field("Escape");
    expect(session.said.filter(({ method }) => method === "cancel")).toHaveLength(1);
    expect(request()).toBe("first");
    await field("Enter");
    expect(sent().at(-1)).toBe("first");
    await page.close();
    session.close();
  });

  it.each([true, false])(
    "take back the newest change where one may write (%s), and not in a field",
    async (canWrite) => {
      const session = studio(canWrite);
      const page = await openInProcess(session);
      await page.still();
      const head = (): number => session.memory.task("todo").head().number;
      await page.hit("/", { ctrlKey: true });
      await page.hit("z", { ctrlKey: true });
      await page.hit("2", { code: "Digit2", altKey: true });
      await page.hit("z");
      await page.hit("Z", { ctrlKey: true, shiftKey: true });
      expect(head()).toBe(2);
      await page.hit("z", { metaKey: true });
      expect(head()).toBe(canWrite ? 3 : 2);
      expect(session.memory.task("todo").head().tree().node(2).attributes.n).toBe(canWrite ? "1" : "7");
      await page.close();
      session.close();
    },
  );
});
