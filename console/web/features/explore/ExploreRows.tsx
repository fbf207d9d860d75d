import { useMemo } from 'react';
import type { ExploreResult, ExploreRow } from '#schemas/explore/explore.ts';
import { fieldName } from '#schemas/explore/fields.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import {
  filterOfRow,
  keyPartName,
  rowKey,
  rowLabel,
  measureUnit,
  useRowWords,
  type RowWords,
} from './row-names.ts';
import type { ExploreText } from './texts/en.ts';

interface Props {
  readonly result: ExploreResult;
  /** Demands a filter besides the applied one. */
  readonly onNarrow: (filter: string) => void;
}

/** A row, or all others, which have no key. */
type ShownRow = ExploreRow & { readonly isOthers: boolean };

const percentOf = (part: number, all: number): number | null => (all > 0 ? (100 * part) / all : null);
const changeOf = ({ value, earlier }: ExploreRow): number | null =>
  earlier === null || earlier === 0 ? null : (100 * (value - earlier)) / earlier;

interface Looks {
  readonly result: ExploreResult;
  readonly rows: readonly ShownRow[];
  readonly text: ExploreText;
  readonly locale: string;
  readonly language: Language;
  readonly onNarrow: Props['onNarrow'];
}

const nameOf = (row: ShownRow, words: RowWords): string =>
  row.isOthers ? words.text('others') : rowLabel(row, words);

function keyColumns(looks: Looks): Column<ShownRow>[] {
  const { result, text, language } = looks;
  const dimensions = result.rows[0]?.key.map(({ dimension: id }) => id) ?? [];
  return dimensions.map((id, place) => ({
    ...textColumn<ShownRow>(id, fieldName(id, language), ({ key, isOthers }) => {
      const part = key[place];
      if (part !== undefined) return keyPartName(part, looks);
      return isOthers && place === 0 ? text('others') : '';
    }),
    card: { line: 1 },
  }));
}

function valueColumns({ result, rows, text, language }: Looks): Column<ShownRow>[] {
  const { measure, total, step } = result;
  const unit = measureUnit(measure);
  const figure = (
    id: 'value' | 'share' | 'percentile' | 'maximum' | 'sent' | 'before' | 'change',
    valueOf: (row: ShownRow) => number | null,
    style = unit,
  ) => figureColumn<ShownRow>(id, text(id), { rows, valueOf, style, language });
  return [
    { ...figure('value', ({ value }) => value), card: { line: 1, end: true } },
    {
      ...figure('share', ({ value }) => percentOf(value, total.value), 'percent'),
      card: { line: 2, named: true },
    },
    ...(total.sent === null ? [] : [figure('sent', ({ sent }) => sent)]),
    ...(step === null
      ? []
      : [figure('percentile', ({ p95 }) => p95), figure('maximum', ({ maximum }) => maximum)]),
    ...(total.earlier === null
      ? []
      : [figure('before', ({ earlier }) => earlier), figure('change', changeOf, 'percent')]),
  ];
}

function actionColumn(looks: Looks): Column<ShownRow> {
  const { text, onNarrow } = looks;
  const action = (row: ShownRow, isExcluded: boolean) => {
    const filter = filterOfRow(row, isExcluded);
    return {
      is: 'action' as const,
      label: text(isExcluded ? 'exclude' : 'only'),
      disabledReason: filter === undefined ? text('cannotFilter') : undefined,
      run: () => onNarrow(filter ?? ''),
    };
  };
  return rowActionsColumn<ShownRow>({
    header: text('actions'),
    nameOf: (row) => nameOf(row, looks),
    actions: (row) => [action(row, false), action(row, true)],
    disabledReasonOf: () => undefined,
    isOver: ({ isOthers }) => isOthers,
  });
}

/** The rows with their figures; the others and the total follow. */
export function ExploreRows({ result, onNarrow }: Props) {
  const { text, locale } = useRowWords();
  const language = useLanguage();
  const { rows: own, others, total, measure } = result;
  const rows = useMemo<readonly ShownRow[]>(
    () => [
      ...own.map((row) => ({ ...row, isOthers: false })),
      ...(others === null ? [] : [{ ...others, key: [], isOthers: true }]),
    ],
    [own, others],
  );
  const columns = useMemo(() => {
    const looks = { result, rows, text, locale, language, onNarrow };
    return [...keyColumns(looks), ...valueColumns(looks), actionColumn(looks)];
  }, [result, rows, text, locale, language, onNarrow]);
  const sum = `${text('total')}: ${formatValue(total.value, measureUnit(measure), language)}`;
  if (own.length === 0) return <p className="tt-explore-total">{sum}</p>;
  return (
    <>
      <DataTable
        name="explore"
        label={text('table')}
        rows={rows}
        columns={columns}
        rowId={(row) => (row.isOthers ? 'others' : rowKey(row))}
        rowName={(row) => nameOf(row, { text, locale })}
      />
      <p className="tt-explore-total">{sum}</p>
    </>
  );
}
