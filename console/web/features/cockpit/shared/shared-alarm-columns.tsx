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
}

const ruleColumns = ({ text, ui, language, kpis }: Needs): readonly SharedColumn[] => [
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
    value: ({ label }) => label,
    cell: ({ label, enabled }) => (
      <span className={enabled ? 'tt-cockpit-name tt-ellipsis' : 'tt-muted tt-ellipsis'}>{label}</span>
    ),
    width: 180,
    grow: 2,
    fixed: true,
    sortable: false,
  },
  {
    id: 'kpi',
    header: text('kpi'),
    value: ({ kpi }) => factsIn(kpis, kpi)[language],
    cell: ({ kpi }) => <span className="tt-ellipsis">{factsIn(kpis, kpi)[language]}</span>,
    width: 170,
    grow: 2,
    sortable: false,
  },
  {
    id: 'condition',
    header: text('condition'),
    value: ({ threshold }) => threshold,
    cell: (alarm) => (
      <span className="tt-ellipsis">
        {[
          conditionText({ ...alarm, kpi: factsIn(kpis, alarm.kpi) }, text, language),
          levelsText({ ...alarm, kpi: factsIn(kpis, alarm.kpi) }, ui, language),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
    ),
    width: 260,
    grow: 2,
    sortable: false,
  },
];

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
