import type { CommandSpec } from "../../spec/spec.js";
import { backup, doctor, exporting, gc, init, prune, pull, push, watch } from "./keepCommands.js";
import { blame, diff, list, log, query, show } from "./readCommands.js";
import { build, correct, forget, recall, same } from "./talkCommands.js";
import { branch, create, importing, merge, remove, restore, revert, update } from "./writeCommands.js";

/**
 * The commands about a memory: a folder, or a store on a server, with tasks, each a tree with all its versions, in the order of the help. What they do is in the files
 * beside, which are loaded when one of them runs.
 */
export const MEMORY_COMMANDS: readonly CommandSpec[] = [
  init,
  create,
  build,
  recall,
  correct,
  forget,
  same,
  list,
  show,
  query,
  update,
  log,
  diff,
  blame,
  revert,
  restore,
  branch,
  merge,
  importing,
  exporting,
  remove,
  prune,
  gc,
  doctor,
  backup,
  push,
  pull,
  watch,
];
