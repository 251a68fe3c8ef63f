type Column = Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The column, or a copy of at least twice its length where it is shorter than `least`. */
export function grown<C extends Column>(column: C, least: number): C {
  if (column.length >= least) return column;
  const wider = new (column.constructor as new (length: number) => C)(Math.max(least, column.length * 2));
  wider.set(column);
  return wider;
}
