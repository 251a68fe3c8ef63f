/** The columnar, immutable tree, its node views, and the failures and limits that everything above shares. */

export { getOrMake, isObject } from "@semantic-xpath/values";
export { TreeBuilder } from "./builder.js";
export { lowerBound, lowerBoundNear } from "./column.js";
export { bytesToColumns, columnsToBytes } from "./columnBytes.js";
export { addSpace, hasTextWithin } from "./content.js";
export { CONVERSATION, contextOf, mayHaveContexts, type NodeContext } from "./context.js";
export { type AppliedEdits, applyEdits, applyingEdits } from "./edits/applyEdits.js";
export type { Edit, NodeData } from "./edits/edit.js";
export { nodeData, treeOf } from "./edits/nodeData.js";
export { parseNode, placesEachChild } from "./edits/parseNode.js";
export { ReadError, RunError, readError, runError, SemanticXPathError } from "./failure.js";
export { FORMATS, type Format, type FormatName, formatOf, WRITTEN_FORMATS, type WrittenFormat } from "./formats.js";
export { eachId, type IdAttribute, type IdIndex, idIndex, idsIn } from "./idIndex.js";
export { DOCUMENT, DOCUMENT_TYPE, NONE, type NodeId, type TypeId } from "./ids.js";
export { BUDGET, type Budget, budgetOf, READ_LIMITS, type ReadLimits, readLimits, UNLIMITED } from "./limits.js";
export { TreeNode } from "./node.js";
export { type Pairing, pairNodes } from "./pairs/pairNodes.js";
export { PAIRED_BY, type PairedBy } from "./pairs/pairs.js";
export { nodePath, stepOf } from "./path.js";
export { type EncodedChunk, type EncodedVersion, SegmentArchive } from "./segments/archive.js";
export { eachKept, type SegmentChange } from "./segments/change.js";
export {
  type AttributeDiff,
  type DiffPair,
  type DiffTop,
  diffSegments,
  type EditedNode,
  type SegmentsDiff,
} from "./segments/diffSegments.js";
export { SEGMENT_NODES, type Segment, type SegmentPart } from "./segments/segment.js";
export { segmentedPath, segmentedStep } from "./segments/segmentedPath.js";
export { changeSince, SegmentedTree, segmentsIn } from "./segments/segmentedTree.js";
export type { TreeRow } from "./segments/segmentRow.js";
export { type SegmentSummary, summaryOf, typesIn } from "./segments/segmentSummary.js";
export type { ContextRule, TreeDocument, TreePart, TreeSource } from "./source.js";
export { factsText, nodeText, plainText, stringValue } from "./text.js";
export { Tree } from "./tree.js";
export { identify, identityOf, treeOfBytes, treeToBytes } from "./treeBytes.js";
export { ValueTable } from "./values.js";
