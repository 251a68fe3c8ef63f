import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MEMORY_FILE } from "@semantic-xpath/memory/node";
import { CONFIDENCE } from "@semantic-xpath/runtime";
import { openSqlite } from "@semantic-xpath/scorers/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentsOf, copyExamples, shown, sxp } from "./sxp.js";

/** A folder with the examples, and a memory of them named `trips`, in which something has happened. */
function workplace(): string {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-memory-"));
  copyExamples(cwd);
  return cwd;
}

async function all(cwd: string, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const { code, err } = await sxp(argumentsOf(line), { cwd });
    expect(code, `${line}\n${err}`).toBe(0);
  }
}

const STORY = [
  "memory init trips",
  "memory create trips acl --data examples/itinerary/itinerary.xml --schema examples/itinerary/itinerary.schema.json --author ada",
  `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "arrival and rest"' --author ada --reason "the flight is late"`,
  "memory branch trips acl draft",
  `memory update trips acl 'delete node /Itinerary/Day[2]/POI[1]' --branch draft --author bob`,
];

let template: string;
beforeAll(async () => {
  template = workplace();
  await all(template, STORY);
});
afterAll(() => rmSync(template, { recursive: true }));

/** A copy of the memory that the test may do anything with. */
function copied(): string {
  const cwd = mkdtempSync(join(tmpdir(), "sxp-memory-"));
  cpSync(template, cwd, { recursive: true });
  return cwd;
}

