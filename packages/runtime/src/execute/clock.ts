import { PAUSE, type Task } from "./effects.js";

/** Long enough to cost nothing, short enough that a signal is seen well within 50 ms. */
const SLICE_MILLISECONDS = 10;

/** Divides long work into slices. */
export class Clock {
  /** 0 before the first look at the time, with which the first slice starts: a short query ends without one. */
  private sliceEnd = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** True if the running slice is used up. */
  get isDue(): boolean {
    const now = this.now();
    if (this.sliceEnd === 0) this.sliceEnd = now + SLICE_MILLISECONDS;
    return now >= this.sliceEnd;
  }

  /** Yields to the driver. */
  *pause(): Task<void> {
    yield PAUSE;
    this.sliceEnd = this.now() + SLICE_MILLISECONDS;
  }
}
