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
import { type Answer, type Failure, failureOf } from "./results/failure.js";
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
      const isLocal = request === null;
      const parent = isLocal ? context.active() : propagation.extract(context.active(), request.meta);
      const kind = isLocal ? SpanKind.INTERNAL : SpanKind.SERVER;
      const started = performance.now();
      const observed = async (span: Span): Promise<Answer> => {
        const answer = await work();
        const error = answer.ok ? {} : errorOf(answer.failure);
        fail(span, error);
        const measured = { [A.method]: CALL_METHOD, [A.tool]: name, ...error };
        if (!isLocal) calls.record((performance.now() - started) / 1000, measured);
        return answer;
      };
      return inSpan(`${isLocal ? TOOL_OPERATION : CALL_METHOD} ${name}`, { kind, attributes }, observed, parent);
    },

    operation({ tool, input, store }, work) {
      const operation = OPERATIONS[tool];
      if (operation === undefined) return work();
      const name = isData && operation === "search_memory" ? RETRIEVAL : operation;
      const about = isData ? {} : { [A.store]: store };
      const attributes = { [A.operation]: name, ...about, ...inputAttributes(input, isCapturing && name) };
      const started = performance.now();
      const record = (error: Attributes): void =>
        operations.record((performance.now() - started) / 1000, { [A.operation]: name, ...error });
      return inSpan(name, { attributes }, async (span) => {
        const query = textOf(input, "query");
        if (query !== null && span.isRecording()) span.setAttribute(A.queryDigest, await digest(key, query));
        try {
          const output = await work();
          span.setAttributes(outputAttributes(output, isCapturing && name));
          record({});
          return output;
        } catch (error) {
          record(errorOf(failureOf(tool, error)));
          throw error;
        }
      });
    },

    scorer: (scorer) => observedScorer(scorer),
  };
}

/** Runs work in a span, the active one until then. An error of the work is one of the span. */
function inSpan<T>(
  name: string,
  options: { readonly kind?: SpanKind; readonly attributes: Attributes },
  work: (span: Span) => T,
  parent = context.active(),
): T {
  const tracer = trace.getTracer(NAME, VERSION);
  return tracer.startActiveSpan(name, { kind: SpanKind.INTERNAL, ...options }, parent, (span) => {
    const failed = (error: unknown): never => {
      const failure = failureOf("", error);
      if (Array.isArray(failure.data?.conflicts)) span.setAttribute(A.conflicts, failure.data.conflicts.length);
      fail(span, errorOf(failure));
      span.end();
      throw error;
    };
    try {
      const result = work(span);
      const end = <R>(value: R): R => {
        span.end();
        return value;
      };
      return result instanceof Promise ? (result.then(end, failed) as T) : end(result);
    } catch (error) {
      return failed(error);
    }
  });
}

/** A journal whose reads and writes are spans: for `Memory.open`, or `openMemory(folder, { observe: observedJournal })`. */
export function observedJournal<J extends Journal>(journal: J): J {
  const observe = <T>(operation: keyof Journal, attributes: Attributes, work: (span: Span) => T): T =>
    inSpan(`sxp.store ${operation}`, { attributes: { [A.journal]: operation, ...attributes } }, work);
  return observed<Journal>(journal, {
    since: (head) =>
      observe("since", {}, (span) => {
        const news = journal.since(head);
        span.setAttribute(A.events, news.events.length);
        return news;
      }),
    chunks: (hashes) =>
      observe("chunks", {}, (span) => {
        const chunks = journal.chunks(hashes);
        span.setAttribute(A.chunks, chunks.size);
        return chunks;
      }),
    append: (expected, mark, record, chunks) =>
      observe("append", { [A.chunks]: chunks.size }, () => journal.append(expected, mark, record, chunks)),
    replace: (content) => observe("replace", {}, () => journal.replace(content)),
  }) as J;
}

/** A scorer whose calls are spans; its id stays, so that caches stay valid. */
function observedScorer(scorer: Scorer): Scorer {
  const observe = (pairs: number, work: () => Promise<Float32Array>): Promise<Float32Array> =>
    inSpan("sxp.score", { attributes: { [A.scorer]: kindOf(scorer.id), [A.pairs]: pairs } }, work);
  const { scoreListed, forTree } = scorer;
  return observed<Scorer>(scorer, {
    score: (texts, condition, options) => observe(texts.length, () => scorer.score(texts, condition, options)),
    ...(scoreListed !== undefined && {
      scoreListed: (list, numbers, condition, options) =>
        observe(numbers.length, () => scoreListed.call(scorer, list, numbers, condition, options)),
    }),
    ...(forTree !== undefined && { forTree: (tree) => observedScorer(forTree.call(scorer, tree)) }),
  });
}

/** An object with other members in the place of some of its own. */
const observed = <T extends object>(object: T, members: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof T];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** The kind of a scorer: its id has settings and what it learned from the data after it. */
const kindOf = (id: string): string => /^[\w.:/-]{1,80}/.exec(id)?.[0] ?? OTHER;

/** The attributes of a failure. An answer that waits for a person is not a failure. */
const errorOf = ({ code }: Pick<Failure, "code">): Attributes => (code === UNCONFIRMED ? {} : { [A.error]: code });

function fail(span: Span, error: Attributes): void {
  if (Object.keys(error).length === 0) return;
  span.setAttributes(error);
  // The message may quote what a person wrote.
  span.setStatus({ code: SpanStatusCode.ERROR });
}

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
