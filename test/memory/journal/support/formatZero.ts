import type { Chunk, Storage } from "@semantic-xpath/memory";
import { bytes, contentOf } from "./scripts.js";

/** A memory as it was before there were an index, a trailer and a check: format 0. */
export function formatZero(storage: Storage, events: readonly string[]): Storage {
  const generation = "1-firstone";
  storage.publish("memory.json", [bytes(JSON.stringify({ name: "semantic-xpath memory", format: 0, generation }))]);
  let chain = storage.hash([bytes(generation)]);
  events.forEach((name, i) => {
    const record = chunkOf(storage, "record", bytes(`8 bytes:${name}`));
    const pieces = [
      headerOf(storage, i + 1, chain),
      ...chunkOf(storage, "blob", bytes(contentOf(name))).pieces,
      ...record.pieces,
    ];
    storage.publish(`${generation}.${String(i + 1).padStart(12, "0")}`, pieces);
    chain = storage.hash([chain, record.hash]);
  });
  return storage;
}

function headerOf(storage: Storage, first: number, chain: Uint8Array): Uint8Array {
  const header = new Uint8Array(72);
  const view = new DataView(header.buffer);
  header.set(bytes("sxpmem\r\n"));
  view.setUint32(8, 0, true);
  view.setUint32(12, 1, true);
  view.setBigUint64(16, BigInt(first), true);
  header.set(chain, 24);
  header.set(storage.hash([header.slice(0, 56)]).subarray(0, 16), 56);
  return header;
}

function chunkOf(storage: Storage, kind: Chunk["kind"], content: Uint8Array) {
  const code = Uint8Array.of(["record", "manifest", "segment", "blob"].indexOf(kind) + 1);
  const hash = storage.hash([code, content]);
  const length = new Uint8Array(new Uint32Array([content.length]).buffer);
  return { hash, pieces: [code, new Uint8Array(3), length, hash, content] };
}
