import type { AlarmDraft, ThresholdTarget } from './cockpit.ts';
import {
  alarmParts,
  type AlarmDifference,
  type AlarmPart,
  type CockpitDifference,
  type CockpitDocument,
  type DocumentAlarm,
  type DocumentThreshold,
} from './version.ts';

const partValues: { readonly [Part in AlarmPart]: (alarm: AlarmDraft) => unknown } = {
  label: ({ label }) => label,
  kpi: ({ kpi, target }) => [kpi, target],
  condition: ({ operator, threshold, outliers, measures }) => [operator, threshold, outliers, measures],
  severity: ({ severity }) => severity,
  levels: ({ levels }) => [levels?.major ?? null, levels?.critical ?? null],
  clearing: ({ clearAfter, noDataMinutes, acknowledgementMinutes }) => [
    clearAfter,
    noDataMinutes,
    acknowledgementMinutes,
  ],
  customerBounds: ({ customerBounds: bounds }) => bounds && [bounds.min, bounds.max],
  topology: ({ topology: { levels, filter } }) => [levels.toSorted(), filter],
  runbook: ({ runbook = '' }) => runbook,
  snmpTrap: ({ snmpTrap }) => snmpTrap,
  enabled: ({ enabled }) => enabled,
  visibility: ({ visibility, groups }) => [visibility, groups.toSorted((one, other) => one - other)],
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Parts in which two alarms differ. */
export const differingParts = (one: AlarmDraft, other: AlarmDraft): AlarmPart[] =>
  alarmParts.filter((part) => !isSame(partValues[part](one), partValues[part](other)));

/** Identifies the target of a threshold within an alarm. */
export const thresholdTargetKey = (target: ThresholdTarget): string =>
  'customer' in target ? `customer ${String(target.customer)}` : `element ${String(target.element)}`;

const byTarget = (thresholds: readonly DocumentThreshold[] = []): ReadonlyMap<string, DocumentThreshold> =>
  new Map(thresholds.map((threshold) => [thresholdTargetKey(threshold.target), threshold]));

/** Names of targets, by `thresholdTargetKey`. Thresholds of targets without a name are left out. */
type TargetNames = ReadonlyMap<string, string>;

function thresholdDifferences(
  before: DocumentAlarm | undefined,
  after: DocumentAlarm | undefined,
  names: TargetNames,
): AlarmDifference['thresholds'] {
  const [old, now] = [byTarget(before?.thresholds), byTarget(after?.thresholds)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const name = names.get(key);
    const values = { before: old.get(key)?.value ?? null, after: now.get(key)?.value ?? null };
    if (name === undefined || values.before === values.after) return [];
    return [
      { of: key.startsWith('customer') ? ('customer' as const) : ('element' as const), name, ...values },
    ];
  });
}

const comparedAlarm = (alarm: DocumentAlarm | undefined): AlarmDifference['before'] => {
  if (alarm === undefined) return null;
  const { version: _version, thresholds: _thresholds, ...compared } = alarm;
  return compared;
};

const byId = ({ alarms }: CockpitDocument): ReadonlyMap<number, DocumentAlarm> =>
  new Map(alarms.map((alarm) => [alarm.id, alarm]));

/** Returns what changed from one version to another: alarms in their order of creation, each matched by its id. */
export function cockpitDifference(
  from: CockpitDocument,
  to: CockpitDocument,
  names: TargetNames,
): CockpitDifference {
  const [old, now] = [byId(from), byId(to)];
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort((one, other) => one - other);
  const alarms = ids.map((id): AlarmDifference => {
    const [before, after] = [old.get(id), now.get(id)];
    return {
      before: comparedAlarm(before),
      after: comparedAlarm(after),
      parts: before === undefined || after === undefined ? [] : differingParts(before, after),
      thresholds: thresholdDifferences(before, after, names),
    };
  });
  const texts = (field: 'name' | 'description') =>
    from[field] === to[field] ? {} : { [field]: { before: from[field], after: to[field] } };
  return {
    ...texts('name'),
    ...texts('description'),
    alarms: alarms.filter(
      ({ before, after, parts, thresholds }) =>
        before === null || after === null || parts.length + thresholds.length > 0,
    ),
  };
}

const sortedThresholds = (thresholds: readonly DocumentThreshold[]) =>
  thresholds.map(({ target, value }) => `${thresholdTargetKey(target)} ${String(value)}`).sort();

/** Whether two documents have the same content. The versions of their alarms are not compared. */
export function isSameDocument(one: CockpitDocument, other: CockpitDocument): boolean {
  const others = byId(other);
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.alarms.length === other.alarms.length &&
    one.alarms.every((alarm) => {
      const adjacent = others.get(alarm.id);
      return (
        adjacent !== undefined &&
        differingParts(alarm, adjacent).length === 0 &&
        isSame(sortedThresholds(alarm.thresholds), sortedThresholds(adjacent.thresholds))
      );
    })
  );
}
