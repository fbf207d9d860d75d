import { buckets, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { stepsEnded } from '#schemas/socket/window-notice.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Lane } from '../measure/sources.ts';

/** How often it is asked whether the store has the measures of a window. */
const LOOK_MS = 250;

interface ClosedLane {
  readonly start: number;
  readonly length: number;
  readonly watermark: number;
  /** Sequence of the newest message of measures when it was published whole. */
  readonly measures: number;
}

export interface WindowNoticeNeeds {
  readonly bus: Pick<Bus, 'publish' | 'bucket'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly partition: number;
  readonly signal: AbortSignal;
  readonly customers: () => Iterable<number>;
}

/**
 * Tells each customer of windows that are over, once their measures can be read: when the writer has brought them into the
 * store. Meanwhile later windows take the place of earlier ones.
 */
export class WindowNotices {
  readonly #needs: WindowNoticeNeeds;
  readonly #waiting = new Map<Lane, ClosedLane>();
  /** Start of the newest window told. */
  readonly #told = new Map<Lane, number>();
  #positions: Bucket | undefined;

  constructor(needs: WindowNoticeNeeds) {
    this.#needs = needs;
    needs.clock.every(LOOK_MS, () => this.#look(), needs.signal);
  }

  /** The measures of a window are in the stream. */
  closed(lane: Lane, window: ClosedLane): void {
    if (window.start > (this.#told.get(lane) ?? -1)) this.#waiting.set(lane, window);
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const written = await this.#written();
    if (written === undefined) return;
    for (const [lane, window] of this.#waiting) {
      if (window.measures > written) continue;
      this.#waiting.delete(lane);
      this.#tell(lane, window);
    }
  }

  /** How far the writer has brought measures into the store; undefined while the broker does not answer. */
  async #written(): Promise<number | undefined> {
    const { bus, log, partition } = this.#needs;
    try {
      this.#positions ??= await bus.bucket(buckets.positions);
      const entry = await this.#positions.get(`${subjectOf('measures', partition)}.writer`);
      return entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
    } catch (error) {
      log.debug({ err: error, partition }, 'how far the writer is cannot be read now');
      return undefined;
    }
  }

  #tell(lane: Lane, { watermark, ...window }: ClosedLane): void {
    const { bus, customers, signal } = this.#needs;
    if (signal.aborted) return;
    const steps = stepsEnded(window, this.#told.get(lane));
    this.#told.set(lane, window.start);
    for (const customer of customers())
      for (const step of steps) {
        const notice: WindowNotice = { customer, of: lane, ...step, watermark };
        bus.publish(subjects.live(customer, 'window'), JSON.stringify(notice));
      }
  }
}
