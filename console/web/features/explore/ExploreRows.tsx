import { useMemo } from 'react';
import { formatValue } from '#schemas/unit/format.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { rowTitle, type ShownResult, type ShownRow } from './shown-result.ts';
import { useExploreTexts, type ExploreText } from './texts/en.ts';

interface Props {
  readonly result: ShownResult;
  /** Demands a filter besides the applied one. */
  readonly onNarrow: (filter: string) => void;
}

/** A row, or all others, which have no key. */
type TableRow = ShownRow & { readonly isOthers: boolean };

const percentOf = (part: number | null, all: number | null): number | null =>
  part !== null && all !== null && all > 0 ? (100 * part) / all : null;
const changeOf = ({ value, earlier }: ShownRow): number | null =>
  value === null || earlier === null || earlier === 0 ? null : (100 * (value - earlier)) / earlier;

interface Looks {
  readonly result: ShownResult;
  readonly rows: readonly TableRow[];
  readonly text: ExploreText;
  readonly language: Language;
  readonly onNarrow: Props['onNarrow'];
}

const nameOf = (row: TableRow, text: ExploreText): string => (row.isOthers ? text('others') : rowTitle(row));

const keyColumns = ({ result, text }: Looks): Column<TableRow>[] => {
  const nameIn = ({ names, isOthers }: TableRow, place: number): string =>
    names[place] ?? (isOthers && place === 0 ? text('others') : '');
  return result.dimensions.map(({ id, name }, place) => ({
    ...textColumn<TableRow>(id, name, (row) => nameIn(row, place)),
    cell: (row, { active }) => {
      const name = <span className="tt-ellipsis">{nameIn(row, place)}</span>;
      const to = row.places[place];
      return to === undefined ? (
        name
      ) : (
        <ElementLink {...to} active={active}>
          {name}
        </ElementLink>
      );
    },
    card: { line: 1 },
  }));
};

function valueColumns({ result, rows, text, language }: Looks): Column<TableRow>[] {
  const { unit, total, isSum, hasSteps, isCompared } = result;
  const figure = (
    id: 'value' | 'share' | 'percentile' | 'maximum' | 'sent' | 'before' | 'change',
    valueOf: (row: TableRow) => number | null,
    style = unit,
  ) => figureColumn<TableRow>(id, text(id), { rows, valueOf, style, language });
  const ofTotal = total?.value ?? null;
  const hasSent = (total?.sent ?? null) !== null;
  return [
    { ...figure('value', ({ value }) => value), card: { line: 1, end: true } },
    ...(isSum && total !== null
      ? [
          {
            ...figure('share', ({ value }) => percentOf(value, ofTotal), 'percent'),
            card: { line: 2, named: true } as const,
          },
        ]
      : []),
    ...(hasSent ? [figure('sent', ({ sent }) => sent)] : []),
    ...(hasSteps
      ? [figure('percentile', ({ p95 }) => p95), figure('maximum', ({ maximum }) => maximum)]
      : []),
    ...(isCompared
      ? [figure('before', ({ earlier }) => earlier), figure('change', changeOf, 'percent')]
      : []),
  ];
}

function actionColumn({ text, onNarrow }: Looks): Column<TableRow> {
  const action = (label: string, filter: string | undefined) => ({
    is: 'action' as const,
    label,
    disabledReason: filter === undefined ? text('cannotFilter') : undefined,
    run: () => onNarrow(filter ?? ''),
  });
  return rowActionsColumn<TableRow>({
    header: text('actions'),
    nameOf: (row) => nameOf(row, text),
    actions: ({ only, without }) => [action(text('only'), only), action(text('exclude'), without)],
    disabledReasonOf: () => undefined,
    isOver: ({ isOthers }) => isOthers,
  });
}

const noKey = { id: 'others', names: [], places: [], only: undefined, without: undefined };

/** The rows with their figures; the others and the total follow. */
export function ExploreRows({ result, onNarrow }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  const { rows: own, others, total, unit } = result;
  const rows = useMemo<readonly TableRow[]>(
    () => [
      ...own.map((row) => ({ ...row, isOthers: false })),
      ...(others === null ? [] : [{ ...others, ...noKey, isOthers: true }]),
    ],
    [own, others],
  );
  const columns = useMemo(() => {
    const looks = { result, rows, text, language, onNarrow };
    return [...keyColumns(looks), ...valueColumns(looks), actionColumn(looks)];
  }, [result, rows, text, language, onNarrow]);
  const sum =
    total === null ? undefined : (
      <p className="tt-explore-total">
        {labelled(text('total'), formatValue(total.value, unit, language), language)}
      </p>
    );
  if (own.length === 0) return sum;
  return (
    <>
      <DataTable
        name="explore"
        label={text('table')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(row) => nameOf(row, text)}
      />
      {sum}
    </>
  );
}
