import { formatValue } from '#schemas/unit/format.ts';
import { useMemo } from 'react';
import type { StreamFill } from '#schemas/health/stream-fill.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useCollectorTexts, type en } from './texts/en.ts';
import { useStreams } from './collector-queries.ts';

const none: readonly StreamFill[] = [];
const nameOf = ({ stream }: StreamFill): string => stream;

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
}

const stateOf = ({ level, alarm }: StreamFill) => (alarm?.isActive === true ? 'refuses' : level);
const tones = { ok: 'good', warning: 'warning', critical: 'bad', refuses: 'bad' } as const;

/** The columns fit next to the menu at 1,280 pixels. */
const widths = {
  fill: 96,
  bytes: 150,
  messages: 96,
  streamRejected: 84,
  lostRows: 112,
  dropped: 92,
} as const;

/** In percent. */
const fillOf = ({ bytes, maxBytes }: StreamFill): number => 100 * (bytes / maxBytes);

function streamColumns(
  { text, language }: Options,
  rows: readonly StreamFill[],
): readonly Column<StreamFill>[] {
  const right = (
    id: keyof typeof widths,
    value: (fill: StreamFill) => number,
    cell = (fill: StreamFill): string => formatNumber(value(fill), language),
  ): Column<StreamFill> => ({ id, header: text(id), value, cell, width: widths[id], align: 'right' });
  return [
    { id: 'stream', header: text('stream'), value: nameOf, cell: nameOf, width: 126, grow: 1, fixed: true },
    {
      id: 'state',
      header: text('state'),
      value: stateOf,
      cell: (fill) => <Tag tone={tones[stateOf(fill)]}>{text(`state_${stateOf(fill)}`)}</Tag>,
      width: 164,
    },
    {
      ...figureColumn('fill', text('fill'), { rows, valueOf: fillOf, style: 'percent', language }),
      width: widths.fill,
    },
    right(
      'bytes',
      ({ bytes }) => bytes,
      ({ bytes, maxBytes }) =>
        `${formatValue(bytes, 'byte', language)} / ${formatValue(maxBytes, 'byte', language)}`,
    ),
    right('messages', ({ messages }) => messages),
    right('streamRejected', ({ alarm }) => alarm?.rejected ?? 0),
    right('lostRows', ({ alarm }) => alarm?.dropped ?? 0),
    right('dropped', ({ dropped }) => dropped),
    {
      id: 'until',
      header: text('lastRejection'),
      value: ({ alarm }) => alarm?.until ?? 0,
      cell: ({ alarm }) => (alarm === null ? text('never') : <Time at={alarm.until} />),
      width: 130,
      align: 'right',
    },
  ];
}

/** The streams between the processes: their fill and the messages they rejected. */
export function StreamsTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const query = useStreams();
  const rows = query.data?.streams ?? none;
  const columns = useMemo(() => streamColumns({ text, language }, rows), [text, language, rows]);
  return (
    <Panel label={text('streams')} state={panelStateOf(query, language)}>
      <DataTable
        name="streams"
        label={text('streams')}
        rows={rows}
        columns={columns}
        rowId={nameOf}
        rowName={nameOf}
        density={useDensity()}
      />
    </Panel>
  );
}
