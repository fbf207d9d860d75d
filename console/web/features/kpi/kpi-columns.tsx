import { aggregationLabels } from '#schemas/kpi/label/algebra-labels.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { scopeLabels } from '#schemas/counter/scope.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { unitLabels } from '#schemas/unit/unit.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

export interface KpiColumnOptions {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onEdit: (kpi: ListedKpi) => void;
  readonly onCopy: (kpi: ListedKpi) => void;
  readonly onRemove: (kpi: ListedKpi) => void;
}

type KpiColumn = Column<ListedKpi>;

function actions(options: KpiColumnOptions): KpiColumn {
  const { resource, language, disabledReason, onEdit, onCopy, onRemove } = options;
  const builtIn = problemText('KPI_BUILT_IN', language);
  const items = rowItems(resource);
  return rowActionsColumn({
    header: resource('actions'),
    nameOf: (kpi) => kpi[language],
    disabledReasonOf: () => disabledReason,
    actions: (kpi) => {
      const lockedReason = kpi.origin === 'defined' ? undefined : builtIn;
      return [
        items.edit(() => onEdit(kpi), lockedReason),
        items.duplicate(() => onCopy(kpi)),
        ...items.remove(() => onRemove(kpi), lockedReason),
      ];
    },
  });
}

/** Columns of the KPI library. */
export function kpiColumns(options: KpiColumnOptions): readonly KpiColumn[] {
  const { text, language } = options;
  return [
    {
      ...textColumn('name', text('name'), (kpi) => kpi[language]),
      fixed: true,
      grow: 2,
      width: 200,
      card: { line: 1 },
    },
    {
      ...textColumn('key', text('key'), ({ key }) => key),
      cell: ({ key }) => <code className="tt-ellipsis">{key}</code>,
      width: 150,
      card: { line: 2 },
    },
    {
      ...textColumn('element', text('element'), ({ element }) => text(`kind-${element}`)),
      width: 110,
      card: { line: 3 },
    },
    {
      ...textColumn('unit', text('unit'), ({ unit }) => unitLabels[unit][language]),
      width: 150,
      card: { line: 3 },
    },
    {
      ...textColumn('sources', text('sources'), ({ formulas }) =>
        formulas.map(({ scope }) => scopeLabels[scope][language]).join(' · '),
      ),
      grow: 2,
      width: 140,
    },
    {
      ...textColumn(
        'aggregation',
        text('aggregation'),
        ({ aggregation }) => aggregationLabels[aggregation][language],
      ),
      width: 110,
    },
    {
      ...textColumn('origin', text('origin'), ({ origin }) => text(`origin-${origin}`)),
      cell: ({ origin }) => (
        <Tag tone={origin === 'library' ? 'plain' : 'accent'}>{text(`origin-${origin}`)}</Tag>
      ),
      grow: 0,
      width: 100,
      card: { line: 3, end: true },
    },
    { ...actions(options), card: { line: 1, end: true } },
  ];
}
