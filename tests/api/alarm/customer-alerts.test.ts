import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertActivity, AlertChoices } from '#schemas/alerting/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { eventCodec, type EventRow } from '../../fixtures/engine/engine-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;

let server: ServerUnderTest;
let seesAll: Browser;
let seesPublic: Browser;
let ofGlobex: Browser;
let currentHour: number;

const idOf = (name: 'acme' | 'globex' | 'initech'): number => server.customers.get(name)!;

async function signedIn(username: string, permissions: readonly Permission[], customers: readonly string[]) {
  await server.account({ username, permissions, customers: [...customers] });
  return server.signedIn(username);
}

let made = 0;
const event = (customer: number, alarm: number, hoursAgo: number, edge = 'raise'): EventRow => {
  made += 1;
  const at = currentHour - hoursAgo * HOUR + 60;
  return {
    customer,
    site: 1,
    element: made,
    alarm,
    kpi: 1,
    event: new Uint8Array(16).fill(made),
    edge,
    severity: 'major',
    cause: 'rule',
    at,
    length: 60,
    ingested: at * 1_000,
    value: 1,
    threshold: 1,
    outliers: 1,
    measures: 1,
    evidence: '{}',
  };
};

beforeAll(async () => {
  server = await openServer();
  currentHour = Math.floor(server.clock.now().getTime() / 1_000 / HOUR) * HOUR;
  server.clock.setBy((currentHour + 1_800) * 1_000 - server.clock.now().getTime());
  const { open, restricted } = server.alarms;
  const rows = [
    event(idOf('acme'), open, 0),
    event(idOf('acme'), open, 3),
    event(idOf('acme'), restricted, 3),
    event(idOf('acme'), open, 3, 'clear'),
    event(idOf('acme'), open, 23),
    event(idOf('acme'), open, 24),
    event(idOf('globex'), open, 5),
  ];
  await server.stack.clickhouse.insertRowBinary({
    table: alarmEvents.name,
    columns: Object.keys(alarmEvents.columns),
    rows: eventCodec.encode(rows),
  });
  seesAll = await signedIn('all', ['ALERT.read', 'EXTRA.RESTRICTED.read'], ['acme', 'globex']);
  seesPublic = await signedIn('public', ['ALERT.read'], ['acme', 'globex']);
  ofGlobex = await signedIn('of-globex', ['ALERT.read'], ['globex', 'initech']);
});
afterAll(() => server.close());

/** By customer, hours ago and number of raises. */
async function activityOf(page: Browser) {
  const response = await page.get('/api/v1/cc/alert/activity');
  expect(response.statusCode).toBe(200);
  const { from, customers } = response.json() as AlertActivity;
  expect(from).toBe(currentHour - 23 * HOUR);
  return Object.fromEntries(
    customers.map(({ customer, raised }) => [
      customer,
      raised.flatMap((count, hour) => (count === 0 ? [] : [[23 - hour, count]])),
    ]),
  );
}

describe('the activity across customers', () => {
  it('counts the raises of the last 24 hours by customer and hour', async () => {
    expect(await activityOf(seesAll)).toEqual({
      [idOf('acme')]: [
        [23, 1],
        [3, 2],
        [0, 1],
      ],
      [idOf('globex')]: [[5, 1]],
    });
  });

  it('has no trace of restricted alarms for those who may not see them, nor of other customers', async () => {
    expect((await activityOf(seesPublic))[idOf('acme')]).toEqual([
      [23, 1],
      [3, 1],
      [0, 1],
    ]);
    expect(Object.keys(await activityOf(ofGlobex))).toEqual([String(idOf('globex'))]);
  });
});

describe('the choices of the display options', () => {
  const choicesOf = async (page: Browser): Promise<AlertChoices> =>
    (await page.get('/api/v1/cc/alert/choices')).json();

  it('are every profile of the customers and every visible alarm, whether or not one runs', async () => {
    const { open, restricted } = server.alarms;
    const all = await choicesOf(seesAll);
    expect(all.profiles.length).toBeGreaterThan(0);
    expect(all.alarms.map(({ id }) => id)).toEqual(expect.arrayContaining([open, restricted]));
    expect((await choicesOf(seesPublic)).alarms.map(({ id }) => id)).not.toContain(restricted);
  });
});
