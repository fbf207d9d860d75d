import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';

/** What reports its readiness. */
interface Readable {
  readonly name: string;
  /** The parts that are not ready. */
  readonly waitingFor: () => Promise<readonly string[]>;
}

const START_CHECK_MS = 100;
const CHECK_MS = 5_000;
/** A process that is not ready for less than this time restarts, or waits for one that does. */
const GRACE_MS = 15_000;

const stateText = (name: string, parts: readonly string[]): string =>
  parts.length === 0 || parts.includes('no reply') ? name : `${name} (waiting for ${parts.join(', ')})`;

/** Resolves when all are ready; `onLate` receives those that are not after each `lateMs`. */
export async function whenReady(
  processes: readonly Readable[],
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  { lateMs, onLate }: { readonly lateMs: number; readonly onLate: (names: readonly string[]) => void },
): Promise<void> {
  let dueMs = clock.elapsed() + lateMs;
  while (!signal.aborted) {
    const parts = await Promise.all(processes.map((one) => one.waitingFor()));
    const late = processes.flatMap(({ name }, at) =>
      parts[at]?.length === 0 ? [] : [stateText(name, parts[at] ?? [])],
    );
    if (late.length === 0) return;
    if (clock.elapsed() >= dueMs) {
      dueMs += lateMs;
      onLate(late);
    }
    await clock.wait(START_CHECK_MS, signal);
  }
}

interface Trouble {
  readonly sinceMs: number;
  isLogged: boolean;
}

/** Polls each process every five seconds and logs those that have not been ready for a while, and when they are again. */
export function watchReadiness(
  processes: readonly Readable[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): void {
  const troubles = new Map<string, Trouble>();
  const check = async ({ name, waitingFor }: Readable): Promise<void> => {
    const requestedMs = clock.elapsed();
    const parts = await waitingFor();
    const trouble = troubles.get(name) ?? { sinceMs: requestedMs, isLogged: false };
    const lastedMs = clock.elapsed() - trouble.sinceMs;
    const seconds = Math.round(lastedMs / 1_000);
    if (parts.length === 0) {
      troubles.delete(name);
      if (trouble.isLogged) log.warn({ child: name, seconds }, 'process ready again');
      return;
    }
    troubles.set(name, trouble);
    if (trouble.isLogged || lastedMs < GRACE_MS || signal.aborted) return;
    trouble.isLogged = true;
    log.warn({ child: name, waitingFor: parts, seconds }, 'process not ready');
  };
  clock.every(CHECK_MS, async () => void (await Promise.all(processes.map(check))), signal);
}
