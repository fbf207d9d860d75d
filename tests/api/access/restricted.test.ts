import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlarmRow, AlertCounts, AlertState, DefinitionCount } from '#schemas/alerting/alert.ts';
import type { AlertSnapshot, CustomerAlerts } from '#schemas/alerting/routes.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { CustomerAlertView } from '#engine/live/customer-alert-view.ts';
import { runSync } from '#platform/clock/steps.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import { publishAccessChange } from '#server/kernel/access/access-change.ts';
import { join, liveUsersOf, received, type LiveConnection, type LiveUsers } from './live.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const UNPRIVILEGED: readonly Permission[] = ['ALERT.read'];
const PRIVILEGED: readonly Permission[] = ['ALERT.read', 'EXTRA.RESTRICTED.read'];

let server: ServerUnderTest;
let users: LiveUsers;
type Network = Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>;

const sitesOf = ({ customers, inventory }: Network): readonly number[] =>
  [...inventory().sites.values()]
    .filter(({ customer }) => customer === customers.get('acme'))
    .map(({ id }) => id);

const row = (alarm: number, element: number, site: number, severity: AlarmRow['severity']): AlarmRow => ({
  id: `${String(alarm)}:${String(element)}`,
  alarm,
  name: `alarm ${String(alarm)}`,
  kpi: 'itf_in_util',
  severity,
  site,
  siteName: 'a site',
  element,
  elementName: `Gi0/${String(element)}`,
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

const countsByDefinition = ({ alarms: { open, restricted } }: Pick<Network, 'alarms'>): DefinitionCount[] => [
  { alarm: open, name: 'open', severity: 'major', count: 1, unhandled: 1, oldest: 0 },
  { alarm: restricted, name: 'restricted', severity: 'critical', count: 2, unhandled: 2, oldest: 0 },
];

/** Of the first customer one alarm of each kind on the first site, and a restricted one on the second. */
function states(network: Network): readonly AlertState[] {
  const { open, restricted } = network.alarms;
  const [first = 0, second = 0] = sitesOf(network);
  const acme = network.customers.get('acme')!;
  return [...network.customers.values()].map((customer) =>
    customer !== acme
      ? quietState(customer)
      : {
          ...quietState(customer),
          counts: { ...noAlerts, critical: 2, warning: 1, unhandled: 3, oldest: 0 },
          byAlarm: countsByDefinition(network),
          sites: [
            { site: first, severity: 'critical', alarms: 2 },
            { site: second, severity: 'critical', alarms: 1 },
          ],
          alarms: [
            row(open, 1, first, 'major'),
            row(restricted, 2, first, 'critical'),
            row(restricted, 3, second, 'critical'),
          ],
        },
  );
}

beforeAll(async () => {
  server = await openServer({ engine: states });
  users = await liveUsersOf(server);
  await eventually(() => (server.mirror.isReady ? true : undefined));
});
beforeEach(() => {
  users.disconnect();
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const acme = (): number => server.customers.get('acme')!;

async function pageOf(permissions: readonly Permission[]): Promise<Browser> {
  return (await users.someone(permissions, ['acme', 'globex'])).page;
}
const snapshotOf = async (page: Browser): Promise<AlertSnapshot> =>
  (await page.get(`/api/v1/customers/${String(acme())}/alert`)).json();

describe('alarms of restricted visibility', () => {
  it('are in the snapshot of users who may read restricted resources', async () => {
    const snapshot = await snapshotOf(await pageOf(PRIVILEGED));
    expect(snapshot.counts).toMatchObject({ critical: 2, warning: 1 });
    expect(snapshot.alarms).toHaveLength(3);
  });

  it('leave no trace in the snapshot of others: rows, counts, sites', async () => {
    const snapshot = await snapshotOf(await pageOf(UNPRIVILEGED));
    const { open } = server.alarms;
    expect(snapshot.counts).toMatchObject({ critical: 0, warning: 1 });
    expect(snapshot.alarms.map(({ alarm }) => alarm)).toEqual([open]);
    expect(snapshot.sites.map(({ severity, alarms }) => [severity, alarms])).toEqual([
      ['major', 1],
      [null, 0],
    ]);
    expect(snapshot.position).toEqual((await snapshotOf(await pageOf(PRIVILEGED))).position);
  });

  it('leave no trace in the counts across customers of others', async () => {
    const countsOf = async (permissions: readonly Permission[]) => {
      const response = await (await pageOf(permissions)).get('/api/v1/cc/alert');
      const { nbCritical, nbWarning, customers } = response.json() as {
        nbCritical: number;
        nbWarning: number;
        customers: CustomerAlerts[];
      };
      return {
        nbCritical,
        nbWarning,
        alarms: customers.flatMap(({ byAlarm }) => byAlarm.map(({ count }) => count)),
      };
    };
    expect(await countsOf(PRIVILEGED)).toEqual({ nbCritical: 2, nbWarning: 1, alarms: [1, 2] });
    expect(await countsOf(UNPRIVILEGED)).toEqual({ nbCritical: 0, nbWarning: 1, alarms: [1] });
  });

  it('have a history only for users who may read them; to others they do not exist', async () => {
    const url = (alarm: number) => `/api/v1/customers/${String(acme())}/alert/${String(alarm)}/2`;
    const { open, restricted } = server.alarms;
    const page = await pageOf(UNPRIVILEGED);
    expect((await page.get(url(open))).statusCode).toBe(200);
    expect(statusAndCode(await page.get(url(restricted)))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await page.get(url(2_000_000)))).toEqual([404, 'NOT_FOUND']);
    expect((await (await pageOf(PRIVILEGED)).get(url(restricted))).statusCode).toBe(200);
  });
});

describe('a delta', () => {
  async function both(
    topic: 'alert' | 'count',
  ): Promise<{ everyone: LiveConnection; privileged: LiveConnection }> {
    const [everyone, privileged] = [await users.someone(UNPRIVILEGED), await users.someone(PRIVILEGED)];
    await join(everyone.socket, topic, acme());
    await join(privileged.socket, topic, acme());
    return { everyone: everyone.socket, privileged: privileged.socket };
  }

  it('with restricted alarms carries them, their sites and counts only to users who may read them', async () => {
    const { everyone, privileged } = await both('alert');
    const seen = { everyone: received(everyone), privileged: received(privileged) };
    const [first = 0, second = 0] = sitesOf(server);
    const { open, restricted } = server.alarms;
    const raised = users.publish(acme(), {
      counts: { ...noAlerts, critical: 3, warning: 2 },
      sites: [{ site: second, severity: 'critical', alarms: 3 }],
      set: [row(restricted, 4, second, 'critical'), row(open, 5, second, 'major')],
    });
    const cleared = users.publish(acme(), {
      counts: { ...noAlerts, critical: 2, warning: 1 },
      sites: [{ site: first, severity: null, alarms: 0 }],
      remove: [`${String(restricted)}:2`, `${String(open)}:1`],
    });
    await eventually(() => seen.everyone[1]);
    await eventually(() => seen.privileged[1]);
    expect(seen.privileged).toEqual([raised, cleared]);
    const { epoch, seq, at } = raised;
    expect(seen.everyone).toEqual([
      {
        epoch,
        seq,
        at,
        customer: acme(),
        counts: { ...noAlerts, warning: 2, unhandled: 2, oldest: 0 },
        sites: [{ site: second, severity: 'major', alarms: 1 }],
        set: [row(open, 5, second, 'major')],
        remove: [],
      },
      {
        epoch,
        seq: seq + 1,
        at: cleared.at,
        customer: acme(),
        counts: { ...noAlerts, warning: 1, unhandled: 1, oldest: 0 },
        sites: [{ site: first, severity: null, alarms: 0 }],
        set: [],
        remove: [`${String(open)}:1`],
      },
    ]);
  });

  it('of an alarm that the server does not know (yet) is not shown to users without the permission', async () => {
    const { everyone, privileged } = await both('alert');
    const seen = { everyone: received(everyone), privileged: received(privileged) };
    const [first = 0] = sitesOf(server);
    users.publish(acme(), { set: [row(777, 9, first, 'critical')] });
    await eventually(() => seen.everyone[0]);
    await eventually(() => seen.privileged[0]);
    expect(seen.privileged[0]).toMatchObject({ set: [{ alarm: 777 }] });
    expect(seen.everyone[0]).toMatchObject({ set: [], counts: { critical: 0 } });
    users.publish(acme(), { remove: ['777:9'] });
    await eventually(() => seen.everyone[1]);
  });

  /** A burst as the engine publishes it: counts and sites of all rows go ahead of most rows, the restricted one comes last. */
  function burst(): { parts: readonly AlertDelta[]; count: CountDelta } {
    const [first = 0, second = 0] = sitesOf(server);
    const { open, restricted } = server.alarms;
    const alarms = states(server).find(({ customer }) => customer === acme())!.alarms;
    const rows = alarms.filter(({ alarm }) => alarm === open);
    for (let element = 1_000; element < 1_600; element += 1) rows.push(row(open, element, first, 'minor'));
    rows.push(row(restricted, 9_999, second, 'critical'));
    const board = new CustomerAlertView(acme(), 'run 1');
    runSync(board.showSteps(new Map(rows.map((one) => [one.id, one])), { at: 9_000 }));
    const { alert, count } = board.takeDeltas();
    expect(alert.length).toBeGreaterThan(1);
    return { parts: alert, count: count[0]! };
  }
  const criticals = (deltas: readonly { counts?: AlertCounts | undefined }[]) =>
    deltas.map(({ counts }) => counts?.critical);

  it('of a burst does not reveal restricted alarms ahead of their rows: delta, counts, snapshot', async () => {
    const { everyone } = await both('alert');
    await join(everyone, 'count', acme());
    const counted: CountDelta[] = [];
    everyone.on('count', (got) => counted.push(got));
    const seen = received(everyone);
    const page = await pageOf(UNPRIVILEGED);
    const { parts, count } = burst();
    const [, second = 0] = sitesOf(server);
    const report = (delta: CountDelta, seq: number): void => {
      server.stack.bus.publish(
        subjects.live(acme(), 'count'),
        JSON.stringify({ ...delta, epoch: 'run 1', seq }),
      );
    };
    // No restricted row runs any more.
    const { restricted } = server.alarms;
    users.publish(acme(), { remove: [2, 3, 4].map((element) => `${String(restricted)}:${String(element)}`) });
    report({ ...count, byAlarm: [], counts: noAlerts }, 3);
    await eventually(() => counted[0]);
    await eventually(() => seen[0]);
    const { epoch: _, seq: __, ...begin } = parts[0]!;
    users.publish(acme(), begin);
    report(count, 4);
    await eventually(() => seen[1]);
    await eventually(() => counted[1]);
    const between = await snapshotOf(page);
    for (const { epoch: ___, seq: ____, ...part } of parts.slice(1)) users.publish(acme(), part);
    await eventually(() => seen[parts.length]);
    // Behind a gap, where the server does not know yet what runs.
    users.publish(-1);
    users.publish(acme(), begin);
    await eventually(() => seen[parts.length + 1]);
    expect(criticals([...seen, ...counted, between]).filter((critical) => critical !== 0)).toEqual([]);
    const sites = [...seen.flatMap((delta) => delta.sites ?? []), ...between.sites];
    const severities = sites.filter(({ site }) => site === second).map(({ severity }) => severity);
    expect(severities.length).toBeGreaterThan(0);
    expect(severities).not.toContain('critical');
    // All rows are published: the counts are complete.
    expect(seen[parts.length]).toMatchObject({ counts: { critical: 0, warning: 2 } });
  });

  it('of counts leaves restricted alarms out for users without the permission', async () => {
    const { everyone, privileged } = await both('count');
    const { open } = server.alarms;
    const delta: CountDelta = {
      epoch: 'run 1',
      seq: 5,
      at: 9_000,
      customer: acme(),
      counts: { ...noAlerts, critical: 2, warning: 1 },
      byAlarm: countsByDefinition(server),
    };
    const seen: CountDelta[][] = [[], []];
    everyone.on('count', (got) => seen[0]!.push(got));
    privileged.on('count', (got) => seen[1]!.push(got));
    server.stack.bus.publish(subjects.live(acme(), 'count'), JSON.stringify(delta));
    await eventually(() => seen[0]![0]);
    await eventually(() => seen[1]![0]);
    expect(seen[1]).toEqual([delta]);
    expect(seen[0]).toMatchObject([
      { seq: 5, counts: { critical: 0 }, byAlarm: [{ alarm: open, name: 'open', count: 1 }] },
    ]);
    expect(JSON.stringify(seen[0])).not.toContain('restricted');
  });

  it('without anything restricted in its customer is one and the same for all', async () => {
    const globex = server.customers.get('globex')!;
    const everyone = await users.someone(UNPRIVILEGED, ['globex']);
    const seen = received(everyone.socket);
    await join(everyone.socket, 'alert', globex);
    const delta = users.publish(globex, { set: [row(server.alarms.open, 60, 1, 'minor')] });
    await eventually(() => seen[0]);
    expect(seen).toEqual([delta]);
  });
});

async function whileTimePasses<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  await eventually(async () => {
    await server.clock.leap(10);
    return isDone ? true : undefined;
  });
  return ended;
}

describe('a screen reads its snapshot again', () => {
  it('follows when a user gains and loses the permission to read restricted resources', async () => {
    const who = await users.someone(UNPRIVILEGED);
    const seen = received(who.socket);
    await join(who.socket, 'alert', acme());
    const { role_id } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('id', '=', who.account)
      .executeTakeFirstOrThrow();
    const permission = 'EXTRA.RESTRICTED.read';
    await server.stack.db.insertInto('role_permission').values({ role_id, permission }).execute();
    publishAccessChange(server.stack.bus);
    await eventually(() => seen[0]);
    expect(seen[0]).toMatchObject({ epoch: 'resync', customer: acme() });
    expect((await snapshotOf(who.page)).alarms.map(({ alarm }) => alarm)).toContain(server.alarms.restricted);

    await server.stack.db.deleteFrom('role_permission').where('permission', '=', permission).execute();
    publishAccessChange(server.stack.bus);
    await eventually(() => seen[1]);
    expect(seen[1]).toMatchObject({ epoch: 'resync' });
    const [first = 0] = sitesOf(server);
    users.publish(acme(), { set: [row(server.alarms.restricted, 30, first, 'critical')] });
    await eventually(() => seen[2]);
    expect(seen[2]).toMatchObject({ set: [] });
  });

  it('when an alarm on it becomes restricted', async () => {
    const who = await users.someone(UNPRIVILEGED);
    const seen = received(who.socket);
    const [first = 0] = sitesOf(server);
    await join(who.socket, 'alert', acme());
    // As many rows as one body is prepared for, for all who see the same alarms.
    const many = Array.from({ length: 1_050 }, (_, at) =>
      row(server.alarms.open, 2_000 + at, first, 'major'),
    );
    users.publish(acme(), { set: many });
    // The delta is suppressed: the screen reads a snapshot when the burst is over.
    await whileTimePasses(eventually(() => seen[0]));
    const alarmsSeenBy = async (page: Browser) =>
      new Set((await whileTimePasses(snapshotOf(page))).alarms.map(({ alarm }) => alarm));
    expect(await alarmsSeenBy(await pageOf(PRIVILEGED))).toContain(server.alarms.restricted);
    expect(await alarmsSeenBy(who.page)).toEqual(new Set([server.alarms.open]));
    await server.stack.db
      .updateTable('cockpit_alarm')
      .set({ visibility: 'RESTRICTED' })
      .where('id', '=', server.alarms.open)
      .execute();
    server.stack.bus.publish(subjects.config('cockpit'), '{}');
    await eventually(() => seen[1]);
    expect(seen[1]).toMatchObject({ epoch: 'resync', customer: acme() });
    expect((await snapshotOf(who.page)).alarms).toEqual([]);
  });
});

it('the list of sites leaves an alarm out of its numbers as soon as it becomes restricted, also for those who read the list a moment before', async () => {
  const { page } = await users.someone([...UNPRIVILEGED, 'NETWORK.read']);
  const { open: id } = server.alarms;
  const become = async (visibility: 'everyone' | 'RESTRICTED'): Promise<void> => {
    await server.stack.db.updateTable('cockpit_alarm').set({ visibility }).where('id', '=', id).execute();
    server.stack.bus.publish(subjects.config('cockpit'), '{}');
  };
  const most = async (): Promise<number> => {
    const path = `/api/v1/customers/${String(acme())}/inventory/site?live=true&orderBy=alarms`;
    const reply: { elements: { live: { alarms: number } }[] } = (await page.get(path)).json();
    return Math.max(...reply.elements.map(({ live }) => live.alarms));
  };
  users.publish(acme(), { set: [row(id, 4_000, sitesOf(server)[0] ?? 0, 'major')] });
  await become('everyone');
  await eventually(async () => ((await most()) > 0 ? true : undefined));
  await become('RESTRICTED');
  await eventually(async () => ((await snapshotOf(page)).alarms.length === 0 ? true : undefined));
  expect(await most()).toBe(0);
});
