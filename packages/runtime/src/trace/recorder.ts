import type { AttributeOperator, BracketOperator, MeetPlan, OwnTextOperator, StepPlan } from "@semantic-xpath/planner";
import { getOrMake } from "@semantic-xpath/tree";
import type { Frame, List } from "../execute/frame.js";
import type { Observer } from "../execute/observer.js";

export interface AxisRecord {
  readonly contexts: Frame;
  readonly list: List;
}

export interface BracketRecord {
  readonly before: List;
  readonly after: List;
  readonly mask: Uint8Array | null;
}

/** Input and output of an operator that turns one whole sequence into another: a final `/@name` or `/text()`, `except` or `intersect`. */
export interface FrameRecord {
  readonly before: Frame;
  readonly after: Frame;
}

/** Keeps what passed each operator: references to arrays that the executor made anyway, so recording costs next to nothing. */
export class Recorder implements Observer {
  readonly axes = new Map<number, AxisRecord[]>();
  readonly brackets = new Map<number, BracketRecord[]>();
  readonly frames = new Map<number, FrameRecord[]>();
  private readonly selfTimes = new Map<number, number>();
  private readonly stack: { readonly id: number; readonly started: number; inner: number }[] = [];

  /** `now`: a clock in milliseconds; that of a stepper stands still between stops. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  enter(operatorId: number): void {
    this.stack.push({ id: operatorId, started: this.now(), inner: 0 });
  }

  leave(operatorId: number): void {
    const { started, inner } = this.stack.pop()!;
    const total = this.now() - started;
    this.selfTimes.set(operatorId, (this.selfTimes.get(operatorId) ?? 0) + total - inner);
    const outer = this.stack.at(-1);
    if (outer !== undefined) outer.inner += total;
  }

  candidates(step: StepPlan, contexts: Frame, list: List): void {
    append(this.axes, step.axis.id, { contexts, list });
  }

  bracket(bracket: BracketOperator, before: List, after: List, mask: Uint8Array | null): void {
    append(this.brackets, bracket.id, { before, after, mask });
  }

  values(operator: AttributeOperator | OwnTextOperator, before: Frame, after: Frame): void {
    append(this.frames, operator.id, { before, after });
  }

  meet(operator: MeetPlan, before: Frame, after: Frame): void {
    append(this.frames, operator.id, { before, after });
  }

  /** Takes over what another one recorded, its times left out. */
  take({ axes, brackets, frames }: Recorder): void {
    for (const [id, records] of axes) for (const record of records) append(this.axes, id, record);
    for (const [id, records] of brackets) for (const record of records) append(this.brackets, id, record);
    for (const [id, records] of frames) for (const record of records) append(this.frames, id, record);
  }

  selfMilliseconds(operatorId: number): number {
    return this.selfTimes.get(operatorId) ?? 0;
  }
}

const append = <T>(records: Map<number, T[]>, id: number, record: T): unknown =>
  getOrMake(records, id, () => []).push(record);
