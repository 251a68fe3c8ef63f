import type { ExtensionContext } from "vscode";
import { activateWith } from "./activate.js";
import { webPlatform } from "./client/webPlatform.js";

/** The entry in a browser: the server is a worker, files are those of the editor. */
const loaded = performance.now();

export const activate = (context: ExtensionContext) => activateWith(webPlatform, context, loaded);
