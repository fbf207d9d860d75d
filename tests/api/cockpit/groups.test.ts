import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertCountsOf, definitionCountsOf, noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import type { AlarmGroup } from '#schemas/cockpit/group-routes.ts';
import type { CountDelta } from '#schemas/socket/live.ts';
import { PROPAGATION_TIMEOUT_MS } from '#tests/fixtures/propagation.ts';
import { join, liveUsersOf, received, nextEvent, type LiveUsers, type LiveUser } from '../access/live.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const SITE = 1;
const GROUPS = '/api/v1/mt/cockpit/groups';

const row = (alarm: number, element: number): AlarmRow => ({
  id: `${String(alarm)}:${String(element)}`,
  alarm,
  name: `alarm ${String(alarm)}`,
  kpi: 'itf_in_util',
  severity: 'critical',
  site: SITE,
  siteName: 'a site',
  element,
  elementName: 'Gi0/0',
  elementKind: 'interface',
  operator: '>',
  threshold: 80,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [91],
  window: 0,
  length: 300,
  since: 0,
});

let server: ServerUnderTest;
let users: LiveUsers;
let admin: Browser;
let member: LiveUser;
let stranger: LiveUser;
let group: AlarmGroup;

type Network = Pick<ServerUnderTest, 'customers' | 'alarms'>;
const countedRows = (alarms: AlarmRow[]) => ({
  counts: alertCountsOf(alarms),
  byAlarm: definitionCountsOf(alarms),
  alarms,
});
/** Of the first customer one unrestricted alarm, and one of restricted visibility. */
const states = ({ customers, alarms: { open, restricted } }: Network): readonly AlertState[] =>
  [...customers.values()].map((customer) =>
    customer !== customers.get('acme')
      ? quietState(customer)
      : {
          ...quietState(customer),
          ...countedRows([row(open, 1), row(restricted, 2)]),
        },
  );

const acme = (): number => server.customers.get('acme')!;

async function restrictedAlarm(): Promise<{ url: string; alarm: Alarm }> {
  const library = (await admin.get('/api/v1/mt/cockpit')).json() as {
    cockpits: { id: number; name: string }[];
  };
  const { id } = library.cockpits.find(({ name }) => name === 'Lines')!;
  const cockpit = (await admin.get(`/api/v1/mt/cockpit/${String(id)}`)).json() as Cockpit;
  const alarm = cockpit.alarms.find((one) => one.id === server.alarms.restricted)!;
  return { url: `/api/v1/mt/cockpit/${String(id)}/alarms/${String(alarm.id)}`, alarm };
}

async function restrictTo(groups: readonly number[]): Promise<void> {
  const { url, alarm } = await restrictedAlarm();
  const { version } = alarm;
  const draft = anAlarmDraft({ visibility: 'RESTRICTED', groups: [...groups], outliers: 1, measures: 1 });
  const response = await admin.send('PUT', url, { body: { ...draft, runbook: '', version } });
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
}

async function setMembers(accounts: readonly number[]): Promise<void> {
  const body = { name: group.name, members: accounts, version: group.version };
  const response = await admin.send('PUT', `${GROUPS}/${String(group.id)}`, { body });
  expect(response.statusCode).toBe(200);
  group = response.json();
}

