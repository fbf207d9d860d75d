import { use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_ELEMENTS, type ListedElement } from '#schemas/data/element-routes.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { LinkedElements } from '#web/kernel/element/linked-elements.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useShownName } from '#web/kernel/text/use-shown-name.ts';
import { watchWindows } from '#web/kernel/socket/watch-windows.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import type { Column, TableSorting } from '#web/ui/table/table-column.ts';
import type { DashletProps } from '../../dashlet-props.ts';
import { useOwnValues } from '../../data/own-values.ts';
import { requestElements, useSourceDocument } from '../../data/request-data.ts';
import { useReach } from '../../drill/use-reach.ts';
import { useCutNote } from '../use-chart-words.ts';
import { useChartTexts } from '../texts/en.ts';

const ellipsis = (text: string) => <span className="tt-ellipsis">{text}</span>;

/** In a dashlet that is no wider than this, the columns have room next to each other. */
const SMALL_PX = 360;

interface ColumnNeeds {
  readonly settings: DashletSettings<'inventory'>;
  readonly language: Language;
  /** Customer whose inventory pages the names lead to; undefined: nowhere. */
  readonly linked: number | undefined;
  readonly isSmall: boolean;
  readonly isOnPaper: boolean;
}

/** The name of an element, which leads to its page in the inventory. */
const nameCell =
  ({ settings: { element }, linked, isOnPaper }: ColumnNeeds): Column<ListedElement>['cell'] =>
  ({ id, label }, { active }) =>
    // Applications are named by their number, which is no element.
    linked === undefined || !isInventoryKind(element) || element === 'application' ? (
      ellipsis(label)
    ) : (
      <ElementLink customer={linked} kind={element} id={id} active={active} forAll={isOnPaper}>
        {label}
      </ElementLink>
    );

const columnsOf = (needs: ColumnNeeds): readonly Column<ListedElement>[] => [
  {
    id: 'label',
    header: propertyName('name', needs.language),
    value: ({ label }) => label,
    cell: nameCell(needs),
    width: needs.isSmall ? 84 : 140,
    grow: 2,
  },
  ...needs.settings.properties.map(({ property, title, size, alignment }, index): Column<ListedElement> => ({
    id: property,
    header: title === '' ? propertyName(property, needs.language) : title,
    value: ({ values }) => values[index] ?? '',
    cell: ({ values }) => ellipsis(values[index] ?? ''),
    width: needs.isSmall ? 64 : 100,
    grow: size,
    ...(alignment === 'right' && { align: 'right' as const }),
  })),
];

interface Rows {
  readonly from: number;
  readonly count: number;
}

/** Every element that matches, as far as a file holds them: the dashlet may show fewer. */
async function readAll(request: (rows: Rows, signal: AbortSignal) => ReturnType<typeof requestElements>) {
  const { signal } = new AbortController();
  const { maxFileRows } = inventoryLimits;
  const { count, elements: first } = await request({ from: 0, count: MAX_ELEMENTS }, signal);
  const elements = [...first];
  for (let from = MAX_ELEMENTS; from < Math.min(count, maxFileRows); from += MAX_ELEMENTS)
    elements.push(...(await request({ from, count: MAX_ELEMENTS }, signal)).elements);
  return { elements, isCut: count > maxFileRows };
}

/** The elements that the filters of the document and its own leave, those that sort first. */
function useElements(
  { settings, context, chosen, customerId }: DashletProps<'inventory'>,
  sorting: TableSorting | undefined,
) {
  const { element, properties, onlyActive, filters, maxLines } = settings;
  const names = properties.map(({ property }) => property);
  const document = useSourceDocument();
  const shownName = useShownName();
  const index = names.indexOf(sorting?.id ?? '');
  const requestPage = async (rows: Rows, signal: AbortSignal) => {
    const { count, elements } = await requestElements(
      { customerId, document },
      {
        element,
        filters: [...chosen, ...filters, ...(onlyActive ? [{ element, onlyActive }] : [])],
        properties: names,
        orderBy: index === -1 ? 'label' : index,
        order: sorting?.desc === true ? 'descending' : 'ascending',
        ...rows,
      },
      signal,
    );
    const named = ({ label, deleted, ...remaining }: ListedElement): ListedElement => ({
      ...remaining,
      label: shownName({ name: label, deleted }),
    });
    return { count, elements: elements.map(named) };
  };
  const query = useQuery({
    ...namedQuery(
      'elements',
      ['dashlet', customerId, document, settings, chosen, context.selection, sorting],
      (signal) => requestPage({ from: 0, count: Math.min(maxLines, MAX_ELEMENTS) }, signal),
    ),
    placeholderData: keepPreviousData,
    enabled: names.every((name) => name !== ''),
  });
  const again = useEffectEvent(() => void query.refetch());
  // With the values next to it: elements are added and deleted while a page is open.
  useEffect(
    () =>
      watchWindows(customerId, {
        closed: ({ granularity }) => granularity === '5m' && again(),
        missed: again,
      }),
    [customerId],
  );
  return { query, requestPage };
}

/** A list of elements with their properties. */
export function InventoryDashlet(props: DashletProps<'inventory'>) {
  const { settings, title, customerId, size, onDrill } = props;
  const text = useChartTexts();
  const language = useLanguage();
  const { element } = settings;
  const { seesNetwork } = useReach();
  const [sorting, setSorting] = useState<TableSorting>();
  const { query, requestPage } = useElements(props, sorting);
  const inReport = use(LinkedElements);
  const isOnPaper = use(OnPaper) !== undefined;
  const linked = onDrill !== undefined && seesNetwork ? customerId : inReport;
  const isSmall = size.width <= SMALL_PX;
  const columns = useMemo(
    () => columnsOf({ settings, language, linked, isSmall, isOnPaper }),
    [settings, language, linked, isSmall, isOnPaper],
  );
  useOwnValues(props.id, async () => {
    const { elements: all, isCut } = await readAll(requestPage);
    const heading = columns.map(({ header: name }) => ({ is: 'value' as const, name }));
    return { table: { columns: heading, rows: all.map(({ label, values }) => [label, ...values]) }, isCut };
  });
  const { elements = [], count = 0 } = query.data ?? {};
  const cut = useCutNote()(elements.length, count);
  const state = panelStateOf(query, language);
  return (
    <Panel
      nested
      label={text('elementsOf', { title })}
      state={count === 0 && state.is === 'ready' ? { is: 'empty', title: text('noElement') } : state}
    >
      <div className="tt-dashlet-table">
        <DataTable
          name={`dashlet inventory ${element}`}
          label={title}
          rows={elements}
          columns={columns}
          rowId={({ id }) => String(id)}
          rowName={({ label }) => label}
          density="compact"
          sorting={sorting}
          onSort={setSorting}
          foot={cut === undefined ? '' : <p className="tt-muted tt-dashlet-more">{cut}</p>}
          {...(onDrill !== undefined && {
            onOpen: ({ id, label }: ListedElement) =>
              onDrill({ name: label, key: [{ attribute: element, id, name: label }] }),
          })}
        />
      </div>
    </Panel>
  );
}
