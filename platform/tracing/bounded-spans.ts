import type { SpanProcessor } from '@opentelemetry/sdk-trace';

/** Spans that wait for the collector, or are on their way: some 2 MB. */
const MAX_SPANS = 2_048;

type EndedSpan = Parameters<SpanProcessor['onEnd']>[0];

interface Needs {
  /** The queue of the library, which drops without saying so: it is never filled. */
  readonly inner: (maxQueueSize: number) => SpanProcessor;
  readonly onDrop: () => void;
}

/** A queue of spans that drops new ones while it is full, and counts them. */
export class BoundedSpans implements SpanProcessor {
  readonly #inner: SpanProcessor;
  readonly #onDrop: () => void;
  #waiting = 0;

  constructor({ inner, onDrop }: Needs) {
    this.#inner = inner(MAX_SPANS);
    this.#onDrop = onDrop;
  }

  onStart(): void {
    // Nothing is known of a span before its end.
  }

  onEnd(span: EndedSpan): void {
    if (this.#waiting >= MAX_SPANS) {
      this.#onDrop();
      return;
    }
    this.#waiting += 1;
    this.#inner.onEnd(span);
  }

  /** To be called when spans were exported or given up. */
  settled(spans: number): void {
    this.#waiting -= spans;
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}
