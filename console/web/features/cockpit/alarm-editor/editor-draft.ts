import { defaultClearing, type Clearing } from '#schemas/cockpit/clearing.ts';
import type { CustomerBounds } from '#schemas/cockpit/customer-bounds.ts';
import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import { alarmFaults, kpiRejection, type AlarmFault, type Surroundings } from '#schemas/cockpit/rules.ts';
import {
  severitiesAbove,
  severityLevelsOf,
  statedLevels,
  worseDirection,
  type RaisedSeverity,
} from '#schemas/cockpit/level/severity-levels.ts';
import { statedTarget, alarmTargetsOf } from '#schemas/cockpit/target.ts';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';

type LevelTexts = Readonly<Partial<Record<RaisedSeverity, string>>>;

/** An alarm in the form: figures are texts while they are typed, and the KPI may be missing. */
export type EditorDraft = Omit<
  AlarmDraft,
  'kpi' | 'threshold' | 'outliers' | 'measures' | 'levels' | 'customerBounds' | keyof Clearing
> & {
  readonly kpi: string | null;
  readonly threshold: string;
  readonly outliers: string;
  readonly measures: string;
  /** By severity; empty or absent: no such level. */
  readonly levels?: LevelTexts | undefined;
  readonly customerBounds?: { readonly min: string; readonly max: string } | undefined;
} & Readonly<Record<keyof Clearing, string>>;
export type EditorField = keyof EditorDraft;

const clearingTexts = ({ clearAfter, noDataMinutes, acknowledgementMinutes }: Clearing) => ({
  clearAfter: String(clearAfter),
  noDataMinutes: String(noDataMinutes),
  acknowledgementMinutes: String(acknowledgementMinutes),
});

const boundTexts = ({ min, max }: CustomerBounds) => ({ min: String(min), max: String(max) });

const levelTexts = ({ levels }: Pick<Alarm, 'levels'>): Pick<EditorDraft, 'levels'> =>
  levels === undefined
    ? {}
    : {
        levels: Object.fromEntries(
          severityLevelsOf({ levels }).map(({ severity, threshold }) => [severity, String(threshold)]),
        ),
      };

export const emptyEditorDraft: EditorDraft = {
  label: '',
  kpi: null,
  operator: '>',
  threshold: '',
  severity: 'critical',
  outliers: '3',
  measures: '5',
  ...clearingTexts(defaultClearing),
  topology: topologyDefault,
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
};

export const toEditorDraft = (alarm: Alarm): EditorDraft => ({
  label: alarm.label,
  kpi: alarm.kpi,
  ...(alarm.target === undefined ? {} : { target: alarm.target }),
  operator: alarm.operator,
  threshold: String(alarm.threshold),
  severity: alarm.severity,
  ...levelTexts(alarm),
  outliers: String(alarm.outliers),
  measures: String(alarm.measures),
  ...clearingTexts(alarm),
  ...(alarm.customerBounds === undefined ? {} : { customerBounds: boundTexts(alarm.customerBounds) }),
  ...(alarm.runbook === undefined ? {} : { runbook: alarm.runbook }),
  topology: alarm.topology,
  snmpTrap: alarm.snmpTrap,
  enabled: alarm.enabled,
  visibility: alarm.visibility,
  groups: alarm.groups,
});

const steps: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** A typed figure: `90`, `2,5`, `250 M`. NaN if it is not a figure. */
export function parseFigure(text: string): number {
  const [, digits = '', step = ''] =
    /^([+-]?[\d\s\u00A0\u202F]*(?:[.,]\d+)?)\s*([kmgt]?)$/i.exec(text.trim()) ?? [];
  const plain = digits.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.');
  if (!/\d/.test(plain)) return Number.NaN;
  return Number(plain) * (steps[step.toLowerCase()] ?? Number.NaN);
}

const parseCount = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Used until a KPI is chosen; the faults that depend on it are left out. */
const placeholderKpi: KpiKey = 'itf_in_util';

const boundFigures = (texts: EditorDraft['customerBounds']): Pick<AlarmDraft, 'customerBounds'> =>
  texts === undefined ? {} : { customerBounds: { min: parseFigure(texts.min), max: parseFigure(texts.max) } };

