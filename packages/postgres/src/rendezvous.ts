/**
 * The worker that a router sends requests for a store to: the one with the highest score of the two names (rendezvous hashing). Each store keeps its worker
 * unless that one goes, and a new worker takes an equal share from each. It is for warmth only: any worker may serve any store.
 *
 * @example rendezvous("tenant-17", ["10.0.0.1:7310", "10.0.0.2:7310"])
 */
export function rendezvous(store: string, workers: readonly string[]): string {
  let best = workers[0];
  if (best === undefined) throw new RangeError("There is no worker");
  const seed = hash(store, 0x811c9dc5);
  let highest = -1;
  for (const worker of workers) {
    const score = mixed(seed ^ mixed(hash(worker, 0x01000193)));
    if (score < highest || (score === highest && worker > best)) continue;
    best = worker;
    highest = score;
  }
  return best;
}

/** FNV-1a of the UTF-16 units of a text, in 32 bits. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** The last steps of MurmurHash3: each bit depends on all others. */
function mixed(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
