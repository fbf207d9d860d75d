import type { RecordingRow } from '#schemas/debug/routes.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';

interface Options {
  readonly rows: readonly RecordingRow[];
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly onStop: (id: number) => void;
  readonly onDelete: (id: number) => void;
}

/** Addresses of the exporters with records. */
const exportersOf = ({ collectors }: RecordingRow): number =>
  new Set(collectors.flatMap(({ records }) => records.map(({ exporter }) => exporter))).size;

/** When it ended, or ends at the latest, seconds since 1970. */
const endOf = ({ stoppedAt, endsAt }: RecordingRow): number => stoppedAt ?? endsAt;

/** Why it ended, as the collectors say; the end of its time needs no word. */
export function reasonsOf({
  collectors,
  state,
}: RecordingRow): readonly ('requested' | 'duration' | 'size' | 'disk')[] {
  return state === 'running' ? [] : [...new Set(collectors.flatMap(({ reason }) => reason ?? []))];
}

function stateCell(row: RecordingRow, text: Options['text']) {
  const reasons = reasonsOf(row).map((reason) => text(`reason_${reason}`));
  return (
    <span className="tt-ellipsis">
      <Tag tone={row.state === 'running' ? 'good' : 'plain'}>{text(`state_${row.state}`)}</Tag>{' '}
      <span className="tt-muted">{reasons.join(', ')}</span>
    </span>
  );
}

/** Columns of the recordings. */
export function recordingColumns(options: Options): readonly Column<RecordingRow>[] {
  const { rows, text, language, onStop, onDelete } = options;
  const time = (id: 'startedAt' | 'end', at: (row: RecordingRow) => number): Column<RecordingRow> => ({
    id,
    header: text(id),
    value: at,
    cell: (row) => <Time at={at(row) * 1_000} />,
    width: 120,
    align: 'right',
  });
  return [
    {
      ...textColumn<RecordingRow>('site', text('site'), ({ siteName }) => siteName),
      fixed: true,
      grow: 2,
      card: { line: 1 },
    },
    {
      ...textColumn<RecordingRow>('customer', text('customer'), ({ customerName }) => customerName),
      card: { line: 2 },
    },
    {
      id: 'state',
      header: text('state'),
      value: ({ state }) => state,
      cell: (row) => stateCell(row, text),
      width: 180,
      grow: 1,
      card: { line: 1, end: true },
    },
    { ...countColumn('exporters', text('exporters'), { countOf: exportersOf, language }), width: 90 },
    {
      ...figureColumn('size', text('size'), {
        rows,
        valueOf: ({ totalBytes }) => totalBytes,
        style: 'byte',
        language,
      }),
      card: { line: 2, end: true },
    },
    { ...time('startedAt', ({ startedAt }) => startedAt), card: { line: 3 } },
    time('end', endOf),
    {
      ...textColumn<RecordingRow>('startedBy', text('startedBy'), ({ startedBy }) => startedBy ?? ''),
      width: 100,
      yields: 2,
    },
    { ...textColumn<RecordingRow>('comment', text('comment'), ({ comment }) => comment), yields: 1 },
    rowActionsColumn<RecordingRow>({
      header: text('actions'),
      nameOf: ({ siteName }) => siteName,
      disabledReasonOf: () => undefined,
      actions: ({ id, state }) => [
        ...(state === 'running'
          ? [{ is: 'action' as const, label: text('stop'), run: () => onStop(id) }]
          : []),
        { is: 'line', id: 'end' },
        { is: 'action', label: text('delete'), run: () => onDelete(id) },
      ],
    }),
  ];
}
