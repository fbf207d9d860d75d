import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

/** Read again without a notice, in case one was lost. */
const REFRESH_MS = MINUTE_MS;

/** Which alarms not everybody sees who sees alerting. */
export interface AlarmVisibility {
  /** False for an alarm that is not known (yet): it may be restricted. */
  isPublic(alarm: number): boolean;
  /** Known to be restricted, now or when it was deleted. */
  isRestricted(alarm: number): boolean;
  /** Every alarm that everybody sees. */
  publicAlarms(): readonly number[];
}

interface Needs {
  readonly db: Db;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Alarms that came or changed their visibility: what is shown of them is no longer right. */
  readonly onChange: (alarms: ReadonlySet<number>) => void;
}

/** By alarm, whether everybody sees it. */
type Known = Map<number, boolean>;

/** Takes over what the table says; answers the alarms that are new or changed. Deleted ones stay known: their rows go later. */
async function readAgain(db: Db, known: Known): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('cockpit_alarm').select(['id', 'visibility']).execute();
  const changed = new Set<number>();
  for (const { id, visibility } of rows) {
    const isPublic = visibility === 'everyone';
    if (known.get(id) !== isPublic) changed.add(id);
    known.set(id, isPublic);
  }
  return changed;
}

/** The visibility of every alarm, live: read at start, and again when `config.cockpit` is announced. */
export async function holdAlarmVisibility({
  db,
  bus,
  clock,
  log,
  signal,
  onChange,
}: Needs): Promise<AlarmVisibility> {
  const known: Known = new Map();
  let reading = false;
  let again = false;
  const reload = async (): Promise<void> => {
    again = true;
    if (reading) return;
    reading = true;
    try {
      while (again) {
        again = false;
        const changed = await readAgain(db, known);
        if (changed.size > 0) onChange(changed);
      }
    } catch (error) {
      log.warn({ err: error }, 'the visibility of alarms could not be read again');
    } finally {
      reading = false;
    }
  };
  bus.subscribe(subjects.config('cockpit'), () => void reload(), { signal });
  await readAgain(db, known);
  clock.every(REFRESH_MS, reload, signal);
  return {
    isPublic: (alarm) => known.get(alarm) === true,
    isRestricted: (alarm) => known.get(alarm) === false,
    publicAlarms: () => [...known].flatMap(([alarm, isPublic]) => (isPublic ? [alarm] : [])),
  };
}
