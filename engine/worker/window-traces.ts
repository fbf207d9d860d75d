import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { isTracing, startSpan, within, type Span } from '#platform/tracing/spans.ts';
import { headerNames } from '#schemas/bus/header.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Pipeline } from '../configuration/sources.ts';

/** Windows whose traces are remembered until they close: a window, its lateness, and some that came early. */
const MAX_WINDOWS = 16;
const MAX_LINKS = 16;

interface TracedWindow {
  readonly pipeline: Pipeline;
  /** Seconds since 1970. */
  readonly start: number;
  readonly length: number;
}

const keyOf = (pipeline: Pipeline, start: number): string => `${pipeline} ${String(start)}`;

/** Spans of the windows of a partition: the evaluation of a window continues the trace of the first sampled message with its rows. */
export class WindowTraces {
  readonly #needs: { readonly clock: Clock; readonly partition: number; readonly windowSeconds: number };
  /** Traceparents of sampled messages, by window. */
  readonly #origins = new Map<string, string[]>();
  /** Of the windows that the message in progress has closed. */
  #closed: { readonly key: string; readonly span: Span }[] = [];
  #startedMs = 0;

  constructor(needs: { readonly clock: Clock; readonly partition: number; readonly windowSeconds: number }) {
    this.#needs = needs;
  }

  /** To be called with each message before it is consumed. */
  observe(pipeline: Pipeline, message: StoredMessage): void {
    if (!isTracing()) return;
    const { clock, windowSeconds } = this.#needs;
    this.#startedMs = clock.now().getTime();
    const traceparent = message.header(headerNames.trace);
    if (traceparent === undefined) return;
    const first = Number(message.header(headerNames.first)) / SECOND_MS;
    const key = keyOf(pipeline, Math.floor(first / windowSeconds) * windowSeconds);
    const origins = this.#origins.get(key) ?? [];
    if (origins.length < MAX_LINKS) origins.push(traceparent);
    this.#origins.set(key, origins);
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > MAX_WINDOWS && oldest !== undefined) this.#origins.delete(oldest);
  }

  /** To be called when a window was decided. Its span began with the message that closed it. */
  windowClosed({ pipeline, start, length }: TracedWindow): void {
    if (!isTracing()) return;
    const key = keyOf(pipeline, start);
    const [parent, ...links] = this.#origins.get(key) ?? [];
    this.#origins.delete(key);
    if (parent === undefined) return;
    const facts = {
      'telltale.pipeline': pipeline,
      'telltale.partition': this.#needs.partition,
      'telltale.window.start': start,
      'telltale.window.seconds': length,
    };
    const options = { kind: 'consumer', facts, links, startMs: this.#startedMs } as const;
    const span = startSpan('evaluate window', options, parent);
    if (span !== undefined) this.#closed.push({ key, span });
  }

  /** Traceparent of a window that was just decided, if its trace is sampled. */
  traceparentOf(pipeline: Pipeline, start: number): string | undefined {
    return this.#closed.find(({ key }) => key === keyOf(pipeline, start))?.span.traceparent;
  }

  /** Runs what publishes the output of the windows that were just decided: its messages belong to the newest of them. */
  async publishing(run: () => Promise<void>): Promise<void> {
    try {
      await within(this.#closed.at(-1)?.span, run);
    } finally {
      for (const { span } of this.#closed) span.end();
      this.#closed = [];
    }
  }
}
