import type { Telemetry } from "@semantic-xpath/agents";
import type { Journal } from "@semantic-xpath/memory";
import { EXIT, problem } from "../../stop.js";

/** Spans and metrics of a process. */
export interface Tracing {
  readonly telemetry: Telemetry;
  readonly observe: (journal: Journal) => Journal;
  /** Sends what is not sent yet. */
  end(): Promise<void>;
}

const SERVICE = "sxp-mcp";
/** Typed as any text, so that types are checked without the optional peer. */
const SDK: string = "@opentelemetry/sdk-node";

interface Sdk {
  readonly NodeSDK: new (options: {
    readonly serviceName: string;
    readonly resourceDetectors: readonly unknown[];
  }) => { start(): void; shutdown(): Promise<void> };
  readonly resources: { readonly envDetector: unknown };
}

/**
 * Starts the SDK of OpenTelemetry, which the variables of the environment configure. Of the process only those describe it: its command line has paths.
 * Throws a `Stop` if the SDK is not installed.
 */
export async function startTracing(isData: boolean): Promise<Tracing> {
  const { NodeSDK, resources } = (await import(SDK).catch(() => {
    throw problem(EXIT.input, `--otel needs the SDK of OpenTelemetry beside this command: npm install ${SDK}`);
  })) as Sdk;
  const serviceName = process.env.OTEL_SERVICE_NAME ?? SERVICE;
  const sdk = new NodeSDK({ serviceName, resourceDetectors: [resources.envDetector] });
  sdk.start();
  const { observedJournal, openTelemetry } = await import("@semantic-xpath/agents/otel");
  return {
    telemetry: openTelemetry({ isData }),
    observe: observedJournal,
    end: () => sdk.shutdown().catch(() => undefined),
  };
}
