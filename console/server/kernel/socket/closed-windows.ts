import type { Bus, BusMessage } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { LivePosition } from '#schemas/socket/live.ts';
import { startSpan } from '#platform/tracing/spans.ts';
import { stepKey, WindowNotice } from '#schemas/socket/window-notice.ts';

const EPOCH = 'windows';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onClosed: (notice: WindowNotice) => void;
}

/**
 * Closed time windows that engines announce, each forwarded once and in order. An engine that takes over a partition announces its
 * newest window again, and every engine when a server starts: values of windows that are not announced here count as not closed.
 */
export class ClosedWindows {
  readonly #needs: Needs;
  /** Start of the newest window, by customer, source and granularity. */
  readonly #newestStart = new Map<string, number>();
  readonly #newestEnd = new Map<string, number>();
  /** The newest base window by customer and source. */
  readonly #newest = new Map<string, WindowNotice>();
  readonly #positions = new Map<number, LivePosition>();

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.bus.subscribe(
      subjects.anyWindow,
      (message) => {
        this.#handle(message);
      },
      { signal: needs.signal },
    );
    needs.bus.publish(subjects.newestWindows, '');
  }

  /** Number of announced windows of a customer, and the watermark of the newest one. */
  position(customer: number): LivePosition {
    return this.#positions.get(customer) ?? { epoch: EPOCH, seq: 0, at: 0 };
  }

  /** End of the newest announced base window of a source in seconds; undefined before the first. */
  endOf(customer: number, of: WindowNotice['of']): number | undefined {
    return this.#newestEnd.get(stepKey({ customer, of, granularity: '5m' }));
  }

  /** The newest announced base window of each customer and source. */
  newest(): Iterable<WindowNotice> {
    return this.#newest.values();
  }

  #handle({ data, subject, traceparent }: Pick<BusMessage, 'data' | 'subject' | 'traceparent'>): void {
    const notice = WindowNotice.safeParse(parsed(data));
    if (!notice.success) {
      this.#needs.log.warn({ err: notice.error, subject }, 'window notice unreadable');
      return;
    }
    const { customer, start, length, watermark } = notice.data;
    const key = stepKey(notice.data);
    if (start <= (this.#newestStart.get(key) ?? -1)) return;
    this.#newestStart.set(key, start);
    this.#newestEnd.set(key, start + length);
    if (notice.data.granularity === '5m') this.#newest.set(key, notice.data);
    const { seq, at } = this.position(customer);
    this.#positions.set(customer, { epoch: EPOCH, seq: seq + 1, at: Math.max(at, watermark) });
    const { granularity } = notice.data;
    const options = { kind: 'consumer', facts: { 'telltale.granularity': granularity } } as const;
    const span = traceparent === undefined ? undefined : startSpan('push window', options, traceparent);
    this.#needs.onClosed(notice.data);
    span?.end();
  }
}

function parsed(data: Uint8Array): unknown {
  try {
    return unpackJson(data);
  } catch {
    return undefined;
  }
}
