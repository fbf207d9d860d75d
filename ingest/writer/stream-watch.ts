import type { Bus } from '#platform/bus/bus.ts';
import type { GivenUpLetters } from '#platform/bus/given-up-letters.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { fillLevel } from '#schemas/health/stream-fill.ts';
import type { FillLevel } from '#schemas/health/stream-fill.ts';
import type { WriterMetrics } from './writer-metrics.ts';

const PERIOD_MS = 10_000;

interface WatchNeeds {
  readonly bus: Pick<Bus, 'streamState'>;
  readonly clock: Clock;
  readonly streams: readonly StreamDefinition[];
  readonly log: Record<'info' | 'warn' | 'error', (facts: object, text: string) => void>;
  readonly metrics: Pick<WriterMetrics, 'fill' | 'deadLettersGivenUp'>;
  readonly letters: Pick<GivenUpLetters, 'count'>;
}

const tell: Record<FillLevel, 'info' | 'warn' | 'error'> = { ok: 'info', warning: 'warn', critical: 'error' };

/** Watches how full the streams are that the writer empties: a gauge always, a line in the log when the level changes. */
export function watchStreams(
  { bus, clock, streams, log, metrics, letters }: WatchNeeds,
  signal: AbortSignal,
): void {
  const levels = new Map<string, FillLevel>();
  const look = async ({ name, maxBytes }: StreamDefinition): Promise<void> => {
    const { bytes, messages } = await bus.streamState(name);
    const level = fillLevel(bytes, maxBytes);
    metrics.fill.set({ stream: name }, bytes / maxBytes);
    if (level === (levels.get(name) ?? 'ok')) return;
    levels.set(name, level);
    log[tell[level]](
      { stream: name, bytes, maxBytes, messages },
      `the stream is ${level === 'ok' ? 'well below its bound again' : 'filling up'}`,
    );
  };
  let known: number | undefined;
  const lookAtLetters = async (): Promise<void> => {
    const givenUp = await letters.count();
    metrics.deadLettersGivenUp.set(givenUp);
    // What was given up before this process began has been told.
    if (givenUp > (known ?? givenUp))
      log.error(
        { letters: givenUp - (known ?? 0) },
        'dead letters gave way to newer ones: what they held is lost',
      );
    known = givenUp;
  };
  clock.every(
    PERIOD_MS,
    async () => {
      // Without NATS there is nothing to see, and the writer says so itself.
      await Promise.allSettled([...streams.map(look), lookAtLetters()]);
    },
    signal,
  );
}
