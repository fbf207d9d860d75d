import type { Clock } from '#platform/clock/clock.ts';
import { readAlertHistory, type PastEvent } from '#schemas/alerting/history.ts';
import { CallError, type TelltaleClient } from './telltale-client.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Events are stored with their window: one may come some minutes after its time. */
const LOOK_BACK_S = 15 * 60;
/** Clocks differ. */
const AHEAD_S = 60;
const RETRY_MS = 5_000;

export interface TailOptions {
  readonly client: TelltaleClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly everyMs: number;
  readonly customers: readonly number[];
  /** Says that the server is away, and that it is back. */
  readonly onNotice: (text: string) => void;
}

export interface TailedEvent extends PastEvent {
  readonly customer: number;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

async function eventsOf(
  { client, signal }: TailOptions,
  customerId: number,
  { from, to }: Period,
): Promise<readonly PastEvent[]> {
  const events: PastEvent[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { from, to, limit: 1_000, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client.call(readAlertHistory, { params: { customerId }, query, signal });
    events.push(...page.events);
    if (page.next === null) return events.toReversed();
    cursor = page.next;
  }
}

/** What is new among the last minutes, oldest first. */
async function* newEvents(options: TailOptions, seen: Map<string, number>): AsyncGenerator<TailedEvent> {
  const now = Math.floor(options.clock.now().getTime() / SECOND_MS);
  for (const customer of options.customers)
    for (const event of await eventsOf(options, customer, { from: now - LOOK_BACK_S, to: now + AHEAD_S })) {
      const key = [String(customer), event.event, event.edge, String(event.at)].join('/');
      if (!seen.has(key)) yield { ...event, customer };
      seen.set(key, event.at);
    }
  for (const [key, at] of seen) if (at < now - 2 * LOOK_BACK_S) seen.delete(key);
}

const isShort = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Alarms of customers as they are raised, change and clear, each once: those that are stored after the first look. A server that is away is called
 * again.
 */
export async function* tailAlarms(options: TailOptions): AsyncGenerator<TailedEvent> {
  const { clock, signal, everyMs, onNotice } = options;
  const seen = new Map<string, number>();
  for await (const _ of newEvents(options, seen));
  onNotice(`following the alarms of ${String(options.customers.length)} customers`);
  let isAway = false;
  for (;;) {
    await clock.wait(isAway ? Math.max(everyMs, RETRY_MS) : everyMs, signal);
    if (signal.aborted) return;
    try {
      yield* newEvents(options, seen);
      if (isAway) onNotice('the server responds again');
      isAway = false;
    } catch (error) {
      if (signal.aborted || !isShort(error)) throw error;
      if (!isAway) onNotice(error.message);
      isAway = true;
    }
  }
}
