import type { Instruction } from "./program.js";

/** Neighbours of a place, as far as `^` and `$` need them. */
export type Around = "edge" | "newline" | "other";

/** Continuations of a place: places in the program that require a character, or the end is reached. */
interface Closure {
  readonly sets: readonly number[];
  readonly matches: boolean;
}

/** Places of the automaton after some text. */
interface State {
  readonly starts: readonly number[];
  readonly before: Around;
  readonly closures: Partial<Record<Around, Closure>>;
  /** By character: those of ASCII by number, which takes a quarter of the time. */
  readonly nextAscii: (State | undefined)[];
  readonly next: Map<number, State>;
  /** True if no continuation can match: after a failed `^`. */
  readonly isDead: boolean;
}

/** Transitions and program places that are kept; beyond it all are forgotten, which costs time, never memory. */
const MAX_KEPT = 200_000;
/** Cost of a state beside its places, in places. */
const STATE_COST = 16;

/**
 * Runs a program over texts, all its threads at once: a text takes time in proportion to its length times that of the program at worst, and
 * one look-up for each character where the same states come again.
 */
export class Automaton {
  /** Program places that were looked at so far. */
  steps = 0;
  private states = new Map<string, State>();
  private kept = 0;

  constructor(
    private readonly program: readonly Instruction[],
    private readonly multiline: boolean,
  ) {}

  /** Tests that some part of the text matches. */
  finds(text: string): boolean {
    let state = this.state([0], "edge");
    for (let i = 0; i < text.length; ) {
      const codePoint = text.codePointAt(i)!;
      i += codePoint > 0xffff ? 2 : 1;
      this.steps++;
      const cached = codePoint < 128 ? state.nextAscii[codePoint] : state.next.get(codePoint);
      const next = cached ?? this.advance(state, codePoint);
      if (next === null) return true;
      if (next.isDead) return false;
      state = next;
    }
    return this.closure(state, "edge").matches;
  }

  /** The state after a character; null if there is a match before it. */
  private advance(state: State, codePoint: number): State | null {
    const after = codePoint === 10 ? "newline" : "other";
    const { sets, matches } = this.closure(state, after);
    if (matches) return null;
    const starts = [0];
    for (const place of sets) {
      this.steps++;
      const instruction = this.program[place]!;
      if (instruction.kind === "Set" && instruction.set(codePoint)) starts.push(place + 1);
    }
    const next = this.state(starts, after);
    if (codePoint < 128) state.nextAscii[codePoint] = next;
    else state.next.set(codePoint, next);
    this.kept++;
    return next;
  }

  /** The one state with these starts. The first of the program is among them: a match may begin anywhere. */
  private state(starts: readonly number[], before: Around): State {
    const key = `${before} ${starts.join(" ")}`;
    let state = this.states.get(key);
    if (state === undefined) {
      if (this.kept > MAX_KEPT) {
        this.states = new Map();
        this.kept = 0;
      }
      this.kept += starts.length + STATE_COST;
      state = { starts, before, closures: {}, nextAscii: [], next: new Map(), isDead: this.isDead(starts, before) };
      this.states.set(key, state);
    }
    return state;
  }

  private isDead(starts: readonly number[], before: Around): boolean {
    if (this.multiline || before === "edge" || starts.length > 1) return false;
    const [inside, end] = [this.close(starts, before, "other"), this.close(starts, before, "edge")];
    return inside.sets.length === 0 && !inside.matches && !end.matches;
  }

  private closure(state: State, after: Around): Closure {
    const cached = state.closures[after];
    if (cached !== undefined) return cached;
    const closure = this.close(state.starts, state.before, after);
    state.closures[after] = closure;
    this.kept += closure.sets.length;
    return closure;
  }

  /** All that is reached without taking a character. */
  private close(starts: readonly number[], before: Around, after: Around): Closure {
    const seen = new Uint8Array(this.program.length);
    const open = [...starts];
    const sets: number[] = [];
    let matches = false;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen[place] === 1) continue;
      seen[place] = 1;
      this.steps++;
      const instruction = this.program[place]!;
      if (instruction.kind === "Set") sets.push(place);
      else if (instruction.kind === "Match") matches = true;
      else if (instruction.kind === "Jump") open.push(instruction.to);
      else if (instruction.kind === "Split") open.push(instruction.to, place + 1);
      else if (instruction.kind === "Save" || holds(instruction.kind, before, after, this.multiline)) {
        open.push(place + 1);
      }
    }
    return { sets: sets.sort((a, b) => a - b), matches };
  }
}

/** Lines start after a newline that something follows, and end before one: as XPath has it, not as JavaScript. */
export function holds(
  assertion: "LineStart" | "LineEnd",
  before: Around,
  after: Around,
  isMultiline: boolean,
): boolean {
  if (assertion === "LineEnd") return after === "edge" || (isMultiline && after === "newline");
  return before === "edge" || (isMultiline && before === "newline" && after !== "edge");
}
