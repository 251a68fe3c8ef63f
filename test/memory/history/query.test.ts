import { inspect } from "@semantic-xpath/inspect";
import { inMemoryJournal, Memory, type MemoryResult, Scope, storeSchema } from "@semantic-xpath/memory";
import { parseSchema } from "@semantic-xpath/planner";
import { readXml } from "@semantic-xpath/readers";
import { compile } from "@semantic-xpath/runtime";
import { type NodeData, treeOf } from "@semantic-xpath/tree";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { runs } from "../../support/runs.js";
import { newStore, tripStore } from "./stores.js";

const memory = tripStore();

const namesOf = ({ matches }: MemoryResult): string[] =>
  matches.map(({ task, version, node }) => `${task}@${version} ${node.attributes.name ?? node.type}`);

const found = async (text: string, options = {}, of: Memory = memory): Promise<string[]> =>
  namesOf(await of.query(text, options));

const openedBy = async (text: string, options = {}): Promise<string[]> =>
  (await memory.query(text, options)).stats.opened.map(({ task, version }) => `${task}@${version}`);

describe("the store as one tree", () => {
  it("has tasks, versions and what these changed in words", async () => {
    const { matches } = await memory.query('/Memory/Task[@name = "trip"]/Version/@changes');
    expect(matches.map((match) => [match.version, match.value])).toEqual([
      [1, expect.stringMatching(/^created Itinerary with 7 nodes: .*Pandas$/)],
      [2, 'changed name of Museum of Art from "Museum of Art" to "Museum of Modern Art"'],
      [3, "added POI Café Nero to Day 1: Espresso at the pier"],
      [4, "deleted POI Museum of Modern Art from Day 2: Paintings"],
      [5, "deleted POI Zoo from Day 2: Pandas"],
    ]);
    expect(await found("/Memory/Task")).toEqual(["trip@null trip", "todo@null todo"]);
  });

  it("has of each task its names, its branches, how many versions there are, and when the first and the last were made", async () => {
    const { tree } = (await memory.query("/Memory/Task")).ran;
    const tasks = memory.tasks();
    expect(tasks.some((task) => task.versions().length > 1)).toBe(true);
    expect(tree.root!.children.map(({ attributes }) => ({ ...attributes }))).toEqual(
      tasks.map((task) => {
        const versions = task.versions();
        return {
          name: task.name,
          ...(task.title !== null && { title: task.title }),
          ...(task.description !== null && { description: task.description }),
          branches: task
            .branches()
            .map(({ name }) => name)
            .join(" "),
          created: versions[0]!.time,
          changed: versions.at(-1)!.time,
          versions: `${versions.length}`,
        };
      }),
    );
  });

  it("law: any word that was written or deleted, however deep and however long the text, finds its versions", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."bdfgklmnprt"), minLength: 6, maxLength: 9 });
    const sentence = fc.array(word, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sentence, fc.nat(), fc.integer({ min: 0, max: 3 }), async (words, index, depth) => {
        const at = Memory.create(inMemoryJournal());
        const task = at.createTask("notes", treeOf({ type: "Notes" }));
        let content: NodeData = { type: "Note", text: words.join(" ") };
        for (let i = 0; i < depth; i++) content = { type: "Part", children: [content] };
        task.commit([{ kind: "insert", parent: 1, content }]);
        task.commit([{ kind: "delete", node: 2 }]);
        const query = "/Memory/Task/Version[changes =~ $word]";
        const { matches } = await at.query(query, { params: { word: words[index % words.length]! } });
        expect(matches.map(({ version }) => version).sort()).toEqual([2, 3]);
      }),
      { numRuns: runs(60, 20) },
    );
  });

  it("answers the question of an earlier plan and opens that version alone", async () => {
    const query = '/Memory/Task[node =~ "San Diego trip"]/Version[-2]//POI[node =~ "coffee"]';
    const result = await memory.query(query);
    expect(namesOf(result)).toEqual(["trip@4 Bean House", "trip@4 Café Nero"]);
    expect(result.stats.opened).toEqual([{ task: "trip", version: 4 }]);
    const [first] = result.matches;
    expect(first).toMatchObject({
      key: memory.task("trip").version(1).keyOf(4),
      pathInVersion: "/Itinerary/Day[1]/POI[2]",
    });
    expect(first!.path).toBe("/Memory/Task[1]/Version[4]/Itinerary/Day[1]/POI[2]");
  });

  it("finds the plan before the museum change", async () => {
    const before = '(/Memory/Task[@name = "trip"]/Version[changes =~ "museum"])[1][@-1]';
    expect(await found(`${before}/Itinerary/Day[2]/POI`)).toEqual(["trip@1 Museum of Art", "trip@1 Zoo"]);
    expect(await openedBy(`${before}/Itinerary/Day[2]/POI`)).toEqual(["trip@1"]);
    expect(await openedBy('/Memory/Task[@name = "trip"]/Version[changes =~ "museum"]')).toEqual([]);
  });

  it("says what a day looked like originally", async () => {
    const day = '/Memory/Task[@name = "trip"]/Version[1]/Itinerary/Day[2]/POI';
    expect(await found(day)).toEqual(["trip@1 Museum of Art", "trip@1 Zoo"]);
  });

  it("knows branches, times, authors, reasons and changes", async () => {
    expect(await found('/Memory/Task/Version[@branch = "rain"][-1]//POI')).toEqual([
      "trip@5 Harbour",
      "trip@5 Bean House",
      "trip@5 Museum of Modern Art",
    ]);
    expect(await found('/Memory/Task/Version[@time < "2026-03-04"]')).toEqual([
      "trip@1 Version",
      "trip@2 Version",
      "todo@1 Version",
    ]);
    expect(await found('/Memory/Task/Version[@author = "Ben" and reason =~ "coffee"]')).toEqual(["trip@3 Version"]);
    expect(await found('/Memory/Task/Version[3]/Change[@kind = "insert"]')).toEqual(["trip@3 Change"]);
    const { matches } = await memory.query('/Memory/Task/Version/Change[@kind = "delete"]/text()');
    expect(matches.map(({ value }) => value)).toEqual([
      "deleted POI Museum of Modern Art from Day 2",
      "deleted POI Zoo from Day 2",
    ]);
  });

  it("compares two versions in one query", async () => {
    const gone = `/Memory/Task[@name = "trip"]/Version[1]//POI[not(@name = root()/Memory/Task[@name = "trip"]/Version[4]//POI/@name)]`;
    expect(await found(gone)).toEqual(["trip@1 Museum of Art"]);
    expect(await openedBy(gone)).toEqual(["trip@1", "trip@4"]);
  });

  it("gives values, and evidence from versions that it opens for that", async () => {
    const { value, stats } = await memory.query('count(/Memory/Task[@name = "trip"]/Version[-1]//POI)');
    expect(value).toBe(3);
    expect(stats.opened).toHaveLength(1);
    const panda = '/Memory/Task[max(/Version[1]//POI[node =~ "pandas"]) > 0.5]';
    expect(await found(panda)).toEqual(["trip@null trip"]);
    expect(await openedBy(panda)).toEqual(["trip@1"]);
    expect(await found('/Memory/Task/Version[exists(/List/Task[@name = "Passport"])]')).toEqual(["todo@1 Version"]);
  });

  it("tells tasks of the store from nodes of that type in a version", async () => {
    expect(await found('//Task[node =~ "coffee beans"]')).toEqual(["todo@1 Coffee beans"]);
    expect(await openedBy("//Task")).toEqual(["todo@1"]);
    expect(await openedBy("//Version")).toEqual([]);
    expect(await openedBy("//Zebra")).toEqual([]);
  });

  it("goes back up from a version", async () => {
    expect(await found('/Memory/Task/Version[-1]//POI[@name = "Zoo"]/ancestor::Task')).toEqual([]);
    expect(
      await found(
        '/Memory/Task/Version[1]//POI[@name = "Zoo"]/ancestor::Version/following-sibling::Version[1]//POI[4]',
      ),
    ).toEqual(["trip@2 Zoo"]);
    const some = '/Memory/Task[some $v in /Version satisfies $v//POI/@name = "Café Nero"]';
    expect(await found(some)).toEqual(["trip@null trip"]);
    const from3 = '/Memory/Task/Version[some $p in //POI, $q in $p/.. satisfies $q//POI/@name = "Café Nero"]/@number';
    expect(await found(from3)).toEqual(["trip@3 Version", "trip@4 Version"]);
  });

  it("follows references within their version", async () => {
    const store = newStore();
    const plan = '<Plan><Stop id="a">Pier</Stop><Stop id="b">Zoo</Stop><Leg to="b"/></Plan>';
    const task = store.createTask("walk", readXml(plan));
    task.commit([{ kind: "setText", node: 3, text: "Aquarium" }]);
    const values = async (text: string) =>
      (await store.query(text)).matches.map(({ version, value }) => [version, value]);
    expect(await values("/Memory/Task/Version//Leg/id(@to)")).toEqual([
      [1, "Zoo"],
      [2, "Aquarium"],
    ]);
    expect(await values('/Memory/Task/Version[2]/id("a")')).toEqual([[2, "Pier"]]);
    expect(await values('/Memory/Task/id("a")')).toEqual([]);
    expect(await values('/Memory/Task/Version[1]//Stop[exists(/id("b"))]')).toEqual([
      [1, "Pier"],
      [1, "Zoo"],
    ]);
  });

  it("refuses to read more versions than it may, and says how to ask", async () => {
    const many = memory.query("//POI", { maxVersions: 3 });
    await expect(many).rejects.toMatchObject({ code: "SXP5050" });
    await expect(many).rejects.toThrow("The query reads 5 versions, and the limit is 3.");
    await expect(memory.query("//POI", { maxVersionNodes: 10 })).rejects.toMatchObject({ code: "SXP5050" });
    expect(await found("//POI[@name = 'Zoo']")).toHaveLength(4);
  });

  it("takes options that fit", async () => {
    await expect(memory.query("//POI", { version: 1 })).rejects.toMatchObject({ code: "SXP5051" });
    await expect(memory.query("//POI[", { task: "trip" })).rejects.toThrow("SXP1");
    await expect(memory.query("//POI", { task: "trap" })).rejects.toMatchObject({ code: "SXP5012" });
  });

  it("shows the tasks that it may show, and nothing of the others", async () => {
    const todo = new Scope(memory, { tasks: ["todo"] });
    await expect(memory.query("//POI", { task: "trip", scope: todo })).rejects.toMatchObject({ code: "SXP5012" });
    expect(await found("/Memory/Task", { scope: todo })).toEqual(["todo@null todo"]);
    const result = await memory.query('//POI | //Task[node =~ "San Diego"]', { scope: todo });
    expect(JSON.stringify(result)).not.toContain("Diego trip");
    expect(namesOf(result)).toEqual([]);
  });
});

