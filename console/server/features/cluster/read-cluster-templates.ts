import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterEntry, ClusterFault } from '#schemas/cluster/cluster.ts';
import { accessTo, type Viewer } from '#schemas/resource/access.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import {
  placedFor,
  readStoredResources,
  type StoredResource,
} from '../../shared/resource/stored-resource.ts';
import {
  choicesOf,
  isDeleted,
  memberName,
  readReportedNames,
  readSeenApplications,
  type MemberNames,
  type ClusterContent,
} from './read-clusters.ts';

type Reader = Db | Tx;

interface TemplateSite {
  readonly id: number;
  readonly name: string;
  readonly customer: number;
}

/** A cluster of the multi-client space as stored. */
export interface StoredTemplate {
  readonly stored: StoredResource;
  readonly type: ClusterEntry['type'];
  readonly everySite: boolean;
  /** Of all customers. */
  readonly sites: readonly TemplateSite[];
  readonly applications: readonly number[];
}

export const seesTemplateSite = ({ id, customer }: TemplateSite, caller: Caller): boolean =>
  caller.customers.has(customer) && sitesSeenBy(caller, customer)?.has(id) !== false;

const selectSites = (db: Reader) =>
  db
    .selectFrom('cluster_template_site as own')
    .innerJoin('network_element as site', 'site.id', 'own.site_id')
    .innerJoin('customer', 'customer.id', 'site.customer_id')
    .select(['own.resource_id', 'site.id', 'site.name', 'site.customer_id', 'customer.name as customer'])
    .orderBy('customer.name', asNames)
    .orderBy('site.name', asNames)
    .execute();

/** The name of a site among those of several customers. */
const siteName = (customer: string, site: string): string => `${customer}: ${site}`;

/** The clusters of the multi-client space by name, or the one of this resource, without access checks. */
export async function readTemplates(db: Reader, id?: number): Promise<StoredTemplate[]> {
  const rows = await db
    .selectFrom('cluster_template')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('resource_id', '=', id ?? 0))
    .execute();
  const sites = Map.groupBy(await selectSites(db), ({ resource_id }) => resource_id);
  const members = await db
    .selectFrom('cluster_template_application')
    .selectAll()
    .orderBy('application')
    .execute();
  const applications = Map.groupBy(members, ({ resource_id }) => resource_id);
  const byResource = new Map(rows.map((row) => [row.resource_id, row]));
  return (await readStoredResources(db, 'cluster', [...byResource.keys()])).flatMap((stored) => {
    const row = byResource.get(stored.id);
    if (row === undefined) return [];
    const own = sites.get(stored.id) ?? [];
    return [
      {
        stored,
        type: row.kind === 'area' ? ('area' as const) : ('application' as const),
        everySite: row.every_site,
        sites: own.map((site) => ({
          id: site.id,
          customer: site.customer_id,
          name: siteName(site.customer, site.name),
        })),
        applications: applications.get(stored.id)?.map(({ application }) => application) ?? [],
      },
    ];
  });
}

/** The custom applications of the provider that the viewer may read. */
async function readProviderNames(db: Reader, viewer: Viewer): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('custom_application').select(['id', 'resource_id']).execute();
  const readable = new Map(
    (await readStoredResources(db, 'application'))
      .filter((one) => one.customer === null && accessTo(one, viewer).read)
      .map(({ id, name }) => [id, name]),
  );
  return new Map(
    rows.flatMap(({ id, resource_id }) => {
      const name = readable.get(resource_id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** The names of applications that the viewer may read. */
export const readApplicationNames = async (db: Reader, viewer: Viewer): Promise<MemberNames> => ({
  custom: await readProviderNames(db, viewer),
  reported: await readReportedNames(db, [...viewer.customers]),
});

function contentOf(template: StoredTemplate, caller: Caller, names: MemberNames): ClusterContent {
  const { stored, type, everySite, applications } = template;
  const faults: ClusterFault[] = applications
    .filter((application) => isDeleted(application, names.custom))
    .map((application) => ({ is: 'application gone', application }));
  if (!everySite && template.sites.length === 0) faults.unshift({ is: 'no sites' });
  return {
    id: stored.id,
    type,
    everySite,
    faults,
    sites: template.sites
      .filter((site) => seesTemplateSite(site, caller))
      .map(({ id, name }) => ({ id, name })),
    applications: applications.map((number) => ({ number, name: memberName(number, names) })),
  };
}

/** The cluster as the viewer may see it, without the sites that the caller does not see. */
export const shownTemplate = (
  template: StoredTemplate,
  {
    viewer,
    caller,
    names,
  }: { readonly viewer: Viewer; readonly caller: Caller; readonly names: MemberNames },
): ClusterEntry => ({ ...placedFor(viewer, template.stored), ...contentOf(template, caller, names) });

/** The sites that the caller sees, by customer and name. */
export async function readTemplateSites(db: Reader, caller: Caller): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('network_element as site')
    .innerJoin('customer', 'customer.id', 'site.customer_id')
    .select(['site.id', 'site.name', 'site.customer_id', 'customer.name as customer'])
    .where('kind', '=', 'site')
    .where('customer_id', 'in', [0, ...caller.customers.keys()])
    .orderBy('customer.name', asNames)
    .orderBy('site.name', asNames)
    .execute();
  return rows
    .filter((site) => seesTemplateSite({ ...site, customer: site.customer_id }, caller))
    .map(({ id, name, customer }) => ({ id, name: siteName(customer, name) }));
}

export const readTemplateApplications = async (db: Reader, viewer: Viewer) =>
  choicesOf(await readApplicationNames(db, viewer), await readSeenApplications(db, [...viewer.customers]));
