import type { Clock } from '#platform/clock/clock.ts';

const QUIET_MS = 60_000;
/** Different lines that are remembered. */
const MAX_LINES = 1_000;

interface Shown {
  readonly atMs: number;
  repeats: number;
}

/**
 * Shows a line once a minute: a store that is down makes each process that retries repeat itself. The next time it is shown with the
 * number of repetitions in between; the log files have all.
 */
export function withoutRepeats(say: (line: string) => void, clock: Clock): (line: string) => void {
  const shown = new Map<string, Shown>();
  return (line) => {
    const nowMs = clock.elapsed();
    const before = shown.get(line);
    if (before !== undefined && nowMs - before.atMs < QUIET_MS) {
      before.repeats += 1;
      return;
    }
    shown.delete(line);
    const [oldest] = shown.keys();
    if (shown.size >= MAX_LINES && oldest !== undefined) shown.delete(oldest);
    shown.set(line, { atMs: nowMs, repeats: 0 });
    const repeats = before?.repeats ?? 0;
    say(repeats === 0 ? line : `${line} (repeated ${String(repeats)} times)`);
  };
}
