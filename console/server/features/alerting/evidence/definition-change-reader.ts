import { sql } from 'kysely';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  definitionChanges,
  type AlarmVersion,
  type DefinitionChange,
  type OwnThresholdChange,
} from '#schemas/alerting/definition-change.ts';
import { AuditDetail } from '#schemas/audit/event.ts';
import { CockpitDocument } from '#schemas/cockpit/version.ts';
import { computedOf, isLibraryKey, kpis } from '#schemas/kpi/library.ts';
import type { SeriesPeriod } from '#schemas/kpi/series.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { AlarmInstance } from '../alarm-topology.ts';

/** Recorded changes of one period that are read at most. */
const MAX_EVENTS = 200;
const DocumentAlarm = CockpitDocument.shape.alarms.element;

/** The versions of an alarm in a period and the last one before it, without the other parts of its cockpit. */
async function readVersions(
  db: Db,
  { alarm, cockpit }: { readonly alarm: number; readonly cockpit: number },
  { from, to }: SeriesPeriod,
): Promise<AlarmVersion[]> {
  const [start, end] = [dateAtMs(from * SECOND_MS), dateAtMs(to * SECOND_MS)];
  const rows = await db
    .selectFrom('cockpit_version')
    .select([
      'at',
      sql<unknown>`jsonb_path_query_first(document, '$.alarms[*] ? (@.id == $id)', jsonb_build_object('id', ${alarm}::int))`.as(
        'found',
      ),
    ])
    .where('cockpit_id', '=', cockpit)
    .where('at', '<', end)
    .where((eb) =>
      eb('number', '>=', (inner) =>
        inner
          .selectFrom('cockpit_version as earlier')
          .select(sql<number>`coalesce(max(number), 0)`.as('number'))
          .where('earlier.cockpit_id', '=', cockpit)
          .where('earlier.at', '<', start),
      ),
    )
    .orderBy('number')
    .execute();
  return rows.map(({ at, found }) => ({
    at: at.getTime(),
    // A version that another release wrote cannot be compared.
    alarm: found === null ? undefined : DocumentAlarm.safeParse(found).data,
  }));
}

/** Changes of what a KPI measures. */
const formulaActions = ['kpi.update', 'kpi.override', 'kpi.reset'];

/** Recorded changes of a subject in a period, oldest first. */
const readEvents = (
  db: Db,
  subject: { readonly subject: string; readonly id: number; readonly actions: readonly string[] },
  { from, to }: SeriesPeriod,
) =>
  db
    .selectFrom('audit_event')
    .select(['at', 'detail', 'customer_id'])
    .where('subject', '=', subject.subject)
    .where('subject_id', '=', String(subject.id))
    .where('action', 'in', [...subject.actions])
    .where('at', '>=', dateAtMs(from * SECOND_MS))
    .where('at', '<', dateAtMs(to * SECOND_MS))
    .orderBy('seq')
    .limit(MAX_EVENTS)
    .execute();

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The threshold that a customer sets itself: its changes in a period, and its value now. */
async function readOwnThreshold(db: Db, { alarm, customer }: AlarmInstance, period: SeriesPeriod) {
  const [events, now] = await Promise.all([
    readEvents(db, { subject: 'alarm', id: alarm, actions: ['alarm.threshold'] }, period),
    db
      .selectFrom('alarm_customer_threshold')
      .select('value')
      .where('alarm_id', '=', alarm)
      .where('customer_id', '=', customer)
      .executeTakeFirst(),
  ]);
  const own = events.flatMap(({ at, detail, customer_id }): OwnThresholdChange[] => {
    const { changes = [], note } = AuditDetail.parse(JSON.parse(detail));
    const change = changes.find(({ field }) => field === 'threshold');
    if (customer_id !== customer || note?.['setBy'] !== 'customer' || change === undefined) return [];
    return [{ at: at.getTime(), before: numberOf(change.before), after: numberOf(change.after) }];
  });
  return { own, ownNow: own.length === 0 ? now?.value : own.at(-1)?.after };
}

/** The changes of a definition in a period, as they apply to one element. Throws NOT_FOUND for a deleted alarm. */
export async function readDefinitionChanges(
  db: Db,
  instance: AlarmInstance,
  period: SeriesPeriod,
): Promise<DefinitionChange[]> {
  const { alarm, customer, element } = instance;
  const row = await db
    .selectFrom('cockpit_alarm as alarm')
    .leftJoin('kpi_definition as own', 'own.key', 'alarm.kpi')
    .select(['alarm.cockpit_id as cockpit', 'alarm.kpi as key', 'own.id as kpi'])
    .where('alarm.id', '=', alarm)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  const id = isLibraryKey(row.key) ? kpis[computedOf(row.key)].id : row.kpi;
  const [versions, own, formulas] = await Promise.all([
    readVersions(db, { alarm, cockpit: row.cockpit }, period),
    readOwnThreshold(db, instance, period),
    id === null ? [] : readEvents(db, { subject: 'kpi', id, actions: formulaActions }, period),
  ]);
  const formula = formulas.map(({ at }) => at.getTime());
  return definitionChanges({ customer, element, versions, formula, ...own }, period);
}
