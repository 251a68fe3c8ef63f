/** Milliseconds that the run took itself: it stands still while somebody looks. */
export class StepClock {
  private passed = 0;
  private since: number | null = null;

  readonly now = (): number => this.passed + (this.since === null ? 0 : performance.now() - this.since);

  go(): void {
    this.since ??= performance.now();
  }

  halt(): void {
    this.passed = this.now();
    this.since = null;
  }
}
