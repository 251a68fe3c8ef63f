import { sha256 } from "@noble/hashes/sha2.js";
import type { Storage } from "./storage.js";

/** A storage that is gone with the process: for tests, and for browsers. Several journals may have it open, as several processes have a folder. */
export function memoryStorage(): Storage {
  const files = new Map<string, Uint8Array>();
  const listeners = new Set<() => void>();
  return {
    where: "memory",
    list: () => [...files.keys()],
    read: (name, from = 0, to) => files.get(name)?.slice(from, to) ?? null,
    size: (name) => files.get(name)?.length ?? null,
    publish(name, pieces) {
      if (files.has(name)) return false;
      files.set(name, joined(pieces));
      for (const listener of [...listeners]) listener();
      return true;
    },
    remove: (name) => void files.delete(name),
    sync: () => undefined,
    sweep: () => [],
    strangers: () => [],
    hash(pieces) {
      const hash = sha256.create();
      for (const piece of pieces) hash.update(piece);
      return hash.digest();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
