/**
 * A debug adapter for queries: the Debug Adapter Protocol over a stepper. Nothing here touches a file, a process or a network; the
 * host reads texts and opens scorers, so the same session runs in a terminal's process, inside an editor and in a browser.
 *
 * An editor uses a session as its adapter as it is (`onDidSendMessage`, `handleMessage`, `dispose`):
 *
 * ```ts
 * const session = createDebugSession({
 *   readText: async (path) => decoder.decode(await workspace.fs.readFile(toUri(path))),
 *   openScorer: async (name) => scorerNamed(name), // null: the host's default
 * });
 * return new vscode.DebugAdapterInlineImplementation(session);
 * ```
 *
 * Launch arguments: `LaunchArguments`. Requests beyond the protocol: `sxp/changed` `{ path }` when a file was edited: the session
 * compiles again and restarts, breakpoints kept by line; `sxp/steps` for what operators have given so far (`StepsSoFar`). Events beyond it: `sxp/session` (`SessionInfo`) when a run is started,
 * `sxp/step` (`StepInfo`) at each stop. On streams it is served by `serveDebugAdapter` of `@semantic-xpath/dap/stdio`.
 */
export type { DebugHost } from "./host.js";
export type { LaunchArguments } from "./launch.js";
export type { SessionInfo, StepInfo, StepsSoFar } from "./messages.js";
export { createDebugSession, type DebugSession } from "./session/createDebugSession.js";
