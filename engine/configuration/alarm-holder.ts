import { subjects } from '#schemas/bus/subject.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';

/** Changes that come one after another are read once, after this pause. */
const QUIET_MS = 200;
/** Read again without a notice, in case one was lost: an announcement of core NATS is not stored. */
const REFRESH_MS = 60_000;

interface Needs {
  readonly db: Db;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Every alarm definition, live: read at start, and again when `config.cockpit` is announced. A reload that fails keeps what is there. */
export async function holdAlarms({
  db,
  bus,
  clock,
  log,
  signal,
}: Needs): Promise<{ readonly current: readonly AlarmDefinition[] }> {
  let current = await loadAlarms(db);
  let waiting = false;
  const reload = async (): Promise<void> => {
    try {
      current = await loadAlarms(db);
    } catch (error) {
      log.warn({ err: error }, 'alarm definitions could not be read again');
    }
  };
  const reloadSoon = async (): Promise<void> => {
    if (waiting) return;
    waiting = true;
    await clock.wait(QUIET_MS, signal);
    waiting = false;
    if (!signal.aborted) await reload();
  };
  bus.subscribe(subjects.config('cockpit'), () => void reloadSoon(), { signal });
  clock.every(REFRESH_MS, reload, signal);
  return {
    get current() {
      return current;
    },
  };
}