describe("sxp memory", () => {
  it("lists tasks, and says how to begin where there are none", async () => {
    const cwd = copied();
    const { code, out } = await sxp(argumentsOf("memory list trips"), { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/^acl +3 on 2 branches +\d+ +\d{4}-\d\d-\d\d \d\d:\d\d/m);
    await all(cwd, ["memory init empty"]);
    expect((await sxp(argumentsOf("memory list empty"), { cwd })).out).toContain("sxp memory create empty");
  });

  it("shows the history with who, why and what, the branches on the left", async () => {
    const { out } = await sxp(argumentsOf("memory log trips acl"), { cwd: template });
    expect(out).toMatch(/● 3 \(draft\)/);
    expect(out).toMatch(/● 2 \(main\).*edit\n│ ada: the flight is late/);
    expect(out).toContain('"arrival and rest"');
    const { out: json } = await sxp(argumentsOf("memory log trips acl --by bob --format json"), { cwd: template });
    expect(JSON.parse(json)).toMatchObject([{ version: 3, branch: "draft", provenance: { author: "bob" } }]);
  });

  it("shows a version as it is and as it was, with keys", async () => {
    const now = await sxp(argumentsOf("memory show trips acl"), { cwd: template });
    const then = await sxp(argumentsOf("memory show trips acl --at 1 --keys"), { cwd: template });
    expect(now.out).toContain('theme="arrival and rest"');
    expect(then.out).not.toContain("arrival and rest");
    expect(then.out).toMatch(/^#1 Itinerary/);
    const { out } = await sxp(argumentsOf("memory show trips acl --format xml"), { cwd: template });
    expect(out).toMatch(/^<Itinerary/);
  });

  it("compares versions, by default the newest with the one before", async () => {
    const { out } = await sxp(argumentsOf("memory diff trips acl"), { cwd: template });
    expect(out).toContain("version 1 to 2, 1 change");
    expect(out).toContain("+ arrival and rest");
    const { out: json } = await sxp(argumentsOf("memory diff trips acl 2 draft --format json"), { cwd: template });
    expect(JSON.parse(json).changes).toMatchObject([{ kind: "delete" }]);
  });

  it("says who made a node what it is, by key or by query", async () => {
    const { out } = await sxp(argumentsOf("memory blame trips acl '/Itinerary/Day[1]'"), { cwd: template });
    expect(out).toMatch(/@theme +2 .*ada +the flight is late/);
    const missing = await sxp(argumentsOf("memory blame trips acl '#99999'"), { cwd: template });
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("SXP5017")]);
    const several = await sxp(argumentsOf("memory blame trips acl //POI"), { cwd: template });
    expect([several.code, several.err]).toEqual([1, expect.stringContaining("not one")]);
  });

  it("runs queries on a task, an old version and all of history, as run does", async () => {
    const cwd = template;
    const data = await sxp(
      argumentsOf(`run '//POI[node =~ "museum"]' -k 3 --data examples/itinerary/itinerary.xml --format paths`),
      { cwd },
    );
    const old = await sxp(
      argumentsOf(`memory query trips '//POI[node =~ "museum"]' -k 3 --task acl --at 1 --format paths`),
      { cwd },
    );
    expect(old).toEqual(data);
    const history = `memory query trips '/Memory/Task[@name = "acl"]/Version[changes =~ "arrival"][@-1]//Day[1]/@theme' --format values`;
    const { code, out, err } = await sxp(argumentsOf(history), { cwd });
    expect([code, err]).toEqual([0, ""]);
    expect(out).not.toContain("arrival and rest");
  });

  it("explains why, and why not, over history too", async () => {
    const { code, out } = await sxp(
      argumentsOf(
        `memory query trips '//POI[node =~ "museum" >= 0.3]' --task acl --why-not '/Itinerary/Day[1]/POI[1]'`,
      ),
      { cwd: template },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/museum/);
  });

  it("writes nothing in a dry run", async () => {
    const cwd = copied();
    const before = readdirSync(join(cwd, "trips")).sort();
    const { code, out } = await sxp(
      argumentsOf("memory update trips acl 'delete node /Itinerary/Day[1]/POI[1]' --dry-run"),
      { cwd },
    );
    expect(code).toBe(0);
    expect(out).toContain("nothing was written");
    expect(readdirSync(join(cwd, "trips")).sort()).toEqual(before);
  });

  it("asks which node is meant, and writes nothing", async () => {
    const cwd = copied();
    const { code, out, err } = await sxp(argumentsOf("memory update trips acl 'delete node //POI'"), { cwd });
    expect([code, out + err]).toEqual([1, expect.stringMatching(/SXP\d{4}/)]);
    expect((await sxp(argumentsOf("memory log trips acl --format json"), { cwd })).out).not.toContain('"version": 4');
  });

  it("merges a branch, undoes a version and restores one", async () => {
    const cwd = copied();
    await all(cwd, [
      "memory merge trips acl draft --dry-run",
      "memory merge trips acl draft",
      "memory revert trips acl 2",
      "memory restore trips acl 1",
    ]);
    const { out } = await sxp(argumentsOf("memory diff trips acl 1"), { cwd });
    expect(out).toContain("the same");
    const again = await sxp(argumentsOf("memory merge trips acl draft"), { cwd });
    expect(again.out).toContain("already");
  });

  it("lists conflicts, and writes nothing until it is told which side holds", async () => {
    const cwd = copied();
    await all(cwd, [
      `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "sleep"' --branch draft`,
      `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "walks"'`,
    ]);
    const { code, err } = await sxp(argumentsOf("memory merge trips acl draft"), { cwd });
    expect([code, err]).toEqual([1, expect.stringContaining("1 conflict, so nothing was written")]);
    await all(cwd, ["memory merge trips acl draft --resolve theirs"]);
    expect((await sxp(argumentsOf("memory show trips acl"), { cwd })).out).toContain('theme="sleep"');
  });

  it("prints every write as JSON with the same members, and with each conflict its values and what --resolve does", async () => {
    const cwd = copied();
    const written = async (line: string) => JSON.parse((await sxp(argumentsOf(`${line} --format json`), { cwd })).out);
    const theme = (value: string) =>
      `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "${value}"'`;
    const writes: [line: string, status: string][] = [
      ["memory create trips copy --data examples/itinerary/itinerary.xml", "applied"],
      [theme("walks"), "applied"],
      [`${theme("sleep")} --branch draft`, "applied"],
      ["memory merge trips acl draft", "conflict"],
      ["memory merge trips acl draft --resolve ours --dry-run", "dry run"],
      ["memory merge trips acl draft --resolve theirs --key one", "applied"],
      ["memory merge trips acl draft --resolve theirs --key one", "repeated"],
      ["memory merge trips acl draft", "unchanged"],
      ["memory revert trips acl -1 --dry-run", "dry run"],
      ["memory revert trips acl -1", "applied"],
      ["memory restore trips acl 1 --dry-run", "dry run"],
      ["memory restore trips acl 1", "applied"],
      ["memory import trips copy examples/itinerary/itinerary.xml --dry-run", "unchanged"],
      ["memory import trips copy examples/itinerary/itinerary.xml", "applied"],
      ["memory branch trips acl other", "applied"],
      ["memory branch trips acl other --delete", "applied"],
      ["memory delete trips copy", "dry run"],
      ["memory delete trips copy --yes", "applied"],
    ];
    const members = ["base", "branch", "changes", "isDryRun", "status", "task", "version"];
    for (const [line, status] of writes) {
      const json = await written(line);
      expect([line, json.status]).toEqual([line, status]);
      expect(Object.keys(json)).toEqual(expect.arrayContaining(members));
      const hasVersion = (status === "applied" || status === "repeated") && !/branch trips|delete/.test(line);
      expect([line, typeof json.version]).toEqual([line, hasVersion ? "number" : "object"]);
      expect(JSON.stringify(json)).not.toContain("segments");
      if (status !== "conflict") continue;
      expect(json.conflicts).toMatchObject([
        { path: "/Itinerary/Day[1]", part: "@theme", ours: "walks", theirs: "sleep" },
      ]);
      expect(json.resolve).toEqual({
        ours: "--resolve ours keeps what is there",
        theirs: "--resolve theirs takes what comes",
      });
    }
  });

  it("says by which version a part was made at the latest, if that was pruned", async () => {
    const cwd = copied();
    await all(cwd, ["memory prune trips --task acl --before 3 --yes"]);
    const { out } = await sxp(argumentsOf("memory blame trips acl /Itinerary/Day[1]"), { cwd });
    expect(out).toMatch(/node +\d or before/);
    expect(out).toContain("which was pruned");
    const { out: json } = await sxp(argumentsOf("memory blame trips acl /Itinerary/Day[1] --format json"), { cwd });
    expect(JSON.parse(json)[0]).toMatchObject({ part: "node", isMakerPruned: true });
    expect((await sxp(argumentsOf("memory log trips acl"), { cwd })).out).toMatch(/1 .* pruned \d{4}-\d\d-\d\d/);
    await all(cwd, ["memory export trips acl whole", "memory import trips again whole"]);
    const pruned = async (task: string) => {
      const log = (await sxp(argumentsOf(`memory log trips ${task} --format json`), { cwd })).out;
      return JSON.parse(log).map(({ prunedTime }: { prunedTime?: string }) => prunedTime);
    };
    expect(await pruned("again")).toEqual(await pruned("acl"));
    expect(await pruned("acl")).toContainEqual(expect.stringMatching(/^\d{4}-/));
    const alone = await sxp(argumentsOf("memory export trips acl one --at 1"), { cwd });
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining("SXP5016")]);
  });

  it("refuses what was changed in between with --if-version, and does the same key once", async () => {
    const cwd = copied();
    const update = `memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "x"'`;
    const late = await sxp(argumentsOf(`${update} --if-version 1`), { cwd });
    expect(late.code).toBe(1);
    expect(late.out + late.err).toMatch(/version/);
    for (const line of [
      "restore trips acl 1",
      "revert trips acl 2",
      "import trips acl examples/itinerary/itinerary.xml",
    ]) {
      const dry = await sxp(argumentsOf(`memory ${line} --if-version 1 --dry-run`), { cwd });
      expect([line, dry.code, dry.err]).toEqual([line, 1, expect.stringContaining("SXP5010")]);
    }
    await all(cwd, [`${update} --key once`, `${update} --key once`]);
    const { out } = await sxp(argumentsOf("memory log trips acl --format json"), { cwd });
    expect(JSON.parse(out)).toHaveLength(4);
  });

  it("exports a task as files, and imports them again with their history", async () => {
    const cwd = copied();
    await all(cwd, ["memory export trips acl files", "memory init other", "memory import other acl files"]);
    expect(existsSync(join(cwd, "files"))).toBe(true);
    const [a, b] = [
      await sxp(argumentsOf("memory show trips acl"), { cwd }),
      await sxp(argumentsOf("memory show other acl"), { cwd }),
    ];
    expect(b.out).toBe(a.out);
  });

  it("takes a newer tree of a task, with its keys", async () => {
    const cwd = copied();
    const path = join(cwd, "examples/itinerary/itinerary.xml");
    writeFileSync(path, readFileSync(path, "utf8").replace(/<Day /, '<Day mood="calm" '));
    await all(cwd, ["memory import trips acl examples/itinerary/itinerary.xml --branch draft --dry-run"]);
    const { out } = await sxp(argumentsOf("memory import trips acl examples/itinerary/itinerary.xml"), { cwd });
    expect(out).toContain("version 4 of main");
  });

  it("deletes for good what is pruned", async () => {
    const cwd = copied();
    await all(cwd, [`memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "secretword"'`]);
    await all(cwd, [`memory update trips acl 'replace value of node /Itinerary/Day[1]/@theme with "plain"'`]);
    const dry = await sxp(argumentsOf("memory prune trips --keep-last 1"), { cwd });
    expect(dry.out).toContain("Add --yes");
    const holds = () =>
      readdirSync(join(cwd, "trips"), { recursive: true, withFileTypes: true }).some(
        (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes("secretword"),
      );
    expect(holds()).toBe(true);
    await all(cwd, ["memory prune trips --keep-last 1 --yes", "memory doctor trips"]);
    expect(holds()).toBe(false);
  });

  it("says that a memory is whole, and what is wrong with one that is not", async () => {
    const cwd = copied();
    expect((await sxp(argumentsOf("memory doctor trips"), { cwd })).out).toMatch(/^whole: 1 task, 3 versions/);
    const folder = join(cwd, "trips");
    const database = openSqlite(join(folder, MEMORY_FILE));
    database.exec("update chunk set bytes = x'00' where rowid = 1");
    database.close();
    const { code, out } = await sxp(argumentsOf("memory doctor trips"), { cwd });
    expect([code, out]).toEqual([1, expect.stringContaining("damaged")]);
    expect(out).toMatch(/chunk [\w-]{43}: its bytes do not have its hash/);
  });

  it("copies a memory, gives free space back, and ends with 3 where there is none", async () => {
    const cwd = copied();
    await all(cwd, ["memory backup trips copy", "memory doctor copy", "memory gc trips", "memory doctor trips"]);
    const { code, err } = await sxp(argumentsOf("memory list nowhere"), { cwd });
    expect([code, err]).toEqual([3, expect.stringContaining("SXP5001")]);
  });

  it("names the task that was meant", async () => {
    const { code, err } = await sxp(argumentsOf("memory show trips acll"), { cwd: template });
    expect([code, err]).toEqual([1, expect.stringContaining('"acl"')]);
  });

  it("shows on a terminal what it shows in a file, with colours", async () => {
    const { text } = await shown(argumentsOf("memory log trips acl"), { cwd: template, terminal: true });
    expect(text).toContain("\u001b[33m●\u001b[39m");
  });
});

