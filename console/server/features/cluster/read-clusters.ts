import { readReached } from '#platform/resource/reached-customers.ts';
import { applicationName, customApplicationOf } from '#schemas/application/application-name.ts';
import type { ClusterEntry, ClusterFault } from '#schemas/cluster/cluster.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

type Reader = Db | Tx;

const rowsOf = (db: Reader, customer: number, id: number | undefined) =>
  db
    .selectFrom('cluster')
    .innerJoin('network_element as element', 'element.id', 'cluster.id')
    .leftJoin('account', 'account.id', 'cluster.owner_id')
    .select([
      'cluster.id',
      'element.kind',
      'element.name',
      'every_site',
      'cluster.updated_at',
      'cluster.version',
    ])
    .select(['account.username', 'account.first_name', 'account.last_name'])
    .where('element.customer_id', '=', customer)
    .$if(id !== undefined, (query) => query.where('cluster.id', '=', id ?? 0))
    .orderBy('element.name')
    .execute();
type ClusterRow = Awaited<ReturnType<typeof rowsOf>>[number];

const sitesOf = (db: Reader, clusters: readonly number[]) =>
  db
    .selectFrom('cluster_site as own')
    .innerJoin('network_element as site', 'site.id', 'own.site_id')
    .select(['own.cluster_id', 'site.id', 'site.name'])
    .where('own.cluster_id', 'in', [0, ...clusters])
    .orderBy('site.name')
    .execute();

const applicationsOf = (db: Reader, clusters: readonly number[]) =>
  db
    .selectFrom('cluster_application as own')
    .select(['own.cluster_id', 'own.application'])
    .where('own.cluster_id', 'in', [0, ...clusters])
    .orderBy('own.application')
    .execute();

/** Custom applications that the customer may have flows of: its own, and what the provider shares with it. */
async function customNames(db: Reader, customer: number): Promise<ReadonlyMap<number, string>> {
  const reached = await readReached(db, 'application');
  const rows = await db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'resource_id'])
    .where((is) => is.or([is('customer_id', '=', customer), is('customer_id', 'is', null)]))
    .execute();
  const own = rows.filter(({ resource_id }) => {
    // One made between the statements concerns nobody yet.
    const customers = reached.has(resource_id) ? reached.get(resource_id) : [];
    return customers === undefined || customers.includes(customer);
  });
  return new Map(own.map(({ id, name }) => [id, name]));
}

/** What exporters call the applications that the customer has flows of. */
async function toldNames(db: Reader, customer: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select(['detail', 'label'])
    .distinct()
    .where('element.customer_id', '=', customer)
    .where('target.kind', '=', 'application')
    .where('label', 'is not', null)
    .execute();
  return new Map(rows.map(({ detail, label }) => [detail, label ?? '']));
}

const ownerOf = ({ username, first_name, last_name }: ClusterRow): string | null =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') || username;

interface Members {
  readonly sites: ClusterEntry['sites'];
  readonly applications: readonly number[];
  readonly custom: ReadonlyMap<number, string>;
  readonly told: ReadonlyMap<number, string>;
}

/** A custom application that is deleted has no flows any more. */
const isGone = (application: number, custom: Members['custom']): boolean => {
  const id = customApplicationOf(application);
  return id !== undefined && !custom.has(id);
};

function entryOf(row: ClusterRow, { sites, applications, custom, told }: Members): ClusterEntry {
  const faults: ClusterFault[] = applications
    .filter((application) => isGone(application, custom))
    .map((application) => ({ is: 'application gone', application }));
  if (!row.every_site && sites.length === 0) faults.unshift({ is: 'no sites' });
  return {
    id: row.id,
    type: row.kind === 'area' ? 'area' : 'application',
    name: row.name,
    owner: ownerOf(row),
    sites,
    applications: applications.map((number) => ({
      number,
      name: custom.get(customApplicationOf(number) ?? 0) ?? told.get(number) ?? applicationName(number),
    })),
    everySite: row.every_site,
    updatedAt: row.updated_at.getTime(),
    version: row.version,
    faults,
  };
}

/** Clusters of a customer by name, or the one of this id; with the names of what is in them. */
export async function readClusters(db: Reader, customer: number, id?: number): Promise<ClusterEntry[]> {
  const rows = await rowsOf(db, customer, id);
  const ids = rows.map((row) => row.id);
  const sites = Map.groupBy(await sitesOf(db, ids), ({ cluster_id }) => cluster_id);
  const applications = Map.groupBy(await applicationsOf(db, ids), ({ cluster_id }) => cluster_id);
  const custom = await customNames(db, customer);
  const told = await toldNames(db, customer);
  return rows.map((row) =>
    entryOf(row, {
      custom,
      told,
      sites: sites.get(row.id)?.map((site) => ({ id: site.id, name: site.name })) ?? [],
      applications: applications.get(row.id)?.map(({ application }) => application) ?? [],
    }),
  );
}
