import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import { alarmFaults, kpiRefusal } from '#schemas/cockpit/rules.ts';
import type { AlarmFault, Surroundings } from '#schemas/cockpit/rules.ts';
import { statedTarget, alarmTargetsOf } from '#schemas/cockpit/target.ts';
import { topologyDefault } from '#schemas/cockpit/topology.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';

/** An alarm as it stands in the form: figures are texts while they are typed, and the KPI may not be chosen yet. */
export type EditorDraft = Omit<AlarmDraft, 'kpi' | 'threshold' | 'outliers' | 'measures'> & {
  readonly kpi: string | null;
  readonly threshold: string;
  readonly outliers: string;
  readonly measures: string;
};
export type EditorField = keyof EditorDraft;

export const emptyEditorDraft: EditorDraft = {
  label: '',
  kpi: null,
  operator: '>',
  threshold: '',
  severity: 'critical',
  outliers: '3',
  measures: '5',
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
  outliers: String(alarm.outliers),
  measures: String(alarm.measures),
  topology: alarm.topology,
  snmpTrap: alarm.snmpTrap,
  enabled: alarm.enabled,
  visibility: alarm.visibility,
  groups: alarm.groups,
});

const steps: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** A figure as people type it: `90`, `2,5`, `250 M`. NaN for what is none. */
export function parseFigure(text: string): number {
  const [, digits = '', step = ''] =
    /^([+-]?[\d\s\u00A0\u202F]*(?:[.,]\d+)?)\s*([kmgt]?)$/i.exec(text.trim()) ?? [];
  const plain = digits.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.');
  if (!/\d/.test(plain)) return Number.NaN;
  return Number(plain) * (steps[step.toLowerCase()] ?? Number.NaN);
}

const parseCount = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Stands in while no KPI is chosen; every fault that depends on it is left out then. */
const placeholderKpi: KpiKey = 'itf_in_util';

export const toAlarmDraft = ({ target, ...draft }: EditorDraft, kpis: KpiDirectory): AlarmDraft => ({
  ...draft,
  // Another KPI may have no measures of such elements.
  ...(target !== undefined && alarmTargetsOf(kpis.get(draft.kpi ?? placeholderKpi)).includes(target) ? { target } : {}),
  label: draft.label.trim(),
  kpi: draft.kpi ?? placeholderKpi,
  threshold: parseFigure(draft.threshold),
  outliers: parseCount(draft.outliers),
  measures: parseCount(draft.measures),
  groups: draft.visibility === 'RESTRICTED' ? [...draft.groups] : [],
});

export const isSameDraft = (one: EditorDraft, other: EditorDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What stands against the form, in its order: the rules of the cockpit, and what is missing altogether. */
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
  const [label, rest] = [
    faults.filter(({ field }) => field === 'label'),
    faults.filter(({ field }) => field !== 'label'),
  ];
  return [...label, ...missing, ...rest];
}

type OtherAlarms = Pick<Surroundings, 'alarms' | 'kpis'>;

/** A cockpit without the alarm that is edited. */
export const withoutAlarm = ({ alarms, kpis }: OtherAlarms, own: number | undefined): OtherAlarms => ({
  alarms: alarms.filter(({ id }) => id !== own),
  kpis,
});

const targetRefusal = (
  kpi: string,
  kind: ElementKind | undefined,
  { alarms, kpis }: OtherAlarms,
): ProblemCode | undefined => kpiRefusal(kpi, alarms, { kpis, target: statedTarget(kpis.get(kpi), kind) });

/** Why each KPI cannot be chosen beside the other alarms of the cockpit, whatever it is measured on. */
export function refusedKpis(cockpit: OtherAlarms, own: number | undefined) {
  const beside = withoutAlarm(cockpit, own);
  return new Map(
    [...cockpit.kpis.keys()].flatMap((kpi) => {
      const codes = alarmTargetsOf(cockpit.kpis.get(kpi)).map((kind) => targetRefusal(kpi, kind, beside));
      const [code] = codes.includes(undefined) ? [] : codes;
      return code === undefined ? [] : [[kpi, code] as const];
    }),
  );
}

/** What an alarm looks at when a KPI was chosen for it: as before where that is possible, else at the first that is. */
export function firstTarget(
  kpi: string,
  beside: OtherAlarms,
  before: ElementKind | undefined,
): ElementKind | undefined {
  const facts = beside.kpis.get(kpi);
  const kinds = alarmTargetsOf(facts);
  const wanted = kinds.filter((kind) => kind === before);
  const free = [...wanted, ...kinds].find((kind) => targetRefusal(kpi, kind, beside) === undefined);
  return statedTarget(facts, free);
}
