import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNotices } from "../../../packages/cli/src/repl/front/notices.js";
import { reloading } from "../../../packages/cli/src/repl/session/reload.js";
import { watchPath } from "../../../packages/cli/src/repl/session/watchFiles.js";
import { planFolder } from "../sxp.js";
import { sitting } from "./support/session.js";

/** A change of a file, seen. */
async function seen(change: (path: string) => void): Promise<boolean> {
  const path = join(mkdtempSync(join(tmpdir(), "sxp-watch-")), "file");
  writeFileSync(path, "a");
  return new Promise((resolve) => {
    const end = watchPath(path, () => {
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
    await notices.tell();
    files.end();
    await type("//Day");
    expect(session.runs.map(({ inspection }) => inspection.result.matches.length)).toEqual([2, 3]);
    expect(await type(":compare")).toContain("/Plan/Day[3]");
  });
});
