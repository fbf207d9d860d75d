import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { AuditEntry, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { insertTemplate, lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { requireSameType } from './cluster-members.ts';
import {
  readApplicationNames,
  readTemplateApplications,
  readTemplates,
  readTemplateSites,
  seesTemplateSite,
  shownTemplate,
  type StoredTemplate,
} from './read-cluster-templates.ts';

export interface TemplateActor extends Actor {
  /** Locates the draft in the request. */
  readonly where: 'body' | 'body.cluster';
}

type TemplateTransaction = ResourceTransaction<TemplateActor>;

/** Fields recorded in the audit trail. */
const auditSnapshot = (cluster: ClusterEntry) => ({
  name: cluster.name,
  description: cluster.description,
  type: cluster.type,
  everySite: cluster.everySite,
  sites: cluster.sites.map((site) => site.name),
  applications: cluster.applications.map((application) => application.name),
});

/** Rejects sites that the caller does not see. */
async function checkTemplateSites(
  tx: Tx,
  { sites, everySite }: ClusterDraft,
  { caller, where }: TemplateActor,
) {
  const known = new Set((await readTemplateSites(tx, caller)).map(({ id }) => id));
  const errors: Fault[] = sites
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `${where}.sites`, code: 'OBJECT_UNKNOWN', params: { id: String(id) } }));
  if (everySite && caller.sites.size > 0)
    errors.push({ path: `${where}.everySite`, code: 'EVERY_SITE_REQUIRED' });
  if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
}

/** Replaces the members of a template, and those of its clusters at the customers that it reaches. */
async function replaceTemplateMembers(
  tx: Tx,
  resource_id: number,
  { sites, applications }: { readonly sites: readonly number[]; readonly applications: readonly number[] },
): Promise<void> {
  await tx.deleteFrom('cluster_template_site').where('resource_id', '=', resource_id).execute();
  await tx.deleteFrom('cluster_template_application').where('resource_id', '=', resource_id).execute();
  const siteRows = [...new Set(sites)].map((site_id) => ({ resource_id, site_id }));
  const applicationRows = [...new Set(applications)].map((application) => ({ resource_id, application }));
  if (siteRows.length > 0) await tx.insertInto('cluster_template_site').values(siteRows).execute();
  if (applicationRows.length > 0)
    await tx.insertInto('cluster_template_application').values(applicationRows).execute();
  await sql`SELECT spread_clusters()`.execute(tx);
}

async function readTemplate({ tx, viewer }: TemplateTransaction, id: number): Promise<StoredTemplate> {
  const [found] = await readTemplates(tx, id);
  if (found === undefined || !accessTo(found.stored, viewer).read) throw new ProblemError('NOT_FOUND');
  return found;
}

async function readEntry(change: TemplateTransaction, id: number): Promise<ClusterEntry> {
  const { tx, viewer, actor } = change;
  const names = await readApplicationNames(tx, viewer);
  return shownTemplate(await readTemplate(change, id), { viewer, caller: actor.caller, names });
}

/** Locks a template until the end of the transaction. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function lockTemplate(
  change: TemplateTransaction,
  id: number,
  version: number,
): Promise<{ template: StoredTemplate; before: ClusterEntry }> {
  await readTemplate(change, id);
  await lockResource(change, { kind: 'cluster', id });
  const template = await readTemplate(change, id);
  rejectStale(template.stored.version, version);
  return { template, before: await readEntry(change, id) };
}

function recordTemplate(
  { record }: TemplateTransaction,
  { id, name }: ClusterEntry,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  return record({ ...entry, subject: 'cluster', subjectId: id, subjectName: name });
}

interface ClusterTemplateRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

/** Clusters of the multi-client space. */
export class ClusterTemplateRepository {
  readonly #needs: ClusterTemplateRepositoryNeeds;

  constructor(needs: ClusterTemplateRepositoryNeeds) {
    this.#needs = needs;
  }

  async list(caller: Caller): Promise<ClusterEntry[]> {
    const { db } = this.#needs;
    const viewer = await viewerOf(db, caller);
    const names = await readApplicationNames(db, viewer);
    return (await readTemplates(db))
      .filter(({ stored }) => accessTo(stored, viewer).read)
      .map((template) => shownTemplate(template, { viewer, caller, names }));
  }

  /** The sites and applications that a cluster can be made of. */
  async readChoices(caller: Caller): Promise<ClusterChoices> {
    const { db } = this.#needs;
    const viewer = await viewerOf(db, caller);
    return {
      sites: await readTemplateSites(db, caller),
      applications: await readTemplateApplications(db, viewer),
      everySite: caller.sites.size === 0,
    };
  }

  create(draft: ClusterDraft, actor: TemplateActor): Promise<ClusterEntry> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      await checkTemplateSites(tx, draft, actor);
      const { name, description, type, everySite } = draft;
      const resource_id = await insertTemplate(change, { kind: 'cluster', name, description });
      const kind = type === 'area' ? 'area' : 'cluster';
      await tx.insertInto('cluster_template').values({ resource_id, kind, every_site: everySite }).execute();
      await replaceTemplateMembers(tx, resource_id, draft);
      const created = await readEntry(change, resource_id);
      await recordTemplate(change, created, { action: 'cluster.create', after: auditSnapshot(created) });
      return created;
    });
  }

  update(
    id: number,
    draft: ClusterDraft & { readonly version: number },
    actor: TemplateActor,
  ): Promise<ClusterEntry> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const { template, before } = await lockTemplate(change, id, draft.version);
      requireSameType(before, draft, actor);
      await checkTemplateSites(tx, draft, actor);
      const { name, description, everySite } = draft;
      await updateResource(change, id, { name, description });
      await tx
        .updateTable('cluster_template')
        .set({ every_site: everySite })
        .where('resource_id', '=', id)
        .execute();
      // Sites that the caller does not see stay members.
      const retained = everySite
        ? []
        : template.sites.filter((site) => !seesTemplateSite(site, actor.caller));
      const sites = [...draft.sites, ...retained.map((site) => site.id)];
      await replaceTemplateMembers(tx, id, { ...draft, sites });
      const after = await readEntry(change, id);
      await recordTemplate(change, after, {
        action: 'cluster.update',
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  delete(id: number, version: number, actor: TemplateActor): Promise<void> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const { tx } = change;
      const { before } = await lockTemplate(change, id, version);
      await tx
        .deleteFrom('network_element')
        .where('id', 'in', (eb) =>
          eb.selectFrom('cluster').select('cluster.id').where('resource_id', '=', id),
        )
        .execute();
      await tx.deleteFrom('resource').where('id', '=', id).execute();
      await recordTemplate(change, before, { action: 'cluster.delete', before: auditSnapshot(before) });
    });
  }
}
