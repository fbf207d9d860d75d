import { readReached } from '#platform/resource/reached-customers.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ElementMarkQuery, ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import { readDefinitionChanges } from '../evidence/definition-change-reader.ts';
import type { RunRow } from './mark-queries.ts';

interface Marked {
  readonly customer: number;
  readonly query: ElementMarkQuery;
  readonly elements: readonly { readonly id: number }[];
  /** Alarms that ran on the elements. */
  readonly runs: readonly Pick<RunRow, 'alarm' | 'element'>[];
  /** Alarms that the caller sees; undefined: all. */
  readonly visible: readonly number[] | undefined;
}

/** Alarms that ran, and those on the KPIs of a chart that the customer has. */
async function alarmsOf(db: Db, { customer, query: { kpis }, runs, visible }: Marked) {
  const ran = new Set(runs.map(({ alarm }) => alarm));
  if (ran.size === 0 && kpis.length === 0) return [];
  const [rows, reached] = await Promise.all([
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'cockpit_id', 'label', 'kpi'])
      .where((where) =>
        where.or([
          ...(kpis.length === 0 ? [] : [where('kpi', 'in', kpis)]),
          ...(ran.size === 0 ? [] : [where('id', 'in', [...ran])]),
        ]),
      )
      .orderBy('id')
      .execute(),
    readReached(db, 'cockpit'),
  ]);
  return rows
    .filter(({ id, cockpit_id }) => ran.has(id) || reached.get(cockpit_id)?.includes(customer) !== false)
    .filter(({ id }) => visible?.includes(id) !== false)
    .slice(0, elementMarkLimits.maxDefinitions);
}

/** Changes of the definitions of alarms in a period, oldest first; of thresholds those of an element on which the alarm ran, or of the first. */
export async function markedDefinitions(db: Db, marked: Marked): Promise<ElementMarks['definitions']> {
  const { customer, query, elements, runs } = marked;
  const elementOf = new Map(runs.map(({ alarm, element }) => [alarm, element]));
  const { from, to } = query;
  const changes = await Promise.all(
    (await alarmsOf(db, marked)).map(async ({ id: alarm, label: name, kpi }) => {
      const element = elementOf.get(alarm) ?? elements[0]?.id ?? 0;
      const found = await readDefinitionChanges(db, { customer, alarm, element }, { from, to });
      return found.map((change) => ({ alarm, name, kpi, ...change }));
    }),
  );
  return changes.flat().toSorted((one, other) => one.at - other.at);
}
