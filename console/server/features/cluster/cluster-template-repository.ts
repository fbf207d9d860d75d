import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ClusterChoices, ClusterDraft, ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { accessTo } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { addTemplate, lockResource, updateResource } from '../../shared/resource/change-resource.ts';
import { changeInTransaction } from '../../shared/resource/change-in-transaction.ts';
import type { ResourceChange } from '../../shared/resource/change-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { requireSameType } from './cluster-members.ts';
import {
  readNames,
  readTemplates,
  seesSite,
  shownTemplate,
  templateApplications,
  templateSites,
} from './read-cluster-templates.ts';
import type { StoredTemplate } from './read-cluster-templates.ts';

/** Who acts, and where the draft stands in the request. */
export interface TemplateActor {
  readonly caller: Caller;
  readonly audit: Audit;
  readonly where: 'body' | 'body.cluster';
}

interface Change extends ResourceChange {
  readonly actor: TemplateActor;
}

const told = ({ name, description, type, everySite, ...of }: ClusterEntry) => ({
  ...{ name, description, type, everySite },
  sites: of.sites.map((site) => site.name),
  applications: of.applications.map((application) => application.name),
});

/** A site that the caller does not see does not exist. */
async function checkSites(tx: Tx, { sites, everySite }: ClusterDraft, { caller, where }: TemplateActor) {
  const known = new Set((await templateSites(tx, caller)).map(({ id }) => id));
  const errors: InputFault[] = sites
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `${where}.sites`,
      message: `${String(id)} does not exist, or you may not see it`,
    }));
  if (everySite && caller.sites.size > 0)
    errors.push({ path: `${where}.everySite`, message: 'you do not see every site' });
  if (errors.length > 0) throw new ProblemError('VALIDATION', { errors });
}

/** Puts these members in place of those before; customers that it reaches have theirs by the end of the statement. */
async function fill(
  tx: Tx,
  resource_id: number,
  { sites, applications }: { readonly sites: readonly number[]; readonly applications: readonly number[] },
): Promise<void> {
  await tx.deleteFrom('cluster_template_site').where('resource_id', '=', resource_id).execute();
  await tx.deleteFrom('cluster_template_application').where('resource_id', '=', resource_id).execute();
  const ofSites = [...new Set(sites)].map((site_id) => ({ resource_id, site_id }));
  const ofApplications = [...new Set(applications)].map((application) => ({ resource_id, application }));
  if (ofSites.length > 0) await tx.insertInto('cluster_template_site').values(ofSites).execute();
  if (ofApplications.length > 0)
    await tx.insertInto('cluster_template_application').values(ofApplications).execute();
  await sql`SELECT spread_clusters()`.execute(tx);
}

async function find({ tx, viewer }: Pick<Change, 'tx' | 'viewer'>, id: number): Promise<StoredTemplate> {
  const [found] = await readTemplates(tx, id);
  if (found === undefined || !accessTo(found.stored, viewer).read) throw new ProblemError('NOT_FOUND');
  return found;
}

async function entry({ tx, viewer, actor }: Change, id: number): Promise<ClusterEntry> {
  const { caller } = actor;
  const names = await readNames(tx, viewer);
  return shownTemplate(await find({ tx, viewer }, id), { viewer, caller, names });
}

/** Clusters of the multi-client space. */
export class ClusterTemplateRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(caller: Caller): Promise<ClusterEntry[]> {
    const viewer = await viewerOf(this.#db, caller);
    const names = await readNames(this.#db, viewer);
    return (await readTemplates(this.#db))
      .filter(({ stored }) => accessTo(stored, viewer).read)
      .map((template) => shownTemplate(template, { viewer, caller, names }));
  }

  async choices(caller: Caller): Promise<ClusterChoices> {
    const viewer = await viewerOf(this.#db, caller);
    return {
      sites: await templateSites(this.#db, caller),
      applications: await templateApplications(this.#db, viewer),
      everySite: caller.sites.size === 0,
    };
  }

  add(draft: ClusterDraft, actor: TemplateActor): Promise<ClusterEntry> {
    return this.#change(actor, async (change) => {
      const { tx } = change;
      await checkSites(tx, draft, actor);
      const { name, description, type, everySite } = draft;
      const resource_id = await addTemplate(change, { kind: 'cluster', name, description });
      const kind = type === 'area' ? 'area' : 'cluster';
      await tx.insertInto('cluster_template').values({ resource_id, kind, every_site: everySite }).execute();
      await fill(tx, resource_id, draft);
      const made = await entry(change, resource_id);
      await this.#record(change, made, { action: 'cluster.create', after: told(made) });
      return made;
    });
  }

  change(
    id: number,
    draft: ClusterDraft & { readonly version: number },
    actor: TemplateActor,
  ): Promise<ClusterEntry> {
    return this.#change(actor, async (change) => {
      const { tx } = change;
      const { found, before } = await this.#lock(change, id, draft.version);
      requireSameType(before, draft, actor);
      await checkSites(tx, draft, actor);
      const { name, description, everySite } = draft;
      await updateResource(change, id, { name, description });
      await tx
        .updateTable('cluster_template')
        .set({ every_site: everySite })
        .where('resource_id', '=', id)
        .execute();
      // What he does not see is not his to take out.
      const kept = everySite ? [] : found.sites.filter((site) => !seesSite(site, actor.caller));
      await fill(tx, id, { ...draft, sites: [...draft.sites, ...kept.map((site) => site.id)] });
      const after = await entry(change, id);
      const difference = { before: told(before), after: told(after) };
      await this.#record(change, after, { action: 'cluster.update', ...difference });
      return after;
    });
  }

  remove(id: number, version: number, actor: TemplateActor): Promise<void> {
    return this.#change(actor, async (change) => {
      const { tx } = change;
      const { before } = await this.#lock(change, id, version);
      await tx
        .deleteFrom('network_element')
        .where('id', 'in', (is) =>
          is.selectFrom('cluster').select('cluster.id').where('resource_id', '=', id),
        )
        .execute();
      await tx.deleteFrom('resource').where('id', '=', id).execute();
      await this.#record(change, before, { action: 'cluster.delete', before: told(before) });
    });
  }

  async #lock(
    change: Change,
    id: number,
    version: number,
  ): Promise<{ found: StoredTemplate; before: ClusterEntry }> {
    await find(change, id);
    await lockResource(change, { kind: 'cluster', id });
    const found = await find(change, id);
    if (found.stored.version !== version) throw new ProblemError('CONFLICT');
    return { found, before: await entry(change, id) };
  }

  #change<Value>(actor: TemplateActor, run: (change: Change) => Promise<Value>): Promise<Value> {
    return changeInTransaction({ db: this.#db, clock: this.#clock }, actor, run);
  }

  #record(
    { tx, actor: { audit } }: Change,
    { id, name }: ClusterEntry,
    entry: Pick<Parameters<Audit>[1], 'action' | 'before' | 'after'>,
  ): Promise<void> {
    return audit(tx, { ...entry, subject: 'cluster', subjectId: id, subjectName: name });
  }
}
