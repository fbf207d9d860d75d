import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { SharedAlarm } from '#schemas/cockpit/shared-routes.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { useUiTexts } from '#web/ui/texts/en.ts';
import { conditionText, levelsText } from '../rule-sentence.ts';
import type { en } from '../texts/en.ts';

type SharedColumn = Column<SharedAlarm>;

interface Needs {
  readonly text: Translate<typeof en>;
  readonly ui: ReturnType<typeof useUiTexts>;
  readonly language: Language;
  readonly kpis: KpiDirectory;
  /** Those of all cockpits of the page: the columns of its tables are as wide as their longest texts need. */
  readonly alarms: readonly SharedAlarm[];
}

const PX_PER_CHARACTER = 7;
const PADDING_PX = 24;
const LARGEST_PX = 340;

/** A width that every text has room in, up to a limit. */
const roomFor = (texts: readonly string[], least: number): number =>
  Math.min(LARGEST_PX, Math.max(least, ...texts.map(({ length }) => length * PX_PER_CHARACTER + PADDING_PX)));

/** When it is raised, with its levels. */
const ruleText = (alarm: SharedAlarm, { text, ui, language, kpis }: Omit<Needs, 'alarms'>): string => {
  const rule = { ...alarm, kpi: factsIn(kpis, alarm.kpi) };
  return [conditionText(rule, text, language), levelsText(rule, ui, language)]
    .filter((part) => part !== '')
    .join(' · ');
};

const ruleColumns = ({ alarms, ...needs }: Needs): readonly SharedColumn[] => {
  const { text, language, kpis } = needs;
  const labelOf = ({ label }: SharedAlarm): string => shownBuiltIn('alarm', label, language);
  const kpiOf = ({ kpi }: SharedAlarm): string => factsIn(kpis, kpi)[language];
  return [
    {
      id: 'severity',
      header: text('severity'),
      value: ({ severity }) => severities.indexOf(severity),
      cell: ({ severity }) => <SeverityBadge short status={severity} />,
      width: 88,
      sortable: false,
    },
    {
      id: 'label',
      header: text('label'),
      value: labelOf,
      cell: (alarm) => (
        <span className={alarm.enabled ? 'tt-cockpit-name tt-ellipsis' : 'tt-muted tt-ellipsis'}>
          {labelOf(alarm)}
        </span>
      ),
      width: roomFor(alarms.map(labelOf), 180),
      grow: 2,
      fixed: true,
      sortable: false,
    },
    {
      id: 'kpi',
      header: text('kpi'),
      value: kpiOf,
      cell: (alarm) => <span className="tt-ellipsis">{kpiOf(alarm)}</span>,
      width: roomFor(alarms.map(kpiOf), 170),
      grow: 2,
      sortable: false,
    },
    {
      id: 'condition',
      header: text('condition'),
      value: ({ threshold }) => threshold,
      cell: (alarm) => <span className="tt-ellipsis">{ruleText(alarm, needs)}</span>,
      width: roomFor(
        alarms.map((alarm) => ruleText(alarm, needs)),
        260,
      ),
      grow: 2,
      sortable: false,
    },
  ];
};

const stateColumns = ({ text }: Needs): readonly SharedColumn[] => [
  {
    id: 'from',
    header: text('threshold'),
    value: ({ thresholdFrom }) => thresholdFrom,
    cell: ({ thresholdFrom, own }) => (
      <span className={thresholdFrom === 'alarm' ? 'tt-muted' : ''}>
        {text(`threshold-${thresholdFrom}`)}
        {own?.frozen === true && <span className="tt-muted">{` · ${text('frozen')}`}</span>}
      </span>
    ),
    width: 190,
    sortable: false,
  },
  {
    id: 'enabled',
    header: text('enabled'),
    value: ({ enabled }) => Number(enabled),
    cell: ({ enabled }) => text(enabled ? 'yes' : 'no'),
    width: 88,
    sortable: false,
  },
];

/** Columns of the shared alarms of a cockpit. */
export const sharedAlarmColumns = (needs: Needs): readonly SharedColumn[] => [
  ...ruleColumns(needs),
  ...stateColumns(needs),
];
