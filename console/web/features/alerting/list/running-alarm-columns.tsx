import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { AlarmName, AlarmSeverity, AlarmElementName, SiteName } from './AlarmCells.tsx';
import { placeInSite } from './alert-rows.ts';
import { latestValue, countOutliers } from './alarm-value.ts';
import { FoldButton } from './folded-alarms.tsx';
import { IncidentMark } from '../incident/IncidentMark.tsx';
import { HandlingCell } from '../handling/HandlingCell.tsx';
import { alarmState, alarmStates } from './alarm-state.ts';
import { MeasuredCell, StartCell, StateCell, ValueAgainstThreshold } from './StateCells.tsx';
import type { en } from '../texts/en.ts';

const rank: Record<Severity, number> = { critical: 0, major: 1, minor: 2 };

type Text = Translate<typeof en>;
type AlarmColumn = Column<AlarmRow>;

/** The alarm and its location. */
const alarmAndLocation = (text: Text, customer: number | undefined): readonly AlarmColumn[] => [
  {
    id: 'severity',
    header: text('severity'),
    value: (alarm) => rank[alarm.severity],
    cell: (alarm) => <AlarmSeverity alarm={alarm} />,
    width: 88,
    fixed: true,
    card: { line: 0 },
  },
  {
    id: 'alarm',
    header: text('alarm'),
    value: ({ name }) => name,
    cell: (alarm, { active }) => (
      <>
        <FoldButton alarm={alarm} active={active} />
        <AlarmName alarm={alarm} />
      </>
    ),
    width: 130,
    grow: 4,
    comfort: 150,
    fixed: true,
    card: { line: 1 },
  },
  {
    id: 'site',
    header: text('site'),
    value: ({ siteName }) => siteName,
    cell: (alarm, { active }) => (
      <>
        <SiteName alarm={alarm} customer={customer} active={active} />
        <IncidentMark alarm={alarm} active={active} />
      </>
    ),
    width: 84,
    grow: 3,
    comfort: 120,
    card: { line: 2 },
  },
  {
    id: 'element',
    header: text('element'),
    value: ({ elementName }) => elementName,
    cell: (alarm, { active }) => <AlarmElementName alarm={alarm} customer={customer} active={active} />,
    width: 88,
    grow: 3,
    comfort: 140,
    card: { line: 2 },
  },
  {
    id: 'topology',
    header: text('topology'),
    value: (alarm) => placeInSite(alarm) || null,
    cell: (alarm) => <MiddleEllipsis text={placeInSite(alarm)} />,
    width: 110,
    grow: 2,
    yields: 4,
  },
];

/** Measures and start. Beside the details, which repeat them, the measures yield to start and handling. */
const evidence = (text: Text): readonly AlarmColumn[] => [
  {
    id: 'value',
    header: text('valueAndLimit'),
    value: ({ recent }) => latestValue(recent),
    cell: (alarm) => <ValueAgainstThreshold alarm={alarm} />,
    width: 164,
    yields: 1,
    card: { line: 3 },
  },
  {
    id: 'state',
    header: text('state'),
    value: (alarm) => alarmStates.indexOf(alarmState(alarm)) * -100 + countOutliers(alarm),
    cell: (alarm) => <StateCell alarm={alarm} />,
    width: 150,
    yields: 2,
  },
  {
    id: 'measured',
    header: text('measured'),
    value: ({ window, length }) => window + length,
    cell: (alarm) => <MeasuredCell alarm={alarm} />,
    width: 128,
    align: 'right',
    yields: 3,
  },
  {
    id: 'since',
    header: text('since'),
    value: ({ since }) => -since,
    cell: (alarm) => <StartCell alarm={alarm} />,
    width: 108,
    align: 'right',
    card: { line: 1, end: true },
  },
];

/**
 * Acknowledgement, assignment and silence. While there is none, names have its room, and a narrow table lacks it first; otherwise last, since the start
 * would be below the actions.
 */
const handling = (text: Text, isHandled: boolean): AlarmColumn => ({
  id: 'handling',
  header: text('handling'),
  value: ({ acknowledged, assigned, silenced }) =>
    assigned?.to.name ?? acknowledged?.by ?? (silenced === undefined ? null : '\uffff'),
  cell: (alarm) => <HandlingCell alarm={alarm} />,
  ...(isHandled ? { width: 96, grow: 2.5, yields: 0 } : { width: 64, grow: 0, yields: 5 }),
  card: { line: 3, end: true },
});

interface RunningAlarmView {
  readonly isPast: boolean;
  /** Whether any of the alarms is acknowledged, assigned or silenced. */
  readonly isHandled: boolean;
  readonly customer: number | undefined;
}

/** Columns of a customer's alarms. When a window was decided is known only of live alarms. */
export const runningAlarmColumns = (
  text: Text,
  { isPast, isHandled, customer }: RunningAlarmView,
): readonly AlarmColumn[] => [
  ...alarmAndLocation(text, customer),
  ...evidence(text).filter(({ id }) => !isPast || id !== 'measured'),
  handling(text, isHandled),
];