describe("a query on a version", () => {
  const query = '//POI[node =~ "coffee"]';

  it("gives what the same query gives on the tree of the version, and in the store", async () => {
    for (const version of memory.task("trip").versions()) {
      const own = await compile(query).query!.run(version.tree());
      const alone = await memory.query(query, { task: "trip", version: version.number });
      const stored = await memory.query(`/Memory/Task[1]/Version[@number = ${version.number}]${query}`);
      const weighed = own.matches.map(({ id, weight }) => [version.keyOf(id), weight]);
      expect(alone.matches.map(({ key, weight }) => [key, weight])).toEqual(weighed);
      expect(stored.matches.map(({ key, weight }) => [key, weight])).toEqual(weighed);
      expect(stored.matches.map(({ pathInVersion }) => pathInVersion)).toEqual(own.matches.map(({ path }) => path));
    }
  });

  it("sees no more than its scope", async () => {
    const trip = memory.task("trip");
    const scope = new Scope(memory, { tasks: ["trip"], root: trip.version(1).keyOf(5) });
    const { matches } = await memory.query("//POI", { task: "trip", version: 1, scope });
    expect(matches.map(({ node }) => node.attributes.name)).toEqual(["Museum of Art", "Zoo"]);
    expect(matches.map(({ key }) => key)).toEqual([6, 7].map((node) => trip.version(1).keyOf(node)));
    const all = await memory.query("//POI | //Version | //Task | //Change", { scope });
    expect(new Set(namesOf(all))).toEqual(
      new Set(
        [
          "trip@null trip",
          ...[1, 2, 3, 4, 5].map((n) => `trip@${n} Version`),
          "trip@1 Zoo",
          "trip@1 Museum of Art",
        ].concat(...[2, 3, 5].map((n) => `trip@${n} Museum of Modern Art`), ...[2, 3, 4].map((n) => `trip@${n} Zoo`)),
      ),
    );
    expect(all.matches.find(({ pathInVersion }) => pathInVersion !== null)!.pathInVersion).toBe("/Day/POI[1]");
    for (const hidden of ["Harbour", "Nero", "San Diego", "Itinerary", "Errands"])
      expect(JSON.stringify(all)).not.toContain(hidden);
  });

  it("copies a node of an old version into the new one, with keys of its own", async () => {
    const store = tripStore();
    const [old] = (await store.query('/Memory/Task[1]/Version[1]//POI[@name = "Museum of Art"]')).matches;
    const trip = store.task("trip");
    const content = trip.version(old!.version!).data(old!.key!);
    trip.commit([{ kind: "insert", parent: trip.head().nodeOf(2)!, content }]);
    const [copy] = (await store.query('/Memory/Task[1]/Version[-1]//POI[@name = "Museum of Art"]')).matches;
    expect(copy!.node.text).toBe("Paintings");
    expect(copy!.key).toBeGreaterThan(old!.key!);
  });
});

