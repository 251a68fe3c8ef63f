import { createJournal, type Journal, openJournal } from "@semantic-xpath/memory";
import { folderStorage } from "@semantic-xpath/memory/node";
import type { Disk } from "./disk.js";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (content: Uint8Array): string => new TextDecoder().decode(content);
export const blob = (content: string) => ({ kind: "blob", bytes: bytes(content) }) as const;
export const contentOf = (name: string): string => `content of ${name}`;
export const recordsOf = (journal: Journal): string[] => [...journal.events()].map(({ record }) => text(record));
export const numbered = (from: number, to: number): string[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => `event ${from + i}`);

/** Appends events with a chunk each, as often as it takes. */
export function write(journal: Journal, ...names: string[]): void {
  for (const name of names) while (!journal.append(bytes(name), [blob(contentOf(name))])) journal.refresh();
}

/** Keeps the events of these names with their chunks, and nothing else. */
export function keepOnly(journal: Journal, isKept: (name: string) => boolean): void {
  journal.rewrite((events) =>
    events
      .map(({ record }) => text(record))
      .filter(isKept)
      .map((name) => ({ record: bytes(name), chunks: [journal.hashOf(blob(contentOf(name)))] })),
  );
  journal.refresh();
}

export const FOLDER = "/disk/memory";
export const BACKUP = "/disk/backup";
export const on = (disk: Disk, folder = FOLDER) => folderStorage(folder, { create: true, files: disk });
export const created = (disk: Disk): Journal => createJournal(on(disk));
export const opened = (disk: Disk, folder = FOLDER): Journal => openJournal(on(disk, folder));
