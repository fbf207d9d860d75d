import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type Span as OpenTelemetrySpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { release } from '../lifecycle/release.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { BoundedSpans } from './bounded-spans.ts';
import type { Span, SpanFacts, SpanOptions, SpanSource } from './spans.ts';
import type { SamplerName, TracingConfiguration } from './tracing-variables.ts';

export interface TracingNeeds {
  /** Name of the process. */
  readonly process: string;
  /** Distinguishes processes of the same kind. */
  readonly instance?: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanOptions['kind'], SpanKind>;

const samplerOf: Readonly<Record<SamplerName, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (share) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
};

/** Version 00, sampled (W3C Trace Context, section 3.2). */
const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

/** Named by the class of the error: a message may quote a statement or an address. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');

class ExportedSpan implements Span {
  readonly span: OpenTelemetrySpan;
  readonly traceId: string;
  readonly traceparent: string;
  isEnded = false;

  constructor(span: OpenTelemetrySpan) {
    this.span = span;
    this.traceId = span.spanContext().traceId;
    this.traceparent = traceparentOf(span.spanContext());
  }

  set(facts: SpanFacts): void {
    this.span.setAttributes(facts);
  }

  fail(error: unknown): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.setAttribute('error.type', nameOf(error));
  }

  end(): void {
    this.isEnded = true;
    this.span.end();
  }
}

const remoteOf = (traceparent: string): SpanContext | undefined => {
  const parsed = parseTraceParent(traceparent);
  return parsed === null ? undefined : { ...parsed, isRemote: true };
};

function contextOf(parent: Span | string | undefined): Context {
  if (parent instanceof ExportedSpan) return trace.setSpan(ROOT_CONTEXT, parent.span);
  const remote = typeof parent === 'string' ? remoteOf(parent) : undefined;
  return remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** Starts spans with the libraries of OpenTelemetry. */
const spansOf = (tracer: Tracer, windowMs: number): SpanSource => ({
  windowMs,
  start(name, { kind, facts, startMs, links = [] }, parent) {
    const span = tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        links: links.flatMap((link) => remoteOf(link) ?? []).map((context) => ({ context })),
        ...(facts === undefined ? {} : { attributes: facts }),
        ...(startMs === undefined ? {} : { startTime: startMs }),
      },
      contextOf(parent),
    );
    const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    return isSampled ? new ExportedSpan(span) : undefined;
  },
});

/** Reports the first of several failed exports, and the first one that succeeds again. */
function observed(
  exporter: SpanExporter,
  { log, onDone }: { readonly log: Log; readonly onDone: (spans: number, ok: boolean) => void },
): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const ok = result.code === ExportResultCode.SUCCESS;
        onDone(spans.length, ok);
        if (!ok && !isFailing)
          log.warn({ reason: result.error?.message ?? 'unknown' }, 'traces not exported');
        if (ok && isFailing) log.info('traces exported again');
        isFailing = !ok;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** The address of traces below that of the collector. */
const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

/** Opens the export of spans to a collector by OTLP over HTTP. Loaded when one is configured. */
export function openExport(
  config: TracingConfiguration,
  { process, instance = '', log, metrics }: TracingNeeds,
): { readonly spans: SpanSource; readonly close: () => Promise<void> } {
  const counted = metrics.counter({
    name: 'telltale_trace_spans_total',
    help: 'Spans by what became of them: exported, failed (the collector did not take them), dropped (the queue was full)',
    labels: ['result'],
  });
  for (const result of ['exported', 'failed', 'dropped'] as const) counted.inc({ result }, 0);
  const exporter = new OTLPTraceExporter({
    url: tracesUrl(config.OTEL_EXPORTER_OTLP_ENDPOINT),
    headers: parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
  });
  const queue: BoundedSpans = new BoundedSpans({
    inner: (maxQueueSize) =>
      new BatchSpanProcessor({
        maxQueueSize,
        exporter: observed(exporter, {
          log,
          onDone(spans, ok) {
            queue.settled(spans);
            counted.inc({ result: ok ? 'exported' : 'failed' }, spans);
          },
        }),
      }),
    onDrop: () => {
      counted.inc({ result: 'dropped' });
    },
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'telltale',
      'service.name': `telltale-${process}`,
      'service.version': release,
      ...(instance === '' ? {} : { 'service.instance.id': instance }),
    }),
    sampler: samplerOf[config.OTEL_TRACES_SAMPLER](config.OTEL_TRACES_SAMPLER_ARG),
    spanLimits: { attributeValueLengthLimit: 500, linkCountLimit: 32 },
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer('telltale', release);
  return {
    spans: spansOf(tracer, config.WINDOW_SECONDS * SECOND_MS),
    // What could not be sent was counted and logged.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
