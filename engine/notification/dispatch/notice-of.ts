import { Evidence } from '#schemas/alerting/alert.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { shownRunbook } from '#schemas/cockpit/runbook.ts';
import { topologyContext, topologyDefault } from '#schemas/cockpit/topology.ts';
import { placesOf } from '#schemas/inventory/places-of.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { elementOf, type PlacedElement } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { kpiOfId, kpis } from '#schemas/kpi/library.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import { noticeLocale, noticeWords } from '#schemas/notification/notice-words.ts';
import type { Language } from '#schemas/time/locale.ts';
import { formatTyped, formatValue } from '#schemas/unit/format.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import { outlierBit, relationsOf } from '../../alarm/outlier.ts';
import type { NotifiedKpi, NotificationSettings } from '../configuration/settings.ts';

export interface NoticeNames {
  readonly inventory: Inventory;
  readonly alarms: NotificationSettings['alarms'];
  /** User-defined KPIs. */
  readonly kpis: NotificationSettings['kpis'];
  /** Address of the console, for links; absent: there are none. */
  readonly publicUrl?: string | undefined;
}

/** Returns undefined for a deleted KPI. */
function knownKpi(id: number, defined: NoticeNames['kpis']): NotifiedKpi | undefined {
  const key = kpiOfId(id);
  return key === undefined ? defined.get(id) : { key, ...kpis[key] };
}

type Cause = SingleNotice['cause'];
const isCause = (text: string): text is Cause => Object.hasOwn(noticeWords('en').causes, text);
const severityOf = (text: string) => severities.find((known) => known === text);

/** The element and its device; an element that is no longer in the inventory is named by its number. */
function namedElement(inventory: Inventory, id: number) {
  const {
    kind = 'device',
    name = String(id),
    device,
  }: Partial<PlacedElement> = elementOf(inventory, id) ?? {};
  const of = device === id ? undefined : inventory.devices.get(device ?? 0)?.name;
  return { id, kind, name, of };
}

/** As in the console: an element with its device before it. */
export function elementLabelOf(inventory: Inventory, id: number): string {
  const { name, of } = namedElement(inventory, id);
  return of === undefined ? name : `${of} · ${name}`;
}

/** A KPI that is not in the library any more has its number. */
export const kpiKeyOf = (id: number, defined: NoticeNames['kpis']): string =>
  knownKpi(id, defined)?.key ?? String(id);

/** The name of an alarm, one that the product gave in the language of the reader; one that is not known any more has its number. */
export const alarmNameOf = (
  id: number,
  { alarms }: Pick<NoticeNames, 'alarms'>,
  language: Language | undefined,
): string => shownBuiltIn('alarm', alarms.get(id)?.name ?? String(id), language ?? 'en');

interface DescribedEvent {
  readonly language: Language | undefined;
  readonly row: AlarmEvent;
  readonly operator: Evidence['operator'];
  readonly element: ReturnType<typeof namedElement>;
  readonly site: string;
  readonly kpi: NotifiedKpi | undefined;
}

/** The value of an event and the threshold that it is compared with, in the unit of the KPI: they read the same only if they are. */
function readingOf(
  { value, threshold }: Pick<AlarmEvent, 'value' | 'threshold'>,
  kpi: NotifiedKpi | undefined,
  language: Language | undefined,
): { readonly value: string; readonly threshold: string } {
  if (kpi === undefined) return { value: String(value), threshold: String(threshold) };
  const { unit } = kpi;
  const locale = noticeLocale(language);
  return {
    value: formatValue(value, { unit, limits: [threshold] }, locale),
    threshold: formatTyped(threshold, unit, locale),
  };
}

/** Why the event happened, where its rule does not say it. */
function causeWords({ edge, cause, severity }: AlarmEvent, language: Language | undefined): string {
  const words = noticeWords(language);
  if (isCause(cause)) return words.causes[cause];
  const [from, to] = [severityOf(cause), severityOf(severity)];
  return edge === 'change' && from !== undefined && to !== undefined ? words.changed(from, to) : '';
}

/** Describes the event in one sentence. */
function describe({ row, operator, element, site, kpi, language }: DescribedEvent): string {
  const words = noticeWords(language);
  const { value, threshold } = readingOf(row, kpi, language);
  const name = element.of === undefined ? element.name : words.ofDevice(element.name, element.of);
  return words.event({
    cause: causeWords(row, language),
    where: site === '' ? name : `${name}, ${site}`,
    rule: `${kpi === undefined ? 'KPI' : kpi[language ?? 'en']} ${operator} ${threshold}`,
    outliers: String(row.outliers),
    measures: String(row.measures),
    isCleared: row.edge === 'clear',
    value,
    // Cleared although the last value is out of limits: the windows after it have none.
    isWithout: row.edge === 'clear' && outlierBit(relationsOf(operator), row.value, row.threshold) === 1,
  });
}

