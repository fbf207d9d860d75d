import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { streams } from '#schemas/bus/stream.ts';
import type { StreamKey } from '#schemas/bus/stream.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { StreamRefusal } from '#schemas/health/stream-refusal.ts';
import type { StreamAlarm } from '#schemas/health/stream-fill.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Who was refused tries again every half second: a stream that refused nothing for so long has room again. */
const CLEARED_AFTER_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS;

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Record<'info' | 'error', (facts: object, text: string) => void>;
}

interface Episode {
  readonly since: number;
  until: number;
  refused: number;
  dropped: number;
  isOver: boolean;
  readonly processes: Set<string>;
}

const isStream = (name: string): name is StreamKey => name in streams;

/** Streams that refuse messages because they are full: an alarm from the first refusal on until there was none for twenty seconds. */
export class StreamRefusals {
  readonly #needs: Needs;
  readonly #episodes = new Map<string, Episode>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const { bus, clock } = this.#needs;
    bus.subscribe(
      subjects.streamRefused,
      ({ data }) => {
        this.#saw(StreamRefusal.parse(JSON.parse(Buffer.from(data).toString())));
      },
      { signal },
    );
    clock.every(
      LOOK_MS,
      () => {
        this.#clear();
      },
      signal,
    );
  }

  /** The alarm of a stream, the one that is over as well; null: it never refused anything. */
  of(stream: string): StreamAlarm | null {
    const episode = this.#episodes.get(stream);
    if (episode === undefined) return null;
    const { isOver, since, until, refused, dropped, processes } = episode;
    return { isActive: !isOver, since, until, refused, dropped, processes: [...processes].sort() };
  }

  #saw({ process, stream: key, refused, dropped }: StreamRefusal): void {
    if (!isStream(key)) return;
    const { clock, log } = this.#needs;
    const { name } = streams[key];
    const nowMs = clock.now().getTime();
    let episode = this.#episodes.get(name);
    if (episode === undefined || episode.isOver) {
      episode = { since: nowMs, until: nowMs, refused: 0, dropped: 0, isOver: false, processes: new Set() };
      this.#episodes.set(name, episode);
      log.error({ stream: name, process }, 'the stream is full and refuses messages');
    }
    episode.until = nowMs;
    episode.refused += refused;
    episode.dropped += dropped;
    episode.processes.add(process);
  }

  #clear(): void {
    const { clock, log } = this.#needs;
    const nowMs = clock.now().getTime();
    for (const [stream, episode] of this.#episodes) {
      const { isOver, until, since, refused, dropped } = episode;
      if (isOver || nowMs - until < CLEARED_AFTER_MS) continue;
      episode.isOver = true;
      const facts = { stream, refused, dropped, seconds: Math.round((until - since) / SECOND_MS) };
      log.info(facts, 'the stream takes messages again');
    }
  }
}