describe("a memory that is used with care", () => {
  it("says in the help the confidence that updates have by default", async () => {
    const { out } = await sxp(["memory", "update", "--help"], {});
    expect(out.replace(/\s+/g, " ")).toContain(`sxp asks. Default ${CONFIDENCE.weight}`);
  });

  it("takes versions that count from the end as they are", async () => {
    const cwd = copied();
    const from = await sxp(argumentsOf("memory diff trips acl 1 -2"), { cwd });
    expect(from).toEqual(await sxp(argumentsOf("memory diff trips acl 1 2"), { cwd }));
    expect((await sxp(argumentsOf("memory restore trips acl -3 --dry-run"), { cwd })).code).toBe(0);
    expect((await sxp(argumentsOf("memory diff trips acl -x"), { cwd })).code).toBe(2);
  });

  it("does not create a task with data that its schema refuses", async () => {
    const cwd = copied();
    writeFileSync(join(cwd, "plan.xml"), "<Plan/>");
    const line = "memory create trips plan --data plan.xml --schema examples/itinerary/itinerary.schema.json";
    const { code, err } = await sxp(argumentsOf(line), { cwd });
    expect([code, err]).toEqual([1, expect.stringContaining("SXP4008")]);
    expect((await sxp(argumentsOf("memory list trips"), { cwd })).out).not.toContain("plan");
  });

  it("says what an import would make, and makes nothing", async () => {
    const cwd = copied();
    await all(cwd, ["memory export trips acl out"]);
    const dry = await sxp(argumentsOf("memory import trips again out --dry-run"), { cwd });
    expect(dry).toMatchObject({ code: 0, out: "would make again: 3 versions\n" });
    expect((await sxp(argumentsOf("memory import trips acl out --dry-run"), { cwd })).err).toContain("SXP5014");
    expect((await sxp(argumentsOf("memory list trips"), { cwd })).out).not.toContain("again");
  });

  it("says of a backup that nothing is new, and of an update that it was refused on standard error", async () => {
    const cwd = copied();
    expect((await sxp(argumentsOf("memory backup trips copy"), { cwd })).out).toContain("copied to copy: ");
    expect((await sxp(argumentsOf("memory backup trips copy"), { cwd })).out).toContain("nothing new in copy: ");
    const line = "memory update trips acl 'delete node /Itinerary/Day[1]' --if-version 1";
    const { code, out, err } = await sxp(argumentsOf(line), { cwd });
    expect([code, out, err]).toEqual([1, "", expect.stringContaining("SXP5034")]);
  });
});
