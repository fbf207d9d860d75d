import { severities, type Severity } from '../alerting/severity.ts';
import type { KpiDirectory, KpiFacts } from '../kpi/directory.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';
import type { WarningCode } from '../problem/warning.ts';
import { clearingLimits } from './clearing.ts';
import { cockpitLimits, type AlarmDraft, type CockpitDraft } from './cockpit.ts';
import { RUNBOOK_MAX, runbookRejection } from './runbook.ts';
import { hasAlternatives } from './kpi-source.ts';
import { isThreshold, levelsRejection, worseDirection } from './level/severity-levels.ts';
import { haveDifferentSources, alarmTargetOf, alarmTargetsOf } from './target.ts';

/** Reason for the rejection of a form, and its field. */
export interface RuleFault<Field extends string> {
  readonly field: Field;
  readonly code: ProblemCode;
  readonly params?: TextParameters;
}
export type AlarmFault = RuleFault<keyof AlarmDraft>;

/** The fields of an alarm that other alarms of its cockpit depend on. */
export type OtherAlarm = Pick<
  AlarmDraft,
  'kpi' | 'target' | 'operator' | 'threshold' | 'severity' | 'outliers' | 'measures'
> & { readonly id: number };

/** The cockpit that an alarm is added to. */
export interface Surroundings {
  readonly name: string;
  readonly alarms: readonly OtherAlarm[];
  /** Known KPIs. */
  readonly kpis: KpiDirectory;
}

const textFault = <Field extends string>(
  field: Field,
  text: string,
  max: number,
): readonly RuleFault<Field>[] => {
  if (text.trim() === '') return [{ field, code: 'REQUIRED' }];
  return text.trim().length > max ? [{ field, code: 'TOO_LONG', params: { max } }] : [];
};

/** Returns the faults of a cockpit; a missing name has a separate problem once the cockpit has alarms. */
export function cockpitFaults(
  { name, description }: CockpitDraft,
  alarms: number,
): readonly RuleFault<keyof CockpitDraft>[] {
  const { nameMax, descriptionMax } = cockpitLimits;
  if (name.trim() === '' && alarms > 0) return [{ field: 'name', code: 'COCKPIT_UNNAMED' }];
  return [
    ...textFault('name', name, nameMax),
    ...(description.length > descriptionMax
      ? [{ field: 'description', code: 'TOO_LONG', params: { max: descriptionMax } } as const]
      : []),
  ];
}

/** Returns why no alarm can be added to a cockpit, undefined if one can. */
export function additionRejection({
  name,
  alarms,
}: Pick<Surroundings, 'name' | 'alarms'>): Omit<AlarmFault, 'field'> | undefined {
  if (name.trim() === '') return { code: 'COCKPIT_UNNAMED' };
  const max = cockpitLimits.alarmsMax;
  return alarms.length >= max ? { code: 'COCKPIT_FULL', params: { max } } : undefined;
}

/** Returns why a KPI cannot be used together with the other alarms, undefined if it can. */
export function kpiRejection(
  key: string,
  others: readonly Pick<OtherAlarm, 'kpi' | 'target'>[],
  { kpis, target }: { readonly kpis: KpiDirectory; readonly target?: OtherAlarm['target'] },
): ProblemCode | undefined {
  const facts = kpis.get(key);
  if (facts === undefined) return 'COCKPIT_KPI_UNKNOWN';
  if (facts.onlyAccesses) return 'COCKPIT_KPI_ACCESSES';
  // An explicit target selects the alternative.
  if (target === undefined && hasAlternatives(facts)) return 'COCKPIT_KPI_ALTERNATIVES';
  const differs = (other: Pick<OtherAlarm, 'kpi' | 'target'>): boolean => {
    const adjacent = kpis.get(other.kpi);
    return (
      adjacent !== undefined &&
      haveDifferentSources({ facts, target }, { facts: adjacent, target: other.target })
    );
  };
  return others.some(differs) ? 'COCKPIT_SAME_TARGET' : undefined;
}

const hasSameParameters = (one: Omit<OtherAlarm, 'id'>, other: OtherAlarm, kpis: KpiDirectory): boolean =>
  one.kpi === other.kpi &&
  alarmTargetOf(one, kpis) === alarmTargetOf(other, kpis) &&
  one.operator === other.operator &&
  one.threshold === other.threshold &&
  one.severity === other.severity &&
  one.outliers === other.outliers &&
  one.measures === other.measures;

const rank = (severity: Severity): number => severities.indexOf(severity);

/** Of two alarms on one KPI in one direction over the same windows, the less severe one must raise first, or it would never run alone. */
function areInconsistent(one: Omit<OtherAlarm, 'id'>, other: OtherAlarm, kpis: KpiDirectory): boolean {
  const direction = worseDirection(one.operator);
  if (
    one.kpi !== other.kpi ||
    alarmTargetOf(one, kpis) !== alarmTargetOf(other, kpis) ||
    direction === 0 ||
    direction !== worseDirection(other.operator)
  )
    return false;
  if (one.outliers !== other.outliers || one.measures !== other.measures) return false;
  // Severities are sorted from worst: a lower rank needs a threshold further out.
  const worse = rank(other.severity) - rank(one.severity);
  return worse !== 0 && Math.sign(one.threshold - other.threshold) * direction !== Math.sign(worse);
}

