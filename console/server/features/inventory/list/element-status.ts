import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { LineFindings } from '../../../shared/line/line-findings.ts';
import { orphanOf } from './client-network.ts';
import type { CollectionEffect } from './collection-effect.ts';
import type { Listed } from './listed-elements.ts';

type Place = InventoryElement['site'];

const placeOf = (id: number | undefined, name: string | undefined): Place =>
  id === undefined || name === undefined ? null : { id, name };

/** When these elements were created, and whether data is collected of them: as stored, which the inventory follows. */
async function readStatuses(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('network_element')
    .select(['id', 'active', 'created_at', 'status_comment', 'status_updated_by', 'status_updated_at'])
    .where(sql<boolean>`id = ANY(${[...ids]}::integer[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}

type StatusRow = Awaited<ReturnType<typeof readStatuses>> extends Map<number, infer Row> ? Row : never;

function statusOf({ status_comment, status_updated_by, status_updated_at }: StatusRow) {
  if (status_updated_by === null) return null;
  const at = status_updated_at?.toISOString() ?? null;
  return { comment: status_comment ?? '', by: status_updated_by, at };
}

interface StatusNeeds {
  readonly db: Db;
  readonly inventory: { readonly current: Inventory };
  readonly effect: Pick<CollectionEffect, 'appliedAt'>;
  readonly findings: () => Promise<LineFindings>;
}

const noFindings: LineFindings = new Map();

/** Undefined findings are left out of the response. */
const findingsOf = (found: LineFindings, id: number): Pick<InventoryElement, 'findings'> => {
  const findings = found.get(id);
  return findings === undefined ? {} : { findings: [...findings] };
};

const isAfter = (at: Date | null, ms: number): boolean => at !== null && at.getTime() > ms;

/** The inactive element above, the innermost first. */
function inactiveAbove({ sites, devices }: Inventory, kind: InventoryKind, { site, device }: Listed) {
  const parents = [
    ...(kind === 'device' ? [] : [{ kind: 'device' as const, of: devices.get(device ?? 0) }]),
    ...(kind === 'site' ? [] : [{ kind: 'site' as const, of: sites.get(site) }]),
  ];
  const found = parents.find(({ of }) => of?.active === false);
  return found?.of === undefined ? null : { kind: found.kind, name: found.of.name };
}

/** Listed elements as responses have them. One that was deleted a moment ago is left out. */
export async function withStatus(
  { db, inventory: { current }, effect, findings }: StatusNeeds,
  kind: InventoryKind,
  listed: readonly Listed[],
): Promise<{ readonly element: InventoryElement; readonly createdAt: string }[]> {
  const statuses = await readStatuses(
    db,
    listed.map(({ id }) => id),
  );
  const isSwitched = [...statuses.values()].some((row) => row.status_updated_at !== null);
  const appliedAt = isSwitched ? await effect.appliedAt() : 0;
  const found = kind === 'interface' && listed.length > 0 ? await findings() : noFindings;
  return listed.flatMap((one) => {
    const row = statuses.get(one.id);
    if (row === undefined) return [];
    const { id, customer, name, properties, classOfService: of } = one;
    const orphan = orphanOf(current, kind, one);
    const element = {
      id,
      kind,
      customer,
      name,
      active: row.active,
      takingEffect: row.active !== one.active || isAfter(row.status_updated_at, appliedAt),
      properties,
      ...(of && { classOfService: { name: of.name, colour: of.colour } }),
      ...findingsOf(found, id),
      status: statusOf(row),
      inactiveAbove: inactiveAbove(current, kind, one),
      ...(orphan && { orphan }),
      site: kind === 'site' ? null : placeOf(one.site, current.sites.get(one.site)?.name),
      device: kind === 'device' ? null : placeOf(one.device, current.devices.get(one.device ?? 0)?.name),
    };
    return [{ element, createdAt: row.created_at.toISOString() }];
  });
}
