type Column = Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The column, or a copy of at least twice its length where it is shorter than `least`. */
export function grown<C extends Column>(column: C, least: number): C {
  if (column.length >= least) return column;
  const wider = new (column.constructor as new (length: number) => C)(Math.max(least, column.length * 2));
  wider.set(column);
  return wider;
}

/** Numbers of 32 bits in a column that grows. */
export class NumberList {
  length = 0;
  private column = new Int32Array(256);

  push(number: number): void {
    if (this.length === this.column.length) this.column = grown(this.column, this.length + 1);
    this.column[this.length++] = number;
  }

  at(place: number): number {
    return this.column[place]!;
  }

  /** A copy. */
  taken(): Int32Array<ArrayBuffer> {
    return this.column.slice(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
