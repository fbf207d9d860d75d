import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { groupsInAudience, type Audience } from '../../kernel/access/audience.ts';

/** Reload interval, in case a notice was lost. */
const REFRESH_MS = MINUTE_MS;

/** The alarms as one audience sees them. */
export interface VisibleAlarms {
  /** False for an unknown alarm, which may be restricted. */
  shows(alarm: number): boolean;
  /** Whether the alarm is known and not shown, also after its deletion. */
  hides(alarm: number): boolean;
  /** Every alarm that is shown. */
  shown(): readonly number[];
}

/** Which alarms an audience sees. Privileged users see all of them. */
export interface AlarmVisibility {
  of(audience: Audience): VisibleAlarms;
}

interface AlarmVisibilityNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with new alarms and alarms whose visibility changed: open screens need another state. */
  readonly onChange: (alarms: ReadonlySet<number>) => void;
}

/** By alarm, the groups that see it, by id. Undefined: every user. */
type KnownVisibility = Map<number, readonly number[] | undefined>;

async function readVisibility(db: Db): Promise<KnownVisibility> {
  // One statement, so that alarms and groups are consistent.
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

/** Updates the known visibility. Returns the new and changed alarms. Deleted alarms stay known, since their rows are removed later. */
async function refreshVisibility(db: Db, known: KnownVisibility): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  for (const [id, groups] of await readVisibility(db)) {
    if (!known.has(id) || known.get(id)?.join() !== groups?.join()) changed.add(id);
    known.set(id, groups);
  }
  return changed;
}

function visibleTo(audience: Audience, known: KnownVisibility): VisibleAlarms {
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

/** The visibility of every alarm: loaded at start, reloaded on each `config.cockpit` notice. */
export async function watchAlarmVisibility({
  db,
  bus,
  clock,
  log,
  signal,
  onChange,
}: AlarmVisibilityNeeds): Promise<AlarmVisibility> {
  const known: KnownVisibility = new Map();
  let isLoading = false;
  let isRequested = false;
  const reload = async (): Promise<void> => {
    isRequested = true;
    if (isLoading) return;
    isLoading = true;
    try {
      while (isRequested) {
        isRequested = false;
        const changed = await refreshVisibility(db, known);
        if (changed.size > 0) onChange(changed);
      }
    } catch (error) {
      log.warn({ err: error }, 'alarm visibility reload failed');
    } finally {
      isLoading = false;
    }
  };
  bus.subscribe(subjects.config('cockpit'), () => void reload(), { signal });
  await refreshVisibility(db, known);
  clock.every(REFRESH_MS, reload, signal);
  return { of: (audience) => visibleTo(audience, known) };
}
