import { errorsOf } from "@semantic-xpath/parser";
import { parseSchema, type Schema } from "@semantic-xpath/planner";
import type { Tree, TreeNode } from "@semantic-xpath/tree";
import { compile } from "./compile.js";
import type { CompiledQuery } from "./compiledQuery.js";
import type { ArgumentValue } from "./execute/run.js";
import type { Match } from "./match.js";
import { CompileError } from "./query.js";
import type { RunOptions } from "./runOptions.js";
import type { RunResult } from "./runResult.js";

/** A node type as `sxp codegen` writes it: what `JSON.stringify` makes of such a node. */
export interface NodeShape {
  readonly type: string;
  readonly attributes: object;
  readonly text?: string;
  readonly children?: readonly NodeShape[];
}

type ChildOf<N extends NodeShape> = "children" extends keyof N ? NonNullable<N["children"]>[number] : never;

/** A node of a result, of one of several types: `type` distinguishes them. */
export type TypedNode<N extends NodeShape> = N extends NodeShape
  ? Omit<TreeNode, "type" | "attributes" | "attribute" | "children" | "toJSON"> & {
      readonly type: N["type"];
      readonly attributes: N["attributes"];
      attribute<A extends keyof N["attributes"] & string>(name: A): N["attributes"][A];
      readonly children: readonly TypedNode<ChildOf<N>>[];
      toJSON(): N;
    }
  : never;

type Placed = Omit<Match, "node" | "attribute" | "text" | "toJSON">;

/** A result that is a node. */
export type NodeMatch<N extends NodeShape> = [N] extends [never]
  ? never
  : Placed & {
      readonly node: TypedNode<N>;
      readonly attribute: null;
      readonly text: null;
      toJSON(): { readonly path: string; readonly weight: number; readonly node: N };
    };

/** A result that is an attribute; `node` has it. */
export type AttributeMatch<N extends NodeShape, A extends string, V extends string = string> = Placed & {
  readonly node: TypedNode<N>;
  readonly attribute: { readonly name: A; readonly value: V };
  readonly text: null;
  readonly value: V;
  toJSON(): {
    readonly path: string;
    readonly weight: number;
    readonly attribute: { readonly name: A; readonly value: V };
  };
};

/** A result that is an own text; `node` has it. */
export type TextMatch<N extends NodeShape> = Placed & {
  readonly node: TypedNode<N>;
  readonly attribute: null;
  readonly text: string;
  toJSON(): { readonly path: string; readonly weight: number; readonly text: string };
};

/** A result that is a record, of fields `R`. */
export type RecordMatch<R extends object> = Omit<Match, "record"> & { readonly record: R };

/** A result that is a group, with keys `K`. */
export type GroupMatch<K extends object> = Omit<Match, "group"> & {
  readonly group: { readonly key: K; readonly members: readonly Match[] };
};

/** Result of a run, with the type of its matches. */
export interface TypedMatches<M> extends Omit<RunResult, "matches" | "value" | typeof Symbol.iterator> {
  readonly matches: readonly M[];
  [Symbol.iterator](): Iterator<M>;
}

/** Result of a run of a query whose result is a value; the matches are the nodes that it was computed from. */
export interface TypedValue<V> extends Omit<RunResult, "value"> {
  readonly value: V;
}

type Arguments = Readonly<Record<string, ArgumentValue>>;

/** Options are needed where there are parameters. */
type RunArguments<P> = keyof P extends never
  ? [options?: Omit<RunOptions, "params">]
  : [options: Omit<RunOptions, "params"> & { readonly params: P }];

/** A query with types of its arguments by name (`P`) and of its result (`R`). */
export interface TypedQuery<R = RunResult, P = Arguments> {
  /** The name of a declared query, null for a bare one. */
  readonly name: string | null;
  /** Compiled when first asked for. Throws `CompileError` where the text has an error. */
  readonly query: CompiledQuery;
  /** Rejects with `CompileError` where the text has an error, else as `CompiledQuery.run`. */
  run(tree: Tree, ...options: RunArguments<P>): Promise<R>;
}

/**
 * The declared queries of a document, by name: what modules that `sxp codegen` writes are made of. `schema` is the text of a schema file.
 * Nothing is compiled until a query is first used.
 *
 * @example const day: TypedQuery<RunResult, { n: number }> = defineQueries("declare query day($n as number) := /Plan/Day[$n];")("day")
 */
export function defineQueries(text: string, schema: string | null = null) {
  let compiled: ReturnType<typeof compile> | undefined;
  return <R, P>(name: string | null): TypedQuery<R, P> =>
    typedQuery(name, () => {
      compiled ??= compile(text, { schema: schema === null ? null : readSchema(schema) });
      const errors = errorsOf(compiled.diagnostics);
      const query = name === null ? compiled.query : compiled.queries[name];
      if (query === undefined || errors.length > 0) throw new CompileError(text, errors);
      return query;
    });
}

/** A query that compiles on first use. Its maker declares the types. */
export function typedQuery<R, P>(name: string | null, make: () => CompiledQuery): TypedQuery<R, P> {
  let compiled: CompiledQuery | undefined;
  const query = (): CompiledQuery => {
    compiled ??= make();
    return compiled;
  };
  return {
    name,
    get query() {
      return query();
    },
    run: async (tree, ...[options]) => (await query().run(tree, options as RunOptions | undefined)) as R,
  };
}

/** The schema of a text. Throws an `Error` with the first mistake where it has none. */
export function readSchema(text: string): Schema {
  const { schema, diagnostics } = parseSchema(text);
  if (schema === null) throw new Error(`The schema can't be read: ${diagnostics[0]?.message}`);
  return schema;
}
