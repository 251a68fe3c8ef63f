/** Spans and metrics of OpenTelemetry for sessions and stores. This entry alone imports `@opentelemetry/api`, an optional peer. */

import {
  type Attributes,
  context,
  type Histogram,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Journal } from "@semantic-xpath/memory";
import type { Scorer } from "@semantic-xpath/runtime";
import { failureOf } from "./results/failure.js";
import {
  ATTRIBUTES as A,
  CALL_METHOD,
  CAPTURE_VALUES,
  CAPTURE_VARIABLE,
  DURATION_BOUNDS,
  METRICS,
  OPERATIONS,
  OTHER,
  RETRIEVAL,
  TOOL_OPERATION,
} from "./telemetry/conventions.js";
import type { McpRequest, Telemetry } from "./telemetry/telemetry.js";

export interface TelemetryOptions {
  /** True for data that no memory keeps: its queries are `retrieval` spans. Default false. */
  readonly isData?: boolean;
  /**
   * Allows the texts of queries and results in spans. Default: false, unless the environment has
   * `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`.
   */
  readonly captureContent?: boolean;
}

const NAME = "@semantic-xpath/agents";
const VERSION = "0.1.0";

/** The code of an answer that waits for a person's confirmation. */
const UNCONFIRMED = "SXP5065";

/**
 * Telemetry for `SessionOptions.telemetry`, by the provider that the process has registered; without one it costs a few calls that do nothing. No
 * query, content, path, key or name of a task is in a span, unless `captureContent` allows it.
 *
 * @example
 * const session = new MemorySession({ memory, telemetry: openTelemetry() });
 */
export function openTelemetry(options: TelemetryOptions = {}): Telemetry {
  const isCapturing = options.captureContent ?? capturesByEnvironment();
  const isData = options.isData ?? false;
  const tracer = trace.getTracer(NAME, VERSION);
  const meter = metrics.getMeter(NAME, VERSION);
  const duration = (name: string): Histogram =>
    meter.createHistogram(name, { unit: "s", advice: { explicitBucketBoundaries: DURATION_BOUNDS } });
  const operations = duration(METRICS.operation);
  const calls = duration(METRICS.server);
  const key = crypto.getRandomValues(new Uint8Array(32));
  return {
    call({ tool, request }, work) {
      const name = tool ?? OTHER;
      const attributes = { [A.operation]: TOOL_OPERATION, [A.tool]: name, ...requestAttributes(request) };
      const parent = request === null ? context.active() : propagation.extract(context.active(), request.meta);
      const spanName = `${request === null ? TOOL_OPERATION : CALL_METHOD} ${name}`;
      const kind = request === null ? SpanKind.INTERNAL : SpanKind.SERVER;
      return tracer.startActiveSpan(spanName, { kind, attributes }, parent, async (span) => {
        const started = performance.now();
        const answer = await work();
        const code = answer.ok || answer.failure.code === UNCONFIRMED ? null : answer.failure.code;
        if (code !== null) fail(span, code);
        span.end();
        if (request !== null) {
          const measured = { [A.method]: CALL_METHOD, [A.tool]: name, ...(code !== null && { [A.error]: code }) };
          calls.record((performance.now() - started) / 1000, measured);
        }
        return answer;
      });
    },

    operation({ tool, input, store }, work) {
      const operation = OPERATIONS[tool];
      if (operation === undefined) return work();
      const name = isData && operation === "search_memory" ? RETRIEVAL : operation;
      const common = { [A.operation]: name };
      const attributes = {
        ...common,
        ...(isData ? {} : { [A.store]: store }),
        ...inputAttributes(input, isCapturing && name),
      };
      return tracer.startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
        const started = performance.now();
        const end = (error: Attributes): void => {
          span.end();
          operations.record((performance.now() - started) / 1000, { ...common, ...error });
        };
        try {
          const query = textOf(input, "query");
          if (query !== null && span.isRecording()) span.setAttribute(A.queryDigest, await digest(key, query));
          const output = await work();
          span.setAttributes(outputAttributes(output, isCapturing && name));
          end({});
          return output;
        } catch (error) {
          const { code, data } = failureOf(tool, error);
          if (Array.isArray(data?.conflicts)) span.setAttribute(A.conflicts, data.conflicts.length);
          if (code !== UNCONFIRMED) fail(span, code);
          end(code === UNCONFIRMED ? {} : { [A.error]: code });
          throw error;
        }
      });
    },

    scorer: (scorer) => observedScorer(scorer),
  };
}

