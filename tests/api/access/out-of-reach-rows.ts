import type { Db } from '#platform/postgres/postgres.ts';
import { addImportRow } from '#tests/fixtures/provisioning/import-rows.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { resourceRows, type Foreign, type ForeignResources } from './foreign-rows.ts';
import type { ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { scheduleRows } from '#tests/fixtures/scheduling/scheduling-under-test.ts';

/** What a caller of `acme` alone reaches past: its own customer and others use it. */
export interface OutOfReachRows {
  /** By how they are shared. Those that `acme` reads have no name of `initech`. */
  readonly resources: Readonly<Record<string, ForeignResources>>;
  readonly roles: Readonly<Record<string, number>>;
  readonly groups: Readonly<Record<string, number>>;
  readonly profiles: Readonly<Record<string, number>>;
  /** In the space of `initech`. */
  readonly placed: Readonly<
    Record<'application' | 'applicationResource' | 'cluster' | 'clusterResource' | 'qosClass', number>
  >;
  readonly silence: number;
  /** A schedule of reports, and a run of it. */
  readonly schedule: { readonly scheduling: number; readonly run: number };
  /** A saved filter of another user for a foreign customer. */
  readonly filter: number;
  readonly discovery: number;
  readonly importRun: number;
}

const idOf = ({ id }: { readonly id: number }): number => id;

async function addRole(
  db: Db,
  role: { readonly label: string; readonly owner_id?: number; readonly is_admin?: boolean },
): Promise<number> {
  return idOf(await db.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow());
}

async function addGroup(
  db: Db,
  {
    name,
    owner,
    members,
    alarms,
  }: Record<'members' | 'alarms', readonly number[]> & { name: string; owner: number },
): Promise<number> {
  const group_id = idOf(
    await db
      .insertInto('alarm_group')
      .values({ name, owner_id: owner })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  for (const account_id of members)
    await db.insertInto('alarm_group_account').values({ group_id, account_id }).execute();
  for (const alarm_id of alarms)
    await db.insertInto('cockpit_alarm_group').values({ group_id, alarm_id }).execute();
  return group_id;
}

async function addProfile(db: Db, name: string, owner: number | null): Promise<number> {
  return idOf(
    await db
      .insertInto('customer_profile')
      .values({ name, owner_id: owner })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

async function addQosClass(db: Db, customer: number): Promise<number> {
  const model = await db
    .insertInto('qos_model')
    .values({ customer_id: customer, basis: 'own' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rules = { dscp: [46], classMaps: [], queues: [] };
  const own = { name: 'initech class', colour: 'blue', sort_order: 1, rules } as const;
  return idOf(
    await db
      .insertInto('qos_class')
      .values({ ...own, model_id: model.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

async function addPlaced(db: Db, { customer, site }: Foreign) {
  const add = async (kind: 'application' | 'cluster'): Promise<number> =>
    idOf(
      await db
        .insertInto('resource')
        .values({ kind, name: `initech placed ${kind}`, visibility: 'public', customer_id: customer })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
  const applicationResource = await add('application');
  const none = { hostnames: [], applicationNames: [], deviceApplications: [], dscp: [], protocols: [] };
  const application = await db
    .insertInto('custom_application')
    .values({
      resource_id: applicationResource,
      sort_order: 1,
      attributes: { ...none, addresses: [], ports: ['4322'] },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const clusterResource = await add('cluster');
  const element = { customer_id: customer, kind: 'area', parent_id: null, name: 'initech placed cluster' };
  const cluster = await db
    .insertInto('network_element')
    .values(element)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('cluster').values({ id: cluster.id, resource_id: clusterResource }).execute();
  await db.insertInto('cluster_site').values({ cluster_id: cluster.id, site_id: site }).execute();
  const qosClass = await addQosClass(db, customer);
  return { application: application.id, applicationResource, cluster: cluster.id, clusterResource, qosClass };
}

async function addDiscovery(db: Db, { customer, site }: Foreign, at: Date): Promise<number> {
  const request = DiscoveryRequest.parse({
    site,
    ranges: ['192.0.2.1'],
    credentials: [{ community: 'public' }],
  });
  return idOf(
    await db
      .insertInto('discovery_run')
      .values({
        customer_id: customer,
        site_id: site,
        state: 'finished',
        request,
        created_at: at,
        progress: { addresses: 1, queried: 1, found: 0, rejections: {}, rejected: [] },
        created_by: 'initech',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
}

/** Everything that reaches past `acme`, owned by an administrator of every customer unless it belongs to `initech`. */
export async function outOfReachRows(
  { stack: { db }, customers, clock }: ServerUnderTest,
  foreign: Foreign,
  provider: number,
): Promise<OutOfReachRows> {
  const [acme, globex, initech] = ['acme', 'globex', 'initech'].map((name) => customers.get(name)!);
  const mixed = await addProfile(db, 'mixed profile', provider);
  await db.updateTable('customer').set({ profile_id: mixed }).where('id', 'in', [acme!, globex!]).execute();
  const { site } = foreign;
  const of = (name: string, share: Parameters<typeof resourceRows>[1]['share'], owner = provider) =>
    resourceRows(db, { name, owner, site, share });
  const resources = {
    everyone: await of('shared with all', { everyone: true }),
    both: await of('shared with two', { clients: [acme!, initech!] }),
    profile: await of('shared with a profile', { profiles: [mixed] }),
    foreign,
    unshared: await of('initech unshared', {}, foreign.account),
  };
  const { role_id: held } = await db
    .selectFrom('account')
    .select('role_id')
    .where('id', '=', foreign.account)
    .executeTakeFirstOrThrow();
  const defaultRole = await db
    .selectFrom('role')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const defaultProfile = await db
    .selectFrom('customer_profile')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const at = clock.now();
  const owner = foreign.account;
  const match = { alarms: [], severities: [], sites: [site], elements: [] };
  const silence = await db
    .insertInto('silence')
    .values({
      customer_id: foreign.customer,
      match,
      reason: 'initech',
      starts_at: at,
      ends_at: new Date(at.getTime() + 3_600_000),
      author: 'initech',
      author_id: owner,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const filter = await db
    .insertInto('saved_filter')
    .values({
      customer_id: foreign.customer,
      account_id: owner,
      name: 'initech',
      shared: true,
      search: { q: 'initech' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    resources,
    roles: {
      'held by a foreigner': held,
      'made by a foreigner': await addRole(db, { label: 'role of a foreigner', owner_id: owner }),
      'of the product': await addRole(db, { label: 'role of the product' }),
      default: defaultRole.id,
      administrators: await addRole(db, { label: 'Administrators', is_admin: true }),
    },
    groups: {
      'with a foreign member': await addGroup(db, {
        name: 'initech team',
        owner: provider,
        members: [owner],
        alarms: [],
      }),
      'of a foreign author': await addGroup(db, { name: 'initech empty', owner, members: [], alarms: [] }),
      'of a shared alarm': await addGroup(db, {
        name: 'team of all',
        owner: provider,
        members: [],
        alarms: [resources.everyone.alarm],
      }),
    },
    profiles: {
      'of a foreign customer': foreign.profile,
      'of own and foreign customers': mixed,
      'made by a foreigner': await addProfile(db, 'initech empty profile', owner),
      default: defaultProfile.id,
    },
    placed: await addPlaced(db, foreign),
    silence: silence.id,
    filter: filter.id,
    discovery: await addDiscovery(db, foreign, at),
    schedule: await scheduleRows({ db }, { customer: foreign.customer, owner, name: 'initech schedule', at }),
    importRun: await addImportRow(db, { name: 'initech.csv', ...foreign, author: foreign.account, at }),
  };
}
