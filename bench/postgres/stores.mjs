import { randomBytes } from "node:crypto";
import { readXml } from "@semantic-xpath/readers";

/** About ten thousand nodes of an itinerary. */
function itinerary() {
  const day = (d) =>
    `<Day theme="day ${d}">${Array.from({ length: 9 }, (_, i) => `<POI name="Museum ${d}.${i}" cost="${i}" minutes="${d % 90}"/>`).join("")}</Day>`;
  return readXml(`<Itinerary>${Array.from({ length: 1000 }, (_, d) => day(d)).join("")}</Itinerary>`);
}

/** A new store with one task. */
export async function fresh(server, store) {
  await server.drop(store);
  const memory = await server.create(store);
  await memory.transactionAsync(() => memory.createTask("trip", itinerary()));
  return memory;
}

export const commit = (memory, i) =>
  memory.transactionAsync(() =>
    memory.task("trip").commit([{ kind: "setAttribute", node: 3 + (i % 9), name: "cost", value: `${i}` }]),
  );

let bareNumber = 0;
/** A row of so many bytes in two columns, as a commit has them. */
export const bare = (pool, store, size) =>
  pool.query({
    name: "bare",
    text: "insert into bare values ($1, $2, $3, $4)",
    values: [store, bareNumber++, randomBytes(size >> 1), randomBytes(size - (size >> 1))],
  });
