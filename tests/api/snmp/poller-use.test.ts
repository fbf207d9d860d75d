import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PollerDependents, PollerUse } from '#schemas/polling/poller-use.ts';
import type { ListedKpi } from '#schemas/kpi/definition-routes.ts';
import type { KpiDescription } from '#schemas/kpi/description.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import {
  POLL_INTERVAL_MS,
  startPollerProcess,
  type PollerProcess,
} from '#tests/fixtures/snmp/poller-process.ts';

const PATH = '/api/v1/mt/polling';
const SESSIONS = '1.3.6.1.4.1.12356.101.4.1.8.0';
const TEMPERATURE = '1.3.6.1.4.1.9.9.13.1.3.1.3';

let server: ServerUnderTest;
let admin: Browser;
let ofAcme: Browser;
let poller: PollerProcess;
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await openServer();
  const rows = [1, 2, 3].map(
    (at) => [`${TEMPERATURE}.${String(at)}`, { type: 'gauge32', value: 30 + at }] as const,
  );
  poller = await startPollerProcess(server, [
    { customer: 'acme', name: 'fw-1', objects: new Map([[SESSIONS, { type: 'gauge32', value: 4_210 }]]) },
    { customer: 'initech', name: 'rt-1', objects: new Map(rows) },
  ]);
  const permissions = ['POLLING.write', 'KPI.write'] as const;
  await server.account({ username: 'every', permissions: [...permissions] });
  await server.account({ username: 'acme', permissions: [...permissions], customers: ['acme'] });
  admin = await server.signedIn('every');
  ofAcme = await server.signedIn('acme');
  const gauge = { level: 'device', valueType: 'gauge' };
  for (const body of [
    { ...gauge, name: 'Sessions', oid: SESSIONS, counters: ['fw_sessions'] },
    {
      ...gauge,
      name: 'Hottest',
      oid: TEMPERATURE,
      script: 'procedure(maximum)',
      counters: ['hottest'],
    },
  ]) {
    const created = (await admin.send('POST', PATH, { body })).json<{ id: string }>();
    ids.set(body.name, created.id);
  }
  const kpi = {
    key: 'fw_load',
    en: 'Firewall sessions',
    fr: 'Sessions du pare-feu',
    unit: 'scalar',
    element: 'device',
    aggregation: 'average',
    strategy: 'before any aggregation',
    formulas: [{ scope: 'snmp', formula: 'avg(fw_sessions)' }],
  };
  const defined = await admin.send('POST', '/api/v1/mt/kpi', { body: kpi });
  if (defined.statusCode !== 200) throw new Error(defined.body);
  await poller.poll();
});
afterAll(async () => {
  poller.close();
  await server.close();
});

const usesOf = async (by: Browser) =>
  (await by.get(`${PATH}/use`)).json<{
    intervalMs: number;
    devices: number;
    interfaces: number;
    uses: PollerUse[];
  }>();
const useOf = async (by: Browser, id: string): Promise<PollerUse | undefined> =>
  (await usesOf(by)).uses.find((use) => use.id === id);
const dependents = async (by: Browser, id: string): Promise<PollerDependents> =>
  (await by.get(`${PATH}/${id}/use`)).json();

