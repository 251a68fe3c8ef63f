import { type ByteSource, type Field, ProtobufError, ProtobufReader } from "./protobuf.js";

/** Summary of a model file without its weights. */
export interface OnnxSummary {
  /** "domain:op" of each kind of node, the standard domain being "". */
  readonly operators: ReadonlySet<string>;
  /** "domain:name" of the functions that the file defines. */
  readonly functions: ReadonlySet<string>;
  /** Other files that weights lie in, as written, relative to the model file, with the bytes that each must have at least. */
  readonly external: ReadonlyMap<string, number>;
  readonly nodes: number;
}

/** Graphs within graphs (bodies of If, Loop and Scan). */
const DEEPEST = 64;

/**
 * Walks a model as onnx.proto declares it (github.com/onnx/onnx/blob/main/onnx/onnx.proto): the graph, the graphs in attributes,
 * functions and training graphs. Weights are skipped, not read.
 *
 * @throws ProtobufError if the bytes are no ONNX model.
 */
export function summariseOnnx(source: ByteSource): OnnxSummary {
  const walk = new Walk(new ProtobufReader(source));
  walk.model();
  if (walk.nodes === 0) throw new ProtobufError("It has no nodes.");
  return walk;
}

class Walk implements OnnxSummary {
  readonly operators = new Set<string>();
  readonly functions = new Set<string>();
  readonly external = new Map<string, number>();
  nodes = 0;
  private depth = 0;

  constructor(private readonly reader: ProtobufReader) {}

  /** ModelProto: graph = 7, training_info = 20, functions = 25. */
  model(): void {
    this.visit(this.reader.message(), { 7: this.graph, 20: this.training, 25: this.function });
  }

  /** GraphProto: node = 1, initializer = 5, sparse_initializer = 15. */
  private graph(piece: Field): void {
    if (++this.depth > DEEPEST) throw new ProtobufError("Its graphs are nested too deeply.");
    this.within(piece, { 1: this.node, 5: this.tensor, 15: this.sparse });
    this.depth--;
  }

  /** NodeProto: op_type = 4, attribute = 5, domain = 7. */
  private node(piece: Field): void {
    const texts = this.within(piece, { 5: this.attribute }, [4, 7]);
    this.nodes++;
    this.operators.add(qualified(texts.get(7), texts.get(4)));
  }

  /** AttributeProto: t = 5, g = 6, tensors = 10, graphs = 11, sparse_tensor = 22, sparse_tensors = 23. */
  private attribute(piece: Field): void {
    const { tensor, graph, sparse } = this;
    this.within(piece, { 5: tensor, 10: tensor, 6: graph, 11: graph, 22: sparse, 23: sparse });
  }

  /** SparseTensorProto: values = 1, indices = 2. */
  private sparse(piece: Field): void {
    this.within(piece, { 1: this.tensor, 2: this.tensor });
  }

  /** TensorProto: external_data = 13, data_location = 14, of which 1 is EXTERNAL. */
  private tensor(piece: Field): void {
    const entries = new Map<string, string>();
    let isExternal = false;
    this.within(piece, {
      13: (field) => this.entry(field, entries),
      14: (field) => {
        isExternal = this.reader.number(field) === 1;
      },
    });
    if (!isExternal && entries.size === 0) return;
    const location = entries.get("location");
    if (location === undefined) throw new ProtobufError("A weight lies in another file that is not named.");
    const end = count(entries.get("offset")) + count(entries.get("length"));
    this.external.set(location, Math.max(end, this.external.get(location) ?? 0));
  }

  /** StringStringEntryProto: key = 1, value = 2. */
  private entry(piece: Field, into: Map<string, string>): void {
    const texts = this.within(piece, {}, [1, 2]);
    const key = texts.get(1) ?? "";
    if (key === "location" && into.has(key)) throw new ProtobufError("A weight lies in two files.");
    into.set(key, texts.get(2) ?? "");
  }

  /** TrainingInfoProto: initialization = 1, algorithm = 2. */
  private training(piece: Field): void {
    this.within(piece, { 1: this.graph, 2: this.graph });
  }

  /** FunctionProto: name = 1, node = 7, domain = 10, attribute_proto = 11. */
  private function(piece: Field): void {
    const texts = this.within(piece, { 7: this.node, 11: this.attribute }, [1, 10]);
    this.functions.add(qualified(texts.get(10), texts.get(1)));
  }

  /** Visits the fields of a message within, in order; gives the texts of the fields that are named, the last of each. */
  private within(piece: Field, visitors: Visitors, texts: readonly number[] = []): ReadonlyMap<number, string> {
    const { start, end } = this.reader.piece(piece);
    return this.visit(this.reader.message(start, end), visitors, texts);
  }

  private visit(fields: Iterable<Field>, visitors: Visitors, texts: readonly number[] = []) {
    const values = new Map<number, string>();
    for (const field of fields) {
      if (texts.includes(field.number)) values.set(field.number, this.reader.text(field));
      else visitors[field.number]?.call(this, field);
    }
    return values;
  }
}

/** Handlers of fields, by number. */
type Visitors = Readonly<Record<number, (this: Walk, field: Field) => void>>;

const qualified = (domain = "", name = ""): string => `${domain === "ai.onnx" ? "" : domain}:${name}`;

function count(text = "0"): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value)) {
    throw new ProtobufError("A weight has no proper place in its file.");
  }
  return value;
}
