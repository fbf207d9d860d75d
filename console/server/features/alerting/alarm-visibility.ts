import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { groupsInAudience } from '../../kernel/access/audience.ts';
import type { Audience } from '../../kernel/access/audience.ts';

/** Read again without a notice, in case one was lost. */
const REFRESH_MS = MINUTE_MS;

/** The alarms as one audience sees them. */
export interface VisibleAlarms {
  /** False for an alarm that is not known (yet): it may be restricted. */
  shows(alarm: number): boolean;
  /** Known not to be shown, now or when it was deleted. */
  hides(alarm: number): boolean;
  /** Every alarm that is shown. */
  shown(): readonly number[];
}

/** Which alarms not everybody sees who sees alerting. Not asked for the privileged, who see them all. */
export interface AlarmVisibility {
  of(audience: Audience): VisibleAlarms;
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

/** By alarm, the groups that see it, in the order of their ids; undefined where everybody does. */
type Known = Map<number, readonly number[] | undefined>;

async function readVisibility(db: Db): Promise<Known> {
  // One statement: what it reads of an alarm and of its groups is of one moment.
  const rows = await db
    .selectFrom('cockpit_alarm')
    .leftJoin('cockpit_alarm_group', 'cockpit_alarm_group.alarm_id', 'cockpit_alarm.id')
    .select(['id', 'visibility', 'group_id'])
    .orderBy('id')
    .orderBy('group_id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      own[0]?.visibility === 'everyone' ? undefined : own.flatMap(({ group_id }) => group_id ?? []),
    ]),
  );
}

/** Takes over what the table says; answers the alarms that are new or changed. Deleted ones stay known: their rows go later. */
async function requestResync(db: Db, known: Known): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  for (const [id, groups] of await readVisibility(db)) {
    if (!known.has(id) || known.get(id)?.join() !== groups?.join()) changed.add(id);
    known.set(id, groups);
  }
  return changed;
}

function visibleTo(audience: Audience, known: Known): VisibleAlarms {
  const own = new Set(groupsInAudience(audience));
  const shows = (alarm: number): boolean => {
    const groups = known.get(alarm);
    return groups === undefined ? known.has(alarm) : groups.some((group) => own.has(group));
  };
  return {
    shows,
    hides: (alarm) => known.has(alarm) && !shows(alarm),
    shown: () => [...known.keys()].filter(shows),
  };
}

/** The visibility of every alarm, live: read at start, and again when `config.cockpit` is announced. */
export async function watchAlarmVisibility({
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
        const changed = await requestResync(db, known);
        if (changed.size > 0) onChange(changed);
      }
    } catch (error) {
      log.warn({ err: error }, 'the visibility of alarms could not be read again');
    } finally {
      reading = false;
    }
  };
  bus.subscribe(subjects.config('cockpit'), () => void reload(), { signal });
  await requestResync(db, known);
  clock.every(REFRESH_MS, reload, signal);
  return { of: (audience) => visibleTo(audience, known) };
}
