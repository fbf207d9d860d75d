import type { AlarmRow, AlertCounts } from '#schemas/alerting/alert.ts';
import { alertCountsOf } from '#schemas/alerting/counts.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { alarmState } from './alarm-state.ts';

/** What the user groups the alarms by. */
export const groupings = ['incident', 'site', 'device', 'alarm', 'severity', 'state', 'assignee'] as const;
export type Grouping = (typeof groupings)[number];

/** A storm is one alarm raised on this many elements by the same window. */
export const STORM_ALARMS = 10;

export interface RowGroup {
  readonly id: string;
  /** Storms are grouped by themselves. */
  readonly by: Grouping | 'storm';
  /** Place of an incident; name of the site, device, alarm or assignee, or the severity or state; empty for alarms without a device or an assignee. */
  readonly value: string;
  readonly alarms: readonly AlarmRow[];
  readonly counts: AlertCounts;
  readonly worst: Severity;
}

/** A row of the table: an alarm, or the head of a group. */
export type AlertTableRow = AlarmRow | RowGroup;

export const isGroup = (row: AlertTableRow): row is RowGroup => 'alarms' in row;

/** Key and name of the group of an alarm. */
const groupOf: Record<Grouping, (alarm: AlarmRow) => readonly [string, string]> = {
  incident: (alarm) => [placeOfIncident(alarm), placeOfIncident(alarm)],
  site: ({ site, siteName }) => [String(site), siteName],
  device: ({ deviceName = '' }) => [deviceName, deviceName],
  alarm: ({ alarm, name }) => [String(alarm), name],
  severity: ({ severity }) => [severity, severity],
  state: (alarm) => [alarmState(alarm), alarmState(alarm)],
  assignee: ({ assigned }) =>
    assigned === undefined ? ['', ''] : [`${assigned.to.kind}:${String(assigned.to.id)}`, assigned.to.name],
};

interface Named {
  readonly by: RowGroup['by'];
  readonly key: string;
  readonly value: string;
}

const aGroup = ({ by, key, value }: Named, alarms: readonly AlarmRow[]): RowGroup => ({
  id: `${by}:${key}`,
  by,
  value,
  alarms,
  counts: alertCountsOf(alarms),
  worst: severities.find((each) => alarms.some(({ severity }) => severity === each)) ?? 'minor',
});

function groupedBy(by: Grouping, alarms: readonly AlarmRow[]): readonly AlertTableRow[] {
  const keyOf = (alarm: AlarmRow): string => groupOf[by](alarm)[0];
  return [...Map.groupBy(alarms, keyOf)].map(([key, own]) => {
    const [first] = own;
    return aGroup({ by, key, value: first === undefined ? '' : groupOf[by](first)[1] }, own);
  });
}

const stormKey = ({ alarm, since }: AlarmRow): string => `${String(alarm)}:${String(since)}`;

/** Each storm at the place of its first alarm. An alarm that another one explains belongs to that one. */
function withStorms(alarms: readonly AlarmRow[]): readonly AlertTableRow[] {
  const raised = Map.groupBy(alarms, (alarm) => (alarm.parent === undefined ? stormKey(alarm) : ''));
  raised.delete('');
  const storms = new Map([...raised].filter(([, own]) => own.length >= STORM_ALARMS));
  if (storms.size === 0) return alarms;
  return alarms.flatMap((alarm): readonly AlertTableRow[] => {
    const key = stormKey(alarm);
    const own = alarm.parent === undefined ? storms.get(key) : undefined;
    if (own === undefined) return [alarm];
    return own[0] === alarm ? [aGroup({ by: 'storm', key, value: alarm.name }, own)] : [];
  });
}

/** Groups in the order of their first alarms. Without a grouping, storms only. */
export const groupAlarms = (
  alarms: readonly AlarmRow[],
  by: Grouping | undefined,
): readonly AlertTableRow[] => (by === undefined ? withStorms(alarms) : groupedBy(by, alarms));

/** Storms and incidents, which their heads describe, begin folded, other groups unfolded; `turned` are those that the user has turned. */
export const isFolded = ({ id, by }: RowGroup, turned: ReadonlySet<string>): boolean =>
  (by === 'storm' || by === 'incident') !== turned.has(id);

const isComplete = ({ alarms }: RowGroup, ids: ReadonlySet<string>): boolean =>
  alarms.every(({ id }) => ids.has(id));

/** The selected alarms, and the groups of which all are selected. */
export const withFullGroups = (ids: ReadonlySet<string>, groups: readonly RowGroup[]): ReadonlySet<string> =>
  groups.length === 0
    ? ids
    : new Set([...ids, ...groups.filter((group) => isComplete(group, ids)).map(({ id }) => id)]);

interface GroupSelection {
  readonly groups: readonly RowGroup[];
  /** What was selected before, with whole groups. */
  readonly before: ReadonlySet<string>;
  readonly folded: (group: RowGroup) => boolean;
}

/** The alarms of a selection of rows: the head of a group stands for all of its alarms. */
export function alarmsOfSelection(
  ids: ReadonlySet<string>,
  { groups, before, folded }: GroupSelection,
): ReadonlySet<string> {
  const alarms = new Set(ids);
  for (const group of groups) {
    const was = before.has(group.id);
    const is = alarms.delete(group.id);
    if (is && (!was || folded(group))) for (const { id } of group.alarms) alarms.add(id);
    if (was && !is) for (const { id } of group.alarms) alarms.delete(id);
  }
  return alarms;
}