const percentMax = 100;
function thresholdFaults(
  draft: AlarmDraft,
  others: readonly OtherAlarm[],
  kpis: KpiDirectory,
): readonly AlarmFault[] {
  if (!isThreshold(draft.threshold)) return [{ field: 'threshold', code: 'THRESHOLD_INCORRECT' }];
  return others.some((other) => areInconsistent(draft, other, kpis))
    ? [{ field: 'threshold', code: 'THRESHOLDS_INVALID' }]
    : [];
}

function levelFaults(draft: AlarmDraft): readonly AlarmFault[] {
  const code = levelsRejection(draft);
  return code === undefined ? [] : [{ field: 'levels', code }];
}

function boundsFaults({ customerBounds: bounds }: AlarmDraft): readonly AlarmFault[] {
  const field = 'customerBounds';
  if (bounds === undefined) return [];
  if (!isThreshold(bounds.min) || !isThreshold(bounds.max)) return [{ field, code: 'THRESHOLD_INCORRECT' }];
  return bounds.min > bounds.max ? [{ field, code: 'COCKPIT_BOUNDS_REVERSED' }] : [];
}

function periodFaults({ outliers, measures }: AlarmDraft): readonly AlarmFault[] {
  const max = cockpitLimits.measuresMax;
  const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= max;
  const outside = { code: 'OUT_OF_RANGE', params: { min: 1, max } } as const;
  if (!isCount(measures)) return [{ field: 'measures', ...outside }];
  if (!isCount(outliers)) return [{ field: 'outliers', ...outside }];
  if (outliers <= measures) return [];
  return [{ field: 'outliers', code: 'COCKPIT_OUTLIERS_OVER_MEASURES', params: { max: measures } }];
}

const clearingRanges = {
  clearAfter: [1, clearingLimits.clearAfterMax],
  noDataMinutes: [0, clearingLimits.noDataMinutesMax],
  acknowledgementMinutes: [0, clearingLimits.acknowledgementMinutesMax],
} as const;
const clearingNames = ['clearAfter', 'noDataMinutes', 'acknowledgementMinutes'] as const;

const clearingFaults = (draft: AlarmDraft): readonly AlarmFault[] =>
  clearingNames.flatMap((field) => {
    const [min, max] = clearingRanges[field];
    const isInside = Number.isInteger(draft[field]) && draft[field] >= min && draft[field] <= max;
    return isInside ? [] : [{ field, code: 'OUT_OF_RANGE', params: { min, max } } as const];
  });

function runbookFaults({ runbook = '' }: AlarmDraft): readonly AlarmFault[] {
  const field = 'runbook';
  if (runbook.trim().length > RUNBOOK_MAX) return [{ field, code: 'TOO_LONG', params: { max: RUNBOOK_MAX } }];
  const rejection = runbookRejection(runbook.trim());
  return rejection === undefined ? [] : [{ field, ...rejection }];
}

/** Faults of the KPI of an alarm, and of the kind of element that it is evaluated on. */
function kpiFaults(
  draft: AlarmDraft,
  others: readonly OtherAlarm[],
  kpis: KpiDirectory,
): readonly AlarmFault[] {
  const { kpi, target } = draft;
  const code = kpiRejection(kpi, others, { kpis, target });
  // No other target would help.
  if (code === 'COCKPIT_KPI_ACCESSES') return [{ field: 'kpi', code }];
  const isPossible = target === undefined || alarmTargetsOf(kpis.get(kpi)).includes(target);
  return [
    ...(code === undefined ? [] : [{ field: target === undefined ? 'kpi' : 'target', code } as const]),
    ...(isPossible ? [] : [{ field: 'target', code: 'COCKPIT_TARGET_IMPOSSIBLE' } as const]),
  ];
}

/** Returns every fault of an alarm in its cockpit, in the order of the form. `own`: the alarm it replaces. */
export function alarmFaults(draft: AlarmDraft, cockpit: Surroundings, own?: number): readonly AlarmFault[] {
  const others = cockpit.alarms.filter(({ id }) => id !== own);
  const duplicate = others.some((other) => hasSameParameters(draft, other, cockpit.kpis));
  const isUnseen = draft.visibility === 'RESTRICTED' && draft.groups.length === 0;
  return [
    ...textFault('label', draft.label, cockpitLimits.labelMax),
    ...kpiFaults(draft, others, cockpit.kpis),
    ...(duplicate ? [{ field: 'kpi', code: 'COCKPIT_ALARM_DUPLICATE' } as const] : []),
    ...thresholdFaults(draft, others, cockpit.kpis),
    ...levelFaults(draft),
    ...boundsFaults(draft),
    ...periodFaults(draft),
    ...clearingFaults(draft),
    ...runbookFaults(draft),
    ...(isUnseen ? [{ field: 'groups', code: 'COCKPIT_GROUPS_REQUIRED' } as const] : []),
  ];
}

/** Warnings about a threshold. */
export function thresholdWarnings(
  { unit }: Pick<KpiFacts, 'unit'>,
  threshold: number,
): readonly WarningCode[] {
  const isPercentage = unit === 'percent';
  return isPercentage && (threshold < 0 || threshold > percentMax) ? ['PERCENTAGE_OUT_OF_RANGE'] : [];
}
