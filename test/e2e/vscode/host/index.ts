import "./manifest.js";
import "./language.js";
import "./scripts.js";
import "./runs.js";
import "./debugging.js";
import { runTests } from "./kit.js";

/** The module that VS Code is told to run. */
export const run = runTests;
