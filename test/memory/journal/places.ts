import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inMemoryJournal, type Journal } from "@semantic-xpath/memory";
import { createSqliteJournal, openSqliteJournal } from "@semantic-xpath/memory/node";

/** A journal with the way to open it once more, as another process does. */
export interface Place {
  readonly journal: Journal;
  readonly again: () => Journal;
  readonly end: () => void;
}

/** Every implementation of a journal. */
export const PLACES: Readonly<Record<string, () => Place>> = {
  "in memory": () => {
    const journal = inMemoryJournal();
    return { journal, again: () => journal, end: () => undefined };
  },
  "in a file": () => {
    const folder = mkdtempSync(join(tmpdir(), "sxp-journal-"));
    const file = join(folder, "memory.db");
    const opened = [createSqliteJournal(file)];
    const again = (): Journal => {
      const journal = openSqliteJournal(file);
      opened.push(journal);
      return journal;
    };
    const end = (): void => {
      for (const journal of opened) journal.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { journal: opened[0]!, again, end };
  },
};

const MARK = 8;
export const mark = (): Uint8Array => crypto.getRandomValues(new Uint8Array(MARK));
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (content: Uint8Array): string => new TextDecoder().decode(content);
export const blob = (content: string) => ({ kind: "blob", bytes: bytes(content) }) as const;
export const recordsOf = (journal: Journal): string[] => journal.since(null).events.map(({ record }) => text(record));

/** Appends an event with a chunk for each name. */
export function write(journal: Journal, ...names: readonly string[]): void {
  for (const name of names) {
    const chunk = blob(`content of ${name}`);
    journal.append(journal.head(), mark(), bytes(name), new Map([[journal.hashOf(chunk), chunk]]));
  }
}
