import type { BertShape, Weights } from "./bertModel.js";

type Row = readonly number[];

/** The hidden states of one sequence without padding, straight from the definition of BERT, in double precision. */
export function plainBert(shape: BertShape, weights: Weights, ids: Row, types: Row): number[][] {
  const w = (name: string) => weights.get(name)!.data as Float32Array;
  const row = (name: string, i: number) => [...w(name).subarray(i * shape.width, (i + 1) * shape.width)];
  let hidden = ids.map((id, t) => {
    const word = row("words", id);
    const type = row("types", types[t]!);
    const position = row("positions", t);
    return norm(
      weights,
      "norm",
      word.map((value, i) => value + type[i]! + position[i]!),
    );
  });
  for (let layer = 0; layer < shape.layers; layer++) hidden = plainLayer(shape, weights, layer, hidden);
  return hidden;
}

/** The logits of one sequence: a dense layer with tanh on the first token, then the classifier. */
export function plainLogits(shape: BertShape, weights: Weights, ids: Row, types: Row): number[] {
  const first = plainBert(shape, weights, ids, types)[0]!;
  return linear(weights, "classifier", linear(weights, "pooler", first).map(Math.tanh));
}

function plainLayer(shape: BertShape, weights: Weights, layer: number, hidden: number[][]): number[][] {
  const size = shape.width / shape.heads;
  const [q, k, v] = ["q", "k", "v"].map((name) => hidden.map((x) => linear(weights, `${layer}.${name}`, x)));
  return hidden.map((x, t) => {
    const seen = shape.causal ? t + 1 : hidden.length;
    const context = Array.from({ length: shape.width }, () => 0);
    for (let head = 0; head < shape.heads; head++) {
      const from = head * size;
      const part = (vector: number[]) => vector.slice(from, from + size);
      const attention = softmax(k!.slice(0, seen).map((key) => dot(part(q![t]!), part(key)) / Math.sqrt(size)));
      attention.forEach((share, s) => {
        for (let i = 0; i < size; i++) context[from + i]! += share * v![s]![from + i]!;
      });
    }
    const attended = linear(weights, `${layer}.o`, context);
    const first = norm(
      weights,
      `${layer}.n1`,
      attended.map((value, i) => value + x[i]!),
    );
    const inner = linear(weights, `${layer}.f1`, first).map((value) => 0.5 * value * (1 + erf(value / Math.SQRT2)));
    const second = linear(weights, `${layer}.f2`, inner);
    return norm(
      weights,
      `${layer}.n2`,
      second.map((value, i) => value + first[i]!),
    );
  });
}

function linear(weights: Weights, name: string, x: Row): number[] {
  const matrix = weights.get(`${name}.w`)!.data as Float32Array;
  const bias = weights.get(`${name}.b`)!.data as Float32Array;
  return Array.from(bias, (b, j) => x.reduce((sum, value, i) => sum + value * matrix[i * bias.length + j]!, b));
}

function norm(weights: Weights, name: string, x: Row): number[] {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  const gain = weights.get(`${name}.g`)!.data as Float32Array;
  const bias = weights.get(`${name}.b`)!.data as Float32Array;
  return x.map((value, i) => ((value - mean) / Math.sqrt(variance + 1e-12)) * gain[i]! + bias[i]!);
}

const dot = (a: Row, b: Row): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

export function softmax(xs: Row): number[] {
  const most = Math.max(...xs);
  const powers = xs.map((x) => Math.exp(x - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** The error function by its Maclaurin series, 2/√π Σ (−1)ⁿ x²ⁿ⁺¹ / (n! (2n + 1)); ±1 beyond 5. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x);
  let sum = 0;
  let power = x;
  for (let n = 0; n < 120; n++) {
    sum += power / (2 * n + 1);
    power *= (-x * x) / (n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

export const unit = (vector: Row): number[] => {
  const norm = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / norm);
};

export const meanOf = (rows: readonly Row[]): number[] =>
  rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);

export const cosineOf = (a: Row, b: Row): number => dot(unit(a), unit(b));
