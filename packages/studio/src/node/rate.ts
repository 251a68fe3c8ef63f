/** Limit of a rate: `burst` events at once, and `perSecond` from then on. */
export class Rate {
  private left: number;
  private at: number;

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {
    this.left = burst;
    this.at = performance.now();
  }

  /** Takes one. 0: it may happen; else the seconds to wait. */
  take(): number {
    const now = performance.now();
    this.left = Math.min(this.burst, this.left + ((now - this.at) / 1000) * this.perSecond);
    this.at = now;
    if (this.left < 1) return Math.max(1, Math.ceil((1 - this.left) / this.perSecond));
    this.left--;
    return 0;
  }
}
