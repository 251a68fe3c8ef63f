import type { ExtensionContext } from "vscode";
import { activateWith } from "./activate.js";
import { nodePlatform } from "./client/nodePlatform.js";

/** The entry where VS Code has Node: on a desktop, or on a remote machine. */
const loaded = performance.now();

export const activate = (context: ExtensionContext) => activateWith(nodePlatform, context, loaded);
