import type { BoundBreakpoint, Breakpoint } from "../stops.js";
import { type Condition, holds, readCondition } from "./condition.js";
import { problemOf, type Workbench } from "./evaluate.js";
import type { LoggedStop } from "./log.js";
import { operatorAt } from "./operatorAt.js";

/** A breakpoint that stops at a stop; `problem` where its condition could not be evaluated. */
export interface Hit {
  readonly id: number;
  readonly problem: string | null;
}

interface Bound {
  readonly bound: BoundBreakpoint;
  readonly condition: Condition | null;
  /** What the condition said, by stop: a stop never changes. */
  readonly held: Map<number, boolean>;
}

/** The breakpoints of a session, bound to the operators of its plan. */
export class Breakpoints {
  private all: readonly Bound[] = [];

  constructor(
    private readonly bench: Workbench,
    private readonly stops: readonly LoggedStop[],
  ) {}

  set(breakpoints: readonly Breakpoint[]): readonly BoundBreakpoint[] {
    this.all = breakpoints.map((breakpoint) => this.bind(breakpoint));
    return this.all.map(({ bound }) => bound);
  }

  /** The breakpoints that stop at a stop, in the order in which they were set. The same whichever way the stop is reached. */
  async hitsAt(stop: LoggedStop): Promise<readonly Hit[]> {
    const hits: Hit[] = [];
    for (const breakpoint of this.all) {
      const { id, operatorId, problem } = breakpoint.bound;
      if (operatorId !== stop.operatorId || problem !== null) continue;
      try {
        if (await this.stopsAt(breakpoint, stop)) hits.push({ id, problem: null });
      } catch (error) {
        hits.push({ id, problem: problemOf(error).message });
      }
    }
    return hits;
  }

  private bind(breakpoint: Breakpoint): Bound {
    const place = operatorAt(this.bench.query.plan.result, breakpoint.offset);
    const condition =
      breakpoint.condition === null || breakpoint.condition.trim() === ""
        ? null
        : readCondition(breakpoint.condition, this.bench);
    const isWrong = condition?.kind === "problem";
    const problem = place === null ? "There is no step and no bracket here." : isWrong ? condition.message : null;
    const operatorId = problem === null ? place!.operatorId : null;
    return {
      bound: { ...breakpoint, operatorId, span: place?.span ?? null, problem },
      condition: isWrong ? null : condition,
      held: new Map(),
    };
  }

  private async stopsAt(breakpoint: Bound, stop: LoggedStop): Promise<boolean> {
    if (!(await this.held(breakpoint, stop))) return false;
    let times = 1;
    for (let i = 0; i + 1 < stop.index && times < breakpoint.bound.hits; i++) {
      const earlier = this.stops[i]!;
      if (earlier.operatorId === stop.operatorId && (await this.held(breakpoint, earlier))) times++;
    }
    return times >= breakpoint.bound.hits;
  }

  private async held({ condition, held }: Bound, stop: LoggedStop): Promise<boolean> {
    if (condition === null) return true;
    const known = held.get(stop.index);
    if (known !== undefined) return known;
    const value = await holds(condition, stop, this.bench);
    held.set(stop.index, value);
    return value;
  }
}
