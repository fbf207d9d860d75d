import type { Transaction } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import type { ShareReach } from '#schemas/resource/share-change.ts';
import type { ShareTargets } from '#schemas/sharing/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { compareNames } from '#schemas/order/name-order.ts';

type Reader = Db | Transaction<Database>;

/** The profiles and customers that the viewer may share with, by name. A profile with a customer that they do not see is out of reach. */
export async function readShareTargets(db: Reader, viewer: Viewer): Promise<ShareTargets> {
  const rows = await db
    .selectFrom('customer_profile as profile')
    .leftJoin('customer', 'customer.profile_id', 'profile.id')
    .select(['profile.id', 'profile.name', 'customer.id as client', 'customer.name as client_name'])
    .orderBy('profile.name', asNames)
    .orderBy('customer.name', asNames)
    .execute();
  const own = (client: number | null): client is number => client !== null && viewer.customers.has(client);
  return {
    everyone: viewer.allCustomers,
    profiles: [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, held]) => {
      const clients = held.flatMap(({ client }) => client ?? []);
      const isOwn = viewer.allCustomers || viewer.unrestrictedProfiles.has(id);
      return isOwn ? [{ id, name: held[0]?.name ?? '', clients: clients.length }] : [];
    }),
    clients: rows
      .flatMap(({ client, client_name, name }) =>
        own(client) ? [{ id: client, name: client_name ?? '', profile: name }] : [],
      )
      .sort((one, other) => compareNames(one.name, other.name)),
  };
}

export async function readShareReach(db: Reader, viewer: Viewer): Promise<ShareReach> {
  const { everyone, profiles, clients } = await readShareTargets(db, viewer);
  return {
    everyone,
    profiles: new Set(profiles.map(({ id }) => id)),
    clients: new Set(clients.map(({ id }) => id)),
  };
}