/** The levels that the severity and the operator allow. */
const levelFigures = ({ levels, severity, operator }: EditorDraft): Pick<AlarmDraft, 'levels'> =>
  statedLevels(
    Object.fromEntries(
      (worseDirection(operator) === 0 ? [] : severitiesAbove(severity)).flatMap((above) => {
        const typed = levels?.[above]?.trim() ?? '';
        return typed === '' ? [] : [[above, parseFigure(typed)]];
      }),
    ),
  );

export const toAlarmDraft = (
  { target, customerBounds, levels, ...draft }: EditorDraft,
  kpis: KpiDirectory,
): AlarmDraft => ({
  ...draft,
  ...levelFigures({ ...draft, levels }),
  ...boundFigures(customerBounds),
  // The new KPI may not be measured on such elements.
  ...(target !== undefined && alarmTargetsOf(kpis.get(draft.kpi ?? placeholderKpi)).includes(target)
    ? { target }
    : {}),
  label: draft.label.trim(),
  kpi: draft.kpi ?? placeholderKpi,
  threshold: parseFigure(draft.threshold),
  outliers: parseCount(draft.outliers),
  measures: parseCount(draft.measures),
  clearAfter: parseCount(draft.clearAfter),
  noDataMinutes: parseCount(draft.noDataMinutes),
  acknowledgementMinutes: parseCount(draft.acknowledgementMinutes),
  groups: draft.visibility === 'RESTRICTED' ? [...draft.groups] : [],
});

export const isSameDraft = (one: EditorDraft, other: EditorDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Faults of the draft in the order of the form: missing values and the rules of the cockpit. */
export function editorDraftFaults(
  draft: EditorDraft,
  cockpit: Surroundings,
  own: number | undefined,
): readonly AlarmFault[] {
  const around = draft.kpi === null ? { ...cockpit, alarms: [] } : cockpit;
  const missing: AlarmFault[] = draft.kpi === null ? [{ field: 'kpi', code: 'REQUIRED' }] : [];
  const faults = alarmFaults(toAlarmDraft(draft, cockpit.kpis), around, own).map((fault): AlarmFault =>
    fault.field === 'threshold' && draft.threshold.trim() === ''
      ? { field: 'threshold', code: 'REQUIRED' }
      : fault,
  );
  const [label, remaining] = [
    faults.filter(({ field }) => field === 'label'),
    faults.filter(({ field }) => field !== 'label'),
  ];
  return [...label, ...missing, ...remaining];
}

type OtherAlarms = Pick<Surroundings, 'alarms' | 'kpis'>;

/** The cockpit without the edited alarm. */
export const withoutAlarm = ({ alarms, kpis }: OtherAlarms, own: number | undefined): OtherAlarms => ({
  alarms: alarms.filter(({ id }) => id !== own),
  kpis,
});

const targetRejection = (
  kpi: string,
  kind: ElementKind | undefined,
  { alarms, kpis }: OtherAlarms,
): ProblemCode | undefined => kpiRejection(kpi, alarms, { kpis, target: statedTarget(kpis.get(kpi), kind) });

/** Why KPIs cannot be chosen together with the other alarms of the cockpit, on any kind of element. */
export function rejectedKpis(cockpit: OtherAlarms, own: number | undefined) {
  const adjacent = withoutAlarm(cockpit, own);
  return new Map(
    [...cockpit.kpis.keys()].flatMap((kpi) => {
      const codes = alarmTargetsOf(cockpit.kpis.get(kpi)).map((kind) => targetRejection(kpi, kind, adjacent));
      const [code] = codes.includes(undefined) ? [] : codes;
      return code === undefined ? [] : [[kpi, code] as const];
    }),
  );
}

/** The kind of element for a newly chosen KPI: the previous one if possible, otherwise the first possible one. */
export function firstTarget(
  kpi: string,
  adjacent: OtherAlarms,
  before: ElementKind | undefined,
): ElementKind | undefined {
  const facts = adjacent.kpis.get(kpi);
  const kinds = alarmTargetsOf(facts);
  const preferred = kinds.filter((kind) => kind === before);
  const free = [...preferred, ...kinds].find((kind) => targetRejection(kpi, kind, adjacent) === undefined);
  return statedTarget(facts, free);
}
