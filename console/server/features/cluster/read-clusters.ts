import { readReached } from '#platform/resource/reached-customers.ts';
import { applicationName, customApplicationOf } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import type { ClusterEntry, ClusterFault } from '#schemas/cluster/cluster.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { readStored } from '../../shared/resource/stored-resource.ts';
import type { placedFor, StoredResource } from '../../shared/resource/stored-resource.ts';

type Reader = Db | Tx;

const rowsOf = (db: Reader, customer: number, id: number | undefined) =>
  db
    .selectFrom('cluster')
    .innerJoin('network_element as element', 'element.id', 'cluster.id')
    .select(['cluster.id', 'element.kind', 'every_site', 'resource_id'])
    .where('element.customer_id', '=', customer)
    .$if(id !== undefined, (query) => query.where('cluster.id', '=', id ?? 0))
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
export async function customNames(db: Reader, customer: number): Promise<ReadonlyMap<number, string>> {
  const reached = await readReached(db, 'application');
  const rows = await db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'resource_id'])
    .where((is) => is.or([is('customer_id', '=', customer), is('customer_id', 'is', null)]))
    // A private one recognises nothing, and is nobody else's to know of.
    .where('visibility', '<>', 'private')
    .execute();
  const own = rows.filter(({ resource_id }) => {
    // One made between the statements concerns nobody yet.
    const customers = reached.has(resource_id) ? reached.get(resource_id) : [];
    return customers === undefined || customers.includes(customer);
  });
  return new Map(own.map(({ id, name }) => [id, name]));
}

/** What exporters call the applications that customers have flows of. */
export async function toldNames(
  db: Reader,
  customers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select(['detail', 'label'])
    .distinct()
    .where('element.customer_id', 'in', [0, ...customers])
    .where('target.kind', '=', 'application')
    .where('label', 'is not', null)
    .execute();
  return new Map(rows.map(({ detail, label }) => [detail, label ?? '']));
}

interface Members {
  readonly sites: ClusterEntry['sites'];
  readonly applications: readonly number[];
  readonly custom: ReadonlyMap<number, string>;
  readonly told: ReadonlyMap<number, string>;
}

/** What an application is called: as it is defined, else as its exporters say, else by its protocol or port. */
export const nameOf = (number: number, { custom, told }: Pick<Members, 'custom' | 'told'>): string =>
  custom.get(customApplicationOf(number) ?? 0) ?? told.get(number) ?? applicationName(number);

/** A custom application that is deleted has no flows any more. */
export const isGone = (application: number, custom: Members['custom']): boolean => {
  const id = customApplicationOf(application);
  return id !== undefined && !custom.has(id);
};

export type ClusterContent = Omit<ClusterEntry, keyof ReturnType<typeof placedFor>>;

function contentOf(row: ClusterRow, members: Members): ClusterContent {
  const { sites, applications, custom } = members;
  const faults: ClusterFault[] = applications
    .filter((application) => isGone(application, custom))
    .map((application) => ({ is: 'application gone', application }));
  if (!row.every_site && sites.length === 0) faults.unshift({ is: 'no sites' });
  return {
    id: row.id,
    type: row.kind === 'area' ? 'area' : 'application',
    sites,
    applications: applications.map((number) => ({
      number,
      name: nameOf(number, members),
    })),
    everySite: row.every_site,
    faults,
  };
}

/** A cluster as the tables have it: what decides about it, and its content. */
export interface StoredCluster {
  readonly stored: StoredResource;
  readonly content: ClusterContent;
}

/** Clusters of a customer and what is shared with it, by name, or the one of this id, whoever may see them. */
export async function readClusters(db: Reader, customer: number, id?: number): Promise<StoredCluster[]> {
  const rows = await rowsOf(db, customer, id);
  const ids = rows.map((row) => row.id);
  const sites = Map.groupBy(await sitesOf(db, ids), ({ cluster_id }) => cluster_id);
  const applications = Map.groupBy(await applicationsOf(db, ids), ({ cluster_id }) => cluster_id);
  const names = { custom: await customNames(db, customer), told: await toldNames(db, [customer]) };
  const stored = await readStored(
    db,
    'cluster',
    rows.map(({ resource_id }) => resource_id),
  );
  const byResource = new Map(rows.map((row) => [row.resource_id, row]));
  return stored.flatMap((one) => {
    const row = byResource.get(one.id);
    if (row === undefined) return [];
    const members = {
      ...names,
      sites: sites.get(row.id)?.map((site) => ({ id: site.id, name: site.name })) ?? [],
      applications: applications.get(row.id)?.map(({ application }) => application) ?? [],
    };
    return [{ stored: one, content: contentOf(row, members) }];
  });
}

/** Applications that the customer has flows of, or recognises itself, by name. */
export async function readApplications(
  db: Reader,
  customer: number,
): Promise<{ number: number; name: string }[]> {
  const names = { custom: await customNames(db, customer), told: await toldNames(db, [customer]) };
  return choicesOf(names, await metApplications(db, [customer]));
}

/** Applications that customers have flows of. */
export async function metApplications(db: Reader, customers: readonly number[]): Promise<readonly number[]> {
  const met = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select('detail')
    .distinct()
    .where('element.customer_id', 'in', [0, ...customers])
    .where('target.kind', '=', 'application')
    .execute();
  return met.map(({ detail }) => detail);
}

/** What can be chosen, by name: what is met, and every custom application. */
export function choicesOf(
  names: Pick<Members, 'custom' | 'told'>,
  met: readonly number[],
): { number: number; name: string }[] {
  const numbers = new Set(met.filter((one) => !isGone(one, names.custom)));
  for (const id of names.custom.keys()) numbers.add(CUSTOM_ENGINE * 2 ** 32 + id);
  return [...numbers]
    .map((number) => ({ number, name: nameOf(number, names) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
