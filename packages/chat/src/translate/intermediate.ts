/** The intermediate query: what a request asks for in terms of the schema. `write/write.ts` says it in our language. */
export interface Ask {
  readonly give: Give;
  readonly of: Things;
}

export type Give =
  | { readonly kind: "nodes" }
  | { readonly kind: "values"; readonly attribute: string; readonly isDistinct: boolean }
  /** `distinct`: of those of the same name one. */
  | { readonly kind: "count"; readonly distinct?: string }
  /** True if there are any. */
  | { readonly kind: "exists" }
  | { readonly kind: "compute"; readonly by: "sum" | "avg" | "min" | "max"; readonly attribute: string }
  /** A row for each key with what is computed of its nodes; `isKeyOnly`: the keys alone. */
  | {
      readonly kind: "totals";
      readonly key: GroupKey;
      readonly total: Total;
      /** null: in no order. */
      readonly isDescending: boolean | null;
      readonly range: readonly [number | null, number | null];
      readonly isKeyOnly: boolean;
    }
  /** A row for each node. */
  | { readonly kind: "table"; readonly fields: readonly Field[] };

/** Values of the nodes, or of what they are in `up` steps above; or nodes that they are in. */
export type GroupKey =
  | { readonly kind: "values"; readonly up: number; readonly attribute: string; readonly part?: "month" | "year" }
  | { readonly kind: "nodes"; readonly type: string; readonly label: string };

export interface Total {
  readonly by: "count" | "sum" | "avg" | "min" | "max";
  /** null: nodes are counted. */
  readonly attribute: string | null;
}

/** A column: a value of the node or of what it is in, or how many nodes are in it. */
export type Field =
  | { readonly kind: "value"; readonly up: number; readonly attribute: string }
  | { readonly kind: "count"; readonly type: string };

/** Nodes of some types, in the document or in others. No types: any. */
export interface Things {
  readonly types: readonly string[];
  /** Their container, at any depth. */
  readonly within: Things | null;
  readonly conditions: readonly Condition[];
  /** They are among these nodes, by their paths. */
  readonly among?: readonly string[];
  readonly pick: Pick | null;
}

/** Some of a list by their places in its order, or in the order of a value. */
export interface Pick {
  readonly order: { readonly key: string; readonly isDescending: boolean } | null;
  /** As in a query: from 1, or negative from the end; null: all, in that order. */
  readonly from: number | null;
  readonly to: number | null;
  /** True for the list of each container, false for the list of all. */
  readonly isEach: boolean;
  /** By its number: "day 4" is the fourth of all days, and not of those that the conditions leave. */
  readonly isNumber?: true;
}

export type Condition =
  /** `value` in the notation of a query; `part` a function of the attribute: `start`, `weekday`. */
  | {
      readonly kind: "compares";
      readonly attribute: string;
      readonly part?: string;
      readonly operator: string;
      readonly value: string;
    }
  | { readonly kind: "contains"; readonly attribute: string; readonly text: string }
  | { readonly kind: "present"; readonly attribute: string }
  | { readonly kind: "has"; readonly things: Things; readonly operator?: string; readonly count?: number }
  | { readonly kind: "graded"; readonly target: string; readonly text: string }
  /** The mean over what is in the node. */
  | { readonly kind: "mean"; readonly things: Things }
  | { readonly kind: "not"; readonly condition: Condition }
  | { readonly kind: "either" | "both"; readonly conditions: readonly Condition[] };
