import { type Journal, MemoryError, verifyStorage } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { Disk, randomFrom } from "./support/disk.js";
import {
  blob,
  contentOf,
  created,
  FOLDER,
  keepOnly,
  numbered,
  on,
  opened,
  recordsOf,
  text,
  write,
} from "./support/scripts.js";

/** Memories with files of every kind: packs and loose ones; and, cut off in the middle of a rewriting, an end and a switch. */
function packed(): Disk {
  const disk = new Disk();
  write(created(disk), ...numbered(1, 19));
  return disk;
}

function rewritten(): Disk {
  const disk = new Disk();
  const journal = created(disk);
  write(journal, ...numbered(1, 3));
  keepOnly(journal, () => true);
  write(journal, "event 4");
  return disk;
}

function switched(): Disk {
  const disk = new Disk();
  const journal = created(disk);
  write(journal, ...numbered(1, 3));
  const other = opened(disk);
  // Before the end of the generation is published, and after what others wrote meanwhile has been carried along.
  for (let at = 1; ; at++) {
    disk.changes = 0;
    disk.fault = { kind: "before", at };
    try {
      keepOnly(other, () => true);
    } catch {}
    const there = disk.crashed(() => 1);
    const isSwitched = [...there.files(FOLDER).values()].some((content) => text(content).includes('"target"'));
    if (isSwitched) return there;
    disk.fault = null;
    disk.isDead = false;
  }
}

const MEMORIES: Readonly<Record<string, () => Disk>> = { packed, rewritten, switched };
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  packed: numbered(1, 19),
  rewritten: numbered(1, 4),
  switched: numbered(1, 3),
};

/** Everything that can be read of a memory; null if it says that it is damaged. Any other failure is one. */
function readable(open: () => Journal): readonly string[] | null {
  try {
    const journal = open();
    return recordsOf(journal).map((name) => {
      const content = text(journal.read(journal.hashOf(blob(contentOf(name)))).bytes);
      expect(content).toBe(contentOf(name));
      return name;
    });
  } catch (error) {
    expect(error).toBeInstanceOf(MemoryError);
    expect(["SXP5001", "SXP5002", "SXP5003", "SXP5004"]).toContain((error as MemoryError).code);
    return null;
  }
}

function checkDamage(name: string, disk: Disk, file: string, content: Uint8Array, where: string): void {
  disk.put(FOLDER, file, content);
  const before = opened.bind(
    null,
    disk.crashed(() => 1),
  );
  const whole = EXPECTED[name]!;
  const report = verifyOf(disk);
  const found = readable(before);
  if (found !== null) expect([where, found]).toEqual([where, whole]);
  // Whatever can't be read is found by the doctor; and so is what can be read in spite of the damage.
  expect([where, report.isWhole && found === null]).toEqual([where, false]);
  expect([where, report.problems.some((problem) => problem.file === file) || found !== null]).toEqual([where, true]);
}

const verifyOf = (disk: Disk) => verifyStorage(on(disk.crashed(() => 1)));

describe.each(Object.keys(MEMORIES))("a memory, %s, with a damaged file,", (name) => {
  const files = [...MEMORIES[name]!().files(FOLDER).keys()];

  it.each(files.map((_, i) => i))("says so or gives what was written, when file %i is cut off anywhere", (i) => {
    const disk = MEMORIES[name]!();
    const [file, content] = [...disk.files(FOLDER)][i]!;
    const step = isLong ? 1 : 1 + Math.floor(content.length / 12);
    for (let length = 0; length < content.length; length += step) {
      checkDamage(name, disk, file, content.slice(0, length), `${file} cut to ${length} of ${content.length}`);
    }
  });

  it.each(files.map((_, i) => i))("says so or gives what was written, when a bit of file %i is another one", (i) => {
    const disk = MEMORIES[name]!();
    const [file, content] = [...disk.files(FOLDER)][i]!;
    const random = randomFrom(i + 1);
    const step = isLong ? 1 : 1 + Math.floor(content.length / 12);
    for (let at = 0; at < content.length; at += step) {
      const flipped = content.slice();
      flipped[at]! ^= 1 << Math.floor(random() * 8);
      checkDamage(name, disk, file, flipped, `${file} with another bit in byte ${at} of ${content.length}`);
    }
  });
});

describe("a memory without a file that it had", () => {
  it("does not go on as if the events had never been", () => {
    const disk = packed();
    const loose = [...disk.files(FOLDER).keys()].find((name) => name.endsWith("000000000018"))!;
    disk.unlinkSync(`${FOLDER}/${loose}`);
    expect(() => opened(disk)).toThrow(/SXP5002.*000000000018.*is gone, though events up to 19 are there/);
    const report = verifyOf(disk);
    expect(report.isWhole).toBe(false);
    expect(report.problems).toMatchObject([{ kind: "missing", events: [18] }]);
  });
});
