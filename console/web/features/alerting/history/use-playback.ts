import { useEffect, useEffectEvent, useState } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { nextChange, previousChange, shownMs, type PlaybackSpeed } from './playback.ts';
import { prefetchPast } from './prefetch-past.ts';

interface PlaybackOptions {
  /** Undefined: all customers of the user. */
  readonly customerId: number | undefined;
  readonly timeline: AlertTimeline;
  /** The time shown, and the latest one. Seconds since 1970. */
  readonly at: number;
  readonly latest: number;
  readonly onChoose: (at: number) => void;
}

/** Resolves after the time, or when the signal is aborted. */
const waiting = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Plays the past change by change. While one state is shown the next one is read, never more than that, and a slow server slows playback
 * down. It stops at the end, when a state cannot be read, and when the page is left.
 */
export function usePlayback({ customerId, timeline, at, latest, onChoose }: PlaybackOptions) {
  const cache = useQueryCache();
  const isCalm = useReducedMotion();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaybackSpeed>(1);
  const next = nextChange(timeline, at, latest);
  const previous = previousChange(timeline, at, latest);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (!isPlaying || next === undefined) return undefined;
    const isLast = nextChange(timeline, next, latest) === undefined;
    const ending = new AbortController();
    const prefetched = prefetchPast(cache, customerId, next);
    const advance = async () => {
      await waiting(shownMs(speed, isCalm), ending.signal);
      const isRead = await prefetched.isRead;
      if (ending.signal.aborted) return;
      // The page shows why the state is missing.
      if (!isRead || isLast) setPlaying(false);
      choose(next);
    };
    void advance();
    return () => {
      ending.abort();
      cache.cancelUnused(prefetched.queryKey);
    };
  }, [isPlaying, next, timeline, latest, speed, isCalm, customerId, cache]);

  const first = nextChange(timeline, 0, latest);
  const toggle = () => {
    const restart = !isPlaying && next === undefined ? first : undefined;
    // At the end, from the beginning.
    if (restart !== undefined) onChoose(restart);
    const then = restart === undefined ? next : nextChange(timeline, restart, latest);
    setPlaying(!isPlaying && then !== undefined);
  };
  /** Undefined without a change to go to. */
  const goTo = (time: number | undefined) => {
    if (time === undefined) return undefined;
    return () => {
      setPlaying(false);
      onChoose(time);
    };
  };
  return {
    isPlaying,
    toggle,
    isCalm,
    speed,
    setSpeed,
    isQuiet: first === undefined,
    toPrevious: goTo(previous),
    toNext: goTo(next),
  };
}

export type Playback = ReturnType<typeof usePlayback>;
