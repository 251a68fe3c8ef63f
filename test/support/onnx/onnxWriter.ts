/** Writes ONNX models: as much of onnx.proto (github.com/onnx/onnx) as small models need. */

/** A protobuf message under construction. */
export class Message {
  private readonly pieces: Uint8Array[] = [];

  int(field: number, value: number): this {
    return this.varint(field * 8).varint(value);
  }

  float(field: number, value: number): this {
    return this.varint(field * 8 + 5).raw(new Uint8Array(Float32Array.of(value).buffer));
  }

  bytes(field: number, bytes: Uint8Array): this {
    return this.varint(field * 8 + 2)
      .varint(bytes.length)
      .raw(bytes);
  }

  text(field: number, text: string): this {
    return this.bytes(field, new TextEncoder().encode(text));
  }

  message(field: number, message: Message): this {
    return this.bytes(field, message.done());
  }

  raw(bytes: Uint8Array): this {
    this.pieces.push(bytes);
    return this;
  }

  done(): Uint8Array {
    return Buffer.concat(this.pieces);
  }

  private varint(value: number): this {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    do {
      const low = Number(rest & 127n);
      rest >>= 7n;
      bytes.push(rest > 0n ? low | 128 : low);
    } while (rest > 0n);
    return this.raw(Uint8Array.from(bytes));
  }
}

const TYPES = { float: 1, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof TYPES;

export interface TensorSpec {
  readonly dims: readonly number[];
  readonly data: Float32Array | Int32Array | BigInt64Array;
}

export interface NodeSpec {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[] | { readonly float: number } | Message>>;
  readonly domain?: string;
}

export interface ValueSpec {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly (number | string)[];
}

export interface ModelSpec {
  readonly nodes: readonly NodeSpec[];
  readonly weights: ReadonlyMap<string, TensorSpec>;
  readonly inputs: readonly ValueSpec[];
  readonly outputs: readonly ValueSpec[];
  /** Weights that lie in another file: name, and what the model says of the place. */
  readonly external?: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly opset?: number;
}

export function writeOnnx(spec: ModelSpec): Uint8Array {
  const domains = new Set(spec.nodes.map(({ domain = "" }) => domain).filter((domain) => domain !== ""));
  const model = new Message().int(1, 8).text(2, "test").message(7, writeGraph(spec));
  model.message(8, new Message().text(1, "").int(2, spec.opset ?? 17));
  for (const domain of domains) model.message(8, new Message().text(1, domain).int(2, 1));
  return model.done();
}

export function writeGraph({ nodes, weights, inputs, outputs, external }: ModelSpec): Message {
  const graph = new Message();
  for (const node of nodes) graph.message(1, writeNode(node));
  graph.text(2, "graph");
  for (const [name, tensor] of weights) graph.message(5, writeTensor(name, tensor, external?.get(name)));
  for (const input of inputs) graph.message(11, writeValue(input));
  for (const output of outputs) graph.message(12, writeValue(output));
  return graph;
}

function writeNode({ op, inputs, outputs, attributes = {}, domain }: NodeSpec): Message {
  const node = new Message();
  for (const input of inputs) node.text(1, input);
  for (const output of outputs) node.text(2, output);
  node.text(3, `${outputs[0]}/${op}`).text(4, op);
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = new Message().text(1, name);
    if (value instanceof Message) attribute.message(6, value).int(20, 5);
    else if (typeof value === "number") attribute.int(3, value).int(20, 2);
    else if (Array.isArray(value)) {
      for (const item of value) attribute.int(8, item);
      attribute.int(20, 7);
    } else attribute.float(2, (value as { float: number }).float).int(20, 1);
    node.message(5, attribute);
  }
  if (domain !== undefined) node.text(7, domain);
  return node;
}

function writeTensor(name: string, { dims, data }: TensorSpec, external?: Readonly<Record<string, string>>): Message {
  const type = data instanceof Float32Array ? "float" : data instanceof Int32Array ? "int32" : "int64";
  const tensor = new Message();
  for (const size of dims) tensor.int(1, size);
  tensor.int(2, TYPES[type]).text(8, name);
  if (external === undefined) return tensor.bytes(9, bytesOf(data));
  for (const [key, value] of Object.entries(external)) tensor.message(13, new Message().text(1, key).text(2, value));
  return tensor.int(14, 1);
}

export const bytesOf = (data: TensorSpec["data"]): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

function writeValue({ name, type, dims }: ValueSpec): Message {
  const shape = new Message();
  for (const size of dims) {
    shape.message(1, typeof size === "number" ? new Message().int(1, size) : new Message().text(2, size));
  }
  const tensor = new Message().int(1, TYPES[type]).message(2, shape);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

export const floats = (dims: readonly number[], data: Float32Array): TensorSpec => ({ dims, data });

export const integers = (...values: number[]): TensorSpec => ({
  dims: [values.length],
  data: BigInt64Array.from(values, BigInt),
});

/** A number without dimensions. */
export const scalar = (value: number): TensorSpec => ({ dims: [], data: Float32Array.of(value) });
