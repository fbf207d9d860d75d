import { Evidence } from '#schemas/alerting/alert.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { topologyContext, topologyDefault } from '#schemas/cockpit/topology.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { PlacedElement } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpiOfId, kpis } from '#schemas/kpi/library.ts';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import type { alarmEvents } from '#schemas/table/alarm-events.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { formatValue } from '#schemas/unit/format.ts';
import type { KnownKpi, NotificationSettings } from '../configuration/settings.ts';

export type AlarmEventRow = RowOf<typeof alarmEvents.columns>;

export interface Names {
  readonly inventory: Inventory;
  readonly alarms: NotificationSettings['alarms'];
  /** KPIs that administrators defined. */
  readonly kpis: NotificationSettings['kpis'];
}

/** Undefined for a KPI that is gone. */
function knownKpi(id: number, defined: Names['kpis']): KnownKpi | undefined {
  const key = kpiOfId(id);
  return key === undefined ? defined.get(id) : { key, ...kpis[key] };
}

type Cause = SingleNotice['cause'];
const causes: Readonly<Record<Cause, string>> = {
  rule: '',
  disabled: 'The alarm was switched off. ',
  deleted: 'The alarm was deleted. ',
  severity: '',
};
const isCause = (text: string): text is Cause => Object.hasOwn(causes, text);
const severityOf = (text: string) => severities.find((known) => known === text);

/** The element, and the device that it is of; one that is no longer in the inventory has its number for a name. */
function namedElement(inventory: Inventory, id: number) {
  const {
    kind = 'device',
    name = String(id),
    device,
  }: Partial<PlacedElement> = elementOf(inventory, id) ?? {};
  const of = device === id ? undefined : inventory.devices.get(device ?? 0)?.name;
  return { id, kind, name, of };
}

interface Told {
  readonly row: AlarmEventRow;
  readonly operator: Evidence['operator'];
  readonly element: ReturnType<typeof namedElement>;
  readonly site: string;
  readonly kpi: KnownKpi | undefined;
}

/** One sentence for people, in English. */
function describe({ row, operator, element, site, kpi }: Told): string {
  const place = site === '' ? '' : `, ${site}`;
  const where = `${element.name}${element.of === undefined ? '' : ` of ${element.of}`}${place}`;
  const value = (number: number): string =>
    kpi === undefined ? String(number) : formatValue(number, kpi.unit, 'en-GB');
  const rule = `${kpi?.en ?? 'KPI'} ${operator} ${value(row.threshold)}`;
  const share = `${String(row.outliers)} of ${String(row.measures)} measures`;
  const state = row.edge === 'clear' ? `no longer in ${share}` : `in ${share}`;
  const changed = row.edge === 'change' ? `The severity went from ${row.cause} to ${row.severity}. ` : '';
  const cause = isCause(row.cause) ? causes[row.cause] : changed;
  return `${cause}${where}: ${rule} ${state}, last value ${value(row.value)}`;
}

type Named = SingleNotice['customer'];
/** What is no longer there has its number for a name. */
const named = (id: number, found: { readonly name: string } | undefined): Named => ({
  id,
  name: found?.name ?? String(id),
});

/** Of an event what costs little to find out: enough to decide who is told, and to count it. */
export interface Brief extends Pick<
  SingleNotice,
  'edge' | 'alarm' | 'severity' | 'customer' | 'site' | 'element' | 'atMs'
> {
  /** Of a restricted alarm, or of one that nobody knows: it may have been one. */
  readonly isRestricted: boolean;
  /** Of a change of severity: the one that is not `severity`, before it (raise) or behind it (clear). */
  readonly other?: SingleNotice['severity'];
}

/**
 * A change of severity as it is told: as a raise in the new one to those whom it has got worse for or who were not told before, and
 * as a clear in the one before to those who are not told any more (`targetsOf`).
 */
export function changeOf(raise: Brief): Brief | undefined {
  const { other, severity } = raise;
  return other === undefined ? undefined : { ...raise, edge: 'clear', severity: other, other: severity };
}

function toldOf({ edge, ...row }: AlarmEventRow): Pick<Brief, 'edge' | 'severity' | 'other'> | undefined {
  const severity = severityOf(row.severity);
  if (severity === undefined) return undefined;
  if (edge === 'raise' || edge === 'clear') return { edge, severity };
  const other = edge === 'change' ? severityOf(row.cause) : undefined;
  return other && { edge: 'raise', severity, other };
}

/**
 * The brief of a raise, a clear or a change, which is that of a raise first, with the names that are in force; undefined of other
 * events, and of an unknown severity.
 */
export function briefOf(row: AlarmEventRow, { inventory, alarms }: Names): Brief | undefined {
  const told = toldOf(row);
  if (told === undefined) return undefined;
  const { of: _, ...element } = namedElement(inventory, row.element);
  return {
    ...told,
    alarm: named(row.alarm, alarms.get(row.alarm)),
    customer: named(row.customer, inventory.customers.get(row.customer)),
    // A cluster is at no site.
    site: row.site === 0 ? { id: 0, name: '' } : named(row.site, inventory.sites.get(row.site)),
    element,
    atMs: (row.at + row.length) * 1_000,
    isRestricted: alarms.get(row.alarm)?.isRestricted ?? true,
  };
}

function evidenceOf({ evidence }: AlarmEventRow): Evidence | undefined {
  try {
    return Evidence.parse(JSON.parse(evidence));
  } catch {
    return undefined;
  }
}

/** Everything that is told of an event; one whose evidence cannot be read is told without its operator. */
export function noticeOf(
  row: AlarmEventRow,
  brief: Brief,
  { inventory, alarms, kpis: defined }: Names,
): SingleNotice {
  const { isRestricted: _, other, ...named } = brief;
  const operator = evidenceOf(row)?.operator ?? '>';
  const element = namedElement(inventory, row.element);
  const kpi = knownKpi(row.kpi, defined);
  return {
    ...named,
    is: 'single',
    event: Buffer.from(row.event).toString('hex'),
    cause: other === undefined ? (isCause(row.cause) ? row.cause : 'rule') : 'severity',
    correlation: `${String(row.alarm)}:${String(row.element)}`,
    kpi: { key: kpi?.key ?? String(row.kpi), name: kpi?.en ?? String(row.kpi) },
    description: describe({ row, operator, element, site: brief.site.name, kpi }),
    topology: topologyContext(
      alarms.get(row.alarm)?.topology ?? topologyDefault,
      placesOf(inventory, row.customer, row.element),
    ).map(({ name }) => name),
    operator,
    value: row.value,
    threshold: row.threshold,
  };
}
