import { openServer } from "@semantic-xpath/postgres";
import pg from "pg";
import { bare, commit, fresh } from "./stores.mjs";

/**
 * Clients of one process: from which number, how many, and bytes of a bare row. It makes their stores, and then what it is asked for,
 * and says how many milliseconds of the processor that took.
 */
const [url, ...numbers] = process.argv.slice(2);
const [first, count, size] = numbers.map(Number);
const pool = new pg.Pool({ connectionString: url, max: count });
const server = await openServer(pool);
const clients = [];
for (let n = first; n < first + count; n++) {
  const memory = await fresh(server, `bench-${n}`);
  clients.push({ bare: () => bare(pool, `at once ${process.pid} ${n}`, size), commit: (i) => commit(memory, i) });
}
process.on("message", async ({ work, each }) => {
  const before = process.cpuUsage();
  await Promise.all(
    clients.map(async (client) => {
      for (let i = 0; i < each; i++) await client[work](i);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / 1000);
});
process.on("disconnect", () => process.exit(0));
process.send("ready");
