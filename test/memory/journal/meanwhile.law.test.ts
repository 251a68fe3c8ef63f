import { type Journal, verifyStorage } from "@semantic-xpath/memory";
import { describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { Disk } from "./support/disk.js";
import {
  BACKUP,
  blob,
  contentOf,
  created,
  keepOnly,
  numbered,
  on,
  opened,
  recordsOf,
  text,
  write,
} from "./support/scripts.js";

/** What one process does while another one is at any point of what it does. Each has its own journal of the same folder, as old as can be. */
const ACTS: Readonly<
  Record<string, (journal: Journal, who: string, disk: Disk, done: (name: string) => void) => void>
> = {
  "appends, and packs": (journal, who, _, done) => {
    for (let n = 1; n <= 4; n++) {
      write(journal, `${who} ${n}`);
      done(`${who} ${n}`);
    }
  },
  "appends much": (journal, who, _, done) => {
    for (let n = 1; n <= 20; n++) {
      write(journal, `${who} ${n}`);
      done(`${who} ${n}`);
    }
  },
  rewrites: (journal) => keepOnly(journal, () => true),
  reads: (journal) => readAll(journal),
  opens: (_, __, disk) => readAll(opened(disk)),
  verifies: (_, __, disk) => {
    const { isWhole, problems } = verifyStorage(on(disk));
    expect([isWhole, problems.filter(({ kind }) => kind !== "leftover")]).toEqual([true, []]);
  },
  "backs up": (journal, _, disk) => {
    journal.backup(on(disk, BACKUP));
    readAll(opened(disk, BACKUP));
  },
};

function readAll(journal: Journal): void {
  for (const name of recordsOf(journal)) {
    expect(text(journal.read(journal.hashOf(blob(contentOf(name)))).bytes)).toBe(contentOf(name));
  }
}

/** At which call the other one comes in: at each second one, or in `npm test` at some. */
const STEP = isLong ? 2 : 101;
let pairs = 0;

describe.each(Object.keys(ACTS))("while one process %s", (first) => {
  it.each(Object.keys(ACTS))("another one %s, and nothing is lost or doubled", (second) => {
    let hasCome = true;
    for (let at = 1 + ((pairs++ * 5) % STEP); hasCome; at += STEP) {
      hasCome = false;
      const disk = new Disk();
      const founder = created(disk);
      write(founder, ...numbered(1, 3));
      const other = opened(disk);
      write(founder, ...numbered(4, 14));
      const one = opened(disk);
      const done: string[] = [];
      let calls = 0;
      disk.meanwhile = () => {
        if (++calls !== at) return;
        hasCome = true;
        ACTS[second]!(other, "other", disk, (name) => done.push(name));
      };
      ACTS[first]!(one, "one", disk, (name) => done.push(name));
      disk.meanwhile = null;
      const last = opened(disk);
      const expected = [...numbered(1, 14), ...done].sort();
      expect([at, recordsOf(last).sort()]).toEqual([at, expected]);
      readAll(last);
      expect([at, last.verify()]).toMatchObject([at, { isWhole: true, problems: [], events: expected.length }]);
      for (const journal of [one, other, founder]) {
        journal.refresh();
        expect([at, recordsOf(journal)]).toEqual([at, recordsOf(last)]);
        readAll(journal);
      }
    }
  });
});
