import type { Chunk } from "../journal/journal.js";
import type { StoreEvent } from "./records.js";
import type { State, TaskState } from "./state.js";

/** Pending events of one step, with their chunks, and the state after them. */
export class Draft {
  readonly events: StoreEvent[] = [];
  /** By their hashes. */
  readonly chunks = new Map<string, Chunk>();
  /** To be called when it is written. */
  readonly stored: (() => void)[] = [];

  constructor(
    /** As it will be: it is changed in place, and taken back where nothing is written. */
    readonly state: State,
    /** ISO 8601 in UTC. */
    readonly time: string,
    /** The number that its event gets in the journal. */
    readonly sequence: number,
  ) {
    state.begin();
  }

  /** Throws a RangeError for what could not be read again. */
  add(event: StoreEvent): void {
    const problem = this.state.problemOf(event);
    if (problem !== null) throw new RangeError(`This can't be written: ${problem}`);
    const { time, sequence } = this;
    this.state.apply(event, { time, sequence, place: this.events.length });
    this.events.push(event);
  }

  task(id: number): TaskState {
    return this.state.tasks.get(id)!;
  }
}
