/** A growing column of integers. */
export class IntColumn {
  private data = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  at(index: number): number {
    return this.data[index]!;
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  /** The entries, and room after them. */
  get entries(): Int32Array {
    return this.data;
  }

  /** A copy of exactly the entries. */
  finish(): Int32Array {
    return this.data.slice(0, this.length);
  }

  private grow(): void {
    const grown = new Int32Array(this.data.length * 2);
    grown.set(this.data);
    this.data = grown;
  }
}
