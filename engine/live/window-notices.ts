import { buckets, subjectOf } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { closedSteps, type WindowNotice } from '#schemas/socket/window-notice.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Pipeline } from '../configuration/sources.ts';

/** Notices of a window that continue its trace: thousands of customers would be as many spans. */
const MAX_TRACED_NOTICES = 8;
/** How often the position of the writer is checked. */
const CHECK_INTERVAL_MS = 250;

interface ClosedPipelineWindow {
  readonly start: number;
  readonly length: number;
  readonly watermark: number;
  /** Sequence of the newest measures message when all of the window was published. */
  readonly measures: number;
  /** Of its evaluation, if its trace is sampled. */
  readonly traceparent?: string | undefined;
}

export interface WindowNoticeNeeds {
  readonly bus: Pick<Bus, 'publish' | 'bucket' | 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly partition: number;
  readonly signal: AbortSignal;
  readonly customers: () => Iterable<number>;
}

/**
 * Notifies each customer of closed windows once their measures can be queried, that is, once the writer has
 * stored them. Later windows replace earlier ones that still wait.
 */
export class WindowNotices {
  readonly #needs: WindowNoticeNeeds;
  readonly #pending = new Map<Pipeline, ClosedPipelineWindow>();
  /** The newest windows published. */
  readonly #published = new Map<Pipeline, ClosedPipelineWindow>();
  #positions: Bucket | undefined;

  constructor(needs: WindowNoticeNeeds) {
    this.#needs = needs;
    const { bus, clock, signal } = needs;
    clock.every(CHECK_INTERVAL_MS, () => this.#publishWritten(), signal);
    bus.subscribe(
      subjects.newestWindows,
      () => {
        for (const [pipeline, window] of this.#published) this.#send(pipeline, window, undefined);
      },
      { signal },
    );
  }

  /** To be called when the measures of a window are in the stream. */
  windowClosed(pipeline: Pipeline, window: ClosedPipelineWindow): void {
    if (window.start > (this.#published.get(pipeline)?.start ?? -1)) this.#pending.set(pipeline, window);
  }

  async #publishWritten(): Promise<void> {
    if (this.#pending.size === 0) return;
    const written = await this.#written();
    if (written === undefined) return;
    for (const [pipeline, window] of this.#pending) {
      if (window.measures > written) continue;
      this.#pending.delete(pipeline);
      this.#publish(pipeline, window);
    }
  }

  /**
   * Returns the position of the writer in the measures stream, or undefined while the broker does not
   * respond.
   */
  async #written(): Promise<number | undefined> {
    const { bus, log, partition } = this.#needs;
    try {
      this.#positions ??= await bus.bucket(buckets.positions);
      const entry = await this.#positions.get(`${subjectOf('measures', partition)}.writer`);
      return entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
    } catch (error) {
      log.debug({ err: error, partition }, 'writer position unavailable');
      return undefined;
    }
  }

  #publish(pipeline: Pipeline, window: ClosedPipelineWindow): void {
    const previous = this.#published.get(pipeline)?.start;
    this.#published.set(pipeline, window);
    this.#send(pipeline, window, previous);
  }

  #send(
    pipeline: Pipeline,
    { watermark, traceparent, ...window }: ClosedPipelineWindow,
    previousStart: number | undefined,
  ): void {
    const { bus, customers, signal } = this.#needs;
    if (signal.aborted) return;
    const steps = closedSteps(window, previousStart);
    let notices = 0;
    for (const customer of customers())
      for (const step of steps) {
        const notice: WindowNotice = { customer, of: pipeline, ...step, watermark };
        const isTraced = traceparent !== undefined && notices < MAX_TRACED_NOTICES;
        notices += 1;
        bus.publish(
          subjects.live(customer, 'window'),
          JSON.stringify(notice),
          isTraced ? traceparent : undefined,
        );
      }
  }
}
