import type { ProblemCode } from '../problem/catalogue.ts';
import type { ThresholdTarget } from './cockpit.ts';
import type { CockpitFile, FileAlarm, FileThreshold } from './cockpit-file.ts';
import type { CockpitDocument, DocumentAlarm } from './version.ts';
import { thresholdTargetKey } from './version-difference.ts';

/** How a file names what the installation knows by ids. */
export interface FileNames {
  /** Names of groups by id. */
  readonly groups: ReadonlyMap<number, string>;
  /** Customers and elements by `thresholdTargetKey`; thresholds of others are left out. */
  readonly targets: ReadonlyMap<string, Omit<FileThreshold, 'value'>>;
}

/** A cockpit as a file. */
export const fileOf = (
  { name, description, alarms }: CockpitDocument,
  { groups, targets }: FileNames,
): CockpitFile => ({
  format: 'telltale-cockpit',
  version: 1,
  cockpit: { name, description },
  alarms: alarms.map(({ id: _id, version: _version, groups: ids, thresholds, ...alarm }) => ({
    ...alarm,
    groups: ids.flatMap((id) => groups.get(id) ?? []),
    thresholds: thresholds.flatMap(({ target, value }) => {
      const of = targets.get(thresholdTargetKey(target));
      return of === undefined ? [] : [{ ...of, value }];
    }),
  })),
});

/** Identifies the target of a threshold of a file. Client ids are the same regardless of case. */
export const fileTargetKey = ({ customer, element }: Omit<FileThreshold, 'value'>): string =>
  JSON.stringify([customer.toLowerCase(), element?.kind, ...(element?.path ?? [])]);

/** What the installation knows by the names of a file. */
export interface FileLookups {
  /** Ids of groups by name in lower case. */
  readonly groups: ReadonlyMap<string, number>;
  /** By `fileTargetKey`. */
  readonly targets: ReadonlyMap<string, ThresholdTarget>;
  /** Ids for alarms that are new, at least as many. */
  readonly freshIds: readonly number[];
}

export interface FileFault {
  readonly field: string;
  readonly code: ProblemCode;
}

/** The threshold of a file that is not imported: its customer or element is not known. */
export interface LeftOutThreshold {
  readonly alarm: string;
  readonly target: string;
}

type Rule = Omit<FileAlarm, 'groups' | 'thresholds'>;

const ruleKey = ({ kpi, target, operator, threshold, severity, outliers, measures }: Rule): string =>
  JSON.stringify([kpi, target, operator, threshold, severity, outliers, measures]);

const only = <Value>(values: readonly Value[] | undefined): Value | undefined =>
  values?.length === 1 ? values[0] : undefined;

/**
 * The stored alarms that those of a file replace: of the same rule, otherwise of a label that is unique in both. Their instances,
 * silences and history stay with them.
 */
export function replacedAlarms(
  alarms: readonly FileAlarm[],
  present: readonly DocumentAlarm[],
): readonly (DocumentAlarm | undefined)[] {
  const byRule = Map.groupBy(present, ruleKey);
  const ofRule = alarms.map((alarm) => only(byRule.get(ruleKey(alarm))));
  const taken = new Set(ofRule);
  const byLabel = Map.groupBy(
    present.filter((alarm) => !taken.has(alarm)),
    ({ label }) => label,
  );
  const labels = Map.groupBy(
    alarms.filter((_, index) => ofRule[index] === undefined),
    ({ label }) => label,
  );
  return alarms.map(
    (alarm, index) =>
      ofRule[index] ?? (labels.get(alarm.label)?.length === 1 ? only(byLabel.get(alarm.label)) : undefined),
  );
}

const targetText = ({ customer, element }: FileThreshold): string =>
  [...(element?.path ?? []), customer].join(' · ');

/** The ids of the groups of an alarm, and the faults of those that are not known. */
function groupsOf({ groups }: FileAlarm, known: FileLookups['groups'], field: string) {
  const ids = groups.map((name) => known.get(name.toLowerCase()));
  const faults = ids.flatMap((id, at): FileFault[] =>
    id === undefined ? [{ field: `${field}.groups.${String(at)}`, code: 'COCKPIT_GROUP_UNKNOWN' }] : [],
  );
  return { ids: [...new Set(ids.filter((id) => id !== undefined))], faults };
}

function thresholdsOf({ label, thresholds }: FileAlarm, targets: FileLookups['targets'], field: string) {
  const found = new Map<string, DocumentAlarm['thresholds'][number]>();
  const faults: FileFault[] = [];
  const leftOut: LeftOutThreshold[] = [];
  for (const [at, threshold] of thresholds.entries()) {
    const target = targets.get(fileTargetKey(threshold));
    if (target === undefined) leftOut.push({ alarm: label, target: targetText(threshold) });
    else if (found.has(thresholdTargetKey(target)))
      faults.push({ field: `${field}.thresholds.${String(at)}`, code: 'NOT_UNIQUE' });
    else found.set(thresholdTargetKey(target), { target, value: threshold.value });
  }
  return { thresholds: [...found.values()], faults, leftOut };
}

/** What a file makes of a cockpit, `present` before; its faults, by their place in the file, and the thresholds that are left out. */
export function documentOf(
  { cockpit, alarms }: CockpitFile,
  present: readonly DocumentAlarm[],
  { groups, targets, freshIds }: FileLookups,
): { document: CockpitDocument; faults: readonly FileFault[]; leftOut: readonly LeftOutThreshold[] } {
  const replaced = replacedAlarms(alarms, present);
  const faults: FileFault[] = [];
  const leftOut: LeftOutThreshold[] = [];
  let fresh = 0;
  const documentAlarms = alarms.map((alarm, index): DocumentAlarm => {
    const field = `alarms.${String(index)}`;
    const group = groupsOf(alarm, groups, field);
    const threshold = thresholdsOf(alarm, targets, field);
    faults.push(...group.faults, ...threshold.faults);
    leftOut.push(...threshold.leftOut);
    const before = replaced[index];
    const id = before?.id ?? freshIds[fresh] ?? 0;
    if (before === undefined) fresh += 1;
    return {
      ...alarm,
      id,
      version: before?.version ?? 1,
      groups: group.ids,
      thresholds: threshold.thresholds,
    };
  });
  return { document: { ...cockpit, alarms: documentAlarms }, faults, leftOut };
}