type NamedObject = SingleNotice['alarm'];
/** A deleted object is named by its number. */
const namedOr = (id: number, found: { readonly name: string } | undefined): NamedObject => ({
  id,
  name: found?.name ?? String(id),
});

function customerOf(id: number, { customers }: Inventory): SingleNotice['customer'] {
  const timeZone = customers.get(id)?.timeZone;
  return { ...namedOr(id, customers.get(id)), ...(timeZone === undefined ? {} : { timeZone }) };
}

/** The parts of an event that are cheap to look up: enough to select targets and to count it. */
export interface Brief extends Pick<
  SingleNotice,
  | 'event'
  | 'edge'
  | 'correlation'
  | 'sequence'
  | 'alarm'
  | 'severity'
  | 'customer'
  | 'site'
  | 'element'
  | 'value'
  | 'threshold'
  | 'atMs'
> {
  /** Whether the alarm is restricted, or unknown: it may have been restricted. */
  readonly isRestricted: boolean;
  /** Start of the deciding window, milliseconds since 1970. */
  readonly startMs: number;
  /** For a change of severity: the severity before it (raise) or after it (clear). */
  readonly other?: SingleNotice['severity'];
}

/**
 * The clear half of a severity change. The change is a raise of the new severity for targets for which it got
 * worse or which did not receive the old one, and a clear of the old severity for targets that do not receive
 * the new one (`selectTargets`).
 */
export function clearOfChange(raise: Brief): Brief | undefined {
  const { other, severity } = raise;
  return other === undefined ? undefined : { ...raise, edge: 'clear', severity: other, other: severity };
}

function transitionOf({ edge, ...row }: AlarmEvent): Pick<Brief, 'edge' | 'severity' | 'other'> | undefined {
  const severity = severityOf(row.severity);
  if (severity === undefined) return undefined;
  if (edge === 'raise' || edge === 'clear') return { edge, severity };
  const other = edge === 'change' ? severityOf(row.cause) : undefined;
  return other && { edge: 'raise', severity, other };
}

/**
 * Position of an event among those of its instance. A window has at most two: what a changed configuration clears or changes comes before
 * what its rule decides (`engine/partition/decisions.ts`).
 */
const sequenceOf = ({ at, cause }: AlarmEvent): number => at * 2 + (cause === 'rule' ? 1 : 0);

/**
 * Returns the brief of a raise, a clear, or the raise half of a change, with current names; undefined for
 * other events and unknown severities.
 */
export function briefOf(row: AlarmEvent, { inventory, alarms }: NoticeNames): Brief | undefined {
  const transition = transitionOf(row);
  if (transition === undefined) return undefined;
  const { of: device, ...element } = namedElement(inventory, row.element);
  return {
    ...transition,
    event: Buffer.from(row.event).toString('hex'),
    alarm: namedOr(row.alarm, alarms.get(row.alarm)),
    customer: customerOf(row.customer, inventory),
    // A cluster has no site.
    site: row.site === 0 ? { id: 0, name: '' } : namedOr(row.site, inventory.sites.get(row.site)),
    element: { ...element, ...(device !== undefined && { device }) },
    correlation: `${String(row.alarm)}:${String(row.element)}`,
    sequence: sequenceOf(row),
    value: row.value,
    threshold: row.threshold,
    startMs: row.at * 1_000,
    atMs: (row.at + row.length) * 1_000,
    isRestricted: alarms.get(row.alarm)?.isRestricted ?? true,
  };
}

function evidenceOf({ evidence }: AlarmEvent): Evidence | undefined {
  try {
    return Evidence.parse(JSON.parse(evidence));
  } catch {
    return undefined;
  }
}

/** Whether another alarm explained it when it was raised or changed; only such an event is parsed. */
export const isExplained = (row: AlarmEvent): boolean =>
  row.evidence.includes('"parent"') && evidenceOf(row)?.parent !== undefined;

function causeOf({ edge, cause }: AlarmEvent): Cause {
  if (edge === 'change') return 'severity';
  return isCause(cause) ? cause : 'rule';
}

/** An unknown alarm has the default topology. */
function topologyOf(
  { alarm, customer, element }: AlarmEvent,
  { inventory, alarms }: Pick<NoticeNames, 'inventory' | 'alarms'>,
): string[] {
  const places = placesOf(inventory, customer, element);
  return topologyContext(alarms.get(alarm)?.topology ?? topologyDefault, places).map(({ name }) => name);
}

