import { MemoryError } from "@semantic-xpath/memory";
import { openServer } from "@semantic-xpath/postgres";

/**
 * `URL NAME COUNT STORES`: commits items with keys of their own, one after the other to a store, or several at a time to so many; prints each key once it is
 * acknowledged.
 */
const [url = "", name = "", count = "", stores = "1"] = process.argv.slice(2);
const server = await openServer(url, { connections: 2 });
const only = stores === "1" ? await server.open("s0") : null;
let next = 0;

async function commit(): Promise<void> {
  while (next < Number(count)) {
    const key = `${name}-${next++}`;
    const store = `s${Math.floor(Math.random() * Number(stores))}`;
    const memory = only ?? (await server.open(store));
    try {
      await memory.transactionAsync(() =>
        memory.task("all").commit([{ kind: "insert", parent: 1, content: { type: "Item", attributes: { key } } }], {
          idempotencyKey: key,
        }),
      );
      process.stdout.write(`${store} ${key}\n`);
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      process.stderr.write(`${key}: ${error.code}\n`);
    }
  }
}

await Promise.all(Array.from({ length: only === null ? 6 : 1 }, commit));
await server.close();
