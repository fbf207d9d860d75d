import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_ELEMENTS } from '#schemas/data/element-routes.ts';
import type { ListedElement } from '#schemas/data/element-routes.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { askElements, useAskedDocument } from '../../data/asking.ts';
import { useChartTexts, useChartWords } from '../use-chart-texts.ts';

const ellipsis = (text: string) => <span className="tt-ellipsis">{text}</span>;

const columnsOf = (
  { properties }: DashletSettings<'inventory'>,
  name: string,
): readonly Column<ListedElement>[] => [
  {
    id: 'label',
    header: name,
    value: ({ label }) => label,
    cell: ({ label }) => ellipsis(label),
    width: 140,
    grow: 2,
  },
  ...properties.map(({ property, title, size, alignment }, index): Column<ListedElement> => ({
    id: property,
    header: title === '' ? property : title,
    value: ({ values }) => values[index] ?? '',
    cell: ({ values }) => ellipsis(values[index] ?? ''),
    width: 100,
    grow: size,
    ...(alignment === 'right' && { align: 'right' as const }),
  })),
];

/** A list of elements with their properties. */
export function InventoryDashlet({
  settings,
  title,
  context,
  customerId,
  onDrill,
}: DashletProps<'inventory'>) {
  const text = useChartTexts();
  const { language } = useChartWords();
  const { element, properties, onlyActive, filters, maxLines } = settings;
  const names = properties.map(({ property }) => property).filter((property) => property !== '');
  const document = useAskedDocument();
  const query = useQuery({
    queryKey: ['elements', 'dashlet', customerId, document, settings, context.selection],
    queryFn: ({ signal }) =>
      askElements(
        { customerId, document },
        {
          element,
          filters: [...filters, ...(onlyActive ? [{ element, onlyActive }] : [])],
          properties: names,
          count: Math.min(maxLines, MAX_ELEMENTS),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(settings, text('name')), [settings, text]);
  const { elements = [], count = 0 } = query.data ?? {};
  return (
    <Panel nested label={text('elementsOf', { title })} state={panelStateOf(query, language)}>
      <div className="tt-dashlet-table">
        <DataTable
          name={`dashlet inventory ${element}`}
          label={title}
          rows={elements}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowName={({ label }) => label}
          density="compact"
          {...(onDrill !== undefined && {
            onOpen: ({ id, label }: ListedElement) =>
              onDrill({ name: label, key: [{ attribute: element, id, name: label }] }),
          })}
        />
        {elements.length < count && (
          <p className="tt-muted tt-dashlet-more">
            {text('truncated', { shown: elements.length, all: count })}
          </p>
        )}
      </div>
    </Panel>
  );
}
