import { Link } from '@tanstack/react-router';
import type { ListedPartKind, PartTable } from '#schemas/dashboard/element/element-parts.ts';
import { pageWords } from '#schemas/dashboard/element/page-words.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { figureColumn } from '#web/ui/table/figure-column.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { valueOf } from '../../inventory-columns.tsx';
import type { en } from '../texts/en.ts';
import { rankOf, type PartRow } from './part-rows.ts';
import { PartState } from './PartState.tsx';
import { joinedValues } from '#web/kernel/kpi/source-step.ts';
import { sparkBounds, sparkPath } from '../../../dashboard/dashlets/sparkline/spark-path.ts';

/** A small line of the period. The figures next to it say what it is about. */
function Trend({ values }: { readonly values: readonly (number | null)[] }) {
  if (values.every((value) => value === null)) return null;
  return (
    <svg className="tt-element-trend" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <path d={sparkPath(joinedValues(values), sparkBounds(values))} />
    </svg>
  );
}

export interface PartColumnOptions {
  readonly kind: ListedPartKind;
  readonly table: PartTable;
  readonly rows: readonly PartRow[];
  readonly kpis: KpiDirectory;
  readonly language: Language;
  readonly text: Translate<typeof en>;
  /** Whether the reader sees alarms. */
  readonly seesAlarms: boolean;
}

/** What distinguishes parts of one name. */
const secondOf: Readonly<Partial<Record<ListedPartKind, string>>> = {
  interface: 'alias',
  device: 'model',
  site: 'city',
};

const nameColumn = ({ text }: Pick<PartColumnOptions, 'text'>): Column<PartRow> => ({
  ...textColumn<PartRow>('name', text('name'), ({ element }) => element.name),
  width: 150,
  grow: 3,
  fixed: true,
  card: { line: 1 },
  cell: ({ element: { kind, id, customer, name } }, { active }) => (
    <Link
      className="tt-ellipsis"
      to="/inventory/$kind/$element"
      params={{ kind, element: String(id) }}
      search={{ customer }}
      tabIndex={active ? 0 : -1}
    >
      {name}
    </Link>
  ),
});

function secondColumn({ kind, text, rows }: PartColumnOptions): Column<PartRow>[] {
  const property = secondOf[kind];
  if (property === undefined || !rows.some(({ element }) => valueOf(element, property) !== '')) return [];
  const header = text(`second_${property as 'alias'}`);
  return [
    {
      ...textColumn<PartRow>(property, header, ({ element }) => valueOf(element, property)),
      width: 100,
      grow: 2,
      yields: 20,
    },
  ];
}

/** State, name, newest values and a small line of each part. Values that no part has get no column. */
export function partColumns(options: PartColumnOptions): readonly Column<PartRow>[] {
  const { table, rows, kpis, language, text, seesAlarms } = options;
  const word = pageWords(language);
  const figures = table.values.flatMap(({ kpi, label }, index): Column<PartRow>[] => {
    const facts = factsIn(kpis, kpi);
    const valueAt = ({ values }: PartRow): number | null => values[index] ?? null;
    if (!rows.some((row) => valueAt(row) !== null)) return [];
    return [
      {
        ...figureColumn<PartRow>(kpi, label === undefined ? facts[language] : word(label), {
          rows,
          valueOf: valueAt,
          style: facts.unit,
          language,
        }),
        width: 80,
        ...(index < 2 ? { card: { line: 2 as const, named: true as const } } : { yields: index }),
      },
    ];
  });
  return [
    {
      id: 'state',
      header: text('state'),
      value: ({ state }) => rankOf(state),
      cell: ({ state }) => <PartState state={state} />,
      width: 96,
      card: { line: 1, end: true },
    },
    nameColumn(options),
    ...secondColumn(options),
    ...(seesAlarms && rows.some(({ alarms }) => alarms > 0)
      ? [
          {
            ...countColumn<PartRow>('alarms', text('alarms'), { countOf: ({ alarms }) => alarms, language }),
            width: 70,
          },
        ]
      : []),
    ...figures,
    {
      id: 'trend',
      header: text('trendOf', { kpi: factsIn(kpis, table.trend)[language] }),
      value: () => null,
      sortable: false,
      cell: ({ trend }) => <Trend values={trend} />,
      width: 90,
      grow: 1,
    },
  ];
}
