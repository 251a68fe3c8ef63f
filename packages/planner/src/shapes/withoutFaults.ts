import { type JsonPath, keptName } from "./jsonSource.js";
import type { ValueFault } from "./readShaped.js";

interface Attempt<T> {
  readonly value: T | null;
  readonly faults: readonly ValueFault[];
}

interface LeavingOut<T> {
  read(value: unknown): Attempt<T>;
  /** Members of the whole where one is faulty that it can't be without. */
  leavesOut(): Readonly<Record<string, unknown>>;
}

/** Each round leaves a level out, or more; a shape has fewer than this many. */
const MAX_ROUNDS = 40;

/**
 * Reads what is left of a value of JSON without its faults: a faulty entry or member is taken out, or replaced by what its fault has
 * `instead`. Changes the value. Of later rounds only faults of checks are returned that could not be made before.
 */
export function withoutFaults<T>(value: unknown, faults: readonly ValueFault[], { read, leavesOut }: LeavingOut<T>) {
  const defaulted = new Set<string>();
  const later: ValueFault[] = [];
  let [open, isMoved] = [faults, false];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const entries = new Map<unknown[], number[]>();
    for (const fault of open) leaveOut(value, fault, { entries, defaults: leavesOut(), defaulted });
    for (const [list, places] of entries)
      for (const place of [...new Set(places)].sort((a, b) => b - a)) list.splice(place, 1);
    isMoved ||= entries.size > 0;
    const attempt = read(value);
    if (attempt.faults.length === 0) return { value: attempt.value, faults: later, defaulted };
    open = attempt.faults;
    const isNew = ({ path, ...fault }: ValueFault): boolean =>
      fault.kind === "Value" && "kind" in fault.params && !(isMoved && path.some((step) => typeof step === "number"));
    later.push(...open.filter(isNew));
  }
  return { value: null, faults: later, defaulted };
}

interface Changes {
  /** Places to take out of lists, after all faults of a round have been seen. */
  readonly entries: Map<unknown[], number[]>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly defaulted: Set<string>;
}

function leaveOut(value: unknown, fault: ValueFault, changes: Changes): void {
  const path = fault.kind === "Member" ? [...fault.path, fault.name] : fault.path;
  const last = path.at(-1);
  const around = valueAt(value, path.slice(0, -1));
  if (last === undefined || typeof around !== "object" || around === null) return;
  const instead = fault.kind === "Value" ? fault.params.instead : undefined;
  if (Array.isArray(around)) {
    changes.entries.set(around, [...(changes.entries.get(around) ?? []), Number(last)]);
    return;
  }
  const members = around as Record<string, unknown>;
  const name = keptName(String(last));
  if (path.length === 1 && Object.hasOwn(changes.defaults, name)) {
    changes.defaulted.add(name);
    members[name] = changes.defaults[name];
  } else if (instead !== undefined) members[name] = instead;
  else if (Object.hasOwn(members, name)) delete members[name];
  // A member that must be there and is not.
  else leaveOut(value, { ...fault, kind: "Value", path: path.slice(0, -1), params: {} } as ValueFault, changes);
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null
        ? (at as Record<string, unknown>)[typeof step === "string" ? keptName(step) : step]
        : undefined,
    value,
  );
}