describe("a run on a store", () => {
  it("can be run again and inspected", async () => {
    const { ran, matches, trace } = await memory.query('/Memory/Task[1]/Version[1]//POI[node =~ "pandas"]', {
      trace: true,
    });
    expect(trace!.results).toHaveLength(matches.length);
    const inspection = await inspect(ran.query, ran.tree, ran.options);
    expect(inspection.result.matches[0]!.path).toBe(matches[0]!.path);
    expect(ran.query.explain()).toContain("POI");
  });

  it("scores what the catalogue says the same whatever is laid out", async () => {
    const weights = async (text: string, options = {}) => (await memory.query(text, options)).matches[0]!.weight;
    const task = await weights('/Memory/Task[node =~ "San Diego trip"]');
    const both = await weights('/Memory/Task[node =~ "San Diego trip"] | (//POI[@name = "Nowhere"])');
    expect(both).toBe(task);
  });

  it("sees what was committed since, and lays out nothing anew that it has", async () => {
    const store = tripStore();
    const text = "/Memory/Task[1]/Version[-1]//POI";
    expect((await store.query(text)).matches).toHaveLength(3);
    const ran = (await store.query(text)).ran.tree;
    expect((await store.query(text)).ran.tree).toBe(ran);
    store.task("trip").commit([{ kind: "insert", parent: 2, content: { type: "POI" } }]);
    expect((await store.query("/Memory/Task[1]/Version[-1]//POI")).matches).toHaveLength(5);
    store.task("todo").rename("errands");
    expect(await found("/Memory/Task/@name", {}, store)).toEqual(["trip@null trip", "errands@null errands"]);
  });
});

