import { type Inspection, inspect, NODE_STATES, type NodeState, type RunView, viewOf } from "@semantic-xpath/inspect";
import { compile, type RunOptions, readXml, type Scorer, type Tree } from "@semantic-xpath/runtime";

/** Scores a text by the number behind a word of the condition in it: `sun=0.4` scores 0.4 for "sun", no such word 0. */
export const numberScorer: Scorer = {
  id: "number",
  cost: "cheap",
  score: async (texts, condition) =>
    Float32Array.from(texts, (text) => Number(new RegExp(`\\b${condition}=([\\d.]+)`).exec(text)?.[1] ?? 0)),
};

/** A run over a small tree written as XML. */
export function inspected(data: string | Tree, text: string, options: RunOptions = {}): Promise<Inspection> {
  const tree = typeof data === "string" ? readXml(data) : data;
  return inspect(compile(text).query!, tree, { scorer: numberScorer, ...options });
}

export const viewed = async (data: string | Tree, text: string, options: RunOptions = {}): Promise<RunView> =>
  viewOf(await inspected(data, text, options));

/** What became of every node, by path, from the columns that a view gets. */
export async function fatesIn(view: RunView, tree: Tree): Promise<Record<string, { state: NodeState; heat: number }>> {
  const shape = await view.tree();
  const state = Buffer.from(shape.state, "base64");
  const heat = floats(shape.heat);
  return Object.fromEntries(
    Array.from(state, (value, i) => [tree.node(i + 1).path, { state: NODE_STATES[value]!, heat: heat[i]! }]),
  );
}

export const floats = (text: string): Float32Array => new Float32Array(bytes(text));
export const ints = (text: string): Int32Array => new Int32Array(bytes(text));
export const shorts = (text: string): Uint16Array => new Uint16Array(bytes(text));

/** A copy of its own: what `Buffer` gives may start anywhere in a larger one. */
const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, "base64")).buffer;
