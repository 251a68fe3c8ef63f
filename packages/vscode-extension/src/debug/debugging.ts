import {
  DebugAdapterInlineImplementation,
  DebugConfigurationProviderTriggerKind,
  type Disposable,
  debug,
} from "vscode";
import type { Services } from "../services.js";
import { configurationProvider, dynamicConfigurations } from "./configurations.js";
import { followSessions } from "./follow.js";
import { debugHost } from "./host.js";
import { showValues } from "./values.js";

/** Debugging of queries: the adapter runs in this process and is loaded with the first session. */
export function registerDebugging(services: Services): Disposable[] {
  return [
    debug.registerDebugAdapterDescriptorFactory("sxp", {
      async createDebugAdapterDescriptor(session) {
        const host = debugHost(services, session);
        return new DebugAdapterInlineImplementation(await services.platform.createDebugSession(host));
      },
    }),
    debug.registerDebugConfigurationProvider("sxp", configurationProvider(services)),
    debug.registerDebugConfigurationProvider(
      "sxp",
      dynamicConfigurations(services),
      DebugConfigurationProviderTriggerKind.Dynamic,
    ),
    ...followSessions(services),
    ...showValues(),
  ];
}
