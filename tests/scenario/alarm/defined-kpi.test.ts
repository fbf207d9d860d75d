import { fork, type ChildProcess } from 'node:child_process';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import type { PastAlerts } from '#schemas/alerting/past-routes.ts';
import { startSnmpd, type Snmpd } from '../../fixtures/snmp/snmpd-agent.ts';
import { pollerFields } from '#tests/fixtures/update-fields.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

/** An object of net-snmp's playground, as a vendor's own MIB would have it. */
const TEMPERATURE = '1.3.6.1.4.1.8072.9999.9999.1.0';
const WINDOW_SECONDS = 1;
/** Between two looks at a screen: an account has a limited number of requests a minute. */
const SCREEN_MS = 500;
const KPIS = '/api/v1/mt/kpi';

const poller = {
  name: 'Room temperature',
  level: 'device',
  oid: TEMPERATURE,
  valueType: 'integer',
  counters: ['room_temperature'],
};
const draft = {
  key: 'room_temp',
  en: 'Room temperature',
  fr: 'Température de la salle',
  unit: 'scalar',
  element: 'device',
  aggregation: 'average',
  strategy: 'before any aggregation',
  formulas: [{ scope: 'snmp', formula: 'avg(room_temperature) / 10' }],
};

let server: ServerUnderTest;
let agent: Snmpd;
let page: Browser;
const processes: ChildProcess[] = [];

const start = (main: string): void => {
  processes.push(
    fork(new URL(`../../../${main}`, import.meta.url), [], {
      execArgv: [],
      env: {
        ...process.env,
        ...server.stack.env,
        SNMP_ALLOWED_NETWORKS: '127.0.0.0/8',
        HEALTH_PORT: '0',
        LOG_LEVEL: 'error',
        POLL_INTERVAL_SECONDS: '1',
        WINDOW_SECONDS: String(WINDOW_SECONDS),
        WINDOW_LATENESS_SECONDS: '0',
        CHECKPOINT_SECONDS: '1',
      },
    }),
  );
};

beforeAll(async () => {
  [server, agent] = await Promise.all([openServer(), startSnmpd([`override ${TEMPERATURE} integer 215`])]);
  const snmp = { version: 'v2c', community: agent.community, port: agent.port };
  const device = { name: 'rack-1', address: '127.0.0.1', snmp };
  const site = { name: 'acme one', latitude: 45.76, longitude: 4.84, devices: [device] };
  const file = { customers: [{ clientId: 'acme', name: 'Customer acme', sites: [site] }] };
  await importNetwork(
    { db: server.stack.db, bus: server.stack.bus, secrets: testSecrets },
    NetworkFile.parse(file),
  );
  await server.account({
    username: 'librarian',
    permissions: [
      'KPI.read',
      'KPI.write',
      'POLLING.read',
      'POLLING.write',
      'DASHBOARD.read',
      'TEMPLATE.COCKPIT.write',
      'ALERT.read',
    ],
  });
  await server.account({ username: 'reader', permissions: ['KPI.read'] });
  for (const main of ['engine/main.ts', 'ingest/writer/main.ts', 'ingest/snmp/main.ts']) start(main);
  page = await server.signedIn('librarian');
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all([server.close(), agent.close()]);
});

const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
  const response = await page.send(method, path, { body });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
};
const inFormula = (formula: string, scope = 'snmp') => ({ ...draft, formulas: [{ scope, formula }] });

/** Values of the KPI by window, oldest first, as ClickHouse has them. */
const measured = async (): Promise<readonly { at: number; value: number }[]> =>
  server.stack.clickhouse.query<{ at: number; value: number }>(
    `SELECT toUnixTimestamp(at) AS at, value FROM measures WHERE kpi >= 10000 ORDER BY at`,
  );

