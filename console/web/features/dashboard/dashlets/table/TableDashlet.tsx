import { useMemo, useState } from 'react';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { LineFilter } from '#schemas/data/line-filter.ts';
import { kpiColumn } from '#web/kernel/kpi/kpi-value.ts';
import { formatZonedMinute } from '#web/lib/zoned/format-zoned.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column, TableSorting } from '#web/ui/table/table-column.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { orderOfColumn } from '../../data/row-order.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { seriesNames, styleOf, type ChartWords } from '../shared/chart-lines.ts';
import { NameLines } from '../shared/NameLines.tsx';
import { isAboveLine } from '../shared/above-line.ts';
import { LevelValue } from '../shared/LevelValue.tsx';
import { levelOf } from '../shared/level-of.ts';
import { lineFilterColumns } from '../../rows/row-filter-columns.ts';
import { TableEnd } from '../../rows/TableEnd.tsx';
import { LinkedName } from '../../drill/LinkedName.tsx';
import { openOf } from '../../drill/open-of.ts';
import { useChartWords, useCutNote } from '../use-chart-words.ts';
import { tableLines, type TableLine } from './table-rows.ts';

type Props = DashletProps<'table'>;
type TableColumn = Column<TableLine>;

/** Share of the full table of a column with the relative width 1. */
const WEIGHT = 10;
const KEY_PX = 120;
/** In a dashlet that is no wider than this, a name and a value have room next to each other. */
const SMALL_PX = 360;
const SMALL_KEY_PX = 72;
/** In one no wider than this a name takes two lines. */
const NARROW_PX = 240;
const VALUE_PX = 92;

/** Names that are recognised by their beginning; others by their end, as those of ports. */
const ofBeginning: readonly KeyAttribute[] = [
  'site',
  'device',
  'application',
  'conversation',
  'area',
  'cluster',
];

interface KeyCellProps {
  readonly name: string;
  readonly part: KeyPart | undefined;
  readonly words: ChartWords;
  /** Too narrow for a name on one line. */
  readonly isNarrow: boolean;
}

function keyText(attribute: KeyAttribute, { name, part, words, isNarrow }: KeyCellProps) {
  const isDeleted = part?.deleted === true && part.name !== null;
  const remark = isDeleted ? words.deleted('').trim() : undefined;
  if (isNarrow)
    return (
      <span title={name}>
        <NameLines name={isDeleted ? (part.name ?? '') : name} remark={remark} />
      </span>
    );
  if (ofBeginning.includes(attribute))
    return (
      <span className="tt-ellipsis" title={name}>
        {name}
      </span>
    );
  // The end of the name says which one was deleted.
  return <MiddleEllipsis text={isDeleted ? (part.name ?? '') : name} remark={remark} />;
}

const keyCell = (attribute: KeyAttribute, cell: KeyCellProps) => (
  <LinkedName of={cell.part && [cell.part]}>{keyText(attribute, cell)}</LinkedName>
);

type Columns = Pick<Props, 'settings' | 'result'> & { readonly isSmall: boolean; readonly isNarrow: boolean };

function keyColumns(
  { settings, result, isSmall, isNarrow }: Columns,
  words: ChartWords,
): readonly TableColumn[] {
  const attributes: readonly KeyAttribute[] = settings.keys.filter((key) => key !== 'date');
  const timeZone = result?.timeZone ?? 'UTC';
  const date: TableColumn = {
    id: 'date',
    header: elementKindNames.date[words.language],
    value: ({ at }) => at,
    cell: ({ at }) => (at === null ? '' : formatZonedMinute(at, timeZone, words.language)),
    width: 110,
  };
  const keys = attributes.map((attribute, index): TableColumn => ({
    id: `key ${attribute}`,
    header: elementKindNames[attribute][words.language],
    value: ({ keys: names }) => names[index] ?? '',
    cell: ({ keys: names, key }) =>
      keyCell(attribute, { name: names[index] ?? '', part: key?.[index], words, isNarrow }),
    width: isSmall ? SMALL_KEY_PX : KEY_PX,
    grow: (settings.keyColumns[attribute]?.size ?? 1) * WEIGHT,
    ...(settings.keyColumns[attribute]?.alignment === 'right' && { align: 'right' as const }),
  }));
  return [...(result?.steps === null || result === undefined ? [] : [date]), ...keys];
}

function valueColumns(
  { settings, result }: Pick<Props, 'settings' | 'result'>,
  lines: readonly TableLine[],
  words: ChartWords,
): readonly TableColumn[] {
  if (result === undefined) return [];
  const names = seriesNames(settings.series, words, result.series);
  return settings.series.map((series, index): TableColumn => {
    const format = kpiColumn(
      lines.map(({ values }) => values[index] ?? null),
      styleOf(result, settings.series, index),
      words.language,
    );
    return {
      id: `series ${String(index)}`,
      header: names[index] ?? '',
      value: ({ values }) => values[index] ?? null,
      cell({ values }) {
        const value = values[index] ?? null;
        const level = levelOf(series.formatting, value);
        const shown = (
          <LevelValue level={level} text={format(value)} isAbove={isAboveLine(series.kpi, value)} />
        );
        return series.alignment === 'center' ? <span className="tt-dashlet-centred">{shown}</span> : shown;
      },
      width: VALUE_PX,
      grow: series.size * WEIGHT,
      untruncated: true,
      align: series.alignment === 'left' ? 'left' : 'right',
    };
  });
}

const noFilters: readonly LineFilter[] = [];

/** Columns, rows and what they can be filtered by. */
function useTableParts({ settings, result, isSmall, isNarrow }: Columns) {
  const words = useChartWords();
  return useMemo(() => {
    const lines = result === undefined ? [] : tableLines(result, settings, words);
    const columns = [
      ...keyColumns({ settings, result, isSmall, isNarrow }, words),
      ...valueColumns({ settings, result }, lines, words),
    ];
    if (result === undefined) return { columns, lines, filtered: [], all: 0 };
    return {
      columns,
      lines,
      filtered: lineFilterColumns(settings, result, words),
      all: result.rowCount * (result.steps?.length ?? 1),
    };
  }, [settings, result, isSmall, isNarrow, words]);
}

/** Rows by key attributes, with a column per KPI. */
export function TableDashlet({ settings, title, result, request, size, onDrill, onRows }: Props) {
  const cutNote = useCutNote();
  const [sorting, setSorting] = useState<TableSorting>();
  const isNarrow = size.width <= NARROW_PX;
  const { columns, lines, filtered, all } = useTableParts({
    settings,
    result,
    isNarrow,
    isSmall: size.width <= SMALL_PX,
  });
  const sort = (next: TableSorting | undefined): void => {
    setSorting(next);
    // Rows that are not here may come first.
    if (result !== undefined && result.rows.length < result.rowCount)
      onRows?.({ order: next && orderOfColumn(next) });
  };
  return (
    <div className="tt-dashlet-table">
      <DataTable
        name={`dashlet ${settings.keys.join()} ${String(settings.series.length)}`}
        label={title}
        rows={lines}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        density={isNarrow ? 'normal' : 'compact'}
        sorting={sorting}
        onSort={sort}
        {...(onDrill !== undefined && { onOpen: (line: TableLine) => openOf(onDrill, line)?.() })}
        foot={
          <TableEnd
            title={title}
            columns={filtered}
            filters={request?.lines?.filters ?? noFilters}
            note={cutNote(lines.length, all)}
            isEmpty={lines.length === 0}
            onFilter={onRows && ((filters) => onRows({ filters }))}
          />
        }
      />
    </div>
  );
}
