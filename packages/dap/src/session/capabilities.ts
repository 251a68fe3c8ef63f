import type { DebugProtocol } from "@vscode/debugprotocol";

/** What works; a client offers the rest not at all. */
export const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: [":", "/", "@", "$", "[", "(", '"'],
  supportsStepBack: true,
  supportsRestartRequest: true,
  supportsRestartFrame: true,
  supportsTerminateRequest: true,
  supportsCancelRequest: true,
  supportsExceptionInfoRequest: true,
  supportsLoadedSourcesRequest: true,
};
