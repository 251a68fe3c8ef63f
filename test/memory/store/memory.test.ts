import { inMemoryJournal, Memory, type MemoryEvent, memoryError, type Quotas } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";
import { describe, expect, it, vi } from "vitest";

const PLAN = "<Plan><Day/><Day/></Plan>";
const insert = { kind: "insert", parent: 1, content: { type: "Day" } } as const;

describe("a store", () => {
  it("opens without reading a tree", () => {
    const storage = inMemoryJournal();
    const task = Memory.create(storage).createTask("trip", readXml(PLAN));
    for (let i = 0; i < 200; i++) task.commit([{ kind: "setAttribute", node: 2, name: "i", value: `${i}` }]);
    const reads: string[] = [];
    const memory = Memory.open(storage);
    const { chunks } = memory.journal;
    memory.journal.chunks = (hashes) => {
      reads.push(...hashes);
      return chunks.call(memory.journal, hashes);
    };
    const again = memory.task("trip");
    expect(again.log({ limit: 3 }).map(({ number }) => number)).toEqual([201, 200, 199]);
    expect(again.branches()).toEqual([{ name: "main", head: 201, from: null }]);
    expect(again.head().changes).toHaveLength(1);
    expect(reads).toEqual([]);
    expect(again.head().tree().attribute(2, "i")).toBe("199");
    expect(reads.length).toBeGreaterThan(0);
  });

  it("has tasks with names that nobody can take for others", () => {
    const memory = Memory.create(inMemoryJournal());
    for (const name of ["constructor", "__proto__", "San Diego trip", "day/night"])
      memory.createTask(name, readXml(PLAN));
    expect(memory.tasks().map(({ name }) => name)).toEqual(["constructor", "__proto__", "San Diego trip", "day/night"]);
    for (const name of ["", " a", "a\n", "a\u202eb", "x".repeat(201), "constructor"])
      expect(() => memory.createTask(name, readXml(PLAN))).toThrow(expect.objectContaining({ code: "SXP5014" }));
    const task = memory.task("__proto__");
    for (const name of ["main", "7", "-1", "a b", ""])
      expect(() => task.branch(name)).toThrow(expect.objectContaining({ code: "SXP5014" }));
    memory.task("__proto__").rename("plan");
    expect([task.name, memory.hasTask("__proto__")]).toEqual(["plan", false]);
    expect(() => memory.task("plam")).toThrow('There is no task "plam". Did you mean "plan"?');
    task.describe({ title: "Plan", description: "All days" });
    task.describe({ title: null });
    expect([task.title, task.description]).toEqual([null, "All days"]);
    memory.deleteTask("plan");
    expect(() => task.head()).toThrow(expect.objectContaining({ code: "SXP5012" }));
    expect(memory.createTask("plan", readXml(PLAN)).id).toBe(5);
  });

  it("says what it can't do", () => {
    const memory = Memory.create(inMemoryJournal());
    const task = memory.createTask("trip", readXml(PLAN));
    const codes = [
      () => task.deleteBranch("main"),
      () => task.revert(1),
      () => memory.transaction(() => memory.prune()),
      () => task.version(7),
      () => task.head("rain"),
      () => task.blame(99),
      () => task.head().data(99),
    ].map((attempt) => {
      try {
        attempt();
        return "";
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(codes).toEqual(["SXP5018", "SXP5018", "SXP5018", "SXP5013", "SXP5013", "SXP5017", "SXP5017"]);
    memory.close();
    expect(() => task.commit([])).toThrow(expect.objectContaining({ code: "SXP5018" }));
  });

  it("tells those who watch what is written, by whom ever", () => {
    const storage = inMemoryJournal();
    const memory = Memory.create(storage);
    const seen: MemoryEvent[] = [];
    const end = memory.watch((event) => seen.push(event));
    const other = Memory.open(storage);
    other.createTask("trip", readXml(PLAN));
    memory.refresh();
    memory.task("trip").branch("rain");
    memory.task("trip").commit([insert], { branch: "rain" });
    expect(seen).toEqual([
      { kind: "task", task: "trip", isOwn: false },
      { kind: "commit", task: "trip", branch: "main", version: 1, isOwn: false },
      { kind: "branch", task: "trip", branch: "rain", isOwn: true },
      { kind: "commit", task: "trip", branch: "rain", version: 2, isOwn: true },
    ]);
    end();
    memory.deleteTask("trip");
    expect(seen).toHaveLength(4);
  });

  it("tells those who watch what it can't read of what others have written", () => {
    const memory = Memory.create(inMemoryJournal());
    let look = (): void => {};
    vi.spyOn(memory.journal, "watch").mockImplementation((listener) => {
      look = listener;
      return () => {};
    });
    const seen: MemoryEvent[] = [];
    memory.watch((event) => seen.push(event));
    const error = memoryError("SXP5002", { file: "x", problem: "it is cut" });
    vi.spyOn(memory.journal, "since").mockImplementation(() => {
      throw error;
    });
    look();
    expect(seen).toEqual([{ kind: "problem", error, isOwn: false }]);
  });

  it("copies a node from an old version, and looks at what is about to be written", () => {
    const memory = Memory.create(inMemoryJournal());
    const task = memory.createTask("trip", readXml('<Plan><Day><POI name="Zoo">Pandas</POI></Day></Plan>'));
    const key = task.head().keyOf(3);
    task.commit([{ kind: "delete", node: 3 }]);
    task.commit([{ kind: "insert", parent: 2, content: task.version(1).data(key) }]);
    expect(JSON.stringify(task.head().tree().node(3))).toBe(JSON.stringify(task.version(1).tree().node(3)));
    expect(task.head().keyOf(3)).not.toBe(key);
    const seen: unknown[] = [];
    const validate = (candidate: { tree: { size: number } }): void => {
      seen.push(candidate.tree.size);
      throw new Error("no");
    };
    expect(() => task.commit([{ kind: "delete", node: 3 }], { validate })).toThrow("no");
    expect([seen, task.versions().length]).toEqual([[2], 3]);
  });

  it("changes its schema, and old versions keep theirs", () => {
    const memory = Memory.create(inMemoryJournal());
    const schema = (name: string) => ({ version: 1, roots: ["Plan"], types: { [name]: TYPE } }) as const;
    const task = memory.createTask("trip", readXml(PLAN), { schema: schema("Plan") });
    task.commit([insert]);
    task.migrateSchema(schema("Trip"), [{ kind: "rename", node: 1, type: "Trip" }]);
    task.commit([insert]);
    expect(task.versions().map((version) => Object.keys(version.schema!.types))).toEqual([
      ["Plan"],
      ["Plan"],
      ["Trip"],
      ["Trip"],
    ]);
    task.restore(1);
    expect(Object.keys(task.schema!.types)).toEqual(["Plan"]);
  });
});

const TYPE = { attributes: {}, children: {}, text: false } as const;

describe("quotas hold at their edges", () => {
  const store = (quotas: Partial<Quotas>): Memory => {
    const memory = Memory.create(inMemoryJournal(), { quotas });
    memory.createTask("trip", readXml(PLAN));
    return memory;
  };
  const full = (option: keyof Quotas) =>
    expect.objectContaining({ code: "SXP5015", parameters: expect.objectContaining({ option }) });

  it("nodes, tasks and versions", () => {
    const nodes = store({ maxNodes: 4 }).task("trip");
    nodes.commit([insert]);
    expect(() => nodes.commit([insert])).toThrow(full("maxNodes"));
    const tasks = store({ maxTasks: 2 });
    tasks.createTask("b", readXml(PLAN));
    expect(() => tasks.createTask("c", readXml(PLAN))).toThrow(full("maxTasks"));
    tasks.deleteTask("b");
    tasks.createTask("c", readXml(PLAN));
    const memory = store({ maxVersions: 2 });
    memory.task("trip").commit([insert]);
    expect(() => memory.task("trip").commit([insert])).toThrow(full("maxVersions"));
    memory.prune({ task: "trip", versions: [1] });
    memory.task("trip").commit([insert]);
    expect(memory.task("trip").versions()).toHaveLength(3);
  });

  it("bytes of a step and of the store, and hold for others who have it open", () => {
    const storage = inMemoryJournal();
    const memory = Memory.create(storage, { now: () => new Date(0) });
    memory.createTask("trip", readXml(PLAN));
    const other = Memory.open(storage, { now: () => new Date(0) });
    other.quotas = { maxCommitBytes: 1000 };
    memory.refresh();
    const task = memory.task("trip");
    const long = (length: number) => [{ kind: "setText", node: 2, text: "x".repeat(length) } as const];
    expect(() => task.commit(long(1000))).toThrow(full("maxCommitBytes"));
    memory.quotas = { maxCommitBytes: Number.POSITIVE_INFINITY, maxBytes: storage.head().bytes + 2000 };
    expect(() => task.commit(long(3000))).toThrow(full("maxBytes"));
    expect(task.versions()).toHaveLength(1);
    task.commit(long(10));
    expect(() => {
      memory.quotas = { maxBytes: Number.NaN };
    }).toThrow(RangeError);
  });
});

describe("doctor and backup", () => {
  it("find what does not agree", () => {
    const storage = inMemoryJournal();
    const memory = Memory.create(storage);
    const task = memory.createTask("trip", readXml(PLAN));
    task.commit([insert]);
    expect(memory.doctor()).toMatchObject({ isWhole: true, problems: [], tasks: 1, versions: 2 });
    const state = memory.contents.committed(task.id, task.state.versions[1]!);
    Object.assign(state, { nodes: 9 });
    expect(memory.doctor().problems).toEqual([
      { task: "trip", version: 2, what: "it has 4 nodes, and its record says 9" },
    ]);
    Object.assign(state, { nodes: 4, manifest: "x".repeat(43) });
    const { problems, isWhole } = memory.doctor();
    expect(isWhole).toBe(false);
    expect(problems.map(({ what }) => what.split(":")[0])).toEqual(["it can't be read"]);
  });

  it("a backup is the store at that moment, and is continued", () => {
    const [storage, copy] = [inMemoryJournal(), inMemoryJournal()];
    const memory = Memory.create(storage);
    const task = memory.createTask("trip", readXml(PLAN));
    memory.backup(copy);
    task.commit([insert]);
    expect(Memory.open(copy).task("trip").versions()).toHaveLength(1);
    memory.backup(copy);
    expect(Memory.open(copy).task("trip").head().nodes).toBe(4);
  });
});

describe("a name that is not there", () => {
  it.each([
    ["dra", 'Did you mean "draft"?'],
    ["drfat", 'Did you mean "draft"?'],
    ["Main", 'Did you mean "main"?'],
    ["rainy_days", 'Did you mean "rainy-days"?'],
    ["gain", 'There are "main", "draft" and "rainy-days".'],
    ["rain", 'Did you mean "rainy-days"?'],
    ["zebra", 'There are "main", "draft" and "rainy-days".'],
  ])("of a branch, %s, is followed by near ones, or by all", (name, sentence) => {
    const task = Memory.create(inMemoryJournal()).createTask("trip", readXml(PLAN));
    for (const branch of ["draft", "rainy-days"]) task.branch(branch);
    expect(() => task.head(name)).toThrow(`"trip" has no version or branch "${name}". ${sentence}`);
  });

  it("of a task is followed by near ones, or by eight of all", () => {
    const memory = Memory.create(inMemoryJournal());
    expect(() => memory.task("trip")).toThrow(/no task "trip"\.$/);
    for (let i = 1; i <= 9; i++) memory.createTask(`task ${i}`, readXml(PLAN));
    expect(() => memory.task("TASK 3")).toThrow('Did you mean "task 3"');
    expect(() => memory.task("other")).toThrow(/There are "task 1", .*"task 8", …$/);
  });
});
