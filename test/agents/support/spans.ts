import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  type Attributes,
  type Context,
  context,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** A span that has ended, with all that a collector would get. */
export interface EndedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly id: SpanContext;
  /** The id of the span above it; null: it begins a trace. */
  readonly parent: string | null;
  readonly attributes: Attributes;
  readonly events: readonly unknown[];
  readonly status: SpanStatus;
}

interface Measured {
  readonly name: string;
  readonly unit: string | undefined;
  readonly value: number;
  readonly attributes: Attributes;
}

/** Spans that have ended and values that were recorded, since the last `reset`. */
export interface Collected {
  readonly spans: EndedSpan[];
  readonly values: Measured[];
  reset(): void;
  /** Takes the provider away again. */
  end(): void;
}

/** Registers a provider of OpenTelemetry's API that keeps what it gets in memory, as exporters of its SDK do. */
export function collect(): Collected {
  const spans: EndedSpan[] = [];
  const values: Measured[] = [];
  const storage = new AsyncLocalStorage<Context>();
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (of, work, self, ...args) => storage.run(of, () => work.call(self as never, ...args)),
    bind: (of, target) =>
      (typeof target === "function" ? (...args: never[]) => storage.run(of, () => target(...args)) : target) as never,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  propagation.setGlobalPropagator({
    inject: () => undefined,
    extract(of, carrier, getter) {
      const text = String(getter.get(carrier, "traceparent") ?? "");
      const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(text) ?? [];
      if (traceId === undefined || spanId === undefined) return of;
      return trace.setSpanContext(of, { traceId, spanId, traceFlags: 1, isRemote: true });
    },
    fields: () => ["traceparent"],
  });
  trace.setGlobalTracerProvider({ getTracer: () => tracerOf((span) => spans.push(span)) });
  const histogram: Meter["createHistogram"] = (name, { unit } = {}) => ({
    record: (value, attributes) => void values.push({ name, unit, value, attributes: attributes ?? {} }),
  });
  metrics.setGlobalMeterProvider({ getMeter: () => ({ createHistogram: histogram }) as unknown as Meter });
  return {
    spans,
    values,
    reset() {
      spans.length = 0;
      values.length = 0;
    },
    end: () => [context, propagation, trace, metrics].forEach((api) => void api.disable()),
  };
}

function tracerOf(ended: (span: EndedSpan) => void): Tracer {
  const startSpan = (name: string, options: SpanOptions = {}, above: Context = context.active()): Span => {
    const parent = trace.getSpanContext(above) ?? null;
    const id = {
      traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
      traceFlags: 1,
    };
    return new MemorySpan(
      { name, kind: options.kind ?? SpanKind.INTERNAL, id, parent: parent?.spanId ?? null },
      ended,
      {
        ...options.attributes,
      },
    );
  };
  return {
    startSpan,
    startActiveSpan(name: string, ...rest: readonly unknown[]) {
      const work = rest.at(-1) as (span: Span) => unknown;
      const [options = {}, above = context.active()] = rest.slice(0, -1) as [SpanOptions?, Context?];
      const span = startSpan(name, options, above);
      return context.with(trace.setSpan(above, span), work, undefined, span) as never;
    },
  };
}

class MemorySpan implements Span {
  private status: SpanStatus = { code: SpanStatusCode.UNSET };
  private readonly events: unknown[] = [];

  constructor(
    private readonly begun: Pick<EndedSpan, "name" | "kind" | "id" | "parent">,
    private readonly ended: (span: EndedSpan) => void,
    private readonly attributes: Attributes,
  ) {}

  spanContext = (): SpanContext => this.begun.id;
  isRecording = (): boolean => true;
  setAttribute(name: string, value: Attributes[string]): this {
    this.attributes[name] = value;
    return this;
  }
  setAttributes(attributes: Attributes): this {
    Object.assign(this.attributes, attributes);
    return this;
  }
  addEvent(...event: unknown[]): this {
    this.events.push(event);
    return this;
  }
  addLink = (link: unknown): this => this.addEvent(link);
  addLinks = (links: unknown[]): this => this.addEvent(links);
  updateName = (name: string): this => this.addEvent(name);
  recordException = (error: unknown): void => void this.addEvent(error);
  setStatus(status: SpanStatus): this {
    this.status = status;
    return this;
  }
  end(): void {
    const { begun, attributes, events, status } = this;
    this.ended({ ...begun, attributes, events, status });
  }
}
