/** A node inside the engine: its preorder number. The document node is 0, the root 1. */
export type NodeId = number;
/** An index into `Tree.typeNames`. The document node has type 0, which no query can name. */
export type TypeId = number;

export const DOCUMENT: NodeId = 0;
export const DOCUMENT_TYPE: TypeId = 0;
/** Stands for "no node", "no value", "no type" in columns. */
export const NONE = -1;
