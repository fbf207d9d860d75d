import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { computedOf, kpiKeys, kpis } from '#schemas/kpi/library.ts';
import { DAY_S } from '#schemas/time/duration.ts';
import { STEP_S, type LargeCustomer } from './large-customer.ts';

/** A site with all values that pages of its elements show. */
export interface MeasuredSite {
  readonly site: number;
  readonly devices: readonly number[];
  /** Of the first device. */
  readonly ports: readonly number[];
}

const DAYS = 2;
const measuredKinds = ['device', 'interface'] as const;
type MeasuredKind = (typeof measuredKinds)[number];

/** What the library computes for a kind. */
const storedKpis = (kind: MeasuredKind) =>
  kpiKeys.filter((key) => computedOf(key) === key && kpis[key].element === kind).map((key) => kpis[key]);

/** Values are between 40 and 80: of percentages the denominator is 100, of any other KPI 1. */
const denominatorOf = (unit: string): number => (unit === 'percent' ? 100 : 1);

interface Filled {
  readonly customer: number;
  readonly site: number;
  readonly elements: readonly number[];
  readonly until: number;
}

const measuresSql = ({ customer, site, elements, until }: Filled, kind: MeasuredKind): string => {
  const stored = storedKpis(kind);
  const steps = (DAYS * DAY_S) / STEP_S;
  return `INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
    SELECT ${String(customer)}, ${String(site)}, element, kpi.1,
      toDateTime(${String(until - DAYS * DAY_S)} + step * ${String(STEP_S)}, 'UTC'), ${String(STEP_S)},
      50 + 10 * sin(step / 40 + kpi.1) + cityHash64(element, step, kpi.1) % 20 AS shown, shown, kpi.2
    FROM (SELECT arrayJoin([${elements.join()}]) AS element, arrayJoin(range(${String(steps)})) AS step,
      arrayJoin([${stored.map(({ id, unit }) => `(${String(id)}, ${String(denominatorOf(unit))})`).join()}]) AS kpi)`;
};

const idsBelow = async (db: Db, parents: readonly number[]): Promise<readonly number[]> => {
  const { rows } = await sql<{ readonly id: number }>`
    SELECT id FROM network_element WHERE parent_id = ANY(${[...parents]}::integer[]) ORDER BY parent_id, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Fills two days up to `until` with every KPI of the devices and interfaces of one site, instead of what it had. */
export async function fillMeasuredSite(
  { db, clickhouse }: { readonly db: Db; readonly clickhouse: ClickHouse },
  { customer, sites }: LargeCustomer,
  until: number,
): Promise<MeasuredSite> {
  const site = sites.at(-1) ?? 0;
  const devices = await idsBelow(db, [site]);
  const ports = await idsBelow(db, devices);
  for (const table of ['measures', 'recent_measures', 'measures_1h', 'recent_measures_1h'])
    await clickhouse.command(
      `ALTER TABLE ${table} DELETE WHERE customer = ${String(customer)} AND site = ${String(site)} SETTINGS mutations_sync = 1`,
    );
  for (const kind of measuredKinds)
    await clickhouse.command(
      measuresSql({ customer, site, elements: kind === 'device' ? devices : ports, until }, kind),
    );
  return { site, devices, ports: await idsBelow(db, devices.slice(0, 1)) };
}
