/** The columnar, immutable tree, its node views, and the failures and limits that everything above shares. */

export { TreeBuilder } from "./builder.js";
export { lowerBound } from "./column.js";
export { ReadError, RunError, readError, runError, SemanticXPathError } from "./failure.js";
export { getOrMake } from "./getOrMake.js";
export { DOCUMENT, DOCUMENT_TYPE, NONE, type NodeId, type TypeId } from "./ids.js";
export { BUDGET, type Budget, budgetOf, READ_LIMITS, type ReadLimits, readLimits, UNLIMITED } from "./limits.js";
export { TreeNode } from "./node.js";
export { nodePath, stepOf } from "./path.js";
export { SEGMENT_NODES, type Segment } from "./segments/segment.js";
export { SegmentedTree } from "./segments/segmentedTree.js";
export { nodeText, stringValue } from "./text.js";
export { type FormatName, Tree, type TreeDocument, type TreeSource } from "./tree.js";
export { ValueTable } from "./values.js";
