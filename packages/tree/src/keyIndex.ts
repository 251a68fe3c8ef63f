import { NONE, type NodeId } from "./ids.js";

/** Maximum number of entries for each node in a table of all keys; a map holds more. */
const MAX_ENTRIES = 8;

/** Finds nodes by their keys; 0 is the key of none. */
export class KeyIndex {
  private readonly table: Int32Array | null;
  private readonly map = new Map<number, NodeId>();

  constructor(keys: Int32Array) {
    let most = 0;
    for (const key of keys) if (key > most) most = key;
    this.table = most <= keys.length * MAX_ENTRIES ? new Int32Array(most + 1).fill(NONE) : null;
    for (let node = 0; node < keys.length; node++) {
      if (keys[node] === 0) continue;
      if (this.table === null) this.map.set(keys[node]!, node);
      else this.table[keys[node]!] = node;
    }
  }

  /** The node that has a key, -1 where none has. */
  find(key: number): NodeId {
    return (this.table === null ? this.map.get(key) : this.table[key]) ?? NONE;
  }
}
