import { PAUSE, type Task } from "./effects.js";

/** Long enough to cost nothing, short enough that a signal is seen well within 50 ms. */
const SLICE_MILLISECONDS = 10;

/** Divides long work into slices. */
export class Clock {
  private sliceEnd: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.sliceEnd = now() + SLICE_MILLISECONDS;
  }

  /** Whether the running slice is used up. */
  get isDue(): boolean {
    return this.now() >= this.sliceEnd;
  }

  /** Yields to the driver. */
  *pause(): Task<void> {
    yield PAUSE;
    this.sliceEnd = this.now() + SLICE_MILLISECONDS;
  }
}
