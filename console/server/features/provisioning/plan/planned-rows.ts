import type { ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { ImportPlan, PlannedElement } from './plan-import.ts';
import type { ImportedCells } from './desired-cells.ts';

/** Tables that an import writes, in the order of their references. */
export type WrittenTable =
  | 'customer'
  | 'network_element'
  | 'site'
  | 'device'
  | 'network_interface'
  | 'exporter';

/** Rows of one statement. */
export interface PlannedRows {
  readonly table: WrittenTable;
  readonly write: 'insert' | 'update';
  readonly rows: readonly ImportedCells[];
  /** Of an update: the rows as they were. */
  readonly before?: readonly ImportedCells[];
}

const ROWS = 4_000;

const tableOf = {
  customer: 'customer',
  site: 'site',
  device: 'device',
  interface: 'network_interface',
} as const satisfies Record<ImportLevel, WrittenTable>;

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += ROWS) yield items.slice(at, at + ROWS);
}

/** New elements by level: their ids are allocated before their rows are made. */
export const newElements = (
  { elements }: ImportPlan,
  kind: 'customer' | 'element',
): readonly PlannedElement[] =>
  elements.filter(
    ({ before, desired: { level } }) =>
      before === undefined && (level === 'customer') === (kind === 'customer'),
  );

function customerOf({ desired }: PlannedElement): number {
  let element = desired;
  while (element.parent !== undefined) element = element.parent;
  return element.id;
}

const elementRow = (planned: PlannedElement): ImportedCells => {
  const { desired } = planned;
  const { level, parent } = desired;
  return {
    id: desired.id,
    customer_id: customerOf(planned),
    kind: level,
    name: desired.name,
    parent_id: level === 'site' ? null : (parent?.id ?? 0),
  };
};

/** The row of an element before it was moved or renamed. */
function formerRow(planned: PlannedElement): ImportedCells {
  const row = elementRow(planned);
  const { movedFrom, renamedFrom } = planned;
  return {
    ...row,
    ...(renamedFrom === undefined ? {} : { name: renamedFrom }),
    ...(movedFrom === undefined ? {} : { parent_id: movedFrom.row.id }),
  };
}

function* insertsOf(level: ImportLevel, plan: ImportPlan): Generator<PlannedRows> {
  const added = plan.elements.filter(
    ({ before, desired }) => before === undefined && desired.level === level,
  );
  for (const some of chunks(added)) {
    if (level !== 'customer') yield { table: 'network_element', write: 'insert', rows: some.map(elementRow) };
    yield {
      table: tableOf[level],
      write: 'insert',
      rows: some.map(({ desired: { id, name }, after }) => ({
        id,
        ...(level === 'customer' ? { client_id: name } : {}),
        ...after,
      })),
    };
  }
}

function* updatesOf(level: ImportLevel, plan: ImportPlan): Generator<PlannedRows> {
  const changed = plan.elements.filter(
    ({ before, fields, desired }) => before !== undefined && fields.length > 0 && desired.level === level,
  );
  for (const some of chunks(changed))
    yield {
      table: tableOf[level],
      write: 'update',
      rows: some.map(({ desired: { id }, after }) => ({ id, ...after })),
      before: some.map(({ desired: { id }, before = {} }) => ({ id, ...before })),
    };
}

/** Elements that get another name or another parent. */
function* movesOf(level: ImportLevel, { elements }: ImportPlan): Generator<PlannedRows> {
  const moved = elements.filter(
    ({ movedFrom, renamedFrom, desired }) =>
      desired.level === level && (movedFrom !== undefined || renamedFrom !== undefined),
  );
  for (const some of chunks(moved))
    yield {
      table: 'network_element',
      write: 'update',
      rows: some.map(elementRow),
      before: some.map(formerRow),
    };
}

/** The rows that an import writes, in the order of their references. Ids of new elements are set. */
export function* plannedRows(plan: ImportPlan): Generator<PlannedRows> {
  for (const level of ['customer', 'site', 'device', 'interface'] as const) {
    yield* insertsOf(level, plan);
    yield* movesOf(level, plan);
    yield* updatesOf(level, plan);
  }
  const exporters = plan.elements.flatMap(({ desired: { id }, exporters: addresses }) =>
    addresses.map((address) => ({ address, device_id: id })),
  );
  for (const rows of chunks(exporters)) yield { table: 'exporter', write: 'insert', rows };
}
