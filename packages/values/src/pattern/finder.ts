import { type Around, holds } from "./automaton.js";
import type { Instruction } from "./program.js";

/** A part of a text that a pattern matches. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole part, then what each group matched, null of one that took no part. */
  readonly groups: readonly (string | null)[];
}

/** A place in the program with the places in the text that were saved on the way to it. */
interface Thread {
  readonly place: number;
  readonly saved: readonly number[];
}

/**
 * Finds where a pattern matches, and what its groups are: Pike's machine, which takes all ways through a program at once, those
 * preferred first, each place of it once a character. A search takes time in proportion to the text times the program.
 */
export class Finder {
  constructor(
    private readonly program: readonly Instruction[],
    private readonly groups: number,
    private readonly isMultiline: boolean,
  ) {}

  /** The leftmost match at or after a place; of several there the one that backtracking would find. */
  find(text: string, from: number): PatternMatch | null {
    let threads: Thread[] = [];
    let best: readonly number[] | null = null;
    for (let at = from; ; ) {
      const around: [Around, Around] = [this.around(text, at - 1), this.around(text, at)];
      const seeds: readonly Thread[] = best === null ? [...threads, { place: 0, saved: this.startAt(at) }] : threads;
      const codePoint = text.codePointAt(at);
      threads = [];
      for (const { place, saved } of this.reached(seeds, at, around)) {
        const instruction = this.program[place]!;
        if (instruction.kind === "Match") {
          best = saved.with(1, at);
          break;
        }
        if (codePoint === undefined || instruction.kind !== "Set") continue;
        if (instruction.set(codePoint)) threads.push({ place: place + 1, saved });
      }
      if (codePoint === undefined || (best !== null && threads.length === 0)) break;
      at += codePoint > 0xffff ? 2 : 1;
    }
    return best === null ? null : this.match(text, best);
  }

  /** Places reached without a character, each once, by the preferred way. */
  private reached(seeds: readonly Thread[], at: number, [before, after]: readonly [Around, Around]): Thread[] {
    const seen = new Uint8Array(this.program.length);
    const threads: Thread[] = [];
    const open = seeds.toReversed();
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      const { place, saved } = thread;
      if (seen[place] === 1) continue;
      seen[place] = 1;
      const instruction = this.program[place]!;
      const goOn = (to: number, places = saved): void => void open.push({ place: to, saved: places });
      switch (instruction.kind) {
        case "Set":
        case "Match":
          threads.push(thread);
          break;
        case "Jump":
          goOn(instruction.to);
          break;
        case "Split":
          goOn(instruction.prefersThere ? place + 1 : instruction.to);
          goOn(instruction.prefersThere ? instruction.to : place + 1);
          break;
        case "Save":
          goOn(place + 1, saved.with(instruction.slot, at));
          break;
        default:
          if (holds(instruction.kind, before, after, this.isMultiline)) goOn(place + 1);
      }
    }
    return threads;
  }

  private startAt(at: number): readonly number[] {
    const saved = new Array<number>(2 * this.groups + 2).fill(-1);
    saved[0] = at;
    return saved;
  }

  private around(text: string, at: number): Around {
    if (at < 0 || at >= text.length) return "edge";
    return text.charCodeAt(at) === 10 ? "newline" : "other";
  }

  private match(text: string, saved: readonly number[]): PatternMatch {
    const groups = Array.from({ length: this.groups + 1 }, (_, group) => {
      const [start, end] = [saved[2 * group]!, saved[2 * group + 1]!];
      return start < 0 || end < 0 ? null : text.slice(start, end);
    });
    return { start: saved[0]!, end: saved[1]!, groups };
  }
}
