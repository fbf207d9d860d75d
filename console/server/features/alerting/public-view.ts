import { severities } from '#schemas/alerting/severity.ts';
import type { AlarmRow, AlertCounts, SiteAlert } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { VisibleAlarms } from './alarm-visibility.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

const isHidden =
  (visibility: VisibleAlarms) =>
  ({ alarm }: { readonly alarm: number }): boolean =>
    !visibility.shows(alarm);

/** The alarm of a row's id, `<alarm>:<element>`. */
const alarmOf = (id: string): number => Number(id.slice(0, id.indexOf(':')));

const worse = (one: Severity | null, other: Severity): Severity =>
  one === null || severities.indexOf(other) < severities.indexOf(one) ? other : one;

export function countsOf(rows: readonly Pick<AlarmRow, 'severity'>[]): AlertCounts {
  const of = (wanted: Severity): number => rows.filter(({ severity }) => severity === wanted).length;
  return { critical: of('critical'), warning: of('major') };
}

/** These sites as the rows make them; one without rows has no severity. */
export function siteAlerts(sites: Iterable<number>, rows: readonly AlarmRow[]): Map<number, SiteAlert> {
  const alerts = new Map<number, SiteAlert>();
  for (const site of sites) alerts.set(site, { site, severity: null, alarms: 0 });
  for (const { site, severity } of rows) {
    const known = alerts.get(site);
    if (known === undefined) continue;
    alerts.set(site, { site, severity: worse(known.severity, severity), alarms: known.alarms + 1 });
  }
  return alerts;
}

/** What is shown to an audience, in one pass: it is asked for with every delta of every customer. */
interface Shown {
  readonly counts: AlertCounts;
  readonly sites: ReadonlyMap<number, SiteAlert>;
  /** Nothing is hidden. */
  readonly isAll: boolean;
}

function shownOf(
  { alarms, byAlarm }: MirroredAlerts,
  { visibility, sites }: { visibility: VisibleAlarms; sites: Iterable<number> },
): Shown {
  const hidden = isHidden(visibility);
  const shown: AlarmRow[] = [];
  for (const row of alarms.values()) if (!hidden(row)) shown.push(row);
  return {
    counts: countsOf(shown),
    sites: siteAlerts(sites, shown),
    isAll: shown.length === alarms.size && !byAlarm.some(hidden),
  };
}

const sameCounts = (one: AlertCounts | undefined, other: AlertCounts): boolean =>
  one?.critical === other.critical && one.warning === other.warning;

/** What was told of sites is what the rows make of them. */
const sameSites = (told: Iterable<SiteAlert>, sites: ReadonlyMap<number, SiteAlert>): boolean =>
  Iterator.from(told).every(({ site, severity, alarms }) => {
    const own = sites.get(site);
    return own?.severity === severity && own.alarms === alarms;
  });

/**
 * Alerts as an audience sees them, without a trace of the alarms that it does not: counts and sites are always those of the
 * rows shown, since the engine tells them before the rows where there are many. The same object when that makes no difference.
 */
export function publicView(alerts: MirroredAlerts, visibility: VisibleAlarms): MirroredAlerts {
  const { counts, sites, isAll } = shownOf(alerts, { visibility, sites: alerts.sites.keys() });
  if (isAll && sameCounts(alerts.counts, counts) && sameSites(alerts.sites.values(), sites)) return alerts;
  const hidden = isHidden(visibility);
  return {
    ...alerts,
    counts,
    byAlarm: alerts.byAlarm.filter((alarm) => !hidden(alarm)),
    sites: new Map(sites),
    alarms: new Map([...alerts.alarms].filter(([, row]) => !hidden(row))),
  };
}

/** Sites whose state a delta may change, told before it is applied. */
export function sitesOf(
  { alarms }: MirroredAlerts,
  { sites = [], set = [], remove = [] }: AlertDelta,
): ReadonlySet<number> {
  const ids = [...set.map(({ id }) => id), ...remove];
  const rows = [...set, ...ids.flatMap((id) => alarms.get(id) ?? [])];
  return new Set([...sites, ...rows].map(({ site }) => site));
}

/**
 * A delta as an audience gets it: counts and sites are always those of the rows shown so far; position and number stay, as each
 * form follows a snapshot of its own. The same object when that makes no difference.
 */
export function publicAlertDelta(
  delta: AlertDelta,
  {
    alerts,
    touched,
    visibility,
  }: { alerts: MirroredAlerts; touched: ReadonlySet<number>; visibility: VisibleAlarms },
): AlertDelta {
  const { set = [], remove = [] } = delta;
  const hidden = isHidden(visibility);
  const shown = shownOf(alerts, { visibility, sites: touched });
  const isRemovedUnseen = (id: string): boolean => visibility.hides(alarmOf(id));
  const isAll = shown.isAll && !set.some(hidden) && !remove.some(isRemovedUnseen);
  if (isAll && sameCounts(delta.counts, shown.counts) && sameSites(delta.sites ?? [], shown.sites))
    return delta;
  const { epoch, seq, at, customer } = delta;
  return {
    epoch,
    seq,
    at,
    customer,
    counts: shown.counts,
    sites: [...shown.sites.values()],
    set: set.filter((row) => !hidden(row)),
    remove: remove.filter((id) => !isRemovedUnseen(id)),
  };
}

/** The counts of a customer as an audience gets them: of the rows shown so far. */
export function publicCountDelta(
  delta: CountDelta,
  { alerts, visibility }: { alerts: MirroredAlerts; visibility: VisibleAlarms },
): CountDelta {
  const hidden = isHidden(visibility);
  const { counts, isAll } = shownOf(alerts, { visibility, sites: [] });
  if (isAll && !delta.byAlarm.some(hidden) && sameCounts(delta.counts, counts)) return delta;
  return { ...delta, counts, byAlarm: delta.byAlarm.filter((alarm) => !hidden(alarm)) };
}
