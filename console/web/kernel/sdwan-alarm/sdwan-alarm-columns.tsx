import { alarmSeverities, type SdwanSeverity, type SdwanAlarm } from '#schemas/sdwan/alarm.ts';
import { msOf } from '#web/lib/clock.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';

const tones: Readonly<Record<SdwanSeverity, TagTone>> = {
  critical: 'bad',
  major: 'warning',
  minor: 'accent',
  info: 'plain',
};

/** The tone of a raised alarm is that of its severity; what is over is plain. */
const toneOf = ({ state, severity }: SdwanAlarm): TagTone =>
  state === 'cleared' ? 'plain' : tones[severity];

/** Key and name of a row. */
export const sdwanAlarmIdentity = {
  rowId: ({ id }: SdwanAlarm): string => String(id),
  rowName: ({ message, type }: SdwanAlarm): string => message || type,
};

/** Columns of alarms of SD-WAN managers. */
export const sdwanAlarmColumns = (text: Translate<typeof en>): readonly Column<SdwanAlarm>[] => [
  {
    id: 'severity',
    header: text('severity'),
    value: ({ severity }) => alarmSeverities.indexOf(severity),
    cell: (alarm) => <Tag tone={toneOf(alarm)}>{text(`severity_${alarm.severity}`)}</Tag>,
    width: 110,
    fixed: true,
    card: { line: 1, end: true },
  },
  {
    ...textColumn<SdwanAlarm>('state', text('state'), ({ state }) => text(`state_${state}`)),
    width: 100,
    card: { line: 2, end: true },
  },
  {
    ...textColumn<SdwanAlarm>('alarm', text('alarm'), ({ message, type }) => message || type),
    width: 260,
    grow: 3,
    card: { line: 1, wraps: true },
  },
  {
    ...textColumn<SdwanAlarm>('device', text('device'), ({ device }) => device),
    width: 140,
    card: { line: 2, wraps: true },
  },
  {
    id: 'raisedAt',
    header: text('raisedAt'),
    value: ({ raisedAt }) => raisedAt,
    cell: ({ raisedAt }) => <Time at={msOf(raisedAt)} />,
    width: 130,
    card: { line: 3, named: true },
  },
  {
    id: 'clearedAt',
    header: text('clearedAt'),
    value: ({ clearedAt }) => clearedAt,
    cell: ({ clearedAt }) => (clearedAt === null ? null : <Time at={msOf(clearedAt)} />),
    width: 130,
    card: { line: 3, end: true, named: true },
  },
];