describe("the schema of a store", () => {
  const { schema } = parseSchema(
    JSON.stringify({
      version: 1,
      roots: ["Plan"],
      types: {
        Plan: { children: { Stop: {} } },
        Stop: { attributes: { cost: { type: "number" }, note: { type: "string", element: true } }, text: true },
      },
    }),
  );
  const store = newStore();
  store.createTask(
    "walk",
    readXml("<Plan><Stop cost='12'><note>by the sea</note>Pier</Stop><Stop cost='7'>Park</Stop></Plan>"),
    {
      schema: schema!,
    },
  );

  it("knows tasks, versions and the types of the tasks", async () => {
    expect(Object.keys(storeSchema(store)!.types)).toEqual(["Memory", "Task", "Version", "Change", "Plan", "Stop"]);
    const { diagnostics } = await store.query("/Memory/Task/Version[-1]/Plan/Stp");
    expect(diagnostics.map(({ code }) => code)).toEqual(["SXP2001"]);
    expect((await store.query("/Memory/Task/Version[@number > 0][-1]/Plan/Stop[cost > 8]")).diagnostics).toEqual([]);
  });

  it("has fields that are elements, as in the version alone", async () => {
    const { matches } = await store.query('/Memory/Task/Version/Plan/Stop[note = "by the sea"]');
    expect(matches.map(({ key, pathInVersion }) => [key, pathInVersion])).toEqual([
      [store.task("walk").head().keyOf(2), "/Plan/Stop[1]"],
    ]);
    const { matches: alone } = await store.query('//Stop[@note = "by the sea"]', { task: "walk" });
    expect(alone.map(({ key }) => key)).toEqual(matches.map(({ key }) => key));
  });

  it("is none where a version has none", () => {
    expect(storeSchema(memory)).toBeNull();
  });
});

it("of a thousand versions a query reads those that it looks into", { tags: "slow" }, async () => {
  const store = newStore();
  const log = store.createTask("log", readXml("<Log><Entry>first coffee</Entry></Log>"), { title: "San Diego trip" });
  for (let i = 0; i < 999; i++) log.commit([{ kind: "setText", node: 2, text: `coffee number ${i}` }]);
  const reads = vi.spyOn(store.contents, "tree");
  const { matches, stats } = await store.query(
    '/Memory/Task[node =~ "San Diego trip"]/Version[-2]//Entry[node =~ "coffee"]',
  );
  expect(matches.map(({ version }) => version)).toEqual([999]);
  expect(stats.opened).toHaveLength(1);
  expect(new Set(reads.mock.calls.map(([manifest]) => manifest)).size).toBeLessThanOrEqual(2);
});
