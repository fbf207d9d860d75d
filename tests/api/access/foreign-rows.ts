import type { Db } from '#platform/postgres/postgres.ts';
import { addImportRow } from '#tests/fixtures/provisioning/import-rows.ts';
import type { TemplateKind } from '#schemas/resource/kind.ts';
import { addDocument } from './foreign-documents.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

/** A resource of each kind of the multi-client space. */
export interface ForeignResources {
  readonly cockpit: number;
  readonly alarm: number;
  readonly application: number;
  /** The resource that the application is. */
  readonly applicationResource: number;
  /** Of a site of `initech`. */
  readonly cluster: number;
  readonly dashboard: number;
  readonly home: number;
  readonly report: number;
}

/** What belongs to `initech` alone: every name of it contains that word. */
export interface Foreign extends ForeignResources {
  readonly customer: number;
  readonly site: number;
  readonly account: number;
  readonly profile: number;
  readonly recording: number;
  readonly importRun: number;
  readonly token: number;
  /** A shared filter across customers. */
  readonly filter: number;
}

interface ResourceSketch {
  readonly name: string;
  readonly owner: number;
  readonly site: number;
  readonly share: {
    readonly everyone?: boolean;
    readonly profiles?: readonly number[];
    readonly clients?: readonly number[];
  };
}

/** A resource of each kind of the multi-client space, shared alike. */
export async function resourceRows(
  db: Db,
  { name, owner, site, share }: ResourceSketch,
): Promise<ForeignResources> {
  const add = async (kind: TemplateKind): Promise<number> => {
    const { everyone = false, profiles = [], clients = [] } = share;
    const { id } = await db
      .insertInto('resource')
      .values({
        kind,
        name: `${name} ${kind}`,
        visibility: 'multi-client',
        owner_id: owner,
        shared_with_all: everyone,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = [
      ...profiles.map((profile_id) => ({ resource_id: id, profile_id, customer_id: null })),
      ...clients.map((customer_id) => ({ resource_id: id, profile_id: null, customer_id })),
    ];
    if (rows.length > 0) await db.insertInto('resource_share').values(rows).execute();
    return id;
  };
  const applicationResource = await add('application');
  const none = { hostnames: [], applicationNames: [], deviceApplications: [], dscp: [], protocols: [] };
  const application = await db
    .insertInto('custom_application')
    .values({
      resource_id: applicationResource,
      sort_order: applicationResource,
      attributes: { ...none, addresses: [], ports: ['4321'] },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cluster = await add('cluster');
  await db.insertInto('cluster_template').values({ resource_id: cluster, kind: 'area' }).execute();
  await db.insertInto('cluster_template_site').values({ resource_id: cluster, site_id: site }).execute();
  const cockpit = await add('cockpit');
  const rule = { kpi: 'itf_in_util', operator: '>', threshold: 80, severity: 'major' } as const;
  const alarm = await db
    .insertInto('cockpit_alarm')
    .values({ cockpit_id: cockpit, label: `${name} alarm`, ...rule, outliers: 1, measures: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [dashboard, home, report] = [await add('dashboard'), await add('home'), await add('report')];
  for (const id of [dashboard, home]) await addDocument(db, id, `${name} document`);
  await addDocument(db, report, `${name} document`, 'report');
  const ids = { alarm: alarm.id, application: application.id };
  return { cockpit, ...ids, applicationResource, cluster, dashboard, home, report };
}

export async function foreignRows({ stack, customers, account, clock }: ServerUnderTest): Promise<Foreign> {
  const { db } = stack;
  const customer = customers.get('initech')!;
  const person = await account({ username: 'foreigner', permissions: [], customers: ['initech'] });
  await db.updateTable('account').set({ last_name: 'initech' }).where('id', '=', person).execute();
  const profile = await db
    .insertInto('customer_profile')
    .values({ name: 'initech profile' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('customer').set({ profile_id: profile.id }).where('id', '=', customer).execute();
  const site = await db
    .selectFrom('network_element')
    .select('id')
    .where('customer_id', '=', customer)
    .where('kind', '=', 'site')
    .executeTakeFirstOrThrow();
  const resources = await resourceRows(db, {
    name: 'initech',
    owner: person,
    site: site.id,
    share: { clients: [customer] },
  });
  const startedAt = clock.now();
  const recording = await db
    .insertInto('debug_recording')
    .values({
      site_id: site.id,
      started_at: startedAt,
      ends_at: new Date(startedAt.getTime() + 3_600_000),
      max_bytes: 1_000_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await db
    .insertInto('api_token')
    .values({
      account_id: person,
      name: 'initech token',
      token_hash: 'none',
      permissions: ['ALERT.read'],
      created_at: startedAt,
      expires_at: new Date(startedAt.getTime() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const filter = await db
    .insertInto('saved_filter')
    .values({
      customer_id: null,
      account_id: person,
      name: 'initech across',
      shared: true,
      search: { q: 'initech' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    customer,
    site: site.id,
    account: person,
    filter: filter.id,
    profile: profile.id,
    ...resources,
    recording: recording.id,
    importRun: await addImportRow(db, { name: 'initech.csv', customer, author: person, at: startedAt }),
    token: token.id,
  };
}
