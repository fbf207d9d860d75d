import { useMemo, useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column, Density, TableSorting } from '#web/ui/table/table-column.ts';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { Status } from '#web/ui/severity/severity.ts';
import { useGalleryTexts } from './texts/en.ts';

interface Sample {
  readonly id: string;
  readonly number: number;
  readonly status: Status;
  readonly value: number;
}

const rowCount = 100_000;
const statuses: readonly Status[] = ['critical', 'major', 'minor', 'ok', 'unknown'];
const sample = (index: number): Sample => ({
  id: String(index),
  number: index + 1,
  status: statuses[(index * 7) % statuses.length] ?? 'ok',
  value: (index * 7_919) % 100_003,
});
const rank = (status: Status): number => statuses.indexOf(status);
const sampleId = ({ id }: Sample): string => id;

function useSampleColumns(): readonly Column<Sample>[] {
  const text = useGalleryTexts();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: 'row',
        header: text('row'),
        value: ({ number }) => number,
        cell: ({ number }) => text('site', { number }),
        width: 160,
        grow: 2,
      },
      {
        id: 'status',
        header: text('severity'),
        value: ({ status }) => rank(status),
        // oxlint-disable-next-line react/no-unstable-nested-components -- a cell, made once per language
        cell: ({ status }) => <SeverityBadge short status={status} />,
        width: 110,
        grow: 1,
      },
      {
        id: 'value',
        header: text('column'),
        value: ({ value }) => value,
        cell: ({ value }) => formatNumber(value, language),
        width: 110,
        align: 'right',
      },
    ],
    [text, language],
  );
}

const densities: readonly Density[] = ['compact', 'normal', 'comfortable'];

/** A hundred thousand rows: the size the table is designed for. */
export function TableSection() {
  const text = useGalleryTexts();
  const ui = useUiTexts();
  const [density, setDensity] = useState<Density>('compact');
  const [sorting, setSorting] = useState<TableSorting>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => Array.from({ length: rowCount }, (_, index) => sample(index)), []);
  const columns = useSampleColumns();
  const table = (
    <div className="tt-gallery-table">
      <DataTable
        name="gallery"
        label={text('tables')}
        rows={rows}
        columns={columns}
        rowId={sampleId}
        rowName={({ number }) => text('site', { number })}
        density={density}
        sorting={sorting}
        onSort={setSorting}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
  const tabs = densities.map((each) => ({ id: each, label: ui(each), content: table }));
  return (
    <>
      <p className="tt-muted">{text('loadedRows', { count: rowCount })}</p>
      <Tabs
        label={text('density')}
        chosen={density}
        onChoose={(id) => setDensity(id as Density)}
        tabs={tabs}
      />
    </>
  );
}