describe('the formula of a defined KPI', () => {
  it('uses a counter of a poller, and is rejected before one exists', async () => {
    expect(await send('POST', KPIS, draft)).toMatchObject({
      status: 400,
      body: {
        code: 'FORMULA_INVALID',
        errors: [
          {
            path: 'body.formulas.0.formula',
            message: 'Unknown counter or property “room_temperature” at column 5.',
          },
        ],
      },
    });
    expect((await send('POST', '/api/v1/mt/polling', poller)).status).toBe(200);
  });

  atNight.each([
    ['a missing parenthesis', inFormula('avg(room_temperature'), 'closing parenthesis'],
    ['a counter of an interface', inFormula('rate(in_octets)'), 'another kind of element'],
    ['a counter of another source', inFormula('avg(cv_cpu_idle)'), 'comes from another source'],
    ['no counter at all', inFormula('1 + 1'), 'needs the name of one counter'],
    ['a gauge as if it grew', inFormula('rate(room_temperature)'), 'does not apply to this kind of counter'],
  ])('with %s is rejected, with its path', async (_, body, sentence) => {
    const response = await send('POST', KPIS, body);
    expect(response).toMatchObject({ status: 400, body: { code: 'FORMULA_INVALID' } });
    expect(JSON.stringify(response.body['errors'])).toContain(sentence);
  });

  atNight('is described in French to a reader of French', async () => {
    await server.account({ username: 'bibliothécaire', permissions: ['KPI.write'] });
    const { db } = server.stack;
    await db
      .updateTable('account')
      .set({ language: 'fr' })
      .where('username', '=', 'bibliothécaire')
      .execute();
    const french = await server.signedIn('bibliothécaire');
    const rejected = await french.send('POST', KPIS, { body: inFormula('rate(octet)') });
    expect(rejected.json()).toMatchObject({
      errors: [{ message: 'Compteur ou propriété inconnus «\u00A0octet\u00A0» à la colonne 6.' }],
    });
  });

  it('has its own key, and is closed to users with the read permission alone', async () => {
    expect((await send('POST', KPIS, { ...draft, key: 'itf_in_bps' })).body).toMatchObject({
      code: 'NAME_TAKEN',
    });
    expect((await send('PUT', `${KPIS}/itf_in_bps`, { draft, version: 1 })).body).toMatchObject({
      code: 'KPI_BUILT_IN',
    });
    const reader = await server.signedIn('reader');
    expect((await reader.send('POST', KPIS, { body: draft })).statusCode).toBe(403);
    expect((await reader.get(KPIS)).statusCode).toBe(200);
  });
});

