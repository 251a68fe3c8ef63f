import { join } from "node:path";
import Database from "libsql";

/** A plain insert of one row, committed durably: what a store of values costs in the same folder. */
export function sqlite(folder) {
  const database = new Database(join(folder, "peer.sqlite"));
  database.exec("PRAGMA synchronous = FULL");
  const [{ journal_mode: mode }] = database.prepare("PRAGMA journal_mode").all();
  database.exec("CREATE TABLE change (id INTEGER PRIMARY KEY, node INTEGER, name TEXT, value TEXT)");
  const insert = database.prepare("INSERT INTO change (node, name, value) VALUES (?, ?, ?)");
  return {
    name: `SQLite insert (libsql, journal ${mode}, synchronous full)`,
    write: (node, name, value) => insert.run(node, name, value),
    close: () => database.close(),
  };
}

/** Null where it is not installed: npm's lock file can't hold all of its optional parts. `npm install --no-save lmdb@3.5.6` brings it. */
export async function lmdb(folder) {
  const { open } = await import("lmdb").catch(() => ({ open: null }));
  if (open === null) return null;
  const database = open({ path: join(folder, "peer.lmdb") });
  let next = 1;
  return {
    name: "lmdb put",
    write: async (node, name, value) => {
      await database.put(next++, { node, name, value });
      await database.flushed;
    },
    close: () => database.close(),
  };
}
