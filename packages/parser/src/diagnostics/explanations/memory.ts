import type { MEMORY } from "../registry/memory.js";
import type { Explanations } from "./explanation.js";

export const MEMORY_EXPLAINED: Explanations<typeof MEMORY> = {
  SXP5001: {
    when: "when a memory is opened",
    text: "The folder is missing, unreadable, or has no `memory.db` of this program. `sxp memory init FOLDER` creates one. Node before 22.13 needs `@photostructure/sqlite`.",
  },
  SXP5002: {
    when: "when a memory is read",
    text: "The file does not hold what was written. Damaged data is never returned. `sxp memory doctor FOLDER` lists what is affected; restore it from a backup.",
  },
  SXP5003: {
    when: "when a memory is read",
    text: "A version refers to content that the file does not hold. `sxp memory doctor FOLDER` lists the versions that are affected.",
  },
  SXP5004: {
    when: "when a memory is opened",
    text: "The file was written by a newer version of this program. Nothing is guessed and nothing is written.",
  },
  SXP5005: {
    when: "when a memory is written",
    text: "The file is read-only, the disk reports a fault, or another process has been writing for 10 seconds. Nothing of the failed write is stored; you can still read.",
  },
  SXP5006: {
    when: "when a memory is written",
    text: "There is no room for the file to grow. Nothing of the failed write is stored. Make room, or let `sxp memory gc FOLDER` give free pages back.",
  },
  SXP5007: {
    when: "when a memory is read",
    text: "A symbolic link, pipe, device or folder is in the place of `memory.db` or a file of SQLite. It is never followed or opened.",
  },
  SXP5008: {
    when: "when a memory is created or copied",
    text: "The folder holds a memory, or a backup of another one. Choose another folder.",
  },
  SXP5010: {
    when: "when something is written",
    text: "Somebody has written since the version in `ifVersion`. `data` has the newest version and what changed. Check your change, then write again with the new number.",
  },
  SXP5011: {
    when: "when something is written, merged or reverted",
    text: 'Both sides changed the same thing. `data.conflicts` has the key, path and values of each. Resolve with `resolve`: `"ours"`, `"theirs"`, or a function.',
  },
  SXP5012: {
    when: "when a task is opened",
    text: "The store has no task of this name, or it was deleted. Names are compared exactly.",
  },
  SXP5013: {
    when: "when a version is opened",
    text: "A version is a number (`7`), counted from the newest (`-1`, `-2`), or a branch, which stands for its newest version.",
  },
  SXP5014: {
    when: "when a task or a branch is created or renamed",
    text: "The name is taken, empty, too long, has control characters, or could be mistaken for a version number.",
  },
  SXP5015: {
    when: "when something is written",
    text: "A quota would be exceeded: nodes, tasks, versions, or bytes of a step or of the store. `prune` deletes old versions; quotas are an option of the store.",
  },
  SXP5016: {
    when: "when a version is read",
    text: "The version keeps its number and its place in history, but `prune` permanently deleted its content. Read a version that still exists.",
  },
  SXP5017: {
    when: "when a node is looked up",
    text: "A node keeps its key, such as `#17`, in all versions. This version has none with that key: created later, deleted before, or of another branch.",
  },
  SXP5018: {
    when: "when the store is called",
    text: "The message says what is not possible, and why: deleting the branch `main`, reverting a first version, using a closed store, reading a tree that was pruned.",
  },
  SXP5020: {
    when: "when something is written",
    text: "Other writers published first many times in a row; nothing was written. Try again later, or let fewer processes write at once.",
  },
  SXP5021: {
    when: "when a task is imported",
    text: "A file that `task.json` of an export names is missing, damaged, or does not fit the others. Nothing was written. Export the task again.",
  },
  SXP5022: {
    when: "when a task is exported",
    text: "An export needs a new or empty folder, so that it never mixes with other files. Name another folder.",
  },
  SXP5023: {
    when: "when a memory on PostgreSQL is read or written",
    text: "The server did not answer in time. A read changed nothing. After a write, look at the log first, or write with an `idempotencyKey`, which makes repeating safe.",
  },
  SXP5024: {
    when: "when a memory is pushed, pulled or backed up",
    text: "A copy adds only what is missing at the end of the same history. The target differs or was written to: copy to another place, or export and import.",
  },
  SXP5025: {
    when: "when something is written",
    text: "An idempotency key makes it safe to repeat one call. The same key came with another call, so that one of them is not what was meant.",
  },
  SXP5030: {
    when: "when an update is made",
    text: 'A parent\'s number of children, or a required attribute, would break the schema. `broken` has each. If you mean it: `onBroken: "allow"`, unless the schema is [strict](../how-to/schemas.md#the-file).',
  },
  SXP5031: {
    when: "when an update is made",
    text: "As [SXP5030](#sxp5030), but the caller allowed it. The bound stays broken, and is not reported again until an update breaks it further.",
  },
  SXP5032: {
    when: "when an update is made",
    text: 'A node of this type has the same content, ignoring case, punctuation and ids. `duplicates` has each; `duplicates: "skip"` does not insert it again.',
  },
  SXP5033: {
    when: "when an update is made",
    text: 'As [SXP5032](#sxp5032), with `duplicates: "refuse"`. Nothing was written. Change the existing node, supersede it, or insert only what is new.',
  },
  SXP5034: {
    when: "when an update is made",
    text: "Later writes changed the targets of this update, or it was for one version only (`ifVersion`). Nothing was written. `conflict` says what was changed in between.",
  },
  SXP5035: {
    when: "when an update is made",
    text: "`supersedes` takes one new node and an old one that is not superseded yet. With a schema, the old type must declare `supersededBy`.",
  },
  SXP5036: {
    when: "when an update is made",
    text: "An operation is malformed, or the result would not be a tree: a node in itself, a deletion of what another changes, no root or two.",
  },
  SXP5037: {
    when: "when a schema is migrated",
    text: "A query that was valid names a type or attribute that is gone, or compares values of another type now. Old versions still run it.",
  },
  SXP5050: {
    when: "when a store is queried",
    text: "A query on the whole store reads at most 64 versions and 4 000 000 nodes. Name versions: `/Memory/Task/Version[-1]//POI`. Or raise `maxVersions` and `maxVersionNodes`.",
  },
  SXP5051: {
    when: "when a store is queried",
    text: '`version` chooses a version of one task, so it needs `task`. In a query on the whole store, name the version in the query: `/Memory/Task[@name = "trip"]/Version[3]`.',
  },
  SXP5052: {
    when: "when a store is queried",
    text: "Of versions that `prune` emptied only number, branch and time are found, so the result may lack what they had. Name the versions that are left.",
  },
};
