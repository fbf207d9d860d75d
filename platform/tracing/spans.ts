import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts of a span; no values of customers and no secrets. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A sampled span in progress. */
export interface Span {
  readonly traceId: string;
  /** Header by which another process continues the trace (W3C Trace Context). */
  readonly traceparent: string;
  readonly isEnded: boolean;
  set(facts: SpanFacts): void;
  fail(error: unknown): void;
  end(): void;
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
  /** Milliseconds since 1970; now by default. */
  readonly startMs?: number;
  /** Traceparents of other traces that led here. */
  readonly links?: readonly string[];
}

/** Starts spans, once tracing is configured. */
export interface SpanSource {
  /** Length of the windows whose traces begin here. */
  readonly windowMs: number;
  /** Returns undefined when the trace is not sampled. Without a parent the sampler decides. */
  start(name: string, options: SpanOptions, parent?: Span | string): Span | undefined;
}

let source: SpanSource | undefined;
const current = new AsyncLocalStorage<Span>();

/** Of the whole process, as its log: a span belongs to its caller, through every layer. Undefined ends tracing. */
export function setSpanSource(next: SpanSource | undefined): void {
  source = next;
}

export const isTracing = (): boolean => source !== undefined;

/** Length of windows, milliseconds; undefined without tracing. */
export const tracedWindowMs = (): number | undefined => source?.windowMs;

/**
 * The span within which this runs; undefined without tracing, or in a trace that is not sampled. What a request has started and continues
 * after it, such as a loop that watches something, belongs to no trace any more.
 */
export function activeSpan(): Span | undefined {
  if (source === undefined) return undefined;
  const span = current.getStore();
  return span?.isEnded === true ? undefined : span;
}

/** Starts a span that continues a trace, or a new trace if the sampler takes it. */
export const startSpan = (name: string, options: SpanOptions, parent?: Span | string): Span | undefined =>
  source?.start(name, options, parent);

/** Starts a span below the active one; none without one. */
export function startChild(name: string, options: SpanOptions): Span | undefined {
  const parent = activeSpan();
  return parent === undefined ? undefined : source?.start(name, options, parent);
}

/** Runs something within a span, if there is one. */
export const within = <Value>(span: Span | undefined, run: () => Value): Value =>
  span === undefined ? run() : current.run(span, run);

async function settle<Value>(span: Span, run: () => Promise<Value>): Promise<Value> {
  try {
    return await current.run(span, run);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs something within a span, if there is one, and ends it with the result. */
export const during = <Value>(span: Span | undefined, run: () => Promise<Value>): Promise<Value> =>
  span === undefined ? run() : settle(span, run);
