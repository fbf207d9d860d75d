import { Link } from '@tanstack/react-router';
import { inventoryProperties } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryKind, InventoryProperty } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { formatValue } from '#schemas/unit/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

/** An element at its place in the order of the server. */
export interface PlacedRow {
  readonly element: InventoryElement;
  readonly place: number;
}

export interface ColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly kind: InventoryKind;
  /** Properties that the source describes. */
  readonly described: readonly string[];
  /** The list is sorted descending. */
  readonly desc: boolean;
  /** Names of customers by id, for lists of several. */
  readonly customers?: ReadonlyMap<number, string> | undefined;
}

const isBandwidth = (property: string): boolean => property === 'bandwidthIn' || property === 'bandwidthOut';

const isKnown = (property: string): property is InventoryProperty =>
  Object.values(inventoryProperties).some((names) => (names as readonly string[]).includes(property));

/** The name of a property; one that the source describes has its own. */
export const propertyName = (text: Translate<typeof en>, property: string): string =>
  isKnown(property) ? text(`property_${property}`) : property;

export const propertyText = (property: string, value: string, language: Language): string =>
  isBandwidth(property) && value !== '' ? formatValue(Number(value), 'bps', language) : value;

export const valueOf = ({ properties }: InventoryElement, property: string): string =>
  properties[property] ?? '';

/** Properties in the order of their columns. */
export const columnsOfKind = (kind: InventoryKind, described: readonly string[]): readonly string[] => [
  ...inventoryProperties[kind],
  ...described,
];

export function CollectionState({
  element: { active, takingEffect },
  text,
}: {
  readonly element: InventoryElement;
  readonly text: Translate<typeof en>;
}) {
  const state = text(active ? 'collected' : 'notCollected');
  return (
    <Tag tone={active ? 'plain' : 'warning'}>
      {takingEffect ? `${state} (${text('takingEffect')})` : state}
    </Tag>
  );
}

function ElementCell({ element, active }: { readonly element: InventoryElement; readonly active: boolean }) {
  const { customer, kind, id, name } = element;
  return (
    <Link
      className="tt-ellipsis"
      to="/inventory/$kind/$element"
      params={{ kind, element: String(id) }}
      search={{ customer }}
      tabIndex={active ? 0 : -1}
    >
      {name}
    </Link>
  );
}

/** The columns of a kind. They are sorted by the server: the value of a column is the place of the row. */
export function inventoryColumns(options: ColumnOptions): readonly Column<PlacedRow>[] {
  const { text, language, kind, described, desc, customers } = options;
  const value = ({ place }: PlacedRow): number => (desc ? -place : place);
  const column = (id: string, header: string): Column<PlacedRow> => ({
    ...{ id, header, value, width: 110, grow: 1 },
    cell: ({ element }) => (
      <span className="tt-ellipsis">{propertyText(id, valueOf(element, id), language)}</span>
    ),
    ...(isBandwidth(id) || id === 'index' ? { align: 'right' as const } : {}),
  });
  const [first = 'name', ...others] = columnsOfKind(kind, described);
  return [
    {
      ...column(first, propertyName(text, first)),
      ...{ width: 160, grow: 2, fixed: true, card: { line: 1 } },
      cell: ({ element }, { active }) => <ElementCell element={element} active={active} />,
    },
    ...(customers === undefined
      ? []
      : [
          {
            ...column('customer', text('customer')),
            sortable: false,
            card: { line: 2 as const },
            cell: ({ element }: PlacedRow) => (
              <span className="tt-ellipsis">{customers.get(element.customer) ?? ''}</span>
            ),
          },
        ]),
    ...others.map((property, index) => ({
      ...column(property, propertyName(text, property)),
      yields: index,
      ...(index === 0 ? { card: { line: 2 as const, end: true as const } } : {}),
    })),
    {
      ...{ id: 'collection', header: text('collection'), value, width: 120, sortable: false },
      card: { line: 1, end: true },
      cell: ({ element }) => <CollectionState element={element} text={text} />,
    },
  ];
}
