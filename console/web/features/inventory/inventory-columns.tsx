import { Link } from '@tanstack/react-router';
import { infrastructures } from '#schemas/inventory/list/infrastructure.ts';
import { infrastructureNames } from '#schemas/inventory/list/infrastructure-names.ts';
import {
  inventoryProperties,
  type InventoryKind,
  type InventoryProperty,
} from '#schemas/inventory/list/inventory-kind.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { findingWords } from '#schemas/line/line-finding-words.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import type { OrphanReason } from '#schemas/inventory/list/orphan.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { ClassName } from '#web/kernel/qos/ClassName.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

/** An element at its place in the order of the server. */
export interface PlacedRow {
  readonly element: InventoryElement;
  readonly place: number;
}

/** Columns are sorted by the server: the value of a row is its place. */
export const placeValue =
  (desc: boolean) =>
  ({ place }: PlacedRow): number =>
    desc ? -place : place;

export interface ColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly kind: InventoryKind;
  /** Properties that the source describes. */
  readonly described: readonly string[];
  /** What can be done with an element. */
  readonly actionsOf: (element: InventoryElement) => readonly MenuItem[];
  /** The list is sorted descending. */
  readonly desc: boolean;
  /** Whether only orphans are listed. */
  readonly isOfOrphans?: boolean;
  /** Names of customers by id, for lists of several. */
  readonly customers?: ReadonlyMap<number, string> | undefined;
  /** Properties that any element has; undefined: not known. The columns of others are hidden at first. */
  readonly filled?: readonly string[] | undefined;
  /** What is shown as it is now, before and after the name. */
  readonly live?: Readonly<Record<'state' | 'others', readonly Column<PlacedRow>[]>> | undefined;
}

const isBandwidth = (property: string): boolean => property === 'bandwidthIn' || property === 'bandwidthOut';

export function propertyText({
  property,
  value,
  language,
}: {
  property: string;
  value: string;
  language: Language;
}): string {
  const type = infrastructures.find((each) => each === value);
  if (property === 'infrastructure' && type !== undefined) return infrastructureNames[type][language];
  return isBandwidth(property) && value !== '' ? formatTyped(Number(value), 'bps', language) : value;
}

/**
 * Whose attribute it is: what the customer knows its network by, what the service provider (SP) runs it by, or both, so that a row
 * can be recognised.
 */
const clientProperties: ReadonlySet<string> = new Set<InventoryProperty>([
  'city',
  'country',
  'region',
  'networks',
  'alias',
  'bandwidthIn',
  'bandwidthOut',
  'tags',
]);
const sharedColumns: ReadonlySet<string> = new Set(['name', 'site', 'device', 'customer', 'orphan']);
export type ColumnOwner = 'client' | 'sp';
export const isOwnedBy = (column: string, owner: ColumnOwner): boolean =>
  sharedColumns.has(column) || clientProperties.has(column) === (owner === 'client');

export const valueOf = ({ properties }: InventoryElement, property: string): string =>
  properties[property] ?? '';

/** Properties in the order of their columns. */
export const columnsOfKind = (kind: InventoryKind, described: readonly string[]): readonly string[] => [
  ...inventoryProperties[kind],
  ...described,
];

/** Why an element of a kind is an orphan. */
export const orphanText = (text: Translate<typeof en>, kind: InventoryKind, reason: OrphanReason): string =>
  kind === 'site' ? text('orphanSite') : text(`orphan_${reason}`);

