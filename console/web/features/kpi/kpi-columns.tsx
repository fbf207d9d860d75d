import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import { scopeLabels } from '#schemas/kpi/kpi.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { unitLabels } from '#schemas/unit/unit.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { actionsColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

export interface KpiColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onEdit: (kpi: ListedKpi) => void;
  readonly onCopy: (kpi: ListedKpi) => void;
  readonly onRemove: (kpi: ListedKpi) => void;
}

type KpiColumn = Column<ListedKpi>;

function actions({ text, language, disabledReason, onEdit, onCopy, onRemove }: KpiColumnOptions): KpiColumn {
  const builtIn = problemText('KPI_BUILT_IN', language);
  return actionsColumn(text('actions'), 112, (kpi, { active }) => {
    const name = kpi[language];
    const own = disabledReason ?? (kpi.origin === 'library' ? builtIn : undefined);
    const tabIndex = active ? 0 : -1;
    return (
      <>
        <IconButton
          small
          tabIndex={tabIndex}
          label={text('copyNamed', { name })}
          icon={<IconCopy size={15} />}
          disabledReason={disabledReason}
          onClick={() => onCopy(kpi)}
        />
        <IconButton
          small
          tabIndex={tabIndex}
          label={text('editNamed', { name })}
          icon={<IconPencil size={15} />}
          disabledReason={own}
          onClick={() => onEdit(kpi)}
        />
        <IconButton
          small
          tabIndex={tabIndex}
          label={text('deleteNamed', { name })}
          icon={<IconTrash size={15} />}
          disabledReason={own}
          onClick={() => onRemove(kpi)}
        />
      </>
    );
  });
}

/** Columns of the KPI library. */
export function kpiColumns(options: KpiColumnOptions): readonly KpiColumn[] {
  const { text, language } = options;
  return [
    { ...textColumn('name', text('name'), (kpi) => kpi[language]), fixed: true, grow: 2, width: 200 },
    {
      ...textColumn('key', text('key'), ({ key }) => key),
      cell: ({ key }) => <code className="tt-ellipsis">{key}</code>,
      width: 150,
    },
    { ...textColumn('element', text('element'), ({ element }) => text(`kind-${element}`)), width: 110 },
    { ...textColumn('unit', text('unit'), ({ unit }) => unitLabels[unit][language]), width: 150 },
    {
      ...textColumn('sources', text('sources'), ({ formulas }) =>
        formulas.map(({ scope }) => scopeLabels[scope][language]).join(' · '),
      ),
      grow: 2,
      width: 140,
    },
    {
      ...textColumn('aggregation', text('aggregation'), ({ aggregation }) => text(`by-${aggregation}`)),
      width: 110,
    },
    {
      ...textColumn('origin', text('origin'), ({ origin }) => text(`origin-${origin}`)),
      cell: ({ origin }) => (
        <Tag tone={origin === 'defined' ? 'accent' : 'plain'}>{text(`origin-${origin}`)}</Tag>
      ),
      grow: 0,
      width: 100,
    },
    actions(options),
  ];
}
