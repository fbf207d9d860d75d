import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cockpit, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import type { SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { ResourceSummary } from '#schemas/resource/resource.ts';
import type { ShareTargets } from '#schemas/sharing/routes.ts';
import { loadTargets } from '#platform/inventory/load-targets.ts';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import type { AccessExplanation } from '#schemas/user/access-explanation.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { lastEvent } from '../../fixtures/server/administrator.ts';
import { liveUsersOf, opened, type LiveUsers, type LiveConnection } from './live.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { clusterFields } from '#tests/fixtures/update-fields.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { atNight } from '#tests/gate/at-night.ts';

const LIBRARY = '/api/v1/mt/cockpit';
const SHARING = '/api/v1/mt/share-resource';

let server: ServerUnderTest;
let live: LiveUsers;
/** Writes and shares cockpits, sees every customer. */
let author: Browser;
/** The same permissions, for two of the customers. */
let colleague: Browser;
let profiles: Readonly<Record<'gold' | 'silver', number>>;

const customer = (clientId: string): number => server.customers.get(clientId)!;
const writes: readonly Permission[] = ['TEMPLATE.COCKPIT.write', 'NETWORK.APPLICATION.write'];

async function someone(
  username: string,
  permissions: readonly Permission[],
  customers?: readonly string[],
): Promise<Browser> {
  await server.account({ username, permissions, ...(customers === undefined ? {} : { customers }) });
  return server.signedIn(username);
}

beforeAll(async () => {
  server = await openServer();
  live = await liveUsersOf(server);
  const { db } = server.stack;
  const made = await db
    .insertInto('customer_profile')
    .values([{ name: 'Gold' }, { name: 'Silver' }])
    .returning(['id', 'name'])
    .execute();
  const idOf = (expected: string): number => made.find(({ name }) => name === expected)!.id;
  profiles = { gold: idOf('Gold'), silver: idOf('Silver') };
  for (const [clientId, profile_id] of [
    ['acme', profiles.gold],
    ['globex', profiles.silver],
    ['initech', profiles.silver],
  ] as const)
    await db.updateTable('customer').set({ profile_id }).where('client_id', '=', clientId).execute();
  author = await someone('author', writes);
  colleague = await someone('colleague', writes, ['acme', 'globex']);
});
afterAll(async () => {
  live.disconnect();
  await server.close();
});

let made = 0;
async function aCockpit(by = author): Promise<Cockpit> {
  made += 1;
  const response = await by.send('POST', LIBRARY, { body: { name: `Shared ${String(made)}` } });
  expect(response.statusCode).toBe(200);
  return response.json();
}
interface ShareDraft {
  readonly everyone?: boolean;
  readonly profiles?: readonly number[];
  readonly clients?: readonly number[];
}
const shareOf = ({ id, version }: { id: number; version: number }, expected: ShareDraft, by = author) =>
  by.send('PUT', `${SHARING}/cockpit/${String(id)}`, {
    body: { version, everyone: false, profiles: [], clients: [], ...expected },
  });
async function shared(
  cockpit: { id: number; version: number },
  expected: ShareDraft,
): Promise<ResourceSummary> {
  const response = await shareOf(cockpit, expected);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json();
}
const urlOf = ({ id }: { id: number }, remaining = ''): string => `${LIBRARY}/${String(id)}${remaining}`;
const namesIn = async (by: Browser): Promise<string[]> =>
  ((await by.get(LIBRARY)).json() as { cockpits: CockpitSummary[] }).cockpits.map(({ name }) => name);
const seenAt = async (by: Browser, clientId: string): Promise<SharedCockpit[]> => {
  const response = await by.get(`/api/v1/customers/${String(customer(clientId))}/cockpit`);
  expect(response.statusCode).toBe(200);
  return (response.json() as { cockpits: SharedCockpit[] }).cockpits;
};

describe('the owner of a resource', () => {
  const idOf = async (username: string): Promise<number> =>
    (
      await server.stack.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id;
  const give = (cockpit: Cockpit, owner: number, by = author, version = cockpit.version) =>
    by.send('PUT', `${SHARING}/cockpit/${String(cockpit.id)}/owner`, { body: { owner, version } });
  const found = async (by: Browser, search: string): Promise<string[]> => {
    const response = await by.get(`${SHARING}/cockpit/owners?search=${search}`);
    return (response.json() as { owners: { username: string }[] }).owners.map(({ username }) => username);
  };

  it('can be transferred to a user with the same write permission, and the audit trail records it', async () => {
    const cockpit = await aCockpit();
    const response = await give(cockpit, await idOf('colleague'));
    expect(response.json()).toMatchObject({ owner: { name: 'colleague' }, version: cockpit.version + 1 });
    // Not shared: it is the new owner's now, and no longer that of the one before.
    expect(
      [await namesIn(author), await namesIn(colleague)].map((all) => all.includes(cockpit.name)),
    ).toEqual([false, true]);
    const event = await lastEvent(server, 'cockpit.owner');
    expect(event).toMatchObject({ actor: 'author', subject_name: cockpit.name });
    expect(JSON.parse(event.detail)).toEqual({
      changes: [{ field: 'owner', before: 'author', after: 'colleague' }],
    });
    const late = await give(cockpit, await idOf('author'), colleague, cockpit.version);
    expect(statusAndCode(late)).toEqual([409, 'CONFLICT']);
  });

  it('cannot be transferred to a user without write permission, locked, or with clients hidden from the previous owner', async () => {
    const { db } = server.stack;
    await someone('reads', ['TEMPLATE.COCKPIT.read']);
    await someone('locked', writes, ['acme']);
    await db.updateTable('account').set({ lock_reason: 'admin' }).where('username', '=', 'locked').execute();
    await someone('stranger', writes, ['acme', 'initech']);
    await someone('neighbour', writes, ['acme']);
    const profiled = await idOf('neighbour');
    for (const username of ['reads', 'locked'])
      expect(statusAndCode(await give(await aCockpit(), await idOf(username)))).toEqual([
        422,
        'OWNER_UNKNOWN',
      ]);
    for (const username of ['stranger', 'author'])
      expect(statusAndCode(await give(await aCockpit(colleague), await idOf(username), colleague))).toEqual([
        422,
        'OWNER_UNKNOWN',
      ]);
    expect(await found(colleague, '')).toEqual(['colleague', 'neighbour']);
    expect(await found(author, 'stranger')).toEqual(['stranger']);
    expect(await found(author, '%25')).toEqual([]);
    // An administrator who sees every customer can own what another one gives away; one who sees some cannot.
    await someone('provider', writes);
    await someone('customerless', writes, []);
    expect(await found(author, 'provider')).toEqual(['provider']);
    expect(await found(author, 'customerless')).toEqual(['customerless']);
    expect([...(await found(colleague, 'provider')), ...(await found(colleague, 'customerless'))]).toEqual(
      [],
    );
    await db
      .insertInto('account_profile')
      .values({ account_id: profiled, profile_id: profiles.silver })
      .execute();
    expect(await found(colleague, '')).toEqual(['colleague']);
  });

  it('is not changed with the read permission alone, nor without access', async () => {
    const cockpit = await aCockpit();
    const reader = await someone('only-reads', ['TEMPLATE.COCKPIT.read', 'EXTRA.UNSHARED.read']);
    const to = await idOf('author');
    expect(statusAndCode(await give(cockpit, to, reader))).toEqual([403, 'FORBIDDEN']);
    expect(statusAndCode(await give(cockpit, await idOf('colleague'), colleague))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('the multi-client space', () => {
  it('shows unshared resources only to their owner and with the extra permission', async () => {
    const cockpit = await aCockpit();
    const privileged = await someone('privileged', ['TEMPLATE.COCKPIT.read', 'EXTRA.UNSHARED.read']);
    expect([
      (await namesIn(author)).includes(cockpit.name),
      (await namesIn(privileged)).includes(cockpit.name),
      (await namesIn(colleague)).includes(cockpit.name),
    ]).toEqual([true, true, false]);
    expect((await privileged.get(urlOf(cockpit))).statusCode).toBe(200);
  });

  it('returns 404 for an invisible cockpit, on every route', async () => {
    const cockpit = await aCockpit();
    const alarm = await author.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft() });
    const { id } = alarm.json() as { id: number };
    const at = urlOf(cockpit, `/alarms/${String(id)}`);
    const draft = { ...anAlarmDraft({ threshold: 70 }), runbook: '', version: 1 };
    const tried = [
      colleague.get(urlOf(cockpit)),
      colleague.get(`${at}/thresholds`),
      colleague.get(`${at}/thresholds/chain?element=1`),
      colleague.get(`${at}/thresholds/elements?search=`),
      colleague.send('POST', urlOf(cockpit, '/open'), { body: {} }),
      colleague.send('PUT', urlOf(cockpit), { body: { name: 'Mine', description: '', version: 2 } }),
      colleague.send('POST', urlOf(cockpit, '/duplicate'), { body: { name: 'Copied' } }),
      colleague.send('DELETE', urlOf(cockpit, '?version=2')),
      colleague.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft({ threshold: 60 }) }),
      colleague.send('PUT', at, { body: draft }),
      colleague.send('PATCH', at, { body: { version: 1, enabled: false } }),
      colleague.send('DELETE', `${at}?version=1`),
      colleague.send('PUT', `${at}/thresholds`, {
        body: { version: 1, target: { customer: customer('acme') }, value: 5 },
      }),
      shareOf({ id: cockpit.id, version: 2 }, { profiles: [profiles.gold] }, colleague),
      colleague.send('DELETE', `${SHARING}/cockpit/${String(cockpit.id)}?version=2`),
      colleague.send('PUT', `${SHARING}/cockpit/${String(cockpit.id)}/status`, {
        body: { version: 2, active: false },
      }),
    ];
    for (const response of await Promise.all(tried))
      expect([response.statusCode, response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'NOT_FOUND' }),
      ]);
    expect(((await author.get(urlOf(cockpit))).json() as Cockpit).version).toBe(2);
  });

  it('shows a user of some customers what is shared with one of them, without names of the others', async () => {
    const cockpit = await aCockpit();
    await shared(cockpit, { profiles: [profiles.gold], clients: [customer('initech')] });
    const read: Cockpit = (await colleague.get(urlOf(cockpit))).json();
    expect(read.share).toEqual({
      everyone: false,
      profiles: [{ id: profiles.gold, name: 'Gold' }],
      clients: [],
      others: 1,
    });
    const elsewhere = await aCockpit();
    await shared(elsewhere, { clients: [customer('initech')] });
    expect(statusAndCode(await colleague.get(urlOf(elsewhere)))).toEqual([404, 'NOT_FOUND']);
  });

  atNight('gives a copy to its author, shared with no one', async () => {
    const cockpit = await aCockpit();
    await shared(cockpit, { everyone: true });
    const copy: Cockpit = (
      await colleague.send('POST', urlOf(cockpit, '/duplicate'), { body: { name: 'A copy' } })
    ).json();
    expect(copy).toMatchObject({
      owner: { name: 'colleague' },
      share: { everyone: false, profiles: [], clients: [], others: 0 },
    });
  });
});

describe('sharing', () => {
  atNight('offers the profiles and customers that are one’s own', async () => {
    const targetsOf = async (by: Browser) =>
      ((await by.get(`${SHARING}/cockpit`)).json() as { targets: ShareTargets }).targets;
    const own = await targetsOf(colleague);
    expect(own.everyone).toBe(false);
    // Silver holds a customer of another administrator.
    expect(own.profiles.map(({ name }) => name)).not.toContain('Silver');
    expect(own.clients).toEqual([
      { id: customer('acme'), name: 'Customer acme', profile: 'Gold' },
      { id: customer('globex'), name: 'Customer globex', profile: 'Silver' },
    ]);
    const all = await targetsOf(author);
    expect(all).toMatchObject({ everyone: true });
    expect(all.profiles).toContainEqual({ id: profiles.silver, name: 'Silver', clients: 2 });
  });

  it('is rejected without a list of profiles, with unknown ones, outside one’s own, and with unknown fields', async () => {
    const cockpit = await aCockpit(colleague);
    const tried = async (expected: object) => statusAndCode(await shareOf(cockpit, expected, colleague));
    expect(await tried({})).toEqual([400, 'SHARE_PROFILES_REQUIRED']);
    expect(await tried({ profiles: [999_999] })).toEqual([422, 'SHARE_TARGET_UNKNOWN']);
    expect(await tried({ profiles: [profiles.silver] })).toEqual([422, 'SHARE_TARGET_UNKNOWN']);
    expect(await tried({ clients: [customer('initech')] })).toEqual([422, 'SHARE_TARGET_UNKNOWN']);
    expect(await tried({ everyone: true })).toEqual([403, 'SHARE_EVERYONE_REFUSED']);
    expect(await tried({ profiles: [profiles.gold], owner: 1 })).toEqual([400, 'VALIDATION']);
    expect(await tried({ profiles: Array.from({ length: 101 }, (_, at) => at + 1) })).toEqual([
      400,
      'VALIDATION',
    ]);
    expect(
      statusAndCode(
        await author.send('POST', LIBRARY, { body: { name: 'Mass', owner: 1, visibility: 'public' } }),
      ),
    ).toEqual([400, 'VALIDATION']);
  });

  it('is rejected where another user changed it, and where it reaches customers that the caller does not see', async () => {
    const cockpit = await aCockpit();
    const { version } = await shared(cockpit, { profiles: [profiles.silver, profiles.gold] });
    expect(statusAndCode(await shareOf(cockpit, { everyone: true }))).toEqual([409, 'CONFLICT']);
    const url = `${SHARING}/cockpit/${String(cockpit.id)}`;
    const body = { version, active: false };
    const rejected = [403, 'REACHES_OTHER_CUSTOMERS'];
    const query = `?version=${String(version)}`;
    expect(statusAndCode(await colleague.send('DELETE', url + query))).toEqual(rejected);
    expect(statusAndCode(await colleague.send('PUT', `${url}/status`, { body }))).toEqual(rejected);
    expect(statusAndCode(await colleague.send('DELETE', `${LIBRARY}/${String(cockpit.id)}${query}`))).toEqual(
      rejected,
    );
    const own = await shared({ ...cockpit, version }, { profiles: [profiles.gold] });
    const ended = await colleague.send('DELETE', `${url}?version=${String(own.version)}`);
    expect((ended.json() as ResourceSummary).share).toMatchObject({ everyone: false, profiles: [] });
  });

  it('requires its permission; no other permission of the cockpit library is enough', async () => {
    const cockpit = await aCockpit();
    await shared(cockpit, { everyone: true });
    const reader = await someone('reader', ['TEMPLATE.COCKPIT.read', 'KPI.write', 'EXTRA.PRIVATE.write']);
    expect(statusAndCode(await shareOf({ ...cockpit, version: 2 }, { everyone: true }, reader))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    const sharer = await someone('sharer', ['TEMPLATE.COCKPIT.share']);
    expect(
      (await shareOf({ ...cockpit, version: 2 }, { profiles: [profiles.gold] }, sharer)).statusCode,
    ).toBe(200);
    const body = { version: 3, active: false };
    expect(
      statusAndCode(await sharer.send('PUT', `${SHARING}/cockpit/${String(cockpit.id)}/status`, { body })),
    ).toEqual([403, 'FORBIDDEN']);
  });

  it('is rejected for a resource of another kind than the route', async () => {
    const cockpit = await aCockpit();
    const url = `${SHARING}/application/${String(cockpit.id)}`;
    const body = { version: cockpit.version, everyone: true, profiles: [], clients: [] };
    expect(statusAndCode(await author.send('PUT', url, { body }))).toEqual([404, 'NOT_FOUND']);
  });

  atNight(
    'records the fields of a cockpit before and after its creation, renaming and deletion in the audit trail',
    async () => {
      const cockpit = await aCockpit();
      const body = { name: 'Renamed', description: 'For the NOC', version: cockpit.version };
      await author.send('PUT', urlOf(cockpit), { body });
      await author.send('DELETE', urlOf(cockpit, '?version=2'));
      const rows = await server.stack.db
        .selectFrom('audit_event')
        .select(['action', 'detail'])
        .where('subject_id', '=', String(cockpit.id))
        .orderBy('seq')
        .execute();
      expect(rows.map(({ action, detail }) => [action, JSON.parse(detail)])).toEqual([
        [
          'cockpit.create',
          {
            changes: [
              { field: 'name', before: null, after: cockpit.name },
              { field: 'description', before: null, after: '' },
            ],
          },
        ],
        [
          'cockpit.update',
          {
            changes: [
              { field: 'name', before: cockpit.name, after: 'Renamed' },
              { field: 'description', before: '', after: 'For the NOC' },
            ],
          },
        ],
        [
          'cockpit.delete',
          {
            changes: [
              { field: 'name', before: 'Renamed', after: null },
              { field: 'description', before: 'For the NOC', after: null },
            ],
          },
        ],
      ]);
    },
  );

  atNight('records actor, action, before and after in the audit trail', async () => {
    const cockpit = await aCockpit();
    const first = await shared(cockpit, { profiles: [profiles.gold] });
    await shared(first, { clients: [customer('globex')] });
    const rows = await server.stack.db
      .selectFrom('audit_event')
      .select(['action', 'actor', 'subject', 'subject_name', 'detail'])
      .where('subject_id', '=', String(cockpit.id))
      .where('action', '=', 'cockpit.share')
      .orderBy('seq')
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ actor: 'author', subject: 'cockpit', subject_name: cockpit.name });
    expect(JSON.parse(rows[1]!.detail)).toEqual({
      changes: [
        { field: 'profiles', before: ['Gold'], after: [] },
        { field: 'clients', before: [], after: ['Customer globex'] },
      ],
    });
  });
});

