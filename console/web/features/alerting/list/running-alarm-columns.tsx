import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import {
  AlarmName,
  AlarmSeverity,
  LatestValue,
  RowButtons,
  SiteName,
  Threshold,
  type RowActions,
} from './AlarmCells.tsx';
import { topologyText } from './alert-rows.ts';
import { latestValue, countOutliers } from './alarm-value.ts';
import { HandlingCell } from '../handling/HandlingCell.tsx';
import { MeasureDots } from './MeasureDots.tsx';
import { Since } from './Since.tsx';
import type { en } from '../texts/en.ts';

const rank: Record<Severity, number> = { critical: 0, major: 1, minor: 2 };

type Text = Translate<typeof en>;
type AlarmColumn = Column<AlarmRow>;

/** What runs, and where. */
const whatAndWhere = (text: Text): readonly AlarmColumn[] => [
  {
    id: 'severity',
    header: text('severity'),
    value: (alarm) => rank[alarm.severity],
    cell: (alarm) => <AlarmSeverity alarm={alarm} />,
    width: 88,
    fixed: true,
  },
  {
    id: 'alarm',
    header: text('alarm'),
    value: ({ name }) => name,
    cell: (alarm) => <AlarmName alarm={alarm} />,
    width: 150,
    grow: 2,
    fixed: true,
  },
  {
    id: 'site',
    header: text('site'),
    value: ({ siteName }) => siteName,
    cell: ({ siteName }) => <SiteName name={siteName} />,
    width: 100,
    grow: 3,
  },
  {
    id: 'element',
    header: text('element'),
    value: ({ elementName }) => elementName,
    cell: ({ elementName }) => <MiddleEllipsis text={elementName} />,
    width: 120,
    grow: 3,
  },
  {
    id: 'topology',
    header: text('topology'),
    value: (alarm) => topologyText(alarm) || null,
    cell: (alarm) => <MiddleEllipsis text={topologyText(alarm)} />,
    width: 160,
    grow: 2,
    yields: 4,
  },
];

/** How bad, by which measures, since when. Beside the details, which show them, values make way for since when and by whom. */
const evidence = (text: Text): readonly AlarmColumn[] => [
  {
    id: 'value',
    header: text('value'),
    value: ({ recent }) => latestValue(recent),
    cell: (alarm) => <LatestValue alarm={alarm} />,
    width: 92,
    align: 'right',
    yields: 1,
  },
  {
    id: 'threshold',
    header: text('threshold'),
    value: ({ threshold }) => threshold,
    cell: (alarm) => <Threshold alarm={alarm} />,
    width: 96,
    yields: 2,
  },
  {
    id: 'measures',
    header: text('measures'),
    value: (alarm) => countOutliers(alarm),
    cell: (alarm) => <MeasureDots {...alarm} />,
    width: 100,
    yields: 3,
  },
  {
    id: 'since',
    header: text('since'),
    value: ({ since }) => -since,
    cell: ({ since }) => <Since at={since} />,
    width: 72,
    align: 'right',
  },
];

/** Who takes care of it. */
const handling = (text: Text): AlarmColumn => ({
  id: 'handling',
  header: text('handling'),
  value: ({ acknowledged, silenced }) => acknowledged?.by ?? (silenced === undefined ? null : '\uffff'),
  cell: (alarm) => <HandlingCell alarm={alarm} />,
  width: 132,
  grow: 2.5,
});

const actions = (text: Text, taken: RowActions): AlarmColumn => ({
  id: 'actions',
  header: text('actions'),
  quietHeader: true,
  sortable: false,
  fixed: true,
  value: () => null,
  cell: (alarm, { active }) => <RowButtons alarm={alarm} active={active} {...taken} />,
  // The buttons lie over the cell before: the place of names is worth more than that of what shows on a row at a time.
  width: 24,
});

/** Columns of a customer's running alarms. */
export const runningAlarmColumns = (text: Text, taken: RowActions): readonly AlarmColumn[] => [
  ...whatAndWhere(text),
  ...evidence(text),
  handling(text),
  actions(text, taken),
];
