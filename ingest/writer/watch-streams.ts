import type { Bus } from '#platform/bus/bus.ts';
import type { DroppedLetters } from '#platform/bus/dropped-letters.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { LogEvent } from '#platform/log/events.ts';
import type { StreamDefinition } from '#schemas/bus/stream.ts';
import { fillLevel, type FillLevel } from '#schemas/health/stream-fill.ts';
import type { WriterMetrics } from './writer-metrics.ts';

const PERIOD_MS = 10_000;

interface StreamWatchNeeds {
  readonly bus: Pick<Bus, 'streamState'>;
  readonly clock: Clock;
  readonly streams: readonly StreamDefinition[];
  readonly log: Record<'info' | 'warn' | 'error', (fields: object, event: LogEvent) => void>;
  readonly metrics: Pick<WriterMetrics, 'fill' | 'deadLettersDropped'>;
  readonly letters: Pick<DroppedLetters, 'count'>;
}

const logLevelOf: Record<FillLevel, 'info' | 'warn' | 'error'> = {
  ok: 'info',
  warning: 'warn',
  critical: 'error',
};

/** Monitors the fill level of the writer's streams: a gauge at each check, a log line when the level changes. */
export function watchStreams(
  { bus, clock, streams, log, metrics, letters }: StreamWatchNeeds,
  signal: AbortSignal,
): void {
  const levels = new Map<string, FillLevel>();
  const checkFill = async ({ name, maxBytes }: StreamDefinition): Promise<void> => {
    const { bytes, messages } = await bus.streamState(name);
    const level = fillLevel(bytes, maxBytes);
    metrics.fill.set({ stream: name }, bytes / maxBytes);
    if (level === (levels.get(name) ?? 'ok')) return;
    levels.set(name, level);
    log[logLevelOf[level]](
      { stream: name, bytes, maxBytes, messages },
      level === 'ok' ? 'stream fill back to normal' : 'stream filling up',
    );
  };
  let lastDropped: number | undefined;
  const checkDeadLetters = async (): Promise<void> => {
    const dropped = await letters.count();
    metrics.deadLettersDropped.set(dropped);
    // Letters dropped before this process started are already in the log.
    if (dropped > (lastDropped ?? dropped))
      log.error({ letters: dropped - (lastDropped ?? 0) }, 'dead letters dropped');
    lastDropped = dropped;
  };
  clock.every(
    PERIOD_MS,
    async () => {
      // Without NATS there is nothing to check, and the writer reports the outage itself.
      await Promise.allSettled([...streams.map(checkFill), checkDeadLetters()]);
    },
    signal,
  );
}
