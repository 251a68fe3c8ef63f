import { cosine, dot, meanVector, type Vector } from "../vectors.js";

/**
 * Connected components of the graph with an edge between vectors of at least `edge` cosine, as lists of indices. Components are visited by
 * depth-first search with a stack from the lowest index; one above `maxSize` is cut into runs of `maxSize` in the order of the visit.
 */
export function connectedClusters(vectors: readonly Vector[], edge: number, maxSize: number): number[][] {
  const isReached = new Uint8Array(vectors.length);
  const clusters: number[][] = [];
  for (let start = 0; start < vectors.length; start++) {
    if (isReached[start]) continue;
    isReached[start] = 1;
    const stack = [start];
    const visited: number[] = [];
    while (stack.length > 0) {
      const index = stack.pop()!;
      visited.push(index);
      for (let other = 0; other < vectors.length; other++) {
        if (isReached[other] || cosine(vectors[index]!, vectors[other]!) < edge) continue;
        isReached[other] = 1;
        stack.push(other);
      }
    }
    clusters.push(...runs(visited, maxSize));
  }
  return clusters;
}

/**
 * Indices of vectors ordered by their projection on the first principal component, cut into runs of `maxSize`. The sign of the component is
 * fixed: its coordinate of greatest magnitude is positive. Ties keep the order of `vectors`.
 */
export function principalClusters(vectors: readonly Vector[], maxSize: number): number[][] {
  const projections = principalProjections(vectors);
  const order = vectors.map((_, index) => index);
  order.sort((left, right) => projections[left]! - projections[right]! || left - right);
  return runs(order, maxSize);
}

/** Projections of centred vectors on their first right singular vector, from the eigenvector of the Gram matrix. */
function principalProjections(vectors: readonly Vector[]): Float64Array {
  const mean = meanVector(vectors);
  const centred = vectors.map((vector) => mean.map((coordinate, index) => vector[index]! - coordinate));
  const gram = centred.map((row) => centred.map((column) => dot(row, column)));
  const leading = leadingEigenvector(gram);
  const component = new Float64Array(mean.length);
  centred.forEach((row, index) => {
    for (let column = 0; column < component.length; column++) component[column]! += leading[index]! * row[column]!;
  });
  let greatest = 0;
  for (const coordinate of component) if (Math.abs(coordinate) > Math.abs(greatest)) greatest = coordinate;
  const norm = Math.sqrt(dot(component, component)) || 1;
  const sign = greatest < 0 ? -1 / norm : 1 / norm;
  return Float64Array.from(centred, (row) => sign * dot(row, component));
}

/** Eigenvector of the greatest eigenvalue of a symmetric matrix, by Jacobi rotations (Golub and Van Loan, section 8.5). */
function leadingEigenvector(symmetric: readonly (readonly number[])[]): Float64Array {
  const size = symmetric.length;
  const matrix = symmetric.map((row) => Float64Array.from(row));
  const vectors = symmetric.map((_, row) => Float64Array.from({ length: size }, (_, column) => Number(row === column)));
  const trace = matrix.reduce((sum, row, index) => sum + Math.abs(row[index]!), 0);
  const MAX_SWEEPS = 50;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let offDiagonal = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        const off = matrix[p]![q]!;
        offDiagonal += off * off;
        if (Math.abs(off) <= Number.EPSILON * trace) continue;
        const theta = (matrix[q]![q]! - matrix[p]![p]!) / (2 * off);
        const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        rotate(matrix, vectors, p, q, tangent);
      }
    }
    if (Math.sqrt(offDiagonal) <= Number.EPSILON * trace * size) break;
  }
  let leading = 0;
  for (let index = 1; index < size; index++) {
    if (matrix[index]![index]! > matrix[leading]![leading]!) leading = index;
  }
  return Float64Array.from(vectors, (row) => row[leading]!);
}

function rotate(matrix: Float64Array[], vectors: Float64Array[], p: number, q: number, tangent: number): void {
  const cos = 1 / Math.sqrt(tangent * tangent + 1);
  const sin = tangent * cos;
  for (const row of [...matrix, ...vectors]) {
    const left = row[p]!;
    const right = row[q]!;
    row[p] = cos * left - sin * right;
    row[q] = sin * left + cos * right;
  }
  const upper = matrix[p]!;
  const lower = matrix[q]!;
  for (let column = 0; column < upper.length; column++) {
    const left = upper[column]!;
    const right = lower[column]!;
    upper[column] = cos * left - sin * right;
    lower[column] = sin * left + cos * right;
  }
}

function runs(order: readonly number[], size: number): number[][] {
  const cut: number[][] = [];
  for (let start = 0; start < order.length; start += size) cut.push(order.slice(start, start + size));
  return cut;
}