describe('a KPI over an object that only this network has', () => {
  it('goes from the agent to the values that a screen reads', async () => {
    // Measures of the library show that the engine is under way before the KPI is defined.
    const { clickhouse } = server.stack;
    const any = () => clickhouse.query<{ at: number }>('SELECT at FROM measures LIMIT 1');
    await eventually(async () => ((await any()).length > 0 ? true : undefined));
    expect(await send('POST', KPIS, draft)).toMatchObject({
      status: 200,
      body: { key: 'room_temp', origin: 'defined', version: 1, updatedBy: 'librarian' },
    });
    await eventually(async () => ((await measured()).length > 1 ? true : undefined));
    expect(new Set((await measured()).map(({ value }) => value))).toEqual(new Set([21.5]));
    const inventory = await loadInventory(server.stack.db);
    const [device] = inventory.devices.values();
    const to = Math.floor(Date.now() / 1_000) + 60;
    const customer = String(server.customers.get('acme'));
    const path = `/api/v1/customers/${customer}/kpi/room_temp?from=${String(to - 600)}&to=${String(to)}&by=element`;
    const series = (await page.get(path)).json() as Series;
    expect(series).toMatchObject({ kpi: 'room_temp', unit: 'scalar', aggregation: 'average' });
    expect(series.series).toMatchObject([{ id: device!.id, points: [[expect.anything(), 21.5]] }]);
  });

  it('raises an alarm that screens show, now and in the past, with the key of the KPI', async () => {
    const { id: cockpit, version } = (
      await send('POST', '/api/v1/mt/cockpit', { name: 'Rooms', description: '' })
    ).body as { id: number; version: number };
    const shared = await send('PUT', `/api/v1/mt/share-resource/cockpit/${String(cockpit)}`, {
      version,
      everyone: false,
      profiles: [],
      clients: [server.customers.get('acme')],
    });
    expect(shared.status).toBe(200);
    const alarms = `/api/v1/mt/cockpit/${String(cockpit)}/alarms`;
    const hot = { label: 'Room too hot', threshold: 20, outliers: 1, measures: 2 };
    expect((await send('POST', alarms, anAlarmDraft({ ...hot, kpi: 'room_heat' }))).body).toMatchObject({
      code: 'COCKPIT_KPI_UNKNOWN',
    });
    const stored = await send('POST', alarms, anAlarmDraft({ ...hot, kpi: 'room_temp' }));
    expect(stored).toMatchObject({ status: 200, body: { kpi: 'room_temp' } });
    const customer = String(server.customers.get('acme'));
    // Its event is stored, then read by a screen: the account has a limited number of requests a minute.
    const { clickhouse } = server.stack;
    const raised = () => clickhouse.query('SELECT event FROM alarm_events WHERE kpi >= 10000');
    await eventually(async () => ((await raised()).length > 0 ? true : undefined));
    const alerts = `/api/v1/customers/${customer}/alert`;
    // The server hears of it independently of the writer, before or after.
    const row = await eventually(async () => {
      const [first] = ((await page.get(alerts)).json() as AlertSnapshot).alarms;
      if (first === undefined) await systemClock.wait(SCREEN_MS);
      return first;
    });
    expect(row).toMatchObject({
      kpi: 'room_temp',
      name: 'Room too hot',
      elementKind: 'device',
      threshold: 20,
    });
    expect(row.recent.at(-1)).toBe(21.5);
    const { alarms: past } = (
      await page.get(`${alerts}/past?at=${String(row.since + 1)}`)
    ).json() as PastAlerts;
    expect(past).toMatchObject([{ kpi: 'room_temp', elementKind: 'device' }]);
  });

  it('keeps its unit and is not deleted while an alarm depends on it', async () => {
    const inUse = { status: 409, body: { code: 'KPI_IN_USE' } };
    expect(await send('DELETE', `${KPIS}/room_temp`)).toMatchObject(inUse);
    const inPercent = { ...draft, unit: 'percent' };
    expect(await send('PUT', `${KPIS}/room_temp`, { draft: inPercent, version: 1 })).toMatchObject(inUse);
  });

  it('is computed otherwise from a window on when its formula changes, without one left out', async () => {
    const changed = { ...draft, formulas: [{ scope: 'snmp', formula: 'avg(room_temperature) / 10 + 1' }] };
    const response = await send('PUT', `${KPIS}/room_temp`, { draft: changed, version: 1 });
    expect(response).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await send('PUT', `${KPIS}/room_temp`, { draft, version: 1 })).body).toMatchObject({
      code: 'CONFLICT',
    });
    await eventually(
      async () => ((await measured()).filter(({ value }) => value === 22.5).length > 1 ? true : undefined),
      30_000,
    );
    const windows = await measured();
    expect(windows.map(({ value }) => value)).toEqual(
      windows.map(({ value }) => value).toSorted((a, b) => a - b),
    );
    expect(
      windows.every(({ at }, index) => index === 0 || at - windows[index - 1]!.at === WINDOW_SECONDS),
    ).toBe(true);
  });

  it('keeps its counter: its poller cannot be deleted, and its users are listed', async () => {
    const { pollers } = (await page.get('/api/v1/mt/polling')).json() as {
      pollers: { id: string; name: string }[];
    };
    const { id } = pollers.find(({ name }) => name === poller.name)!;
    const inUse = {
      status: 409,
      body: { code: 'COUNTER_IN_USE', errors: [{ message: expect.stringContaining('room_temp') as string }] },
    };
    expect(await send('DELETE', `/api/v1/mt/polling/${id}`)).toMatchObject(inUse);
    const other = { ...pollerFields, ...poller, counters: ['other_temperature'] };
    expect(await send('PUT', `/api/v1/mt/polling/${id}`, { ...other, version: 1 })).toMatchObject(inUse);
    expect((await send('PUT', `/api/v1/mt/polling/${id}/active`, { active: false })).status).toBe(200);
    await server.stack.db.deleteFrom('cockpit_alarm').execute();
    expect(await send('DELETE', `${KPIS}/room_temp`)).toMatchObject({
      status: 200,
      body: { key: 'room_temp' },
    });
    expect((await send('DELETE', `${KPIS}/room_temp`)).status).toBe(404);
    expect((await send('DELETE', `/api/v1/mt/polling/${id}`)).status).toBe(200);
    const { kpis } = (await page.get(KPIS)).json() as { kpis: ListedKpi[] };
    expect(kpis.every(({ origin }) => origin === 'library')).toBe(true);
  });

  it('is in the audit trail with its definition', async () => {
    const rows = await server.stack.db.selectFrom('audit_event').selectAll().execute();
    const text = JSON.stringify(rows.filter((row) => JSON.stringify(row).includes('room_temp')));
    expect(text).toContain('librarian');
    expect(text).toContain('avg(room_temperature) / 10 + 1');
  });
});
