import {
  type ElementType,
  floats,
  integers,
  type ModelSpec,
  type NodeSpec,
  scalar,
  type TensorSpec,
} from "./onnxWriter.js";
import { numbersFrom, randomVector } from "./random.js";

/** The sizes of a small BERT. */
export interface BertShape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly inner: number;
  readonly positions: number;
  /** Whether a token sees only those before it, as in a decoder. */
  readonly causal?: boolean;
  /** Logits of a classifier on the first token; 0 for hidden states. */
  readonly labels?: number;
}

export const SMALL: BertShape = { vocabulary: 90, width: 16, layers: 2, heads: 2, inner: 24, positions: 64 };

export type Weights = ReadonlyMap<string, TensorSpec>;

/** Random weights of a shape, the same for the same seed. */
export function bertWeights(shape: BertShape, seed = 7): Map<string, TensorSpec> {
  const next = numbersFrom(seed);
  const weights = new Map<string, TensorSpec>();
  const add = (name: string, dims: readonly number[], scale: number, around = 0) => {
    const size = dims.reduce((a, b) => a * b, 1);
    weights.set(
      name,
      floats(
        dims,
        randomVector(next, size, scale).map((value) => value + around),
      ),
    );
  };
  const { width, inner } = shape;
  const linear = (name: string, from: number, to: number) => {
    add(`${name}.w`, [from, to], 2 / Math.sqrt(from));
    add(`${name}.b`, [to], 0.1);
  };
  const norm = (name: string) => {
    add(`${name}.g`, [width], 0.2, 1);
    add(`${name}.b`, [width], 0.1);
  };
  add("words", [shape.vocabulary, width], 1);
  add("positions", [shape.positions, width], 0.5);
  add("types", [2, width], 0.5);
  norm("norm");
  for (let layer = 0; layer < shape.layers; layer++) {
    for (const part of ["q", "k", "v", "o"]) linear(`${layer}.${part}`, width, width);
    norm(`${layer}.n1`);
    linear(`${layer}.f1`, width, inner);
    linear(`${layer}.f2`, inner, width);
    norm(`${layer}.n2`);
  }
  if (shape.labels) {
    linear("pooler", width, width);
    linear("classifier", width, shape.labels);
  }
  return weights;
}

export interface BertExport {
  readonly inputType?: ElementType;
  /** Adds a mean-pooled output of this name. */
  readonly sentence?: string;
  readonly outputName?: string;
}

/** The model as a graph: absolute positions, post-norm, erf GELU, as BERT has them. */
export function bertGraph(shape: BertShape, weights: Weights, how: BertExport = {}): ModelSpec {
  const { inputType = "int64", outputName = "last_hidden_state" } = how;
  const { width, heads } = shape;
  const all = new Map(weights);
  const nodes: NodeSpec[] = [];
  const node = (op: string, inputs: string[], output: string, attributes: NodeSpec["attributes"] = {}) => {
    nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  };
  const linear = (name: string, input: string) =>
    node("Add", [node("MatMul", [input, `${name}.w`], `${name}.m`), `${name}.b`], name);
  const norm = (name: string, input: string) =>
    node("LayerNormalization", [input, `${name}.g`, `${name}.b`], name, { axis: -1, epsilon: { float: 1e-12 } });

  all.set("zero", { dims: [], data: BigInt64Array.of(0n) }).set("one", { dims: [], data: BigInt64Array.of(1n) });
  all.set("axes12", integers(1, 2)).set("axis1", integers(1)).set("axis2", integers(2));
  all.set("split", integers(0, 0, heads, width / heads)).set("join", integers(0, 0, width));
  all
    .set("scale", scalar(Math.sqrt(width / heads)))
    .set("1", scalar(1))
    .set("½", scalar(0.5));
  all.set("√2", scalar(Math.SQRT2)).set("-∞", scalar(-3e38));

  const length = node("Gather", [node("Shape", ["input_ids"], "shape"), "one"], "length");
  const range = node("Range", ["zero", length, "one"], "range");
  const words = node("Gather", ["words", "input_ids"], "w");
  const typed = node("Add", [words, node("Gather", ["types", "token_type_ids"], "t")], "wt");
  let hidden = norm("norm", node("Add", [typed, node("Gather", ["positions", range], "p")], "embedded"));

  const mask = node("Cast", ["attention_mask"], "mask", { to: 1 });
  let seen = node("Unsqueeze", [mask, "axes12"], "seen");
  if (shape.causal) {
    const column = node("Unsqueeze", [range, "axis1"], "column");
    const before = node("Cast", [node("LessOrEqual", [range, column], "le")], "before", { to: 1 });
    seen = node("Mul", [seen, before], "seenBefore");
  }
  const bias = node("Mul", [node("Sub", ["1", seen], "hiddenOnes"), "-∞"], "bias");

  for (let layer = 0; layer < shape.layers; layer++) {
    const at = (name: string) => `${layer}.${name}`;
    const head = (name: string, perm: number[]) =>
      node("Transpose", [node("Reshape", [linear(at(name), hidden), "split"], at(`${name}r`))], at(`${name}t`), {
        perm,
      });
    const product = node("MatMul", [head("q", [0, 2, 1, 3]), head("k", [0, 2, 3, 1])], at("qk"));
    const biased = node("Add", [node("Div", [product, "scale"], at("s")), bias], at("sb"));
    const context = node(
      "MatMul",
      [node("Softmax", [biased], at("a"), { axis: -1 }), head("v", [0, 2, 1, 3])],
      at("c"),
    );
    const joined = node("Reshape", [node("Transpose", [context], at("ct"), { perm: [0, 2, 1, 3] }), "join"], at("cj"));
    const first = norm(at("n1"), node("Add", [linear(at("o"), joined), hidden], at("r1")));
    const inner = linear(at("f1"), first);
    const gate = node("Add", [node("Erf", [node("Div", [inner, "√2"], at("g1"))], at("g2")), "1"], at("g3"));
    const gelu = node("Mul", [node("Mul", [inner, gate], at("g4")), "½"], at("g"));
    hidden = norm(at("n2"), node("Add", [linear(at("f2"), gelu), first], at("r2")));
  }

  const inputs = ["input_ids", "attention_mask", "token_type_ids"].map((name) => ({
    name,
    type: inputType,
    dims: ["batch", "tokens"],
  }));
  if (shape.labels) {
    const cls = node("Gather", [hidden, "zero"], "cls", { axis: 1 });
    const pooled = node("Tanh", [linear("pooler", cls)], "pooled");
    node("Identity", [linear("classifier", pooled)], "logits");
    return { nodes, weights: all, inputs, outputs: [{ name: "logits", type: "float", dims: ["batch", shape.labels] }] };
  }
  node("Identity", [hidden], outputName);
  const outputs: ModelSpec["outputs"][number][] = [
    { name: outputName, type: "float", dims: ["batch", "tokens", width] },
  ];
  if (how.sentence !== undefined) {
    const wide = node("Unsqueeze", [mask, "axis2"], "mask3");
    const masked = node("ReduceSum", [node("Mul", [hidden, wide], "masked"), "axis1"], "sum", { keepdims: 0 });
    node("Div", [masked, node("ReduceSum", [mask, "axis1"], "count", { keepdims: 1 })], how.sentence);
    outputs.push({ name: how.sentence, type: "float", dims: ["batch", width] });
  }
  return { nodes, weights: all, inputs, outputs };
}
