import { sql, type Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { editPlace, reachesOthers, type ProtectedResource, type Viewer } from '#schemas/resource/access.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import {
  ResourceVisibility,
  type EditPlace,
  type Named,
  type ResourceSummary,
  type SharedWith,
} from '#schemas/resource/resource.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Reader = Db | Transaction<Database>;

/** Full name of an account, or its username. */
export const authorName = (
  first: string | null,
  last: string | null,
  username: string | null,
): string | null => `${first ?? ''} ${last ?? ''}`.trim() || username;

const readRows = (db: Reader, kind: ResourceKind, ids: readonly number[] | undefined) =>
  db
    .selectFrom('resource')
    .leftJoin('account as owner', 'owner.id', 'resource.owner_id')
    .leftJoin('account as author', 'author.id', 'resource.author_id')
    .leftJoin('account as creator', 'creator.id', 'resource.creator_id')
    .leftJoin('account as setter', 'setter.id', 'resource.status_by_id')
    .leftJoin('dashboard_document as written', 'written.resource_id', 'resource.id')
    .selectAll('resource')
    .select([
      'owner.first_name as owner_first',
      'owner.last_name as owner_last',
      'owner.username as owner_username',
    ])
    .select(['author.first_name as author_first', 'author.last_name as author_last'])
    .select(['author.username as author_username', 'setter.username as setter_username'])
    .select(['creator.first_name as creator_first', 'creator.last_name as creator_last'])
    .select('creator.username as creator_username')
    .select(['setter.first_name as setter_first', 'setter.last_name as setter_last'])
    .select(
      sql<string | null>`written.document #>> ARRAY['translations', 'fr', resource.name]`.as('french_name'),
    )
    .where('kind', '=', kind)
    .$if(ids !== undefined, (query) => query.where('resource.id', 'in', ids ?? []))
    .execute();
type ResourceRow = Awaited<ReturnType<typeof readRows>>[number];

const readShares = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('resource_share as share')
    .leftJoin('customer_profile as profile', 'profile.id', 'share.profile_id')
    .leftJoin('customer', 'customer.id', 'share.customer_id')
    .select(['resource_id', 'share.profile_id', 'share.customer_id'])
    .select(['profile.name as profile_name', 'customer.name as customer_name'])
    .where('resource_id', 'in', ids)
    .execute();
type ShareRow = Awaited<ReturnType<typeof readShares>>[number];

/** A resource as stored: the fields that access depends on, and those that are shown. */
export interface StoredResource extends ProtectedResource {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly active: boolean;
  readonly statusComment: string;
  readonly profiles: readonly Named[];
  readonly clients: readonly Named[];
  readonly row: ResourceRow;
}

function storedOf(row: ResourceRow, kind: ResourceKind, shares: readonly ShareRow[]): StoredResource {
  const profiles = shares.flatMap(({ profile_id: id, profile_name: name }) =>
    id === null || name === null ? [] : [{ id, name }],
  );
  const clients = shares.flatMap(({ customer_id: id, customer_name: name }) =>
    id === null || name === null ? [] : [{ id, name }],
  );
  const byName = ({ name }: Named): string => name;
  return {
    kind,
    id: row.id,
    name: row.name,
    version: row.version,
    visibility: ResourceVisibility.parse(row.visibility),
    owner: row.owner_id,
    customer: row.customer_id,
    active: row.active,
    statusComment: row.status_comment,
    share: {
      everyone: row.shared_with_all,
      profiles: profiles.map(({ id }) => id),
      clients: clients.map(({ id }) => id),
    },
    profiles: inNameOrder(profiles, byName),
    clients: inNameOrder(clients, byName),
    row,
  };
}

/** Every resource of a kind, by name, without access checks: filter with `accessTo`. */
export async function readStoredResources(
  db: Reader,
  kind: ResourceKind,
  ids?: readonly number[],
): Promise<StoredResource[]> {
  if (ids?.length === 0) return [];
  const rows = inNameOrder(await readRows(db, kind, ids), ({ name }) => name);
  if (rows.length === 0) return [];
  const shares = Map.groupBy(
    await readShares(
      db,
      rows.map(({ id }) => id),
    ),
    ({ resource_id }) => resource_id,
  );
  return rows.map((row) => storedOf(row, kind, shares.get(row.id) ?? []));
}

/** The names of the profiles and customers that a resource is shared with, as far as the viewer may see them. */
function sharedWith({ share, profiles, clients }: StoredResource, viewer: Viewer): SharedWith {
  const seenProfiles = profiles.filter(({ id }) => viewer.allCustomers || viewer.profiles.has(id));
  const seenClients = clients.filter(({ id }) => viewer.customers.has(id));
  return {
    everyone: share.everyone,
    profiles: [...seenProfiles],
    clients: [...seenClients],
    others: profiles.length + clients.length - seenProfiles.length - seenClients.length,
  };
}

/** The common fields of a resource as the viewer may see them. */
export function shownTo(viewer: Viewer, stored: StoredResource): ResourceSummary {
  const { row } = stored;
  const owner = authorName(row.owner_first, row.owner_last, row.owner_username);
  return {
    id: row.id,
    name: row.name,
    ...(row.french_name === null ? {} : { nameFr: row.french_name }),
    description: row.description,
    version: row.version,
    author: authorName(row.author_first, row.author_last, row.author_username),
    updatedAt: row.updated_at.getTime(),
    owner: row.owner_id === null || owner === null ? null : { id: row.owner_id, name: owner },
    createdAt: row.created_at.getTime(),
    createdBy: authorName(row.creator_first, row.creator_last, row.creator_username),
    visibility: stored.visibility,
    share: sharedWith(stored, viewer),
    reachesOthers: reachesOthers(stored.share, viewer),
    status: {
      active: row.active,
      comment: row.status_comment,
      updatedAt: row.status_at?.getTime() ?? null,
      updatedBy: authorName(row.setter_first, row.setter_last, row.setter_username),
    },
  };
}

/** The common fields of an object with an own id that is shown in the space of a customer. */
export function placedFor(
  viewer: Viewer,
  stored: StoredResource,
): Omit<ResourceSummary, 'id'> & { readonly resource: number; readonly edit: EditPlace } {
  const { id: resource, ...shown } = shownTo(viewer, stored);
  return { ...shown, resource, edit: editPlace(stored, viewer) };
}
