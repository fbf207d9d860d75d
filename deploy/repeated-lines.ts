import type { Clock } from '#platform/clock/clock.ts';

const QUIET_MS = 60_000;
/** Different lines, and different events, that are remembered. */
const MAX_CACHED = 1_000;
/** Lines of one event that are shown within a minute, each with other facts. */
const MAX_OF_EVENT = 3;

interface Minute {
  readonly sinceMs: number;
  shown: number;
  leftOut: number;
}

/** Counts what is shown of a text within a minute: returns how many were left out before, or undefined to leave out this one as well. */
function limited(max: number, clock: Clock): (text: string) => number | undefined {
  const minutes = new Map<string, Minute>();
  return (text) => {
    const nowMs = clock.elapsed();
    const last = minutes.get(text);
    if (last !== undefined && nowMs - last.sinceMs < QUIET_MS) {
      if (last.shown >= max) {
        last.leftOut += 1;
        return undefined;
      }
      last.shown += 1;
      return 0;
    }
    minutes.delete(text);
    const [oldest] = minutes.keys();
    if (minutes.size >= MAX_CACHED && oldest !== undefined) minutes.delete(oldest);
    minutes.set(text, { sinceMs: nowMs, shown: 1, leftOut: 0 });
    return last?.leftOut ?? 0;
  };
}

/** The line without its facts: `notification: warning: notification not delivered`. */
const eventOf = (line: string): string => line.split(' (', 1)[0] ?? line;

const note = (count: number, words: string): string => (count === 0 ? '' : ` (${words})`);

/**
 * Shows a line once a minute, and three lines of an event: a store that is down makes each process that retries repeat itself, and a
 * target that rejects notifications names every one of them. What was left out is counted on the next line; the log files have all.
 */
export function withoutRepeats(say: (line: string) => void, clock: Clock): (line: string) => void {
  const repeatsOf = limited(1, clock);
  const othersOf = limited(MAX_OF_EVENT, clock);
  return (line) => {
    const repeats = repeatsOf(line);
    if (repeats === undefined) return;
    const others = othersOf(eventOf(line));
    if (others === undefined) return;
    const repeated = note(repeats, `repeated ${String(repeats)} times`);
    say(`${line}${repeated}${note(others, `${String(others)} more like it in the log files`)}`);
  };
}
