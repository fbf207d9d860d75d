import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { pastName } from '#schemas/table/past-name.ts';
import type { Row } from '#schemas/table/relation.ts';

type PastName = Row<typeof pastName>;
type Kept = ReadonlyMap<number, readonly PastName[]>;

/** The names of alarms and elements at a time, seconds since 1970; empty for what nobody remembers. */
export interface NamesThen {
  readonly alarm: (id: number, at: number) => string;
  readonly element: (id: number, at: number) => string;
  readonly site: (id: number, at: number) => string;
  /** Undefined for an element that nobody remembers. */
  readonly kind: (id: number, at: number) => ElementKind | undefined;
}

async function readKept(db: Db, subject: 'alarm' | 'element', ids: readonly number[]): Promise<Kept> {
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

/** What held at a time and does no longer: the first that ended behind it, and the last one of what is gone. */
function keptAt(kept: Kept, id: number, at: number): PastName | undefined {
  const own = kept.get(id);
  const last = own?.at(-1);
  return own?.find(({ until }) => until.getTime() > at * 1_000) ?? (last?.gone === true ? last : undefined);
}

const kindOf = (text: string | null | undefined): ElementKind | undefined =>
  elementKinds.find((kind) => kind === text);

function elementNames(kept: Kept, inventory: Inventory): Omit<NamesThen, 'alarm'> {
  const name = (id: number, at: number): string =>
    keptAt(kept, id, at)?.name ?? elementOf(inventory, id)?.name ?? '';
  const kind = (id: number, at: number): ElementKind | undefined =>
    kindOf(keptAt(kept, id, at)?.kind) ?? elementOf(inventory, id)?.kind;
  /** As `elementLabel`: behind its device. */
  const element = (id: number, at: number): string => {
    const own = name(id, at);
    const parent = keptAt(kept, id, at)?.parent_id ?? elementOf(inventory, id)?.device ?? id;
    const device = parent !== id && kind(parent, at) === 'device' ? name(parent, at) : '';
    return device === '' || own === '' || own.startsWith(device) ? own : `${device} · ${own}`;
  };
  return { element, kind, site: name };
}

interface Named {
  readonly alarm: number;
  readonly element: number;
  readonly site: number;
}

/** The names that the events had at their time, of what they name. */
export async function readNamesThen(
  { db, inventory }: { readonly db: Db; readonly inventory: Inventory },
  rows: readonly Named[],
): Promise<NamesThen> {
  const alarms = [...new Set(rows.map(({ alarm }) => alarm))];
  const elements = rows.flatMap(({ element, site }) => [element, site]);
  const [labels, alarmNames, own] = await Promise.all([
    alarms.length === 0
      ? []
      : db.selectFrom('cockpit_alarm').select(['id', 'label']).where('id', 'in', alarms).execute(),
    readKept(db, 'alarm', alarms),
    readKept(db, 'element', elements),
  ]);
  const parents = [
    ...[...own.values()].flat().flatMap(({ parent_id }) => parent_id ?? []),
    ...rows.flatMap(({ element }) => elementOf(inventory, element)?.device ?? []),
  ];
  const kept = new Map([...(await readKept(db, 'element', parents)), ...own]);
  const now = new Map(labels.map(({ id, label }) => [id, label]));
  return {
    ...elementNames(kept, inventory),
    alarm: (id, at) => keptAt(alarmNames, id, at)?.name ?? now.get(id) ?? '',
  };
}
