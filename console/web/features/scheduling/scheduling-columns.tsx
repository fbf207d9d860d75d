import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { msOf } from '#web/lib/clock.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { RunState } from './RunState.tsx';
import { triggerText, type WordNeeds } from './scheduling-text.ts';

interface Options extends WordNeeds {
  readonly reasonOf: (run: NonNullable<ReportSchedule['previous']>) => string;
  readonly disabledReason: string | undefined;
  readonly onEnable: (scheduling: ReportSchedule, enabled: boolean) => void;
}

const reportsText = ({ attachments }: ReportSchedule, text: Options['text']): string =>
  attachments.length === 0
    ? text('noReport')
    : attachments
        .map(({ name, format }) => `${name ?? text('hiddenReport')} (${format.toUpperCase()})`)
        .join(', ');

function recipientsText({ recipients }: ReportSchedule, text: Options['text']): string {
  const [first = '', ...others] = recipients;
  return others.length === 0 ? first : text('moreRecipients', { first, count: others.length });
}

const enabledColumn = ({ text, disabledReason, onEnable }: Options): Column<ReportSchedule> => ({
  id: 'enabled',
  header: text('enabled'),
  value: ({ enabled }) => (enabled ? 0 : 1),
  cell: (scheduling) => (
    <span title={disabledReason}>
      <Checkbox
        quietLabel
        label={text('enabledOf', { name: scheduling.name })}
        checked={scheduling.enabled}
        disabled={disabledReason !== undefined}
        onChange={(enabled) => onEnable(scheduling, enabled)}
      />
    </span>
  ),
  width: 90,
  card: { line: 1, end: true },
});

const previousColumn = ({ text, reasonOf }: Options): Column<ReportSchedule> => ({
  id: 'previous',
  header: text('previous'),
  value: ({ previous }) => previous?.dueAt ?? null,
  cell: ({ previous }) => {
    if (previous === null) return <span className="tt-muted">{text('never')}</span>;
    const reason = reasonOf(previous);
    return (
      <span className="tt-ellipsis" title={reason}>
        <RunState run={previous} />
        {reason !== '' && <span className="tt-muted"> {reason}</span>}
      </span>
    );
  },
  width: 230,
  grow: 2,
  card: { line: 3 },
});

const nextColumn = ({ text }: Options): Column<ReportSchedule> => ({
  id: 'next',
  header: text('next'),
  value: ({ next }) => next[0] ?? null,
  cell: ({ enabled, trigger, next }) => {
    if (!enabled) return <Tag>{text('isDisabled')}</Tag>;
    const [first] = next;
    if (first !== undefined) return <Time at={msOf(first)} as="time" />;
    return trigger.kind === 'alarm' ? <span className="tt-ellipsis tt-muted">{text('onAlarm')}</span> : '–';
  },
  width: 160,
  grow: 1,
  card: { line: 3, end: true },
});

/** Columns of the schedules of a customer. */
export function schedulingColumns(options: Options): readonly Column<ReportSchedule>[] {
  const { text } = options;
  return [
    {
      ...textColumn<ReportSchedule>('name', text('name'), ({ name }) => name),
      width: 150,
      fixed: true,
      card: { line: 1, wraps: true },
    },
    {
      ...textColumn<ReportSchedule>('trigger', text('trigger'), ({ trigger }) =>
        triggerText(trigger, options),
      ),
      width: 190,
      grow: 2,
      card: { line: 2, wraps: true },
    },
    {
      ...textColumn<ReportSchedule>('reports', text('reports'), (one) => reportsText(one, text)),
      width: 150,
      grow: 2,
    },
    {
      ...textColumn<ReportSchedule>('recipients', text('recipients'), (one) => recipientsText(one, text)),
      width: 150,
      grow: 1,
    },
    previousColumn(options),
    nextColumn(options),
    enabledColumn(options),
    {
      ...textColumn<ReportSchedule>('owner', text('owner'), ({ owner }) => owner?.name ?? text('noOwner')),
      hiddenAtFirst: true,
    },
  ];
}