/** A journal whose reads and writes are spans: for `Memory.open`, or `openMemory(folder, { observe: observedJournal })`. */
export function observedJournal<J extends Journal>(journal: J): J {
  const tracer = trace.getTracer(NAME, VERSION);
  const observed: Partial<Journal> = {
    since: (head) =>
      inSpan("since", {}, (span) => {
        const news = journal.since(head);
        span.setAttribute(A.events, news.events.length);
        return news;
      }),
    chunks: (hashes) =>
      inSpan("chunks", {}, (span) => {
        const chunks = journal.chunks(hashes);
        span.setAttribute(A.chunks, chunks.size);
        return chunks;
      }),
    append: (expected, mark, record, chunks) =>
      inSpan("append", { [A.chunks]: chunks.size }, () => journal.append(expected, mark, record, chunks)),
    replace: (content) => inSpan("replace", {}, () => journal.replace(content)),
  };
  function inSpan<T>(operation: keyof Journal, attributes: Attributes, work: (span: Span) => T): T {
    const span = tracer.startSpan(`sxp.store ${operation}`, { attributes: { [A.journal]: operation, ...attributes } });
    try {
      return work(span);
    } catch (error) {
      fail(span, codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  }
  return new Proxy(journal, {
    get(target, name) {
      const value = observed[name as keyof Journal] ?? Reflect.get(target, name);
      return typeof value === "function" && !Object.hasOwn(observed, name) ? value.bind(target) : value;
    },
  });
}

/** A scorer whose calls are spans; its id stays, so that caches stay valid. */
function observedScorer(scorer: Scorer): Scorer {
  const tracer = trace.getTracer(NAME, VERSION);
  const observe = (pairs: number, work: () => Promise<Float32Array>): Promise<Float32Array> =>
    tracer.startActiveSpan(
      "sxp.score",
      { kind: SpanKind.INTERNAL, attributes: { [A.scorer]: kindOf(scorer.id), [A.pairs]: pairs } },
      async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, codeOf(error));
          throw error;
        } finally {
          span.end();
        }
      },
    );
  const { scoreListed, forTree } = scorer;
  const observed: Partial<Scorer> = {
    score: (texts, condition, options) => observe(texts.length, () => scorer.score(texts, condition, options)),
    ...(scoreListed !== undefined && {
      scoreListed: (list, numbers, condition, options) =>
        observe(numbers.length, () => scoreListed.call(scorer, list, numbers, condition, options)),
    }),
    ...(forTree !== undefined && { forTree: (tree) => observedScorer(forTree.call(scorer, tree)) }),
  };
  return new Proxy(scorer, {
    get(target, name) {
      const value = observed[name as keyof Scorer] ?? Reflect.get(target, name);
      return typeof value === "function" && !Object.hasOwn(observed, name) ? value.bind(target) : value;
    },
  });
}

/** The kind of a scorer: its id has settings and what it learned from the data after it. */
const kindOf = (id: string): string => /^[\w.:/-]{1,80}/.exec(id)?.[0] ?? OTHER;

function fail(span: Span, code: string): void {
  span.setAttribute(A.error, code);
  // The message may quote what a person wrote.
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const codeOf = (error: unknown): string => failureOf("", error).code;

function requestAttributes(request: McpRequest | null): Attributes {
  if (request === null) return {};
  const { sessionId, protocolVersion } = request;
  return {
    [A.method]: CALL_METHOD,
    ...(sessionId !== null && { [A.session]: sessionId }),
    ...(protocolVersion !== null && { [A.protocol]: protocolVersion }),
  };
}

/** `captured`: the operation whose texts are allowed; false: none are. */
function inputAttributes(input: unknown, captured: string | false): Attributes {
  const limit = memberOf(input, "limit");
  const query = captured === false ? null : textOf(input, "query");
  return {
    ...(typeof limit === "number" && { [A.topK]: limit }),
    ...(query !== null && { [captured === RETRIEVAL ? A.retrievalQuery : A.queryText]: query }),
  };
}

function outputAttributes(output: Readonly<Record<string, unknown>>, captured: string | false): Attributes {
  const { matches, version } = output;
  const records = Array.isArray(matches) ? matches : null;
  return {
    ...(records !== null && { [A.recordCount]: records.length }),
    ...(typeof version === "number" && { [A.version]: version }),
    ...(records !== null &&
      captured !== false && { [captured === RETRIEVAL ? A.documents : A.records]: JSON.stringify(records) }),
  };
}

const memberOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>)[name] : undefined;

function textOf(input: unknown, name: string): string | null {
  const value = memberOf(input, name);
  return typeof value === "string" ? value : null;
}

/** Equal for equal texts in one process, and nothing outside of it: a key that no one keeps. */
async function digest(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const capturesByEnvironment = (): boolean =>
  CAPTURE_VALUES.has((globalThis.process?.env[CAPTURE_VARIABLE] ?? "").toLowerCase());
