import type { Transaction } from 'kysely';
import { paced } from '#platform/clock/paced.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { ComponentKind } from '#schemas/inventory/component.ts';
import { differingFields, type DifferenceRecorder } from './import-difference.ts';

type Tx = Transaction<Database>;
type Kind = 'site' | 'device' | 'interface' | ComponentKind;
type Cells = Readonly<Record<string, unknown>>;

/** An element as described in the file. */
export interface DesiredElement<Detail> {
  readonly customerId: number;
  /** Null for a site. */
  readonly parentId: number | null;
  readonly name: string;
  /** Names from the customer down. */
  readonly label: string;
  readonly detail: Detail;
}

/** Reads and writes the detail table of a kind. */
export interface ElementLevel<Detail extends Cells> {
  readonly kind: Kind;
  readonly read: (tx: Tx, ids: readonly number[]) => Promise<readonly (Detail & { readonly id: number })[]>;
  readonly insert: (tx: Tx, rows: readonly (Detail & { readonly id: number })[]) => Promise<unknown>;
  readonly update: (tx: Tx, id: number, detail: Detail) => Promise<unknown>;
}

/** Rows per statement: it is written within some milliseconds, and its parameters stay far below PostgreSQL's limit of 65,535. */
const ROWS_PER_STATEMENT = 1_000;
function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT)
    yield items.slice(at, at + ROWS_PER_STATEMENT);
}

const keyText = (customerId: number, parentId: number | null, name: string): string =>
  JSON.stringify([customerId, parentId, name]);
export const elementKey = ({
  customerId,
  parentId,
  name,
}: Omit<DesiredElement<unknown>, 'detail' | 'label'>): string => keyText(customerId, parentId, name);

/** Returns the ids of the elements of a kind by natural key (customer, parent, name). */
async function elementIds(tx: Tx, kind: Kind, customers: readonly number[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('network_element')
    .select(['id', 'customer_id', 'parent_id', 'name'])
    .where('kind', '=', kind)
    .where('customer_id', 'in', [0, ...customers])
    .execute();
  const ids = new Map<string, number>();
  const pause = paced();
  for (const row of rows) {
    ids.set(keyText(row.customer_id, row.parent_id, row.name), row.id);
    const due = pause();
    if (due !== undefined) await due;
  }
  return ids;
}

/** Adds the elements, and their ids to `ids`. */
async function insertElements<Detail extends Cells>(
  { tx, ids }: { readonly tx: Tx; readonly ids: Map<string, number> },
  { kind, insert }: ElementLevel<Detail>,
  missing: readonly DesiredElement<Detail>[],
): Promise<void> {
  for (const some of chunks(missing)) {
    const rows = await tx
      .insertInto('network_element')
      .values(
        some.map((needed) => ({
          customer_id: needed.customerId,
          parent_id: needed.parentId,
          name: needed.name,
          kind,
        })),
      )
      .returning(['id', 'customer_id', 'parent_id', 'name'])
      .execute();
    for (const row of rows) ids.set(keyText(row.customer_id, row.parent_id, row.name), row.id);
    const details = some.map((needed) => ({ ...needed.detail, id: ids.get(elementKey(needed)) ?? 0 }));
    await insert(tx, details);
  }
}

/** A name or place that an element got before its cells are compared. */
interface PlaceChange {
  readonly id: number;
  /** Path before. */
  readonly former: string;
  readonly fields: readonly string[];
  readonly before: Cells;
  readonly after: Cells;
}

/** The change of an element with that of its place, as one. */
const withPlace = (
  { fields, before, after }: Omit<PlaceChange, 'id' | 'former'>,
  place: PlaceChange | undefined,
) => ({
  fields: [...(place?.fields ?? []), ...fields],
  before: { ...before, ...place?.before },
  after: { ...after, ...place?.after },
  former: place?.former,
});

interface ElementImport {
  readonly tx: Tx;
  readonly recorder: DifferenceRecorder;
  readonly placed?: readonly PlaceChange[];
}

/** The stored cells of elements, by id. */
async function readPresent<Detail extends Cells>(
  tx: Tx,
  level: ElementLevel<Detail>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Detail>> {
  const present = new Map<number, Detail>();
  for (const some of chunks(ids)) for (const row of await level.read(tx, some)) present.set(row.id, row);
  return present;
}

interface StoredElement<Detail> {
  readonly id: number;
  readonly detail: Detail;
  readonly place: PlaceChange | undefined;
}

/** Writes the cells that differ, and records the change. */
async function updateElement<Detail extends Cells>(
  { tx, recorder }: ElementImport,
  level: ElementLevel<Detail>,
  { element, stored }: { readonly element: DesiredElement<Detail>; readonly stored: StoredElement<Detail> },
): Promise<void> {
  const fields = differingFields(stored.detail, element.detail);
  if (fields.length > 0) await level.update(tx, stored.id, element.detail);
  const change = withPlace({ fields, before: stored.detail, after: element.detail }, stored.place);
  if (change.fields.length === 0) recorder.unchanged(level.kind);
  else recorder.changed(level.kind, element.label, change);
}

/** Imports the elements of one kind; returns their ids by natural key. */
export async function importElements<Detail extends Cells>(
  run: ElementImport,
  level: ElementLevel<Detail>,
  desired: readonly DesiredElement<Detail>[],
): Promise<ReadonlyMap<string, number>> {
  const { tx, recorder, placed = [] } = run;
  const ids = await elementIds(tx, level.kind, [...new Set(desired.map(({ customerId }) => customerId))]);
  const present = await readPresent(tx, level, [...ids.values()]);
  const places = new Map(placed.map((place) => [place.id, place]));
  const missing: DesiredElement<Detail>[] = [];
  const pause = paced();
  for (const element of desired) {
    const due = pause();
    if (due !== undefined) await due;
    const id = ids.get(elementKey(element)) ?? 0;
    const detail = present.get(id);
    if (detail !== undefined) {
      await updateElement(run, level, { element, stored: { id, detail, place: places.get(id) } });
      continue;
    }
    missing.push(element);
    recorder.added(level.kind, element.label, element.detail);
  }
  await insertElements({ tx, ids }, level, missing);
  return ids;
}
