import { activeSpan, isTracing, startSpan, tracedWindowMs, type Span, type SpanOptions } from './spans.ts';

interface Publication {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Event time of its oldest row, milliseconds; without it no trace begins here. */
  readonly windowTimeMs?: number;
}

const optionsOf = ({ subject, data }: Publication): SpanOptions => ({
  kind: 'producer',
  facts: {
    'messaging.system': 'nats',
    'messaging.destination.name': subject,
    'messaging.message.body.size': data.length,
  },
});

/** Spans of the publications of one publisher. */
export class PublicationSpans {
  /** Number of the newest window in which a trace could begin, by subject. */
  readonly #newest = new Map<string, number>();

  /**
   * A publication within a sampled trace belongs to it. Otherwise the first message of each window and subject may begin the trace of
   * that window: were all messages samples, no window of many devices would be without one.
   */
  start(message: Publication): Span | undefined {
    if (!isTracing()) return undefined;
    const parent = activeSpan();
    if (parent === undefined && !this.#isFirstOfWindow(message)) return undefined;
    return startSpan(`publish ${message.subject}`, optionsOf(message), parent);
  }

  #isFirstOfWindow({ subject, windowTimeMs }: Publication): boolean {
    const windowMs = tracedWindowMs();
    if (windowMs === undefined || windowTimeMs === undefined) return false;
    const window = Math.floor(windowTimeMs / windowMs);
    if (window <= (this.#newest.get(subject) ?? -1)) return false;
    this.#newest.set(subject, window);
    return true;
  }
}
