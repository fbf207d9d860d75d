import type { EventDelivery } from '#schemas/alerting/history.ts';
import type { AlarmOccurrence } from '#schemas/alerting/occurrences.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { formatMinute, formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { EventPeriod } from './event-period.ts';
import { secondsOf, severityRank } from './occurrences.ts';
import type { en } from './texts/en.ts';

export interface ShownPeriod extends EventPeriod {
  /** The period reaches the present: what runs at its end runs now. */
  readonly isNow: boolean;
}

interface ColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly period: ShownPeriod;
  readonly customer: number | undefined;
}

type OccurrenceColumn = Column<AlarmOccurrence>;

const subjects = ({ text, customer }: ColumnOptions): readonly OccurrenceColumn[] => [
  {
    id: 'severity',
    header: text('severity'),
    value: ({ severity }) => severityRank[severity],
    cell: ({ severity }) => <SeverityBadge short status={severity} />,
    width: 88,
    card: { line: 0 },
  },
  {
    ...textColumn<AlarmOccurrence>('alarm', text('alarm'), ({ name }) => name),
    width: 140,
    grow: 2,
    card: { line: 1 },
  },
  {
    ...textColumn<AlarmOccurrence>('site', text('site'), ({ siteName }) => siteName),
    width: 100,
    grow: 2,
    cell: ({ site, siteName }, { active }) => (
      <ElementLink kind="site" id={site} customer={customer} active={active}>
        <span className="tt-ellipsis">{siteName}</span>
      </ElementLink>
    ),
    card: { line: 2 },
  },
  {
    id: 'element',
    header: text('element'),
    value: ({ elementName }) => elementName,
    cell: ({ element, elementKind, elementName }, { active }) => {
      const name = <MiddleEllipsis text={elementName} />;
      return elementKind === undefined ? (
        name
      ) : (
        <ElementLink kind={elementKind} id={element} customer={customer} active={active}>
          {name}
        </ElementLink>
      );
    },
    width: 120,
    grow: 3,
    card: { line: 2 },
  },
];

function times({ text, language, period }: ColumnOptions): readonly OccurrenceColumn[] {
  const shown = (seconds: number): string => formatMinute(seconds * 1_000, language);
  const running = period.isNow ? text('stillRunning') : text('runningAt', { time: shown(period.to) });
  return [
    {
      id: 'raised',
      header: text('raised'),
      value: ({ raisedAt }) => raisedAt ?? 0,
      cell: ({ raisedAt }) =>
        raisedAt === null ? (
          <span className="tt-muted">{text('before', { time: shown(period.from) })}</span>
        ) : (
          <Time as="time" at={raisedAt * 1_000} />
        ),
      width: 90,
      card: { line: 3 },
    },
    {
      id: 'cleared',
      header: text('cleared'),
      value: ({ clearedAt }) => clearedAt ?? period.to + 1,
      cell: ({ clearedAt }) =>
        clearedAt === null ? (
          <strong className="tt-ellipsis">{running}</strong>
        ) : (
          <Time as="time" at={clearedAt * 1_000} />
        ),
      width: 90,
      card: { line: 3, end: true },
    },
    {
      id: 'duration',
      header: text('duration'),
      value: (each) => secondsOf(each, period.to),
      cell: (each) => {
        const seconds = secondsOf(each, period.to);
        return seconds === null ? (
          <span className="tt-muted" title={text('longer')}>
            –
          </span>
        ) : (
          formatDuration(seconds * 1_000, language)
        );
      },
      width: 84,
      align: 'right',
      card: { line: 1, end: true },
    },
  ];
}

/** Each target by its name or its kind; with the outcome when it was not reached. */
export const notifiedText = (notified: readonly EventDelivery[], text: ColumnOptions['text']): string =>
  notified
    .map(({ kind, target, state }) => {
      const name = target ?? text(`kind-${kind}`);
      return state === 'delivered' ? name : `${name} (${text(`delivery-${state}`)})`;
    })
    .join(', ');

/** The table keeps the order of the server. */
const unsorted = (columns: readonly OccurrenceColumn[]): readonly OccurrenceColumn[] =>
  columns.map((column) => ({ ...column, value: () => null }));

/** Columns of the occurrences of a period. The server sorts. */
export const occurrenceColumns = (options: ColumnOptions): readonly OccurrenceColumn[] =>
  unsorted([
    ...subjects(options),
    ...times(options),
    {
      id: 'acknowledgedBy',
      sortable: false,
      header: options.text('acknowledgedBy'),
      value: ({ acknowledgedBy }) => acknowledgedBy,
      cell: ({ acknowledgedBy }) => <span className="tt-ellipsis">{acknowledgedBy ?? '–'}</span>,
      width: 148,
      grow: 1,
      yields: 1,
    },
    {
      id: 'assignedTo',
      sortable: false,
      header: options.text('assignedTo'),
      value: ({ assignedTo }) => assignedTo,
      cell: ({ assignedTo }) => <span className="tt-ellipsis">{assignedTo ?? '–'}</span>,
      width: 120,
      grow: 1,
      yields: 3,
    },
    {
      id: 'notified',
      sortable: false,
      header: options.text('notified'),
      value: ({ notified }) => notifiedText(notified, options.text),
      cell: ({ notified }) => {
        const shown = notifiedText(notified, options.text);
        return (
          <span className="tt-ellipsis" title={shown}>
            {shown === '' ? '–' : shown}
          </span>
        );
      },
      width: 132,
      grow: 1,
      yields: 2,
    },
    {
      id: 'raises',
      header: options.text('raises'),
      value: ({ raises }) => raises,
      cell: ({ raises }) => (
        <span title={options.text('raisesHint', { count: raises })}>
          {formatNumber(raises, options.language)}
        </span>
      ),
      width: 60,
      align: 'right',
    },
  ]);
