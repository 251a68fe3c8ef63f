/**
 * The permanent key of a node in a task: from 1, never used again in the task, the same in all versions and branches in which the node is.
 * (A `NodeId` is the place of a node in one version.)
 */
export type NodeKey = number;
