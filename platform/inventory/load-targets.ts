import type { Kysely } from 'kysely';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { flowTargetName } from '#schemas/inventory/flow-target-name.ts';
import {
  flowTargetKinds,
  type Cluster,
  type FlowTarget,
  type Targets,
} from '#schemas/inventory/flow-target.ts';
import { inPages } from './in-pages.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Db = Kysely<Database>;

/** A flow target has the current name of its site or application: a rename shows at once. */
async function loadFlowTargets(db: Db): Promise<Targets['flows']> {
  const query = db
    .selectFrom('flow_target as target')
    .innerJoin('network_element as element', 'element.id', 'target.id')
    .leftJoin('network_element as remote', (join) =>
      join.onRef('remote.id', '=', 'target.detail').on('target.kind', '=', 'conversation'),
    )
    .select(['target.id', 'target.site_id', 'target.kind', 'target.detail', 'target.label'])
    .select(['element.customer_id', 'element.active', 'remote.name as remote'])
    .select('remote.customer_id as remote_customer')
    .orderBy('target.id');
  const applications = await db
    .selectFrom('custom_application as application')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['application.id', 'name', 'visibility'])
    .execute();
  const existing = new Set(applications.map(({ id }) => id));
  const custom = new Map(
    applications.flatMap(({ id, name, visibility }) =>
      visibility === 'private' ? [] : [[id, name] as const],
    ),
  );
  const targets = new Map<number, FlowTarget>();
  type Row = Awaited<ReturnType<typeof query.execute>>[number];
  const take = ({ id, site_id, kind: text, detail, customer_id, active, ...row }: Row): void => {
    const kind = flowTargetKinds.find((known) => known === text);
    if (kind === undefined) return;
    const customId = kind === 'application' ? customApplicationOf(detail) : undefined;
    const name = flowTargetName(
      { kind, detail },
      {
        custom: custom.get(customId ?? 0) ?? row.label,
        remote: row.remote_customer === customer_id ? row.remote : undefined,
      },
    );
    const target = { id, customer: customer_id, site: site_id, kind, detail, name, active };
    const isDeleted = customId !== undefined && !existing.has(customId);
    targets.set(id, isDeleted ? { ...target, deleted: true } : target);
  };
  await inPages(({ after, count }) => query.where('target.id', '>', after).limit(count).execute(), take);
  return targets;
}

async function loadClusters(db: Db): Promise<readonly Cluster[]> {
  const rows = await db
    .selectFrom('cluster')
    .innerJoin('network_element as element', 'element.id', 'cluster.id')
    .innerJoin('resource', 'resource.id', 'resource_id')
    .select(['cluster.id', 'element.customer_id', 'element.kind', 'element.name', 'every_site'])
    .where('resource.active', '=', true)
    // Every user of a customer sees its alarms: private clusters raise none.
    .where('visibility', '<>', 'private')
    .orderBy('cluster.id')
    .execute();
  const sites = await db.selectFrom('cluster_site').selectAll().orderBy('site_id').execute();
  const applications = await db
    .selectFrom('cluster_application')
    .selectAll()
    .orderBy('application')
    .execute();
  const sitesOf = Map.groupBy(sites, ({ cluster_id }) => cluster_id);
  const applicationsOf = Map.groupBy(applications, ({ cluster_id }) => cluster_id);
  return rows.map(({ id, customer_id, kind, name, every_site }) => ({
    id,
    customer: customer_id,
    kind: kind === 'cluster' ? ('cluster' as const) : ('area' as const),
    name,
    everySite: every_site,
    sites: sitesOf.get(id)?.map(({ site_id }) => site_id) ?? [],
    applications: applicationsOf.get(id)?.map(({ application }) => application) ?? [],
  }));
}

/** Loads flow targets and clusters. */
export async function loadTargets(db: Db): Promise<Targets> {
  const [flows, clusters] = [await loadFlowTargets(db), await loadClusters(db)];
  return {
    flows,
    clusters: new Map(clusters.map((cluster) => [cluster.id, cluster])),
  };
}
