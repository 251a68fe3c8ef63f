import type { SourceHistory } from "../format/method.js";

type Action = Readonly<Record<string, unknown>>;

/**
 * True if two actions have the same effect. Compares members other than null, names without case and signs, and versions by their number. To restore the
 * version before the last one is to revert the last one.
 */
export const sameAction = (action: Action, right: Action, history: SourceHistory): boolean =>
  JSON.stringify(plain(action, history)) === JSON.stringify(plain(right, history));

function plain(action: Action, history: SourceHistory): readonly unknown[] {
  const members = Object.entries(action).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || (name === "task" && value === history.task && action.do !== "switch")) return [];
    if (VERSIONS.has(name)) return [[name, numberOf(value, history)]];
    return [[name, name === "name" ? wordsOf(value) : value]];
  });
  const version = numberOf(action.version, history);
  const isRevertOfLast = action.do === "revert" && version === history.versions[0]?.number;
  const steps = isRevertOfLast
    ? [
        ["do", "restore"],
        ["version", history.versions[1]?.number],
      ]
    : members;
  return [...steps].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

const VERSIONS: ReadonlySet<string> = new Set(["version", "from", "to"]);

/** -1 is the newest version. */
const numberOf = (version: unknown, { versions }: SourceHistory): unknown =>
  typeof version === "number" && version < 0 ? (versions[-version - 1]?.number ?? version) : version;

const wordsOf = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
