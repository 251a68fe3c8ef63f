/** Throws a RangeError unless a vector has the length of the rows and only finite numbers. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`A vector has ${vector.length} numbers where the rows have ${dimensions}.`);
  }
  for (let i = 0; i < dimensions; i++) {
    if (!Number.isFinite(vector[i])) throw new RangeError(`Number ${i + 1} of a vector is ${vector[i]}.`);
  }
}

/** Throws a RangeError unless each row number is one of `count` rows. */
export function checkRows(rows: Int32Array, count: number): void {
  for (const row of rows) {
    if (row < 0 || row >= count) throw new RangeError(`There is no row ${row}; there are ${count} rows.`);
  }
}

/** Throws a RangeError unless k is a whole number from 1. */
export function checkK(k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`"k" is ${k}. It is a whole number from 1.`);
}
