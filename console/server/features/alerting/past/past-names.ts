import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { topologyContext, topologyOf, type TopologyPlace } from '#schemas/cockpit/topology.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { pastName } from '#schemas/table/inventory.ts';
import type { Row } from '#schemas/table/relation.ts';

type PastNameRow = Row<typeof pastName>;
type StoredNames = ReadonlyMap<number, readonly PastNameRow[]>;

export interface PlacedEvent {
  readonly alarm: number;
  readonly element: number;
  readonly site: number;
}

/** The names of alarms and elements at a time, in seconds since 1970. Empty when no name is stored. */
export interface PastNames {
  readonly alarm: (id: number, at: number) => string;
  readonly element: (id: number, at: number) => string;
  readonly site: (id: number, at: number) => string;
  /** The name of the device of an element, or of the device itself; empty: it belongs to none. */
  readonly device: (id: number, at: number) => string;
  /** The topology of an element at the time, limited to the levels that its alarm shows today, nearest first. */
  readonly topology: (event: PlacedEvent, at: number) => readonly string[];
  /** Undefined for an unknown element. */
  readonly kind: (id: number, at: number) => ElementKind | undefined;
  /** Undefined: it is not in the inventory. */
  readonly kindNow: (id: number) => ElementKind | undefined;
}

async function readStoredNames(
  db: Db,
  subject: 'alarm' | 'element',
  ids: readonly number[],
): Promise<StoredNames> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('past_name')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', sql<number>`any(${[...new Set(ids)]}::integer[])`)
    .orderBy('until')
    .execute();
  return Map.groupBy(rows, ({ subject_id }) => subject_id);
}

/** The stored name that applied at a time: the first that ended after it, or the last one of a deleted object. */
function storedNameAt(stored: StoredNames, id: number, at: number): PastNameRow | undefined {
  const own = stored.get(id);
  const last = own?.at(-1);
  return (
    own?.find(({ until }) => until.getTime() > at * 1_000) ?? (last?.deleted === true ? last : undefined)
  );
}

const kindOf = (text: string | null | undefined): ElementKind | undefined =>
  elementKinds.find((kind) => kind === text);

function elementNames(stored: StoredNames, inventory: Inventory) {
  const name = (id: number, at: number): string =>
    storedNameAt(stored, id, at)?.name ?? elementOf(inventory, id)?.name ?? '';
  const kind = (id: number, at: number): ElementKind | undefined =>
    kindOf(storedNameAt(stored, id, at)?.kind) ?? elementOf(inventory, id)?.kind;
  /** Empty for a device itself, and for an element without one. */
  const deviceAbove = (id: number, at: number): string => {
    const parent = storedNameAt(stored, id, at)?.parent_id ?? elementOf(inventory, id)?.device ?? id;
    return parent !== id && kind(parent, at) === 'device' ? name(parent, at) : '';
  };
  /** The name after that of its device, as in `elementLabel`. */
  const element = (id: number, at: number): string => {
    const own = name(id, at);
    const above = deviceAbove(id, at);
    return above === '' || own === '' || own.startsWith(above) ? own : `${above} · ${own}`;
  };
  const kindNow = (id: number): ElementKind | undefined => elementOf(inventory, id)?.kind;
  const device = (id: number, at: number): string =>
    kind(id, at) === 'device' ? name(id, at) : deviceAbove(id, at);
  return { element, kind, kindNow, site: name, device, deviceAbove };
}

/** Reads the names of the objects of events, as they were at the time of each event. */
export async function readPastNames(
  { db, inventory, customer }: { readonly db: Db; readonly inventory: Inventory; readonly customer: number },
  rows: readonly PlacedEvent[],
): Promise<PastNames> {
  const customerName = inventory.customers.get(customer)?.name ?? '';
  const alarms = [...new Set(rows.map(({ alarm }) => alarm))];
  const elements = rows.flatMap(({ element, site }) => [element, site]);
  const [labels, alarmNames, own] = await Promise.all([
    alarms.length === 0
      ? []
      : db
          .selectFrom('cockpit_alarm')
          .select(['id', 'label', 'topology_levels', 'topology_filter'])
          .where('id', 'in', alarms)
          .execute(),
    readStoredNames(db, 'alarm', alarms),
    readStoredNames(db, 'element', elements),
  ]);
  const parents = [
    ...[...own.values()].flat().flatMap(({ parent_id }) => parent_id ?? []),
    ...rows.flatMap(({ element }) => elementOf(inventory, element)?.device ?? []),
  ];
  const stored = new Map([...(await readStoredNames(db, 'element', parents)), ...own]);
  const now = new Map(labels.map(({ id, label }) => [id, label]));
  const topologies = new Map(labels.map((row) => [row.id, topologyOf(row)]));
  const { deviceAbove, ...names } = elementNames(stored, inventory);
  return {
    ...names,
    topology({ alarm, element, site }, at) {
      const own = topologies.get(alarm);
      if (own === undefined) return [];
      const ownSite = element === site ? '' : names.site(site, at);
      const places: readonly TopologyPlace[] = [
        { level: 'device', name: deviceAbove(element, at) },
        { level: 'site', name: ownSite },
        { level: 'customer', name: customerName },
      ];
      return topologyContext(
        own,
        places.filter(({ name }) => name !== ''),
      ).map(({ name }) => name);
    },
    alarm: (id, at) => storedNameAt(alarmNames, id, at)?.name ?? now.get(id) ?? '',
  };
}
