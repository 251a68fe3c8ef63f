import { type ByteSource, type Field, ProtobufError, ProtobufReader } from "./protobuf.js";

/** What a model file says of itself, weights aside. */
export interface OnnxSummary {
  /** "domain:op" of each kind of node, the standard domain being "". */
  readonly operators: ReadonlySet<string>;
  /** "domain:name" of the functions that the file defines. */
  readonly functions: ReadonlySet<string>;
  /** Weights that lie in other files, each once. */
  readonly external: ReadonlyMap<string, ExternalData>;
  readonly nodes: number;
}

interface ExternalData {
  /** The path as written, relative to the model file. */
  readonly location: string;
  /** Bytes that the file must have at least. */
  readonly end: number;
}

/** Graphs within graphs (bodies of If, Loop and Scan). */
const DEEPEST = 64;

/**
 * Walks a model as onnx.proto declares it (github.com/onnx/onnx/blob/main/onnx/onnx.proto): the graph, the graphs in attributes,
 * functions and training graphs. Weights are skipped, not read.
 *
 * @throws ProtobufError where the bytes are no ONNX model.
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
  readonly external = new Map<string, ExternalData>();
  nodes = 0;
  private depth = 0;

  constructor(private readonly reader: ProtobufReader) {}

  /** ModelProto: graph = 7, training_info = 20, functions = 25. */
  model(): void {
    for (const field of this.reader.message()) {
      if (field.number === 7) this.graph(field);
      else if (field.number === 20) this.training(field);
      else if (field.number === 25) this.function(field);
    }
  }

  /** GraphProto: node = 1, initializer = 5, sparse_initializer = 15. */
  private graph(piece: Field): void {
    if (++this.depth > DEEPEST) throw new ProtobufError("Its graphs are nested too deeply.");
    for (const field of this.fields(piece)) {
      if (field.number === 1) this.node(field);
      else if (field.number === 5) this.tensor(field);
      else if (field.number === 15) this.sparse(field);
    }
    this.depth--;
  }

  /** NodeProto: op_type = 4, attribute = 5, domain = 7. */
  private node(piece: Field): void {
    let operator = "";
    let domain = "";
    for (const field of this.fields(piece)) {
      if (field.number === 4) operator = this.reader.text(field);
      else if (field.number === 7) domain = this.reader.text(field);
      else if (field.number === 5) this.attribute(field);
    }
    this.nodes++;
    this.operators.add(qualified(domain, operator));
  }

  /** AttributeProto: t = 5, g = 6, tensors = 10, graphs = 11, sparse_tensor = 22, sparse_tensors = 23. */
  private attribute(piece: Field): void {
    for (const field of this.fields(piece)) {
      if (field.number === 5 || field.number === 10) this.tensor(field);
      else if (field.number === 6 || field.number === 11) this.graph(field);
      else if (field.number === 22 || field.number === 23) this.sparse(field);
    }
  }

  /** SparseTensorProto: values = 1, indices = 2. */
  private sparse(piece: Field): void {
    for (const field of this.fields(piece)) {
      if (field.number === 1 || field.number === 2) this.tensor(field);
    }
  }

  /** TensorProto: external_data = 13, data_location = 14, of which 1 is EXTERNAL. */
  private tensor(piece: Field): void {
    const entries = new Map<string, string>();
    let isExternal = false;
    for (const field of this.fields(piece)) {
      if (field.number === 13) this.entry(field, entries);
      else if (field.number === 14) isExternal = this.reader.number(field) === 1;
    }
    if (!isExternal && entries.size === 0) return;
    const location = entries.get("location");
    if (location === undefined) throw new ProtobufError("A weight lies in another file that is not named.");
    const end = count(entries.get("offset")) + count(entries.get("length"));
    this.external.set(location, { location, end: Math.max(end, this.external.get(location)?.end ?? 0) });
  }

  /** StringStringEntryProto: key = 1, value = 2. */
  private entry(piece: Field, into: Map<string, string>): void {
    let key = "";
    let value = "";
    for (const field of this.fields(piece)) {
      if (field.number === 1) key = this.reader.text(field);
      else if (field.number === 2) value = this.reader.text(field);
    }
    if (key === "location" && into.has(key)) throw new ProtobufError("A weight lies in two files.");
    into.set(key, value);
  }

  /** TrainingInfoProto: initialization = 1, algorithm = 2. */
  private training(piece: Field): void {
    for (const field of this.fields(piece)) {
      if (field.number === 1 || field.number === 2) this.graph(field);
    }
  }

  /** FunctionProto: name = 1, node = 7, domain = 10, attribute_proto = 11. */
  private function(piece: Field): void {
    let name = "";
    let domain = "";
    for (const field of this.fields(piece)) {
      if (field.number === 1) name = this.reader.text(field);
      else if (field.number === 10) domain = this.reader.text(field);
      else if (field.number === 7) this.node(field);
      else if (field.number === 11) this.attribute(field);
    }
    this.functions.add(qualified(domain, name));
  }

  private fields(piece: Field): Generator<Field> {
    const { start, end } = this.reader.piece(piece);
    return this.reader.message(start, end);
  }
}

const qualified = (domain: string, name: string): string => `${domain === "ai.onnx" ? "" : domain}:${name}`;

function count(text = "0"): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value)) {
    throw new ProtobufError("A weight has no proper place in its file.");
  }
  return value;
}
