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

/** Alerts as an audience sees them, without a trace of the alarms that it does not; the same object when there are none. */
export function publicView(alerts: MirroredAlerts, visibility: VisibleAlarms): MirroredAlerts {
  const hidden = isHidden(visibility);
  // On every delta of every customer, and nearly always for nothing: without copies.
  if (!alerts.alarms.values().some(hidden) && !alerts.byAlarm.some(hidden)) return alerts;
  const shown = [...alerts.alarms.values()].filter((row) => !hidden(row));
  return {
    ...alerts,
    counts: countsOf(shown),
    byAlarm: alerts.byAlarm.filter((alarm) => !hidden(alarm)),
    sites: siteAlerts(alerts.sites.keys(), shown),
    alarms: new Map(shown.map((row) => [row.id, row])),
  };
}

/** Sites whose state a delta may change, told before it is applied. */
export function sitesOf(
  { alarms }: MirroredAlerts,
  { sites = [], set = [], remove = [] }: AlertDelta,
): ReadonlySet<number> {
  const rows = [...set, ...remove.flatMap((id) => alarms.get(id) ?? [])];
  return new Set([...sites, ...rows].map(({ site }) => site));
}

/**
 * A delta as an audience gets it: the same object when it and the state after it hold nothing hidden. Else counts and sites are
 * those of the rows shown; position and number stay, as each form follows a snapshot of its own.
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
  const view = publicView(alerts, visibility);
  const isRemovedUnseen = (id: string): boolean => visibility.hides(alarmOf(id));
  if (view === alerts && !set.some(hidden) && !remove.some(isRemovedUnseen)) return delta;
  const { epoch, seq, at, customer } = delta;
  return {
    epoch,
    seq,
    at,
    customer,
    counts: view.counts,
    sites: [...siteAlerts(touched, [...view.alarms.values()]).values()],
    set: set.filter((row) => !hidden(row)),
    remove: remove.filter((id) => !isRemovedUnseen(id)),
  };
}

/** The counts of a customer as an audience gets them. */
export function publicCountDelta(
  delta: CountDelta,
  { alerts, visibility }: { alerts: MirroredAlerts; visibility: VisibleAlarms },
): CountDelta {
  const view = publicView(alerts, visibility);
  if (view === alerts && !delta.byAlarm.some(isHidden(visibility))) return delta;
  const { counts, byAlarm } = view;
  return { ...delta, counts, byAlarm };
}
