import type { NodeData } from "@semantic-xpath/tree";

/** Target of an operation: a query for one node, a node by its key, or a parameter of the update. */
export type OperationTarget = string | { readonly key: number } | { readonly param: string };

/** A text, or one in parts, of which some are computed: `["Dear ", { value: "//Guest[1]/@name" }]`. */
export type OperationText = string | readonly (string | { readonly value: string })[];

/** A node to be made: `NodeData`, whose texts may be computed in part. */
export interface OperationNode {
  readonly type: string;
  readonly attributes?: Readonly<Record<string, OperationText>>;
  readonly text?: OperationText;
  readonly children?: readonly OperationNode[];
  /** Texts, computed values and the places of children in `children`, in order, where text stands between children. */
  readonly content?: readonly (string | number | { readonly value: string })[];
}

/** Content of an operation: a new node, a copy of one, or a parameter. Every `NodeData` is an `OperationNode`. */
export type OperationContent =
  | OperationNode
  | NodeData
  | { readonly copy: string | { readonly key: number; readonly version?: number } }
  | { readonly param: string };

/** `last` is what `into` alone means. */
export type OperationPosition = "first" | "last" | "before" | "after";

/** A value: a text as it is, or an expression of the language. */
export type OperationValue = string | number | boolean | { readonly value: string };

/**
 * One primitive of an update as plain data, for tools that write JSON rather than text: the same as the text, printed from one model
 * (`operationsOf`, `updateOf`). Of `setAttribute` a value of null removes the attribute.
 */
export type Operation =
  | {
      readonly op: "insert";
      readonly content: OperationContent;
      readonly position?: OperationPosition;
      readonly target: OperationTarget;
    }
  | { readonly op: "delete"; readonly target: OperationTarget }
  | { readonly op: "replace"; readonly target: OperationTarget; readonly content: OperationContent }
  | { readonly op: "replaceValue"; readonly target: OperationTarget; readonly value: OperationValue }
  | { readonly op: "rename"; readonly target: OperationTarget; readonly name: string }
  | {
      readonly op: "move";
      readonly target: OperationTarget;
      readonly position?: OperationPosition;
      readonly destination: OperationTarget;
    }
  | {
      readonly op: "setAttribute";
      readonly target: OperationTarget;
      readonly name: string;
      readonly value: OperationValue;
    };
