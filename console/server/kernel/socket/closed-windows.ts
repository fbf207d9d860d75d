import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Position } from '#schemas/socket/live.ts';
import { stepKey } from '#schemas/socket/step-key.ts';
import { WindowNotice } from '#schemas/socket/window-notice.ts';

const EPOCH = 'windows';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onClosed: (notice: WindowNotice) => void;
}

/**
 * Steps of time that engines tell to be over, each handed on once and in order: an engine that takes a partition over tells the
 * newest one again.
 */
export class ClosedWindows {
  readonly #needs: Needs;
  /** Start of the newest step, by customer, source and granularity. */
  readonly #newest = new Map<string, number>();
  readonly #positions = new Map<number, Position>();

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.bus.subscribe(
      subjects.anyWindow,
      ({ data, subject }) => {
        this.#take(data, subject);
      },
      { signal: needs.signal },
    );
  }

  /** How many steps were told of a customer, and how far its data had come with the newest. */
  position(customer: number): Position {
    return this.#positions.get(customer) ?? { epoch: EPOCH, seq: 0, at: 0 };
  }

  #take(data: Uint8Array, subject: string): void {
    const notice = WindowNotice.safeParse(parsed(data));
    if (!notice.success) {
      this.#needs.log.warn({ err: notice.error, subject }, 'a notice cannot be read');
      return;
    }
    const { customer, start, watermark } = notice.data;
    const key = stepKey(notice.data);
    if (start <= (this.#newest.get(key) ?? -1)) return;
    this.#newest.set(key, start);
    const { seq, at } = this.position(customer);
    this.#positions.set(customer, { epoch: EPOCH, seq: seq + 1, at: Math.max(at, watermark) });
    this.#needs.onClosed(notice.data);
  }
}

function parsed(data: Uint8Array): unknown {
  try {
    return unpackJson(data);
  } catch {
    return undefined;
  }
}
