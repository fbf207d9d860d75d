import { alertCountsOf } from '#schemas/alerting/counts.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import type { AlarmRow, AlertCounts, SiteAlert } from '#schemas/alerting/alert.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { VisibleAlarms } from './alarm-visibility.ts';
import type { MirroredAlerts } from './mirrored-alerts.ts';

const isHidden =
  (visibility: VisibleAlarms) =>
  ({ alarm }: { readonly alarm: number }): boolean =>
    !visibility.shows(alarm);

/** The alarm of a row id, `<alarm>:<element>`. */
const alarmOfRow = (id: string): number => Number(id.slice(0, id.indexOf(':')));

const worse = (one: Severity | null, other: Severity): Severity =>
  one === null || severities.indexOf(other) < severities.indexOf(one) ? other : one;

/** The severity and number of alarms of each site. A site without rows has no severity. */
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

/** What an audience sees. Computed in one pass, since every delta of every customer needs it. */
interface VisiblePart {
  readonly counts: AlertCounts;
  readonly sites: ReadonlyMap<number, SiteAlert>;
  /** Whether nothing is hidden. */
  readonly isAll: boolean;
}

function visiblePart(
  { alarms, byAlarm }: MirroredAlerts,
  { visibility, sites }: { visibility: VisibleAlarms; sites: Iterable<number> },
): VisiblePart {
  const hidden = isHidden(visibility);
  const visible: AlarmRow[] = [];
  for (const row of alarms.values()) if (!hidden(row)) visible.push(row);
  return {
    counts: alertCountsOf(visible),
    sites: siteAlerts(sites, visible),
    isAll: visible.length === alarms.size && !byAlarm.some(hidden),
  };
}

const sameCounts = (one: AlertCounts | undefined, other: AlertCounts): boolean =>
  one?.critical === other.critical &&
  one.warning === other.warning &&
  one.minor === other.minor &&
  one.unhandled === other.unhandled &&
  one.oldest === other.oldest;

/** Whether reported sites equal those computed from rows. */
const sameSites = (reported: Iterable<SiteAlert>, sites: ReadonlyMap<number, SiteAlert>): boolean =>
  Iterator.from(reported).every(({ site, severity, alarms }) => {
    const own = sites.get(site);
    return own?.severity === severity && own.alarms === alarms;
  });

/**
 * The alerts that an audience sees. Counts and sites are always computed from the visible rows, since the engine reports them before the
 * rows when there are many. Returns the same object when nothing differs.
 */
export function alertsForAudience(alerts: MirroredAlerts, visibility: VisibleAlarms): MirroredAlerts {
  const { counts, sites, isAll } = visiblePart(alerts, { visibility, sites: alerts.sites.keys() });
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

/** The sites whose state a delta may change. Call it before the delta is applied. */
export function touchedSites(
  { alarms }: MirroredAlerts,
  { sites = [], set = [], remove = [] }: AlertDelta,
): ReadonlySet<number> {
  // Loops: a storm calls this with every row of a window.
  const touched = new Set<number>();
  const touch = (row: { readonly site: number } | undefined): void => {
    if (row !== undefined) touched.add(row.site);
  };
  for (const site of sites) touch(site);
  for (const row of set) {
    touch(row);
    touch(alarms.get(row.id));
  }
  for (const id of remove) touch(alarms.get(id));
  return touched;
}

/**
 * A delta for an audience. Counts and sites are computed from the visible rows. Epoch and sequence stay, since each audience follows its
 * own snapshot. Returns the same object when nothing differs.
 */
export function alertDeltaForAudience(
  delta: AlertDelta,
  {
    alerts,
    touched,
    visibility,
  }: { alerts: MirroredAlerts; touched: ReadonlySet<number>; visibility: VisibleAlarms },
): AlertDelta {
  const { set = [], remove = [] } = delta;
  const hidden = isHidden(visibility);
  const shown = visiblePart(alerts, { visibility, sites: touched });
  const isRemovedUnseen = (id: string): boolean => visibility.hides(alarmOfRow(id));
  const isAll = shown.isAll && !set.some(hidden) && !remove.some(isRemovedUnseen);
  if (isAll && sameCounts(delta.counts, shown.counts) && sameSites(delta.sites ?? [], shown.sites))
    return delta;
  const { set: _set, remove: _remove, ...position } = delta;
  return {
    ...position,
    counts: shown.counts,
    sites: [...shown.sites.values()],
    set: set.filter((row) => !hidden(row)),
    remove: remove.filter((id) => !isRemovedUnseen(id)),
  };
}

/** The counts of a customer for an audience, computed from the visible rows. */
export function countDeltaForAudience(
  delta: CountDelta,
  { alerts, visibility }: { alerts: MirroredAlerts; visibility: VisibleAlarms },
): CountDelta {
  const hidden = isHidden(visibility);
  const { counts, isAll } = visiblePart(alerts, { visibility, sites: [] });
  if (isAll && !delta.byAlarm.some(hidden) && sameCounts(delta.counts, counts)) return delta;
  return { ...delta, counts, byAlarm: delta.byAlarm.filter((alarm) => !hidden(alarm)) };
}
