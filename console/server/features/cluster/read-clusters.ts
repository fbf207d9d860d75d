import { asNames } from '#platform/postgres/as-names.ts';
import { readReached } from '#platform/resource/reached-customers.ts';
import { applicationName, customApplicationOf } from '#schemas/application/application-name.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import type { ClusterEntry, ClusterFault } from '#schemas/cluster/cluster.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import {
  readStoredResources,
  type placedFor,
  type StoredResource,
} from '../../shared/resource/stored-resource.ts';

type Reader = Db | Tx;

const selectClusters = (db: Reader, customer: number, id: number | undefined) =>
  db
    .selectFrom('cluster')
    .innerJoin('network_element as element', 'element.id', 'cluster.id')
    .select(['cluster.id', 'element.kind', 'every_site', 'resource_id'])
    .where('element.customer_id', '=', customer)
    .$if(id !== undefined, (query) => query.where('cluster.id', '=', id ?? 0))
    .execute();
type ClusterRow = Awaited<ReturnType<typeof selectClusters>>[number];

const selectSites = (db: Reader, clusters: readonly number[]) =>
  db
    .selectFrom('cluster_site as own')
    .innerJoin('network_element as site', 'site.id', 'own.site_id')
    .select(['own.cluster_id', 'site.id', 'site.name'])
    .where('own.cluster_id', 'in', [0, ...clusters])
    .orderBy('site.name', asNames)
    .execute();

const selectApplications = (db: Reader, clusters: readonly number[]) =>
  db
    .selectFrom('cluster_application as own')
    .select(['own.cluster_id', 'own.application'])
    .where('own.cluster_id', 'in', [0, ...clusters])
    .orderBy('own.application')
    .execute();

/** The custom applications that a customer may have flows of: its own, and those that the provider shares with it. */
async function readCustomNames(db: Reader, customer: number): Promise<ReadonlyMap<number, string>> {
  const reached = await readReached(db, 'application');
  const rows = await db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'resource_id'])
    .where((eb) => eb.or([eb('customer_id', '=', customer), eb('customer_id', 'is', null)]))
    // A private application matches no flows, and is visible to its owner only.
    .where('visibility', '<>', 'private')
    .execute();
  const own = rows.filter(({ resource_id }) => {
    // An application created between the two statements reaches no customer yet.
    const customers = reached.has(resource_id) ? reached.get(resource_id) : [];
    return customers === undefined || customers.includes(customer);
  });
  return new Map(own.map(({ id, name }) => [id, name]));
}

/** The names that exporters report for the applications that customers have flows of. */
export async function readReportedNames(
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

/** The names of applications: as defined, and as reported by exporters. */
export interface MemberNames {
  readonly custom: ReadonlyMap<number, string>;
  readonly reported: ReadonlyMap<number, string>;
}

interface Members extends MemberNames {
  readonly sites: ClusterEntry['sites'];
  readonly applications: readonly number[];
}

/** The name of an application: as defined, else as reported by its exporters, else its protocol or port. */
export const memberName = (number: number, { custom, reported }: MemberNames): string =>
  custom.get(customApplicationOf(number) ?? 0) ?? reported.get(number) ?? applicationName(number);

/** Whether a number is that of a deleted custom application. */
export const isDeleted = (application: number, custom: MemberNames['custom']): boolean => {
  const id = customApplicationOf(application);
  return id !== undefined && !custom.has(id);
};

export type ClusterContent = Omit<ClusterEntry, keyof ReturnType<typeof placedFor>>;

function contentOf(row: ClusterRow, members: Members): ClusterContent {
  const { sites, applications, custom } = members;
  const faults: ClusterFault[] = applications
    .filter((application) => isDeleted(application, custom))
    .map((application) => ({ is: 'application gone', application }));
  if (!row.every_site && sites.length === 0) faults.unshift({ is: 'no sites' });
  return {
    id: row.id,
    type: row.kind === 'area' ? 'area' : 'application',
    sites,
    applications: applications.map((number) => ({
      number,
      name: memberName(number, members),
    })),
    everySite: row.every_site,
    faults,
  };
}

/** A cluster as stored: the resource that access depends on, and its content. */
export interface StoredCluster {
  readonly stored: StoredResource;
  readonly content: ClusterContent;
}

/** The clusters of a customer and those shared with it, by name, or the one with this id, without access checks. */
export async function readStoredClusters(
  db: Reader,
  customer: number,
  id?: number,
): Promise<StoredCluster[]> {
  const rows = await selectClusters(db, customer, id);
  const ids = rows.map((row) => row.id);
  const sites = Map.groupBy(await selectSites(db, ids), ({ cluster_id }) => cluster_id);
  const applications = Map.groupBy(await selectApplications(db, ids), ({ cluster_id }) => cluster_id);
  const names = {
    custom: await readCustomNames(db, customer),
    reported: await readReportedNames(db, [customer]),
  };
  const stored = await readStoredResources(
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

/** The applications that a customer has flows of or defines, by name. */
export async function readApplicationChoices(
  db: Reader,
  customer: number,
): Promise<{ number: number; name: string }[]> {
  const names = {
    custom: await readCustomNames(db, customer),
    reported: await readReportedNames(db, [customer]),
  };
  return choicesOf(names, await readSeenApplications(db, [customer]));
}

/** The applications that customers have flows of. */
export async function readSeenApplications(
  db: Reader,
  customers: readonly number[],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .select('detail')
    .distinct()
    .where('element.customer_id', 'in', [0, ...customers])
    .where('target.kind', '=', 'application')
    .execute();
  return rows.map(({ detail }) => detail);
}

/** The applications to choose from, by name: those seen in flows, and every custom application. */
export function choicesOf(names: MemberNames, seen: readonly number[]): { number: number; name: string }[] {
  const numbers = new Set(seen.filter((one) => !isDeleted(one, names.custom)));
  for (const id of names.custom.keys()) numbers.add(CUSTOM_ENGINE * 2 ** 32 + id);
  return [...numbers]
    .map((number) => ({ number, name: memberName(number, names) }))
    .sort((one, other) => compareNames(one.name, other.name));
}
