import { readJson, readXml } from "@semantic-xpath/runtime";
import { itinerary, itineraryJson, itineraryXml } from "../data/itinerary.mjs";
import { heldBytes } from "../measure/held.mjs";
import { PEERS } from "../peers/peers.mjs";
import { progress } from "../report/progress.mjs";
import { memoryTable } from "./tables.mjs";

const OURS = [
  { name: "semantic-xpath, XML", build: (days) => readXml(itineraryXml(days)) },
  { name: "semantic-xpath, JSON text", build: (days) => readJson(JSON.stringify(itineraryJson(days))) },
  { name: "semantic-xpath, JSON value", build: (days) => readJson(itineraryJson(days)) },
];
/** What a peer holds grows with the tree; one size tells. */
const PEER_SIZE = 1e4;

/** Bytes that a tree of nodes with two short attributes holds, after collecting garbage. */
export async function measure({ sizes }) {
  const records = [];
  for (const size of sizes.filter((size) => size >= 1e4)) {
    const engines = size === PEER_SIZE ? [...OURS, ...PEERS.filter(({ isOutside }) => !isOutside)] : OURS;
    for (const engine of engines) {
      progress(`  ${size} ${engine.name}`);
      await engine.build(itinerary(100));
      records.push({ size, engine: engine.name, ...(await bytesPerNode(engine, size)) });
    }
  }
  return { records, tables: [memoryTable(records)] };
}

async function bytesPerNode({ build, release }, size) {
  const before = await heldBytes();
  const tree = await build(itinerary(size));
  const after = await heldBytes();
  const perNode = (part) => (after[part] - before[part]) / size;
  const result = { heap: perNode("heap"), external: perNode("external"), total: perNode("total") };
  release?.(tree);
  return result;
}