describe('the use of a poller', () => {
  it('is what it reads at a poll of all devices, and what that costs', async () => {
    expect(await usesOf(admin)).toMatchObject({ intervalMs: POLL_INTERVAL_MS, devices: 2, interfaces: 4 });
    const sessions = await useOf(admin, ids.get('Sessions')!);
    // The router is polled for it as well, and does not have it.
    expect(sessions).toMatchObject({ devices: 2, objects: 2, values: 1 });
    expect(sessions!.requests).toBeCloseTo(2 / 48, 3);
    // The firewall has no row of the table.
    const hottest = await useOf(admin, ids.get('Hottest')!);
    expect(hottest).toMatchObject({ devices: 1, objects: 3, values: 1 });
    expect(await useOf(admin, 'in-octets')).toMatchObject({ devices: 2, objects: 4, values: null });
  });

  it('counts only devices that the user sees', async () => {
    expect(await usesOf(ofAcme)).toMatchObject({ devices: 1, interfaces: 2 });
    expect(await useOf(ofAcme, ids.get('Hottest')!)).toBeUndefined();
    const { read } = await dependents(ofAcme, ids.get('Hottest')!);
    expect(read).toMatchObject({ use: { devices: 0 }, devices: [] });
  });

  it('names its devices, and the KPIs whose formulas have its counter', async () => {
    const { kpis, read } = await dependents(admin, ids.get('Sessions')!);
    expect(kpis).toEqual([
      {
        key: 'fw_load',
        en: 'Firewall sessions',
        fr: 'Sessions du pare-feu',
        element: 'device',
        origin: 'defined',
      },
    ]);
    expect(read?.devices).toMatchObject([
      { name: 'fw-1', customerName: 'Customer acme', objects: 1, values: 1 },
      { name: 'rt-1', customerName: 'Customer initech', objects: 1, values: 0 },
    ]);
  });

  it('of a built-in poller includes the KPIs of the library', async () => {
    const { kpis } = await dependents(admin, 'in-octets');
    expect(kpis.map(({ key }) => key)).toContain('itf_in_util');
    expect(kpis.every(({ origin }) => origin === 'library')).toBe(true);
  });

  it('is unknown for a poller that does not exist', async () => {
    expect(statusAndCode(await admin.get(`${PATH}/no-such/use`))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the formula of a library KPI', () => {
  const formulaPath = (scope = 'snmp', key = 'cpe_cpu') => `/api/v1/mt/kpi/${key}/formulas/${scope}`;
  const save = (formula: string, version: number, by = admin, path = formulaPath()) =>
    by.send('PUT', path, { body: { formula, version } });
  const listed = async () => {
    const { kpis } = (await admin.get('/api/v1/mt/kpi')).json<{ kpis: ListedKpi[] }>();
    return kpis.find(({ key }) => key === 'cpe_cpu')!;
  };
  const sorted = (replies: readonly { readonly statusCode: number }[]) =>
    replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  const formulaNow = async () => (await listed()).formulas.find(({ scope }) => scope === 'snmp')!;

  it('is overridden in one source, shown next to that of the library, and used from then on', async () => {
    const before = await listed();
    const { formula: library } = await formulaNow();
    expect(before.origin).toBe('library');
    expect((await save('  avg(fw_sessions) / 100 ', 0)).json<ListedKpi>().origin).toBe('overridden');
    expect(await formulaNow()).toMatchObject({
      formula: 'avg(fw_sessions) / 100',
      library,
      overridden: true,
      version: 1,
      updatedBy: 'every',
    });
    const others = (kpi: ListedKpi) => ({
      ...kpi,
      origin: '',
      formulas: kpi.formulas.filter(({ scope }) => scope !== 'snmp'),
    });
    expect(others(await listed())).toEqual(others(before));
    const described = (await admin.get('/api/v1/kpi')).json<{ kpis: KpiDescription[] }>().kpis;
    expect(described.find(({ key }) => key === 'cpe_cpu')!.formulas).toContainEqual({
      scope: 'snmp',
      formula: 'avg(fw_sessions) / 100',
    });
    const { kpis } = await dependents(admin, ids.get('Sessions')!);
    expect(kpis.map(({ key }) => key)).toContain('cpe_cpu');
  });

  it('keeps its poller: the last one that supplies a counter of it is not deleted', async () => {
    const reply = await admin.send('DELETE', `${PATH}/${ids.get('Sessions')!}`);
    expect(reply.json()).toMatchObject({ code: 'COUNTER_IN_USE' });
    expect(reply.body).toContain('(cpe_cpu)');
  });

  it('is saved by one of two at once; the other one gets a conflict, also after a reset', async () => {
    const replies = await Promise.all([save('avg(cpu) / 2', 1), save('avg(cpu) / 4', 1)]);
    expect(sorted(replies)).toEqual([200, 409]);
    expect(statusAndCode(replies.find(({ statusCode }) => statusCode !== 200)!)).toEqual([409, 'CONFLICT']);
    expect(statusAndCode(await admin.send('DELETE', `${formulaPath()}?version=1`))).toEqual([
      409,
      'CONFLICT',
    ]);
    const reset = await admin.send('DELETE', `${formulaPath()}?version=2`);
    expect(reset.json<ListedKpi>().origin).toBe('library');
    const { formula, library, version } = await formulaNow();
    expect([formula, version]).toEqual([library, 3]);
    expect(statusAndCode(await save('avg(cpu) / 2', 2))).toEqual([409, 'CONFLICT']);
    const first = await Promise.all([1, 2].map((part) => save(`avg(cpu) / ${String(part)}`, 3)));
    expect(sorted(first)).toEqual([200, 409]);
    await admin.send('DELETE', `${formulaPath()}?version=4`);
    const actions = await server.stack.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('action', 'in', ['kpi.override', 'kpi.reset'])
      .orderBy('seq')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'kpi.override',
      'kpi.override',
      'kpi.reset',
      'kpi.override',
      'kpi.reset',
    ]);
    expect(actions[0]?.detail).toContain('snmp: avg(fw_sessions) / 100');
  });

  it.each([
    ['an unknown counter', 'avg(cpus)', 'FORMULA_UNKNOWN_NAME', 5],
    ['a counter of another source', 'avg(cpu) + avg(cv_cpu_idle)', 'FORMULA_OTHER_SOURCE', 16],
    ['another kind of element', 'rate(in_octets)', 'FORMULA_SEVERAL_ELEMENTS', 1],
    ['another scale', 'percent(avg(cpu), 100)', 'FORMULA_OTHER_SCALE', 1],
  ])('is rejected with the place of the fault: %s', async (_, formula, code, position) => {
    const reply = await save(formula, 5);
    expect(reply.json()).toMatchObject({ code: 'FORMULA_INVALID', errors: [{ path: 'body.formula', code }] });
    expect(reply.json<{ params: { position: number } }>().params.position).toBe(position);
    expect((await formulaNow()).overridden).toBe(false);
  });

  it('exists only where the library has one', async () => {
    for (const path of [
      formulaPath('flow'),
      formulaPath('snmp', 'itf_in_bps_max'),
      formulaPath('snmp', 'none'),
    ])
      expect(statusAndCode(await save('avg(cpu)', 0, admin, path))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('without a poller process', () => {
  it('the KPIs of a poller are known, its devices are not', async () => {
    await poller.stop();
    expect(statusAndCode(await admin.get(`${PATH}/use`))).toEqual([503, 'UNAVAILABLE']);
    const { kpis, read } = await dependents(admin, ids.get('Sessions')!);
    expect([kpis.length, read]).toEqual([1, null]);
  });
});
