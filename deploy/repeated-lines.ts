import type { Clock } from '#platform/clock/clock.ts';

const QUIET_MS = 60_000;
/** Different lines, and different events, that are remembered. */
const MAX_KEPT = 1_000;
/** Lines of one event that are shown within a minute, each with other facts. */
const MAX_OF_EVENT = 3;

interface Shown {
  readonly atMs: number;
  repeats: number;
}

interface OfEvent {
  readonly sinceMs: number;
  shown: number;
  withheld: number;
}

/** The line without its facts: `notification: warning: notification not delivered`. */
const eventOf = (line: string): string => line.split(' (', 1)[0] ?? line;

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
}

const more = (withheld: number): string => ` (${String(withheld)} more like it in the log files)`;

/**
 * Shows a line once a minute, and three lines of an event: a store that is down makes each process that retries repeat itself, and a
 * target that rejects notifications names every one of them. What was left out is counted on the next line; the log files have all.
 */
export function withoutRepeats(say: (line: string) => void, clock: Clock): (line: string) => void {
  const lines = new Map<string, Shown>();
  const events = new Map<string, OfEvent>();
  return (line) => {
    const nowMs = clock.elapsed();
    const before = lines.get(line);
    if (before !== undefined && nowMs - before.atMs < QUIET_MS) {
      before.repeats += 1;
      return;
    }
    const event = eventOf(line);
    const earlier = events.get(event);
    const isSameMinute = earlier !== undefined && nowMs - earlier.sinceMs < QUIET_MS;
    if (isSameMinute && earlier.shown >= MAX_OF_EVENT) {
      earlier.withheld += 1;
      return;
    }
    if (isSameMinute) earlier.shown += 1;
    else keep(events, event, { sinceMs: nowMs, shown: 1, withheld: 0 });
    keep(lines, line, { atMs: nowMs, repeats: 0 });
    const repeats = before?.repeats ?? 0;
    const withheld = isSameMinute ? 0 : (earlier?.withheld ?? 0);
    say(
      `${line}${repeats === 0 ? '' : ` (repeated ${String(repeats)} times)`}${withheld === 0 ? '' : more(withheld)}`,
    );
  };
}
