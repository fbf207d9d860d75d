import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { operatorSign } from '#schemas/alerting/alert.ts';
import { IconLock } from '@tabler/icons-react';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import type { AlarmGroup } from '#schemas/cockpit/group-routes.ts';
import { severityLevelsOf } from '#schemas/cockpit/level/severity-levels.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import type { en } from './texts/en.ts';

export interface AlarmColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly kpis: KpiDirectory;
  readonly disabledReason: string | undefined;
  readonly groups: readonly AlarmGroup[];
  readonly onSwitch: (alarm: Alarm) => void;
}

type AlarmColumn = Column<Alarm>;

function EnabledSwitch({
  alarm,
  active,
  text,
  language,
  disabledReason,
  onSwitch,
}: AlarmColumnOptions & { readonly alarm: Alarm; readonly active: boolean }) {
  return (
    <button
      type="button"
      role="switch"
      className="tt-row-switch"
      aria-checked={alarm.enabled}
      aria-label={text('enable', { name: shownBuiltIn('alarm', alarm.label, language) })}
      aria-disabled={disabledReason !== undefined || undefined}
      title={disabledReason}
      tabIndex={active ? 0 : -1}
      onClick={disabledReason === undefined ? () => onSwitch(alarm) : undefined}
    />
  );
}

const stateColumns = (options: AlarmColumnOptions): readonly AlarmColumn[] => [
  {
    id: 'enabled',
    header: options.text('enabled'),
    value: ({ enabled }) => Number(enabled),
    cell: (alarm, { active }) => <EnabledSwitch {...options} alarm={alarm} active={active} />,
    width: 88,
  },
  {
    id: 'severity',
    header: options.text('severity'),
    value: ({ severity }) => severities.indexOf(severity),
    cell: ({ severity }) => <SeverityBadge short status={severity} />,
    width: 84,
  },
];

/** The levels that it reaches while it runs. */
function LevelBadges({
  alarm,
  kpis,
  language,
}: Pick<AlarmColumnOptions, 'kpis' | 'language'> & { readonly alarm: Alarm }) {
  return severityLevelsOf(alarm).map(({ severity, threshold }) => (
    <span key={severity} className="tt-condition-level">
      <SeverityBadge short status={severity} />
      {kpiThreshold(factsIn(kpis, alarm.kpi), threshold, language)}
    </span>
  ));
}

const ruleColumns = ({ text, language, kpis }: AlarmColumnOptions): readonly AlarmColumn[] => [
  {
    id: 'label',
    header: text('label'),
    value: ({ label }) => shownBuiltIn('alarm', label, language),
    cell: ({ label, enabled }) => (
      <span className={enabled ? 'tt-cockpit-name tt-ellipsis' : 'tt-muted tt-ellipsis'}>
        {shownBuiltIn('alarm', label, language)}
      </span>
    ),
    width: 184,
    grow: 2,
    fixed: true,
  },
  {
    id: 'kpi',
    header: text('kpi'),
    value: ({ kpi }) => factsIn(kpis, kpi)[language],
    cell: ({ kpi }) => <span className="tt-ellipsis">{factsIn(kpis, kpi)[language]}</span>,
    width: 160,
    grow: 2,
  },
  {
    id: 'condition',
    header: text('condition'),
    value: ({ threshold }) => threshold,
    cell: (alarm) => (
      <span className="tt-condition">
        <span className="tt-condition-levels">
          {`${operatorSign(alarm.operator)}\u00A0${kpiThreshold(factsIn(kpis, alarm.kpi), alarm.threshold, language)}`}
          <LevelBadges alarm={alarm} kpis={kpis} language={language} />
        </span>
        <span className="tt-muted">
          {text('shortPeriod', {
            outliers: formatNumber(alarm.outliers, language),
            measures: formatNumber(alarm.measures, language),
          })}
        </span>
      </span>
    ),
    width: 158,
    grow: 1,
  },
  {
    id: 'element',
    header: text('element'),
    value: ({ kpi, target }) => text(`kind-${target ?? factsIn(kpis, kpi).element}`),
    cell: ({ kpi, target }) => text(`kind-${target ?? factsIn(kpis, kpi).element}`),
    width: 96,
  },
];

function Visibility({ alarm, text, groups }: AlarmColumnOptions & { readonly alarm: Alarm }) {
  if (alarm.visibility === 'everyone') return <span className="tt-muted">{text('everyone')}</span>;
  const names = groups.filter(({ id }) => alarm.groups.includes(id)).map(({ name }) => name);
  return (
    <span className="tt-visible-to tt-ellipsis">
      <IconLock size={13} aria-hidden="true" />
      {names.length === 0 ? text('groupsNone') : names.join(', ')}
    </span>
  );
}

const outputColumns = (options: AlarmColumnOptions): readonly AlarmColumn[] => {
  const { text } = options;
  return [
    {
      id: 'own',
      header: text('ownThresholds'),
      value: ({ ownThresholds: { customers, elements } }) => customers + elements,
      cell: ({ ownThresholds: { customers, elements } }) =>
        customers + elements === 0 ? <span className="tt-muted">–</span> : customers + elements,
      width: 128,
      align: 'right',
    },
    {
      id: 'visibility',
      header: text('visibleTo'),
      value: ({ visibility }) => visibility,
      cell: (alarm) => <Visibility {...options} alarm={alarm} />,
      width: 108,
      grow: 1,
    },
    {
      id: 'modified',
      header: text('modified'),
      value: ({ updatedAt }) => -updatedAt,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
      width: 140,
      align: 'right',
    },
  ];
};

/** Columns of the alarms of a cockpit. */
export const alarmColumns = (options: AlarmColumnOptions): readonly AlarmColumn[] => [
  ...stateColumns(options),
  ...ruleColumns(options),
  ...outputColumns(options),
];
