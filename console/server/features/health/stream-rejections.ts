import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { streams, type StreamKey } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { StreamRejection, type RejectionCause } from '#schemas/health/stream-rejection.ts';
import type { StreamAlarm } from '#schemas/health/stream-fill.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Publishers retry every half second. A stream that rejected nothing for this time has room again. */
const CLEARED_AFTER_MS = 20 * SECOND_MS;
const CHECK_INTERVAL_MS = SECOND_MS;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Record<'info' | 'error', (facts: object, text: string) => void>;
}

interface Episode {
  readonly since: number;
  until: number;
  rejected: number;
  dropped: number;
  isOver: boolean;
  cause: RejectionCause;
  readonly processes: Set<string>;
}

const isStream = (name: string): name is StreamKey => name in streams;

/** Alarms of full streams. An alarm is active from the first rejected message until none was rejected for twenty seconds. */
export class StreamRejections {
  readonly #needs: Needs;
  readonly #episodes = new Map<string, Episode>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const { bus, clock } = this.#needs;
    bus.subscribe(
      subjects.streamRejected,
      ({ data }) => {
        this.#observe(StreamRejection.parse(JSON.parse(Buffer.from(data).toString())));
      },
      { signal },
    );
    clock.every(
      CHECK_INTERVAL_MS,
      () => {
        this.#clear();
      },
      signal,
    );
  }

  /** The latest alarm of a stream, active or cleared. Null when it has never rejected a message. */
  alarmOf(stream: string): StreamAlarm | null {
    const episode = this.#episodes.get(stream);
    if (episode === undefined) return null;
    const { isOver, since, until, rejected, dropped, cause, processes } = episode;
    return { isActive: !isOver, since, until, rejected, dropped, cause, processes: [...processes].sort() };
  }

  #observe({ process, stream: key, rejected, dropped, cause }: StreamRejection): void {
    if (!isStream(key)) return;
    const { clock, log } = this.#needs;
    const { name } = streams[key];
    const nowMs = clock.now().getTime();
    let episode = this.#episodes.get(name);
    if (episode === undefined || episode.isOver) {
      const counts = { rejected: 0, dropped: 0, isOver: false, cause };
      episode = { since: nowMs, until: nowMs, ...counts, processes: new Set() };
      this.#episodes.set(name, episode);
      log.error({ stream: name, process, reason: cause }, 'stream full');
    }
    episode.until = nowMs;
    episode.cause = cause;
    episode.rejected += rejected;
    episode.dropped += dropped;
    episode.processes.add(process);
  }

  #clear(): void {
    const { clock, log } = this.#needs;
    const nowMs = clock.now().getTime();
    for (const [stream, episode] of this.#episodes) {
      const { isOver, until, since, rejected, dropped } = episode;
      if (isOver || nowMs - until < CLEARED_AFTER_MS) continue;
      episode.isOver = true;
      const facts = { stream, rejected, dropped, seconds: Math.round((until - since) / SECOND_MS) };
      log.info(facts, 'stream accepts messages again');
    }
  }
}
