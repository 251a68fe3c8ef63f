import { hasJournal, type Journal } from "@semantic-xpath/memory";
import { afterAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/runs.js";
import { Disk, type Fault, randomFrom } from "./support/disk.js";
import { formatZero } from "./support/formatZero.js";
import {
  BACKUP,
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

let checks = 0;
afterAll(() => console.log(`    ${checks} checks after crashes`));

const check = (isSo: boolean, what: () => string): void => {
  checks++;
  if (!isSo) expect.fail(what());
};

/** Outcomes of each crash: which of what was not durable is there. */
const OUTCOMES = isLong ? 12 : 2;

interface Scene {
  /** What is there before; by default a memory with so many events. */
  readonly prepare?: (disk: Disk, events: readonly string[]) => void;
  /** How many events are there before. */
  readonly events: number;
  /** What may die. Tells what is acknowledged by then. */
  readonly act: (journal: Journal, acknowledged: (names: readonly string[]) => void, disk: Disk) => void;
  /** Lists that are right after the crash, given what was acknowledged. */
  readonly outcomes: (acknowledged: readonly string[]) => readonly (readonly string[])[];
  readonly gone?: string;
  /** Only every so many changes are died at in `npm test`. */
  readonly step?: number;
}

const appended = (acknowledged: readonly string[]) => [
  acknowledged,
  [...acknowledged, `event ${acknowledged.length + 1}`],
];
const appending: Scene["act"] = (journal, acknowledged) => {
  for (let n = journal.sequence + 1; n <= 36; n++) {
    write(journal, `event ${n}`);
    acknowledged(numbered(1, n));
  }
};
const isEven = (name: string) => Number(name.split(" ")[1]) % 2 === 0;

const SCENES: Readonly<Record<string, Scene>> = {
  "appending and packing": { events: 13, act: appending, outcomes: appended },
  "appending where packs are joined": {
    events: 254,
    step: 40,
    act: (journal, acknowledged) => {
      for (const n of [255, 256, 257]) {
        write(journal, `event ${n}`);
        acknowledged(numbered(1, n));
      }
    },
    outcomes: appended,
  },
  "upgrading an older format, and appending": {
    events: 3,
    prepare: (disk, events) => formatZero(on(disk), events),
    act: (journal, acknowledged) => {
      write(journal, "event 4");
      acknowledged(numbered(1, 4));
    },
    outcomes: appended,
  },
  rewriting: {
    events: 21,
    act: (journal, acknowledged) => {
      keepOnly(journal, isEven);
      acknowledged(numbered(1, 21).filter(isEven));
    },
    outcomes: () => [numbered(1, 21), numbered(1, 21).filter(isEven)],
    gone: contentOf("event 7"),
  },
  "rewriting twice, and appending": {
    events: 3,
    act: (journal, acknowledged) => {
      keepOnly(journal, (name) => name !== "event 1");
      keepOnly(journal, (name) => name !== "event 2");
      write(journal, "event 4");
      acknowledged(["event 3", "event 4"]);
    },
    outcomes: (acknowledged) =>
      acknowledged.length === 2
        ? [acknowledged]
        : [numbered(1, 3), ["event 2", "event 3"], ["event 3"], ["event 3", "event 4"]],
  },
};

describe.each(Object.keys(SCENES))("a crash while %s", (name) => {
  const scene = SCENES[name]!;
  const prepared = new Disk();
  if (scene.prepare === undefined) write(created(prepared), ...numbered(1, scene.events));
  else scene.prepare(prepared, numbered(1, scene.events));

  it.each(["before", "during", "after"] as const)("leaves what was acknowledged, %s any change of the disk", (kind) => {
    let died = true;
    for (let at = 1; died; at += isLong ? 1 : (scene.step ?? 8)) {
      const disk = prepared.crashed(() => 1);
      let acknowledged: readonly string[] = numbered(1, scene.events);
      disk.fault = { kind, at };
      try {
        scene.act(
          opened(disk),
          (names) => {
            acknowledged = names;
          },
          disk,
        );
      } catch {}
      died = disk.isDead;
      for (let seed = 0; seed < (died ? OUTCOMES : 1); seed++) {
        const where = () => `${name}, ${kind} change ${at}, outcome ${seed}`;
        checkOutcome(disk.crashed(randomFrom(at * 1000 + seed)), scene, acknowledged, where);
      }
    }
  });
});

function checkOutcome(disk: Disk, scene: Scene, acknowledged: readonly string[], where: () => string): void {
  const before = on(disk);
  const journal = opened(disk);
  const found = recordsOf(journal);
  const possible = scene.outcomes(acknowledged);
  check(
    possible.some((list) => list.join() === found.join()),
    () => `${where()}: ${found} for ${possible.join(" or ")}`,
  );
  for (const event of found) {
    const chunk = journal.read(journal.hashOf(blob(contentOf(event))));
    check(text(chunk.bytes) === contentOf(event), () => `${where()}: ${event} has ${text(chunk.bytes)}`);
  }
  const report = journal.verify();
  check(report.isWhole && report.events === found.length, () => `${where()}: ${JSON.stringify(report)}`);
  check(
    report.problems.every(({ kind }) => kind === "leftover"),
    () => `${where()}: ${JSON.stringify(report.problems)}`,
  );
  write(journal, "one more");
  check(recordsOf(opened(disk)).join() === [...found, "one more"].join(), () => `${where()}: nothing can be written`);
  if (scene.gone !== undefined && journal.generation > 1) {
    before.sweep(true);
    const left = [...disk.files(FOLDER).values()].some((content) => text(content).includes(scene.gone!));
    check(!left, () => `${where()}: what was deleted is still there`);
  }
}

describe("a crash of both disks", () => {
  it.each(["before", "during", "after"] as const)("leaves an earlier backup or the new one, %s any change", (kind) => {
    let died = true;
    for (let at = 1; died; at += isLong ? 1 : 13) {
      const disk = new Disk();
      const journal = created(disk);
      write(journal, ...numbered(1, 18));
      journal.backup(on(disk, BACKUP));
      keepOnly(journal, isEven);
      write(journal, "event 20");
      disk.changes = 0;
      disk.fault = { kind, at };
      try {
        journal.backup(on(disk, BACKUP));
      } catch {}
      died = disk.isDead;
      for (let seed = 0; seed < OUTCOMES; seed++) {
        const after = disk.crashed(randomFrom(at * 1000 + seed));
        const copy = recordsOf(opened(after, BACKUP)).join();
        const even = [...numbered(1, 18).filter(isEven), "event 20"].join();
        check(copy === even || (died && copy === numbered(1, 18).join()), () => `${kind} ${at} ${seed}: ${copy}`);
        opened(after).backup(on(after, BACKUP));
        const again = opened(after, BACKUP);
        check(recordsOf(again).join() === even && again.verify().isWhole, () => `${kind} ${at} ${seed}: not continued`);
        check(
          ![...after.files(BACKUP).values()].some((content) => text(content).includes(contentOf("event 7"))),
          () => `${kind} ${at} ${seed}: what was deleted is in the backup`,
        );
      }
    }
  });

  it("leaves no half first backup, nor a half new memory", () => {
    for (const kind of ["before", "during", "after"] as const) {
      let died = true;
      for (let at = 1; died; at += isLong ? 1 : 13) {
        const disk = new Disk();
        const fault: Fault = { kind, at };
        disk.fault = fault;
        try {
          const journal = created(disk);
          write(journal, ...numbered(1, 17));
          journal.backup(on(disk, BACKUP));
        } catch {}
        died = disk.isDead;
        for (let seed = 0; seed < OUTCOMES; seed++) {
          const after = disk.crashed(randomFrom(at * 1000 + seed));
          for (const folder of [FOLDER, BACKUP]) {
            if (!hasJournal(on(after, folder))) continue;
            const found = recordsOf(opened(after, folder));
            const isSo = folder === BACKUP ? found.length === 17 : found.join() === numbered(1, found.length).join();
            check(isSo, () => `${folder} ${kind} ${at} ${seed}: ${found}`);
          }
        }
      }
    }
  });
});
