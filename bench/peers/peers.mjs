import { cssSelect } from "./cssSelect.mjs";
import { fontoxpath } from "./fontoxpath.mjs";
import { jsonata } from "./jsonata.mjs";
import { libxml2 } from "./libxml2.mjs";
import { nimma } from "./nimma.mjs";
import { saxon } from "./saxon.mjs";

/**
 * A peer has the structural queries in its own idiom (one that it cannot express is left out), `build(days)` gives its tree,
 * `compile(text)` a function from the tree to the number of matches (of a promise where `isAsync`), and `release` frees the
 * tree where the collector does not. `isOutside`: its trees lie where Node does not count memory.
 */
export const PEERS = [cssSelect, nimma, jsonata, libxml2, saxon, fontoxpath];