export function CollectionState({
  element: { active, takingEffect, inactiveAbove },
  text,
}: {
  readonly element: InventoryElement;
  readonly text: Translate<typeof en>;
}) {
  const isCollected = active && inactiveAbove === null;
  const state = !active
    ? text('notCollected')
    : inactiveAbove === null
      ? text('collected')
      : text(`inactive_${inactiveAbove.kind}`, { name: inactiveAbove.name });
  return (
    <Tag tone={isCollected ? 'plain' : 'warning'}>
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

/** What pollers found out about the line of an interface, as sentences. */
export const findingsText = ({ findings = [] }: InventoryElement, language: Language): string =>
  findings.map((finding) => findingWords(finding, language)).join('. ');

const isWarning = ({ findings = [] }: InventoryElement): boolean =>
  findings.some(({ is }) => is !== 'no speed');

/** It leaves a narrow table after the attributes of an interface, and before its device and site. */
const LINE_YIELDS = 2;

/** Why a line has no values, or more than its speed. */
const lineColumn = (
  { text, language, filled }: Pick<ColumnOptions, 'text' | 'language' | 'filled'>,
  value: (row: PlacedRow) => number,
): Column<PlacedRow> => ({
  id: 'line',
  header: text('line'),
  value,
  yields: LINE_YIELDS,
  ...(filled?.includes('line') === false ? { hiddenAtFirst: true } : {}),
  width: 110,
  grow: 2,
  sortable: false,
  cell: ({ element }) => {
    const tone = isWarning(element) ? 'tt-inventory-finding' : 'tt-muted';
    return <span className={`tt-ellipsis ${tone}`}>{findingsText(element, language)}</span>;
  },
});

/** Why listed orphans are some. */
const orphanColumn = (
  { text, kind }: Pick<ColumnOptions, 'text' | 'kind'>,
  value: (row: PlacedRow) => number,
): Column<PlacedRow> => ({
  id: 'orphan',
  header: text('orphan'),
  value,
  width: 170,
  grow: 1,
  sortable: false,
  card: { line: 3, wraps: true },
  cell: ({ element: { orphan } }) =>
    orphan !== undefined && <span className="tt-ellipsis">{orphanText(text, kind, orphan)}</span>,
});

/** Whether data is collected, and why not. */
const stateColumns = (
  { text, live, filled }: Pick<ColumnOptions, 'text' | 'live' | 'filled'>,
  value: (row: PlacedRow) => number,
  yields: number,
): readonly Column<PlacedRow>[] => [
  {
    id: 'collection',
    header: text('collection'),
    value,
    width: 130,
    grow: 1,
    sortable: false,
    // The state says so as well.
    ...(live !== undefined && live.state.length > 0 ? { hiddenAtFirst: true } : {}),
    card: { line: 1, end: true },
    cell: ({ element }) => (
      <span className="tt-ellipsis">
        <CollectionState element={element} text={text} />
      </span>
    ),
  },
  {
    id: 'motivation',
    header: text('motivation'),
    value,
    width: 90,
    grow: 1,
    sortable: false,
    ...(filled?.includes('motivation') === false ? { hiddenAtFirst: true } : {}),
    yields,
    cell: ({ element: { status } }) => (
      <span className="tt-ellipsis">
        {status === null || status.comment !== '' ? status?.comment : status.by}
      </span>
    ),
  },
];

/** Said by other columns, or of use to few. */
const hiddenAtFirst: ReadonlySet<string> = new Set(['labelIp', 'latitude', 'longitude']);

/** The columns of a kind. They are sorted by the server: the value of a column is the place of the row. */
export function inventoryColumns(options: ColumnOptions): readonly Column<PlacedRow>[] {
  const {
    text,
    language,
    kind,
    described,
    desc,
    customers,
    isOfOrphans = false,
    actionsOf,
    filled,
    live,
  } = options;
  const value = placeValue(desc);
  const column = (id: string, header: string): Column<PlacedRow> => ({
    id,
    header,
    value,
    width: 110,
    grow: 1,
    cell: ({ element }) =>
      id === 'classOfService' && element.classOfService !== undefined ? (
        <ClassName of={element.classOfService} />
      ) : (
        <span className="tt-ellipsis">
          {propertyText({ property: id, value: valueOf(element, id), language })}
        </span>
      ),
    ...(isBandwidth(id) || id === 'index' ? { align: 'right' as const } : {}),
  });
  const [first = 'name', ...others] = columnsOfKind(kind, described);
  const isEmpty = (property: string): boolean => filled?.includes(property) === false;
  return [
    ...(live?.state ?? []),
    {
      ...column(first, propertyName(first, language)),
      width: 160,
      grow: 2,
      fixed: true,
      card: { line: 1 },
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
    ...(live?.others ?? []),
    ...(isOfOrphans ? [orphanColumn(options, value)] : []),
    ...others.map((property, index) => ({
      ...column(property, propertyName(property, language)),
      yields: index,
      ...(hiddenAtFirst.has(property) || isEmpty(property) ? { hiddenAtFirst: true } : {}),
      ...(index === 0 ? { card: { line: 2 as const, end: true as const } } : {}),
    })),
    ...(kind === 'interface' ? [lineColumn(options, value)] : []),
    ...stateColumns(options, value, others.length),
    rowActionsColumn<PlacedRow>({
      header: text('actions'),
      nameOf: ({ element }) => element.name,
      actions: ({ element }) => actionsOf(element),
      disabledReasonOf: () => undefined,
    }),
  ];
}