beforeAll(async () => {
  server = await openServer({ engine: states });
  users = await liveUsersOf(server);
  await server.account({ username: 'admin', permissions: ['TEMPLATE.COCKPIT.write'] });
  admin = await server.signedIn('admin');
  const body = { name: 'Core team', members: [] };
  group = (await admin.send('POST', GROUPS, { body })).json();
  await restrictTo([group.id]);
  await eventually(() => (server.mirror.isReady ? true : undefined));
});
beforeEach(async () => {
  users.disconnect();
  [member, stranger] = [await users.someone(), await users.someone()];
  const admitted = nextEvent(member.socket, 'rights');
  await setMembers([member.account]);
  await admitted;
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const snapshotOf = async ({ page }: LiveUser): Promise<AlertSnapshot> =>
  (await page.get(`/api/v1/customers/${String(acme())}/alert`)).json();
const shownTo = async (who: LiveUser): Promise<readonly number[]> =>
  (await snapshotOf(who)).alarms.map(({ alarm }) => alarm);

describe('an alarm restricted to a group', () => {
  it('is in the snapshot, the counts and the history of its members', async () => {
    const { open, restricted } = server.alarms;
    await eventually(async () => ((await shownTo(member)).length === 2 ? true : undefined));
    expect(await shownTo(member)).toEqual([open, restricted]);
    expect((await snapshotOf(member)).counts).toMatchObject({ critical: 2, warning: 0 });
    const history = `/api/v1/customers/${String(acme())}/alert/${String(restricted)}/2`;
    expect((await member.page.get(history)).statusCode).toBe(200);
  });

  it('leaves no trace in the snapshot, the counts and the history of others', async () => {
    const { open, restricted } = server.alarms;
    expect(await shownTo(stranger)).toEqual([open]);
    expect((await snapshotOf(stranger)).counts).toMatchObject({ critical: 1, warning: 0 });
    const history = `/api/v1/customers/${String(acme())}/alert/${String(restricted)}/2`;
    expect(statusAndCode(await stranger.page.get(history))).toEqual([404, 'NOT_FOUND']);
  });

  it('is in the deltas of its members, and in no others', async () => {
    const seen = { member: received(member.socket), stranger: received(stranger.socket) };
    for (const { socket } of [member, stranger]) await join(socket, 'alert', acme());
    const delta = users.publish(acme(), {
      counts: { ...noAlerts, critical: 4, unhandled: 4, oldest: 0 },
      set: [row(server.alarms.restricted, 3), row(server.alarms.open, 4)],
    });
    await eventually(() => seen.member[0]);
    await eventually(() => seen.stranger[0]);
    // Nothing is hidden from a member of the only group, who gets what the privileged get.
    expect(seen.member).toEqual([delta]);
    expect(seen.stranger[0]).toMatchObject({ set: [row(server.alarms.open, 4)] });
    expect(JSON.stringify(seen.stranger)).not.toContain(`"alarm":${String(server.alarms.restricted)}`);
  });

  it('is in the live counts of its members, and in no others', async () => {
    const seen: Record<'member' | 'stranger', CountDelta[]> = { member: [], stranger: [] };
    member.socket.on('count', (delta) => seen.member.push(delta));
    stranger.socket.on('count', (delta) => seen.stranger.push(delta));
    for (const { socket } of [member, stranger]) await join(socket, 'count', acme());
    const { open, restricted } = server.alarms;
    const { counts, byAlarm } = countedRows([row(open, 1), row(restricted, 2)]);
    const delta = {
      epoch: 'run 1',
      seq: 3,
      at: 9_000,
      customer: acme(),
      counts,
      byAlarm,
    };
    server.stack.bus.publish(subjects.live(acme(), 'count'), JSON.stringify(delta));
    await eventually(() => seen.member[0]);
    await eventually(() => seen.stranger[0]);
    expect(seen.member[0]!.byAlarm).toEqual(byAlarm);
    expect(JSON.stringify(seen.stranger)).not.toContain('restricted');
  });

  it('is shown on the open screen of a user who becomes a member', async () => {
    const seen = received(stranger.socket);
    await join(stranger.socket, 'alert', acme());
    await setMembers([member.account, stranger.account]);
    await eventually(() => seen[0]);
    expect(seen[0]).toMatchObject({ epoch: 'resync' });
    expect(await shownTo(stranger)).toContain(server.alarms.restricted);
    users.publish(acme(), { set: [row(server.alarms.restricted, 5)] });
    await eventually(() => seen[1]);
    expect(seen[1]).toMatchObject({ set: [{ alarm: server.alarms.restricted }] });
  });

  it('disappears from the open screen of a removed member within two seconds', async () => {
    const seen = received(member.socket);
    await join(member.socket, 'alert', acme());
    const removedAt = performance.now();
    await setMembers([]);
    await eventually(() => seen[0]);
    expect(seen[0]).toMatchObject({ epoch: 'resync' });
    expect(await shownTo(member)).not.toContain(server.alarms.restricted);
    expect(performance.now() - removedAt).toBeLessThan(timeLimit(PROPAGATION_TIMEOUT_MS));
    users.publish(acme(), { set: [row(server.alarms.restricted, 6)] });
    await eventually(() => seen[1]);
    expect(seen[1]).toMatchObject({ set: [] });
  });

  it('leaves the open screens of a group when it is restricted to another one', async () => {
    const other: AlarmGroup = (
      await admin.send('POST', GROUPS, { body: { name: 'Other team', members: [stranger.account] } })
    ).json();
    const seen = { member: received(member.socket), stranger: received(stranger.socket) };
    for (const { socket } of [member, stranger]) await join(socket, 'alert', acme());
    await restrictTo([other.id]);
    await eventually(() => seen.member[0]);
    await eventually(() => seen.stranger[0]);
    expect(seen.member[0]).toMatchObject({ epoch: 'resync' });
    expect(await shownTo(member)).not.toContain(server.alarms.restricted);
    expect(await shownTo(stranger)).toContain(server.alarms.restricted);
    await restrictTo([group.id]);
  });
});

describe('a group', () => {
  it('cannot be deleted while an alarm is restricted to it alone', async () => {
    const remove = () =>
      admin.send('DELETE', `${GROUPS}/${String(group.id)}?version=${String(group.version)}`);
    expect(statusAndCode(await remove())).toEqual([409, 'COCKPIT_GROUP_IN_USE']);
    const { groups } = (await admin.get(GROUPS)).json() as { groups: AlarmGroup[] };
    expect(groups.find(({ id }) => id === group.id)).toMatchObject({
      alarms: 1,
      members: [{ id: member.account, username: member.username }],
    });
  });

  it('rejects a taken name, an unknown member, and a stale version', async () => {
    const add = async (body: object) => statusAndCode(await admin.send('POST', GROUPS, { body }));
    expect(await add({ name: 'Core team', members: [] })).toEqual([409, 'NAME_TAKEN']);
    expect(await add({ name: 'New', members: [2_000_000_000] })).toEqual([404, 'RESOURCE_MISSING']);
    const body = { name: 'Core team', members: [], version: group.version - 1 };
    expect(statusAndCode(await admin.send('PUT', `${GROUPS}/${String(group.id)}`, { body }))).toEqual([
      409,
      'CONFLICT',
    ]);
  });

  it('finds accounts by a part of their name', async () => {
    const response = await admin.get(`${GROUPS}/accounts?search=${member.username}`);
    expect((response.json() as { accounts: { username: string }[] }).accounts[0]).toMatchObject({
      username: member.username,
    });
  });

  it('hides accounts of other customers from users who do not see these', async () => {
    await server.account({
      username: 'of-globex',
      permissions: ['TEMPLATE.COCKPIT.write'],
      customers: ['globex'],
    });
    const colleague = await server.account({
      username: 'globex-colleague',
      permissions: ['ALERT.read'],
      customers: ['globex'],
    });
    await setMembers([member.account, stranger.account, colleague]);
    const page = await server.signedIn('of-globex');
    const found = (await page.get(`${GROUPS}/accounts`)).json() as { accounts: { username: string }[] };
    expect(found.accounts.map(({ username }) => username)).toEqual(['globex-colleague', 'of-globex']);
    const listed = async () => ((await page.get(GROUPS)).json() as { groups: AlarmGroup[] }).groups;
    const seen = (await listed()).find(({ id }) => id === group.id)!;
    expect(seen.members.map(({ id }) => id)).toEqual([colleague]);
    const add = (members: readonly number[]) =>
      page.send('POST', GROUPS, { body: { name: 'Globex team', members } });
    expect(statusAndCode(await add([member.account]))).toEqual([404, 'RESOURCE_MISSING']);
    const foreign = { name: 'Initech team', members: [stranger.account] };
    expect((await admin.send('POST', GROUPS, { body: foreign })).statusCode).toBe(200);
    expect((await listed()).map(({ name }) => name)).not.toContain(foreign.name);
  });

  it('is changed only by users who see its author and members', async () => {
    const page = await server.signedIn('of-globex');
    const { id: colleague } = await server.stack.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'globex-colleague')
      .executeTakeFirstOrThrow();
    const body = { name: 'Globex team', members: [colleague] };
    const own: AlarmGroup = (await page.send('POST', GROUPS, { body })).json();
    expect(own).toMatchObject({ reachesOthers: false });
    const change = ({ id, name, version }: AlarmGroup) =>
      page.send('PUT', `${GROUPS}/${String(id)}`, { body: { name, members: [], version } });
    expect((await change(own)).statusCode).toBe(200);
    await setMembers([colleague]);
    const rejected = [403, 'REACHES_OTHER_CUSTOMERS'];
    expect(statusAndCode(await change(group))).toEqual(rejected);
    const url = `${GROUPS}/${String(group.id)}?version=${String(group.version)}`;
    expect(statusAndCode(await page.send('DELETE', url))).toEqual(rejected);
  });
});