describe('a custom application of the provider', () => {
  it('is shared and deactivated by the same routes, with comment, author and time', async () => {
    const { db } = server.stack;
    const { id } = await db
      .insertInto('resource')
      .values({ kind: 'application', name: 'Intranet', visibility: 'multi-client', shared_with_all: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const url = `${SHARING}/application/${String(id)}`;
    const off = { version: 1, active: false, comment: 'Moved to the cloud' };
    const response = await author.send('PUT', `${url}/status`, { body: off });
    expect((response.json() as ResourceSummary).status).toEqual({
      active: false,
      comment: 'Moved to the cloud',
      updatedAt: server.clock.now().getTime(),
      updatedBy: 'author',
    });
    const { resources } = (await author.get(`${SHARING}/application`)).json() as {
      resources: ResourceSummary[];
    };
    expect(resources).toMatchObject([{ id, name: 'Intranet', share: { everyone: true }, version: 2 }]);
  });
});

describe('the space of a customer', () => {
  it('shows what is shared with the customer or its profile, to read, and nothing else', async () => {
    const byProfile = await aCockpit();
    const byClient = await aCockpit();
    const foreign = await aCockpit();
    await shared(byProfile, { profiles: [profiles.gold] });
    await shared(byClient, { clients: [customer('acme')] });
    await shared(foreign, { clients: [customer('globex')] });
    const ofAll = await aCockpit();
    await shared(ofAll, { everyone: true });
    const user = await someone('acme-user', ['ALERT.read'], ['acme']);
    const names = (await seenAt(user, 'acme')).map(({ name }) => name);
    expect([byProfile, byClient, foreign].map(({ name }) => names.includes(name))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await seenAt(user, 'acme')).every(({ edit }) => edit === 'nowhere')).toBe(true);
    // Who may change it is sent to the multi-client space.
    const editor = await someone('acme-editor', ['ALERT.read', ...writes], ['acme']);
    const places = new Map((await seenAt(editor, 'acme')).map(({ id, edit }) => [id, edit]));
    expect([places.get(byProfile.id), places.get(byClient.id)]).toEqual(['multi-client', 'multi-client']);
    // What other customers have too is changed by users who see every customer.
    expect(places.get(ofAll.id)).toBe('nowhere');
  });

  atNight('omits restricted alarms, and returns the threshold in force', async () => {
    const cockpit = await aCockpit();
    const add = async (change: Parameters<typeof anAlarmDraft>[0]) =>
      (await author.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft(change) })).json() as {
        id: number;
        version: number;
      };
    const open = await add({ label: 'Open' });
    const { db } = server.stack;
    const group = await db
      .insertInto('alarm_group')
      .values({ name: 'NOC' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await add({ label: 'For the NOC', threshold: 95, visibility: 'RESTRICTED', groups: [group.id] });
    await author.send('PUT', urlOf(cockpit, `/alarms/${String(open.id)}/thresholds`), {
      body: { version: open.version, target: { customer: customer('acme') }, value: 42 },
    });
    const { version }: Cockpit = (await author.get(urlOf(cockpit))).json();
    await shared({ id: cockpit.id, version }, { everyone: true });
    const user = await someone('acme-reader', ['ALERT.read'], ['acme']);
    const seen = (await seenAt(user, 'acme')).find(({ id }) => id === cockpit.id);
    expect(seen?.alarms).toMatchObject([{ label: 'Open', threshold: 42, thresholdFrom: 'customer' }]);
    const noc = await someone('acme-noc', ['ALERT.read', 'EXTRA.RESTRICTED.read'], ['acme', 'globex']);
    const all = (await seenAt(noc, 'globex')).find(({ id }) => id === cockpit.id);
    expect(all?.alarms.map(({ label, threshold }) => [label, threshold])).toEqual([
      ['Open', 90],
      ['For the NOC', 95],
    ]);
  });

  it('names no alarm of a cockpit that is shared with others only, also where alarms are silenced', async () => {
    const cockpit = await aCockpit();
    await author.send('POST', urlOf(cockpit, '/alarms'), { body: anAlarmDraft({ label: 'Of globex only' }) });
    const user = await someone('silencer', ['ALERT.write'], ['acme', 'globex']);
    const namesFor = async (clientId: string): Promise<string[]> => {
      const response = await user.get(`/api/v1/customers/${String(customer(clientId))}/silence`);
      return (response.json() as { alarms: { name: string }[] }).alarms.map(({ name }) => name);
    };
    await shared({ id: cockpit.id, version: 2 }, { clients: [customer('globex')] });
    await expect.poll(() => namesFor('globex')).toContain('Of globex only');
    expect(await namesFor('acme')).not.toContain('Of globex only');
  });

  atNight('follows a customer into another profile', async () => {
    const cockpit = await aCockpit();
    await shared(cockpit, { profiles: [profiles.silver] });
    const user = await someone('moving', ['ALERT.read'], ['acme']);
    const sees = async () => (await seenAt(user, 'acme')).some(({ id }) => id === cockpit.id);
    expect(await sees()).toBe(false);
    const move = (profile_id: number) =>
      server.stack.db.updateTable('customer').set({ profile_id }).where('client_id', '=', 'acme').execute();
    await move(profiles.silver);
    expect(await sees()).toBe(true);
    await move(profiles.gold);
    expect(await sees()).toBe(false);
  });
});

describe('a private resource of a customer', () => {
  const writer: readonly Permission[] = ['PARAMETERS.CLUSTER.write', 'PRIVATE.RESOURCE.write'];
  const clustersOf = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/cluster`;
  const statusOf = (clientId: string, resource: number, act = 'status'): string =>
    `/api/v1/customers/${String(customer(clientId))}/resource/cluster/${String(resource)}/${act}`;
  const siteOf = (clientId: string): number =>
    [...server.inventory().sites.values()].find((site) => site.customer === customer(clientId))!.id;
  const draft = (name: string, change: object = {}) => ({
    ...clusterFields,
    type: 'area',
    name,
    sites: [siteOf('acme')],
    visibility: 'private',
    ...change,
  });
  const listedBy = async (by: Browser): Promise<ClusterEntry[]> =>
    (await by.get(clustersOf('acme'))).json<{ clusters: ClusterEntry[] }>().clusters;
  const namesOf = async (by: Browser): Promise<string[]> => (await listedBy(by)).map(({ name }) => name);

  it('is visible to its owner only, also by name, until it is public or with the extra permission', async () => {
    const owner = await someone('hider', writer, ['acme']);
    const other = await someone('seeker', writer, ['acme']);
    const keeper = await someone('keeper', ['PARAMETERS.CLUSTER.read', 'EXTRA.PRIVATE.write'], ['acme']);
    const made = await owner.send('POST', clustersOf('acme'), { body: draft('Secret merger') });
    expect([made.statusCode, made.json<ClusterEntry>()]).toMatchObject([
      200,
      { visibility: 'private', edit: 'here', owner: { name: 'hider' } },
    ]);
    const { id, resource, version } = made.json<ClusterEntry>();
    expect(await namesOf(owner)).toContain('Secret merger');
    expect(await namesOf(other)).not.toContain('Secret merger');
    expect(await namesOf(keeper)).toContain('Secret merger');
    // Nothing that lists elements says its name, and engines do not measure it.
    const { name } = await server.stack.db
      .selectFrom('network_element')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(name).not.toContain('Secret');
    expect((await loadTargets(server.stack.db)).clusters.has(id)).toBe(false);
    // A resource of another owner with the same name is no rejection: it would reveal it.
    const twin = await other.send('POST', clustersOf('acme'), { body: draft('Secret merger') });
    expect(twin.statusCode).toBe(200);
    const change = (by: Browser, body: object) =>
      by.send('PUT', `${clustersOf('acme')}/${String(id)}`, { body: { version, cluster: body } });
    expect((await change(other, draft('Mine now'))).statusCode).toBe(404);
    for (const act of ['status', 'owner'])
      expect(
        (
          await other.send('PUT', statusOf('acme', resource, act), {
            body: { version, ...(act === 'status' ? { active: false } : { owner: 1 }) },
          })
        ).statusCode,
      ).toBe(404);
    const shown = await change(owner, draft('Merger', { visibility: 'public' }));
    expect(shown.statusCode).toBe(200);
    expect(await namesOf(other)).toContain('Merger');
    expect((await loadTargets(server.stack.db)).clusters.get(id)).toMatchObject({ name: 'Merger' });
    // A public resource of another owner cannot be hidden.
    const next = shown.json<ClusterEntry>().version;
    const hidden = await other.send('PUT', `${clustersOf('acme')}/${String(id)}`, {
      body: { version: next, cluster: draft('Merger') },
    });
    expect(hidden.statusCode).toBe(403);
  });

  it('requires the permission for private resources', async () => {
    const plain = await someone('plain', ['PARAMETERS.CLUSTER.write'], ['acme']);
    expect((await plain.send('POST', clustersOf('acme'), { body: draft('Hidden') })).statusCode).toBe(403);
    const open = await plain.send('POST', clustersOf('acme'), {
      body: draft('Open', { visibility: 'public' }),
    });
    expect(open.statusCode).toBe(200);
  });

  it('is disabled with a comment, and transferred to an eligible owner, only at its customer', async () => {
    const owner = await someone('giver', writer, ['acme', 'globex']);
    const heir = await server.account({ username: 'heiress', permissions: writer, customers: ['acme'] });
    const stranger = await server.account({ username: 'far', permissions: writer, customers: ['globex'] });
    const made = await owner.send('POST', clustersOf('acme'), {
      body: draft('Given', { visibility: 'public' }),
    });
    const { id, resource, version } = made.json<ClusterEntry>();
    const off = { version, active: false, comment: 'Until Monday' };
    expect((await owner.send('PUT', statusOf('globex', resource), { body: off })).statusCode).toBe(404);
    const switched = await owner.send('PUT', statusOf('acme', resource), { body: off });
    expect(switched.json<ResourceSummary>().status).toMatchObject({ active: false, comment: 'Until Monday' });
    expect((await loadTargets(server.stack.db)).clusters.has(id)).toBe(false);
    expect(await lastEvent(server, 'cluster.deactivate')).toMatchObject({ customer_id: customer('acme') });
    const give = (to: number) =>
      owner.send('PUT', statusOf('acme', resource, 'owner'), { body: { version: version + 1, owner: to } });
    expect(statusAndCode(await give(stranger))).toEqual([422, 'OWNER_UNKNOWN']);
    const given = await give(heir);
    expect(given.json<ResourceSummary>().owner).toMatchObject({ id: heir });
  });

  it('is offered and transferred only to users who may own private ones', async () => {
    const owner = await someone('private-giver', writer, ['acme']);
    const heir = await server.account({ username: 'private-heir', permissions: writer, customers: ['acme'] });
    const plain = await server.account({
      username: 'private-plain',
      permissions: ['PARAMETERS.CLUSTER.write'],
      customers: ['acme'],
    });
    const offered = async (visibility: string): Promise<string[]> => {
      const query = `/api/v1/customers/${String(customer('acme'))}/resource/cluster/owners?search=private-&visibility=${visibility}`;
      const response = (await owner.get(query)).json<{ owners: { username: string }[] }>();
      return response.owners.map(({ username }) => username);
    };
    expect(await offered('public')).toEqual(['private-giver', 'private-heir', 'private-plain']);
    expect(await offered('private')).toEqual(['private-giver', 'private-heir']);
    const made = await owner.send('POST', clustersOf('acme'), { body: draft('Handed on') });
    const { resource, version } = made.json<ClusterEntry>();
    const give = (to: number) =>
      owner.send('PUT', statusOf('acme', resource, 'owner'), { body: { version, owner: to } });
    expect(statusAndCode(await give(plain))).toEqual([422, 'OWNER_UNKNOWN']);
    expect((await give(heir)).statusCode).toBe(200);
  });

  it('cannot be deactivated by users who do not see its sites', async () => {
    const owner = await someone('wide', writer, ['acme']);
    const made = await owner.send('POST', clustersOf('acme'), {
      body: draft('Both', { visibility: 'public' }),
    });
    const { resource, version } = made.json<ClusterEntry>();
    const narrow = await someone('narrow', writer, ['acme']);
    const other = [...server.inventory().sites.values()].filter((site) => site.customer === customer('acme'));
    expect(other.length).toBeGreaterThan(1);
    const { id } = await server.stack.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'narrow')
      .executeTakeFirstOrThrow();
    await server.stack.db
      .insertInto('account_restriction')
      .values({ account_id: id, customer_id: customer('acme') })
      .execute();
    await server.stack.db
      .insertInto('account_site')
      .values({ account_id: id, site_id: other[1]!.id })
      .execute();
    await server.clock.leap(3_000);
    expect(await namesOf(narrow)).not.toContain('Both');
    const off = await narrow.send('PUT', statusOf('acme', resource), { body: { version, active: false } });
    expect(off.statusCode).toBe(404);
  });
});

describe('a cluster of the multi-client space', () => {
  const CLUSTERS = '/api/v1/mt/cluster';
  const rights: readonly Permission[] = ['PARAMETERS.CLUSTER.write', 'KPI.read'];
  const sitesOf = (clientId: string): number[] =>
    [...server.inventory().sites.values()]
      .filter((site) => site.customer === customer(clientId))
      .map(({ id }) => id);
  const area = (name: string, sites: readonly number[]) => ({
    type: 'area',
    name,
    description: '',
    visibility: 'public',
    sites,
    applications: [],
    everySite: false,
  });
  const add = async (by: Browser, body: object): Promise<ClusterEntry> => {
    const response = await by.send('POST', CLUSTERS, { body });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
    return response.json();
  };
  const share = async (by: Browser, { id, version }: ClusterEntry, expected: ShareDraft): Promise<void> => {
    const body = { version, everyone: false, profiles: [], clients: [], ...expected };
    const response = await by.send('PUT', `${SHARING}/cluster/${String(id)}`, { body });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
  };
  const listed = async (by: Browser, url = CLUSTERS): Promise<ClusterEntry[]> =>
    (await by.get(url)).json<{ clusters: ClusterEntry[] }>().clusters;
  const at = (clientId: string): string => `/api/v1/customers/${String(customer(clientId))}/cluster`;
  const seen = async (by: Browser, clientId: string, name: string): Promise<ClusterEntry | undefined> =>
    (await listed(by, at(clientId))).find((one) => one.name.startsWith(name));
  /** What engines measure of it, by customer. */
  const measured = async (name: string) =>
    [...(await loadTargets(server.stack.db)).clusters.values()]
      .filter((one) => one.name.startsWith(name))
      .map(({ customer: of, sites, everySite, applications }) => ({ of, sites, everySite, applications }))
      .sort((one, other) => one.of - other.of);
  let provider: Browser;
  beforeAll(async () => {
    provider = await someone('cluster-author', rights);
  });

  it('is measured at each customer that it is shared with, by the sites of that one', async () => {
    const [acme, globex] = [sitesOf('acme'), sitesOf('globex')];
    const made = await add(provider, area('Coast', [...acme, ...globex]));
    expect(made).toMatchObject({ visibility: 'multi-client', edit: 'multi-client', type: 'area' });
    expect(await measured('Coast')).toEqual([]);
    await share(provider, made, { clients: [customer('acme'), customer('globex'), customer('initech')] });
    const parts = [
      { of: customer('acme'), sites: acme, everySite: false, applications: [] },
      { of: customer('globex'), sites: globex, everySite: false, applications: [] },
    ];
    expect(await measured('Coast')).toEqual(parts);
    const user = await someone('cluster-reader', ['PARAMETERS.CLUSTER.write'], ['acme']);
    const own = await seen(user, 'acme', 'Coast');
    expect(own).toMatchObject({ resource: made.id, edit: 'nowhere', visibility: 'multi-client' });
    expect(new Set(own?.sites.map(({ id }) => id))).toEqual(new Set(acme));
    // Customers read it in their own space; it is changed in the multi-client space.
    const body = { version: own!.version, cluster: area('Mine', acme) };
    expect((await user.send('PUT', `${at('acme')}/${String(own!.id)}`, { body })).statusCode).toBe(404);
    expect((await user.send('PUT', `${CLUSTERS}/${String(made.id)}`, { body })).statusCode).toBe(403);
    expect((await seen(provider, 'acme', 'Coast'))?.edit).toBe('multi-client');
    const taken = await provider.send('DELETE', `${at('acme')}/${String(own!.id)}?version=1`);
    expect(taken.statusCode).toBe(404);
    const off = { version: own!.version, active: false, comment: '' };
    await provider.send('PUT', `${SHARING}/cluster/${String(made.id)}/status`, { body: off });
    expect(await measured('Coast')).toEqual([]);
  });

  atNight('is offered and transferred only to users with access to the multi-client space', async () => {
    const outside = await server.account({
      username: 'space-outside',
      permissions: ['PARAMETERS.CLUSTER.write'],
      customers: ['acme'],
    });
    const inside = await server.account({ username: 'space-inside', permissions: rights });
    const found = await provider.get(`${SHARING}/cluster/owners?search=space-`);
    expect(found.json<{ owners: { id: number }[] }>().owners.map(({ id }) => id)).toEqual([inside]);
    const { id, version } = await add(provider, area('Handed over', sitesOf('acme')));
    const give = (owner: number) =>
      provider.send('PUT', `${SHARING}/cluster/${String(id)}/owner`, { body: { owner, version } });
    expect(statusAndCode(await give(outside))).toEqual([422, 'OWNER_UNKNOWN']);
    expect((await give(inside)).statusCode).toBe(200);
  });

  atNight('keeps its element while it changes, and ends with its share or by itself', async () => {
    const [first, second] = sitesOf('acme') as [number, number];
    const made = await add(provider, area('Valley', [first]));
    await share(provider, made, { profiles: [profiles.gold] });
    const { id } = (await seen(provider, 'acme', 'Valley'))!;
    const version = made.version + 1;
    const renamed = await provider.send('PUT', `${CLUSTERS}/${String(made.id)}`, {
      body: { version, cluster: area('Valley and hill', [first, second]) },
    });
    expect(renamed.json()).toMatchObject({ name: 'Valley and hill', version: version + 1 });
    expect(await seen(provider, 'acme', 'Valley and hill')).toMatchObject({ id });
    expect(await measured('Valley and hill')).toMatchObject([{ sites: [first, second] }]);
    const stale = { body: { version, cluster: area('Late', [first]) } };
    expect(statusAndCode(await provider.send('PUT', `${CLUSTERS}/${String(made.id)}`, stale))).toEqual([
      409,
      'CONFLICT',
    ]);
    // A customer that gets the profile gets what is shared with it.
    const { db } = server.stack;
    await db
      .updateTable('customer')
      .set({ profile_id: profiles.silver })
      .where('client_id', '=', 'acme')
      .execute();
    expect(await seen(provider, 'acme', 'Valley')).toBeUndefined();
    expect(await measured('Valley')).toEqual([]);
    await db
      .updateTable('customer')
      .set({ profile_id: profiles.gold })
      .where('client_id', '=', 'acme')
      .execute();
    expect(await measured('Valley')).toHaveLength(1);
    const deleted = await provider.send(
      'DELETE',
      `${CLUSTERS}/${String(made.id)}?version=${String(version + 1)}`,
    );
    expect(deleted.statusCode).toBe(200);
    expect(await measured('Valley')).toEqual([]);
    const left = await db
      .selectFrom('network_element')
      .select('id')
      .where('name', 'like', 'Valley%')
      .execute();
    expect(left).toEqual([]);
  });

  atNight(
    'of applications is at every site of the customers it is shared with, and keeps existing names',
    async () => {
      const mine = { ...area('Voice', []), type: 'application', applications: [1], everySite: true };
      const placed = await provider.send('POST', at('acme'), { body: mine });
      expect(placed.statusCode).toBe(200);
      const made = await add(provider, { ...mine, applications: [2, 3] });
      await share(provider, made, { everyone: true });
      const all = await measured('Voice');
      expect(all).toHaveLength(server.customers.size + 1);
      expect(all.filter(({ of }) => of === customer('globex'))).toEqual([
        { of: customer('globex'), sites: [], everySite: true, applications: [2, 3] },
      ]);
      const names = (await listed(provider, at('acme'))).filter(({ name }) => name === 'Voice');
      expect(names.map(({ visibility }) => visibility).sort()).toEqual(['multi-client', 'public']);
      const fresh = await server.stack.db
        .insertInto('customer')
        .values({ client_id: 'later', name: 'Later', profile_id: profiles.silver })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect((await measured('Voice')).map(({ of }) => of)).toContain(fresh.id);
    },
  );

  it('accepts and shows no site hidden from its author, and keeps those', async () => {
    const [acme, globex, initech] = [sitesOf('acme'), sitesOf('globex'), sitesOf('initech')];
    const part = await someone('cluster-part', rights, ['acme', 'globex']);
    const made = await add(provider, area('Wide', [acme[0]!, initech[0]!]));
    await share(provider, made, { clients: [customer('acme')] });
    const [shown] = (await listed(part)).filter(({ name }) => name === 'Wide');
    expect(shown!.sites).toEqual([
      { id: acme[0], name: expect.stringContaining('Customer acme: ') as string },
    ]);
    const rejected = await part.send('POST', CLUSTERS, { body: area('Spy', [initech[0]!]) });
    expect(statusAndCode(rejected)).toEqual([400, 'VALIDATION']);
    const body = { version: shown!.version, cluster: area('Wide', [globex[0]!]) };
    expect((await part.send('PUT', `${CLUSTERS}/${String(made.id)}`, { body })).statusCode).toBe(200);
    const [wide] = (await listed(provider)).filter(({ name }) => name === 'Wide');
    expect(new Set(wide!.sites.map(({ id }) => id))).toEqual(new Set([globex[0], initech[0]]));
    const outside = await someone('cluster-outside', rights, ['hooli']);
    expect((await listed(outside)).map(({ name }) => name)).not.toContain('Wide');
    expect((await outside.send('PUT', `${CLUSTERS}/${String(made.id)}`, { body })).statusCode).toBe(404);
  });
});

describe('why a user may see something', () => {
  it('is explained both ways, as requests are authorized, with the chain of reasons', async () => {
    const requester = await someone('requester', [
      'USER.read',
      'TEMPLATE.COCKPIT.read',
      'EXTRA.UNSHARED.read',
    ]);
    const id = await server.account({
      username: 'asked-about',
      permissions: ['TEMPLATE.COCKPIT.read', 'ALERT.read'],
      customers: ['acme'],
    });
    const subject = await server.signedIn('asked-about');
    const why = async (query: string): Promise<AccessExplanation> => {
      const response = await requester.get(`/api/v1/mt/user/${String(id)}/access?${query}`);
      expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
      const reported: AccessExplanation = response.json();
      // All steps hold exactly when access is allowed.
      expect(reported.steps.every(({ ok }) => ok)).toBe(reported.allowed);
      return reported;
    };
    expect(await why('permission=ALERT.read')).toMatchObject({
      allowed: true,
      steps: [{ is: 'right', right: { from: 'role' } }],
    });
    expect((await why('permission=ALERT.write')).allowed).toBe(false);
    expect(await why(`customer=${String(customer('acme'))}`)).toMatchObject({
      allowed: true,
      steps: [{ is: 'customer', through: [{ kind: 'grant' }] }],
    });
    expect((await why(`customer=${String(customer('globex'))}`)).allowed).toBe(false);
    const cockpit = await aCockpit();
    const about = `resource=${String(cockpit.id)}`;
    const sees = async () => (await subject.get(urlOf(cockpit))).statusCode === 200;
    expect([await sees(), await why(about)]).toMatchObject([
      false,
      {
        allowed: false,
        steps: [
          { is: 'right', ok: true },
          { is: 'resource', reason: 'unshared' },
        ],
      },
    ]);
    const next = await shared(cockpit, { clients: [customer('globex')] });
    expect([await sees(), (await why(about)).steps[1]]).toMatchObject([
      false,
      { reason: 'shared-with-others' },
    ]);
    await shared(next, { clients: [customer('acme')] });
    expect([await sees(), await why(about)]).toMatchObject([true, { allowed: true }]);
    const site = [...server.inventory().sites.values()].find((one) => one.customer === customer('acme'))!;
    expect((await why(`element=${String(site.id)}`)).allowed).toBe(true);
    await server.stack.db
      .insertInto('account_restriction')
      .values({ account_id: id, customer_id: customer('acme') })
      .execute();
    expect(await why(`element=${String(site.id)}`)).toMatchObject({
      allowed: false,
      steps: [
        { is: 'customer', ok: true },
        { is: 'site', ok: false, restricted: true },
      ],
    });
    const both = await requester.get(`/api/v1/mt/user/${String(id)}/access?customer=1&element=1`);
    expect(both.statusCode).toBe(400);
    const found = await requester.get('/api/v1/mt/user-objects?is=element&search=acme');
    expect(found.json<{ objects: object[] }>().objects).toContainEqual(
      expect.objectContaining({ id: site.id, customer: 'Customer acme' }),
    );
  });
});

describe('a change of a resource', () => {
  it('reaches screens with the permission within two seconds, and no others', async () => {
    const heard = (socket: LiveConnection): string[] => {
      const kinds: string[] = [];
      socket.on('resource', ({ kind }) => kinds.push(kind));
      return kinds;
    };
    const reader = await live.someone(['ALERT.read'], ['acme']);
    const stranger = await live.someone(['CUSTOMER.read'], ['acme']);
    const witness = await live.someone(['NETWORK.APPLICATION.read'], ['acme']);
    for (const { socket } of [reader, stranger, witness]) if (!socket.connected) await opened(socket);
    const kinds = heard(reader.socket);
    const strange = heard(stranger.socket);
    const cockpit = await aCockpit();
    const begun = performance.now();
    const next = new Promise((resolve) => reader.socket.once('resource', resolve));
    await shared(cockpit, { everyone: true });
    await next;
    expect(performance.now() - begun).toBeLessThan(timeLimit(PROPAGATION_TIMEOUT_MS));
    expect(kinds).toContain('cockpit');
    // A later event has arrived, so anything the stranger lacks was not sent.
    const late = new Promise((resolve) => witness.socket.once('resource', resolve));
    server.stack.bus.publish('config.resource', JSON.stringify({ kind: 'application' }));
    await late;
    expect(strange).toEqual([]);
  });
});

describe('a change of a KPI', () => {
  it('reaches every screen, since every page names KPIs', async () => {
    const { socket } = await live.someone(['CUSTOMER.read'], ['acme']);
    if (!socket.connected) await opened(socket);
    await server.account({ username: 'kpi author', permissions: ['KPI.write'] });
    const author = await server.signedIn('kpi author');
    const announced = () => new Promise<void>((resolve) => void socket.once('kpis', resolve));
    const draft = {
      key: 'renamed',
      en: 'Sessions',
      fr: 'Sessions',
      unit: 'scalar',
      element: 'device',
      aggregation: 'average',
      strategy: 'before any aggregation',
      formulas: [{ scope: 'snmp', formula: 'avg(cpu)' }],
    };
    const defined = announced();
    const created = await author.send('POST', '/api/v1/mt/kpi', { body: draft });
    expect([created.statusCode, created.body]).toEqual([200, created.body]);
    await defined;
    const renamed = announced();
    const body = { draft: { ...draft, en: 'Sessions per user' }, version: 1 };
    expect((await author.send('PUT', '/api/v1/mt/kpi/renamed', { body })).statusCode).toBe(200);
    await renamed;
  });
});
