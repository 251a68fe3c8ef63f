import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bufferOf } from "../../../packages/cli/src/repl/editor/buffer/buffer.js";
import { suggestion, withEntry } from "../../../packages/cli/src/repl/editor/history.js";
import {
  appendHistory,
  historyPath,
  historyWriter,
  parseHistory,
  printHistory,
  readHistory,
} from "../../../packages/cli/src/repl/editor/historyFile.js";
import { clean } from "../../../packages/cli/src/repl/editor/keys.js";
import { foundText } from "../../../packages/cli/src/repl/editor/press.js";
import { typed } from "./support/editor.js";

const entries = ["//Day", "//POI", ":why 3", '//Day[node =~ "park"]'];

describe("going through the history", () => {
  it.each<[readonly string[], string]>([
    [["up"], '//Day[node =~ "park"]|'],
    [["up", "up"], ":why 3|"],
    [["up", "up", "down"], '//Day[node =~ "park"]|'],
    [["abc", "up"], "abc|"],
    [["//D", "up"], '//Day[node =~ "park"]|'],
    [["//D", "up", "up"], "//Day|"],
    [["//D", "up", "up", "down", "down"], "//D|"],
    [["up", "up", "up", "up", "up", "up"], "//Day|"],
    [["M-."], '"park"]|'],
  ])("%j", (keys, shown) => expect(typed(keys, { entries }).shown).toBe(shown));
});

describe("searching", () => {
  const found = (...keys: string[]): string => {
    const { state } = typed(["C-r", ...keys], { entries });
    return state.search === null ? `taken ${state.buffer.text}` : foundText(state, state.search);
  };

  it.each<[readonly string[], string]>([
    [["day"], '//Day[node =~ "park"]'],
    [["day", "C-r"], "//Day"],
    [["day", "C-r", "C-s"], '//Day[node =~ "park"]'],
    [["Why"], ""],
    [["why"], ":why 3"],
    [["dayx", "backspace"], '//Day[node =~ "park"]'],
    [["poi", "escape"], "taken //POI"],
    [["poi", "C-g"], "taken "],
    [["poi", "left"], "taken //POI"],
  ])("%j", (keys, text) => expect(found(...keys)).toBe(text));

  it("sends with Enter", () => {
    const { outcome, state } = typed(["C-r", "why", "enter"], { entries });
    expect([outcome, state.buffer.text]).toEqual(["submit", ":why 3"]);
  });
});

describe("a suggestion", () => {
  it("is the rest of the newest entry that begins like the text", () => {
    expect(suggestion(entries, bufferOf("//D"))).toBe('ay[node =~ "park"]');
    expect(suggestion(entries, bufferOf("//D", 1))).toBe("");
    expect(suggestion(entries, bufferOf(""))).toBe("");
  });

  it.each<[readonly string[], string]>([
    [["//P", "right"], "//POI|"],
    [["//P", "C-e"], "//POI|"],
    [["//Day[", "M-f"], "//Day[node|"],
    [["//P", "left", "right"], "//P|"],
  ])("is taken by %j", (keys, shown) => expect(typed(keys, { entries }).shown).toBe(shown));
});

describe("the history file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sxp-history-"));

  it("lies in the user's folder for state, unless told otherwise", () => {
    expect(historyPath({ SXP_HISTORY: "off" })).toBeNull();
    expect(historyPath({ SXP_HISTORY: "/x/y" })).toBe("/x/y");
    if (process.platform === "win32") return;
    expect(historyPath({ XDG_STATE_HOME: "/state" })).toBe("/state/sxp/history");
    expect(historyPath({ HOME: "/home/maren" })).toBe("/home/maren/.local/state/sxp/history");
  });

  it("is for its owner alone, and has each entry once", async () => {
    const path = join(folder, "deep", "history");
    const keep = historyWriter(path);
    await Promise.all(["//Day", "//POI[\n1]", "//Day", " secret"].map(keep));
    expect(readFileSync(path, "utf8")).toBe("//POI[\\n1]\n//Day\n");
    expect(await readHistory(path)).toEqual(["//POI[\n1]", "//Day"]);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("loses nothing to sessions side by side", async () => {
    const path = join(folder, "shared", "history");
    const sessions = ["a", "b", "c", "d"].map((name) => ({ name, keep: historyWriter(path) }));
    const typing = sessions.flatMap(({ name, keep }) => Array.from({ length: 10 }, (_, i) => keep(`//${name}${i}`)));
    await Promise.all(typing);
    const kept = await readHistory(path);
    expect(kept.length).toBe(40);
    for (const { name } of sessions)
      expect(kept.filter((entry) => entry.startsWith(`//${name}`))).toEqual(
        Array.from({ length: 10 }, (_, i) => `//${name}${i}`),
      );
    expect(readdirSync(join(folder, "shared"))).toEqual(["history"]);
  });

  it("does not wait for a session that has ended without giving the file back", async () => {
    const path = join(folder, "stale");
    writeFileSync(`${path}.lock`, "");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    await appendHistory(path, "//Day");
    expect(await readHistory(path)).toEqual(["//Day"]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("stays where a link to it leads", async () => {
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    writeFileSync(target, "//POI\n");
    symlinkSync(target, link);
    await appendHistory(link, "//Day");
    expect(readFileSync(target, "utf8")).toBe("//POI\n//Day\n");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("is no reason to fail", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await appendHistory(join(file, "history"), "//Day");
    expect(await readHistory(join(file, "history"))).toEqual([]);
  });

  it("comes back as it was written", () => {
    const entry = fc
      .string({ unit: "grapheme", minLength: 1 })
      .map(clean)
      .filter((text) => text !== "");
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (list) => {
        expect(parseHistory(printHistory(list))).toEqual(list);
      }),
    );
  });

  it("stays within its bounds", () => {
    const list = Array.from({ length: 3000 }, (_, i) => `//a${i}`);
    const kept = list.reduce<readonly string[]>((all, entry) => withEntry(all, entry), []);
    expect([kept.length, kept.at(-1)]).toEqual([2000, "//a2999"]);
  });
});