/** What to do, filled with the names of the event. */
function runbookFor(
  {
    brief,
    element,
    kpi,
  }: {
    readonly brief: Pick<Brief, 'alarm' | 'customer' | 'site' | 'severity'>;
    readonly element: ReturnType<typeof namedElement>;
    readonly kpi: SingleNotice['kpi'] | undefined;
  },
  text: string,
): Pick<SingleNotice, 'runbook'> {
  const shown = shownRunbook(text, {
    'customer.name': brief.customer.name,
    'site.name': brief.site.name,
    'device.name': element.of ?? (element.kind === 'device' ? element.name : ''),
    'element.name': element.name,
    'alert.id': `${String(brief.alarm.id)}:${String(element.id)}`,
    'alert.name': brief.alarm.name,
    'alert.severity': brief.severity,
    'kpi.name': kpi?.name ?? '',
  });
  return shown === undefined ? {} : { runbook: shown.text };
}

function sinceMsOf({ edge, at, length }: AlarmEvent, evidence: Evidence | undefined): number | null {
  const since = edge === 'raise' ? at : evidence?.since;
  return since === undefined ? null : (since + length) * 1_000;
}

const baseOf = (publicUrl: string): string => publicUrl.replace(/\/$/, '');

const addressOf = (publicUrl: string, customer: number): string =>
  `${baseOf(publicUrl)}/alert?customer=${String(customer)}`;

/** The page of an element in the console; undefined: it is not in the inventory any more, or of a kind without one. */
function linkToElement(
  inventory: Inventory,
  { element: id, customer }: AlarmEvent,
  publicUrl: string,
): string | undefined {
  const kind = elementOf(inventory, id)?.kind;
  if (kind === undefined || !isInventoryKind(kind)) return undefined;
  return `${baseOf(publicUrl)}/inventory/${kind}/${String(id)}?customer=${String(customer)}`;
}

/** The alarms of a customer in the console that ran in a period, seconds since 1970. */
export const linkToPeriod = (
  { customer, from, to }: { readonly customer: number; readonly from: number; readonly to: number },
  publicUrl: string,
): string => `${addressOf(publicUrl, customer)}&events=custom&from=${String(from)}&to=${String(to)}`;

/** The alarm in the console. A cleared one is shown at the start of the window that cleared it, when it still ran. */
export function linkTo({ row, publicUrl }: { row: AlarmEvent; publicUrl: string }): string {
  const { customer, alarm, element, edge, at } = row;
  const past = edge === 'clear' ? `&at=${String(at)}` : '';
  return `${addressOf(publicUrl, customer)}&open=${String(alarm)}:${String(element)}${past}`;
}

/** An event with what is known of it on arrival. */
interface Decided {
  readonly row: AlarmEvent;
  readonly brief: Brief;
  /** When the stream stored it, milliseconds since 1970. */
  readonly decidedMs: number;
  /** The incident that it belongs to, as the target may know it. */
  readonly incident?: SingleNotice['incident'];
  /** Of the reader; undefined: English. */
  readonly language?: Language | undefined;
}

/** A KPI that is not in the library any more has its number. */
const kpiNames = (
  id: number,
  kpi: ReturnType<typeof knownKpi>,
  language: Language | undefined,
): { readonly key: string; readonly name: string } =>
  kpi === undefined ? { key: String(id), name: String(id) } : { key: kpi.key, name: kpi[language ?? 'en'] };

/** The complete notice of an event; if its evidence cannot be read, with a default operator. */
export function noticeOf(
  { row, brief, decidedMs, incident, language }: Decided,
  { inventory, alarms, kpis: defined, publicUrl }: NoticeNames,
): SingleNotice {
  const { isRestricted: _, other: __, startMs: ___, ...named } = brief;
  const evidence = evidenceOf(row);
  const operator = evidence?.operator ?? '>';
  const element = namedElement(inventory, row.element);
  const kpi = knownKpi(row.kpi, defined);
  const reading = readingOf(row, kpi, language);
  const alarm = { ...brief.alarm, name: shownBuiltIn('alarm', brief.alarm.name, language ?? 'en') };
  const kpiName = kpiNames(row.kpi, kpi, language);
  const ofRunbook = { brief: { ...brief, alarm }, element, kpi: kpi && kpiName };
  return {
    ...named,
    is: 'single',
    ...(language === undefined ? {} : { language }),
    alarm,
    cause: causeOf(row),
    kpi: kpiName,
    description: describe({ row, operator, element, site: brief.site.name, kpi, language }),
    topology: topologyOf(row, { inventory, alarms }),
    ...runbookFor(ofRunbook, alarms.get(row.alarm)?.runbook ?? ''),
    operator,
    reading: reading.value,
    limit: `${operator} ${reading.threshold}`,
    ...(publicUrl === undefined
      ? {}
      : { link: linkTo({ row, publicUrl }), elementLink: linkToElement(inventory, row, publicUrl) }),
    sinceMs: sinceMsOf(row, evidence),
    decidedMs,
    ...(incident === undefined ? {} : { incident }),
  };
}
