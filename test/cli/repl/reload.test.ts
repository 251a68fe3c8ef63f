import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchPaths } from "../../../packages/cli/src/input/watch.js";
import { createNotices } from "../../../packages/cli/src/repl/session/notices.js";
import { reloading } from "../../../packages/cli/src/repl/session/reload.js";
import { planFolder } from "../sxp.js";
import { sitting } from "./support/session.js";

/** A change of a file, seen. */
async function seen(change: (path: string) => void): Promise<boolean> {
  const path = join(mkdtempSync(join(tmpdir(), "sxp-watch-")), "file");
  writeFileSync(path, "a");
  return new Promise((resolve) => {
    const end = watchPaths([path], () => {
      end();
      resolve(true);
    });
    change(path);
  });
}

describe("a watched file", () => {
  it("is seen to change where it is written", async () => {
    expect(await seen((path) => writeFileSync(path, "b"))).toBe(true);
  });

  it("is seen to change where another takes its name", async () => {
    const change = (path: string): void => {
      writeFileSync(`${path}.new`, "b");
      renameSync(`${path}.new`, path);
    };
    expect(await seen(change)).toBe(true);
  });
});

describe("data, schema and queries that change", () => {
  it("are read again, and earlier runs keep what they had", async () => {
    const cwd = planFolder();
    const { session, type } = sitting({ cwd });
    await type(":load plan.sxp", "//Day");
    const notices = createNotices();
    const files = reloading(session, notices);
    files.follow();
    const changed = new Promise<void>((resolve) => notices.listen(resolve));
    writeFileSync(join(cwd, "plan.xml"), "<Plan><Day index='1'/><Day index='2'/><Day index='3'/></Plan>");
    await changed;
    await notices.print();
    files.end();
    await type("//Day");
    expect(session.runs.map(({ inspection }) => inspection.result.matches.length)).toEqual([2, 3]);
    expect(await type(":compare")).toContain("/Plan/Day[3]");
  });

  /** A session that follows its files, and a change of one of them that it has read. */
  async function following(files: Readonly<Record<string, string>>, ...inputs: readonly string[]) {
    const cwd = planFolder(files);
    const at = sitting({ cwd });
    await at.type(...inputs);
    const notices = createNotices();
    const { follow, end } = reloading(at.session, notices);
    follow();
    return {
      ...at,
      async write(name: string, text: string) {
        const changed = new Promise<void>((resolve) => notices.listen(resolve));
        writeFileSync(join(cwd, name), text);
        await changed;
        await notices.print();
        end();
      },
    };
  }

  it("leave a query that the file no longer declares out, and what was typed in", async () => {
    const own = "declare query a() := //Day;\ndeclare query b() := //POI;\n";
    const at = await following({ "own.sxp": own }, ":data plan.xml", ":load own.sxp", ":def mine = //Day[1]");
    await at.write("own.sxp", "declare query b() := //POI;\ndeclare query c() := //POI[1];\n");
    expect([...at.session.settings.definitions.keys()].sort()).toEqual(["b", "c", "mine"]);
  });

  it("leave data alone that was chosen instead of what the file imports", async () => {
    const files = { "other.xml": "<Plan/>", "own.sxp": 'import data "plan.xml";\ndeclare query a() := //Day;\n' };
    const at = await following(files, ":load own.sxp", ":data other.xml");
    await at.write("own.sxp", 'import data "plan.xml";\ndeclare query b() := //Day;\n');
    expect(at.session.settings.data?.path).toBe("other.xml");
    expect([...at.session.settings.definitions.keys()]).toEqual(["b"]);
  });

  it("are as they are now after :undo", async () => {
    const at = await following({}, ":load plan.sxp", ":limit 1");
    await at.write("plan.xml", "<Plan><Day index='1'/></Plan>");
    await at.type(":undo");
    expect([at.session.settings.limit, at.session.settings.data?.tree.size]).toEqual([null, 2]);
  });

  it("take the data that the file now imports", async () => {
    const files = { "other.xml": "<Plan/>", "own.sxp": 'import data "plan.xml";\ndeclare query a() := //Day;\n' };
    const at = await following(files, ":load own.sxp");
    await at.write("own.sxp", 'import data "other.xml";\ndeclare query a() := //Day;\n');
    expect(at.session.settings.data?.path).toBe("other.xml");
  });
});
