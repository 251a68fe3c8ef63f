import type { Journal } from "@semantic-xpath/memory";

/** All that a journal holds, each byte as a character. */
export const contentsOf = (journal: Journal): string => {
  const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
  const { head, events } = journal.since(null);
  const names = [...journal.names()].sort();
  const chunks = [...journal.chunks(names).values()];
  return [
    JSON.stringify(head),
    ...events.map(({ mark, record }) => latin1(mark) + latin1(record)),
    ...chunks.map(({ kind, bytes }) => kind + latin1(bytes)),
  ].join("\n");
};
