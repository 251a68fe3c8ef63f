import type { Memento } from "vscode";

/** What an editor remembers, in memory. */
export function memento(): Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(name: string, byDefault?: T) => (kept.get(name) as T | undefined) ?? byDefault,
    update: async (name: string, value: unknown) => void kept.set(name, structuredClone(value)),
  } as Memento;
}
