import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import type { Alarm, Cockpit, OwnThreshold, ThresholdElement } from '#schemas/cockpit/cockpit.ts';
import type { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import type { CockpitFileOutcome } from '#schemas/cockpit/file-routes.ts';
import type { ThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const withDevices = (clientId: string) => ({
  clientId,
  name: `Customer ${clientId}`,
  sites: [
    {
      name: `${clientId} one`,
      latitude: 45.76,
      longitude: 4.84,
      devices: [
        {
          name: `cpe-${clientId}`,
          address: `192.0.2.${clientId === 'acme' ? '1' : '2'}`,
          interfaces: [{ name: 'Gi0/0' }, { name: 'Gi0/1_50%' }],
        },
      ],
    },
  ],
});

let server: ServerUnderTest;
let page: Browser;
/** Knows one customer only. */
let ofAcme: Browser;
let alarms: string;
let alarm: Alarm;
beforeAll(async () => {
  // ClickHouse drops old measures, whatever the clock of a test says.
  server = await openServer({ startsAt: Date.now() });
  const network = { customers: [withDevices('acme'), withDevices('initech')] };
  await importNetwork({ db: server.stack.db, secrets: testSecrets }, NetworkFile.parse(network));
  const permissions = ['TEMPLATE.COCKPIT.write', 'EXTRA.UNSHARED.read'] as const;
  await server.account({ username: 'everywhere', permissions });
  await server.account({ username: 'of-acme', permissions, customers: ['acme'] });
  page = await server.signedIn('everywhere');
  ofAcme = await server.signedIn('of-acme');
  const { id } = (
    await page.send('POST', '/api/v1/mt/cockpit', { body: { name: 'Own thresholds' } })
  ).json() as {
    id: number;
  };
  alarms = `/api/v1/mt/cockpit/${String(id)}/alarms`;
  alarm = (await page.send('POST', alarms, { body: anAlarmDraft() })).json();
  // The caller of one customer sets thresholds in a cockpit that every customer has, and changes nothing else of it.
  await server.stack.db.updateTable('resource').set({ shared_with_all: true }).where('id', '=', id).execute();
});
afterAll(() => server.close());

const at = (remaining = ''): string => `${alarms}/${String(alarm.id)}/thresholds${remaining}`;
const customer = (clientId: string): number => server.customers.get(clientId)!;
async function found(search: string, by = page): Promise<ThresholdElement[]> {
  const response = await by.get(at(`/elements?search=${encodeURIComponent(search)}`));
  return (response.json() as { elements: ThresholdElement[] }).elements;
}
const own = async (by = page): Promise<OwnThreshold[]> =>
  ((await by.get(at())).json() as { thresholds: OwnThreshold[] }).thresholds;

async function set(target: object, value: number, by = page) {
  const response = await by.send('PUT', at(), { body: { version: alarm.version, target, value } });
  if (response.statusCode === 200) alarm = response.json();
  return response;
}
async function remove(target: string, by = page) {
  const response = await by.send('DELETE', at(`?version=${String(alarm.version)}&${target}`));
  if (response.statusCode === 200) alarm = response.json();
  return response;
}
const chain = async (element: number): Promise<ThresholdChain> =>
  (await page.get(at(`/chain?element=${String(element)}`))).json();

describe('elements for a threshold', () => {
  it('are those of the KPI’s kind, found by every word of the search', async () => {
    expect((await found('')).map(({ name }) => name).sort()).toEqual([
      'Gi0/0',
      'Gi0/0',
      'Gi0/1_50%',
      'Gi0/1_50%',
    ]);
    expect(await found('gi0/0 ACME')).toMatchObject([
      {
        name: 'Gi0/0',
        kind: 'interface',
        parents: ['cpe-acme', 'acme one'],
        customer: { name: 'Customer acme' },
      },
    ]);
  });

  it('are found literally, also with pattern characters', async () => {
    expect(await found('1_50%')).toHaveLength(2);
    expect(await found('_')).toHaveLength(2);
    expect(await found(String.raw`\\`)).toEqual([]);
  });

  it('are those of the caller’s customers only', async () => {
    expect(new Set((await found('', ofAcme)).map((element) => element.customer.name))).toEqual(
      new Set(['Customer acme']),
    );
  });
});

describe('the threshold of an element', () => {
  it('is its own, else its customer’s, else the alarm’s; the chain shows where it came from', async () => {
    const [element] = await found('gi0/0 acme');
    const reported = async () => {
      const { links, inForce } = await chain(element!.id);
      return [
        links.map(({ from, value }) => `${from} ${String(value)}`),
        `${inForce.from} ${String(inForce.value)}`,
      ];
    };
    expect(await reported()).toEqual([['element null', 'own null', 'customer null', 'alarm 90'], 'alarm 90']);
    expect((await set({ customer: customer('acme') }, 80)).statusCode).toBe(200);
    expect(await reported()).toEqual([
      ['element null', 'own null', 'customer 80', 'alarm 90'],
      'customer 80',
    ]);
    expect((await set({ element: element!.id }, 70)).statusCode).toBe(200);
    expect((await set({ element: element!.id }, 71)).statusCode).toBe(200);
    expect(await reported()).toEqual([['element 71', 'own null', 'customer 80', 'alarm 90'], 'element 71']);
    expect(alarm.ownThresholds).toEqual({ customers: 1, elements: 1 });
    expect((await own()).map(({ of, name, value }) => [of, name, value])).toEqual([
      ['customer', 'Customer acme', 80],
      ['element', 'Gi0/0', 71],
    ]);
    expect((await remove(`element=${String(element!.id)}`)).statusCode).toBe(200);
    expect(await reported()).toEqual([
      ['element null', 'own null', 'customer 80', 'alarm 90'],
      'customer 80',
    ]);
    expect(statusAndCode(await remove(`element=${String(element!.id)}`))).toEqual([404, 'NOT_FOUND']);
    expect((await remove(`customer=${String(customer('acme'))}`)).statusCode).toBe(200);
    expect(await own()).toEqual([]);
  });

  it('is rejected for an element of another kind, an invalid value, and a stale version', async () => {
    const site = [...server.inventory().sites.values()].find((one) => one.customer === customer('acme'))!;
    expect(statusAndCode(await set({ element: site.id }, 1))).toEqual([422, 'COCKPIT_THRESHOLD_TARGET']);
    expect(statusAndCode(await page.get(at(`/chain?element=${String(site.id)}`)))).toEqual([
      422,
      'COCKPIT_THRESHOLD_TARGET',
    ]);
    expect(statusAndCode(await set({ customer: customer('acme') }, 1e300))).toEqual([
      400,
      'THRESHOLD_INCORRECT',
    ]);
    const body = { version: alarm.version - 1, target: { customer: customer('acme') }, value: 1 };
    expect(statusAndCode(await page.send('PUT', at(), { body }))).toEqual([409, 'CONFLICT']);
    for (const query of ['', 'customer=1&element=1'])
      expect(statusAndCode(await remove(query))).toEqual([400, 'VALIDATION']);
  });

  it('of another customer is neither listed nor counted, changed or mentioned', async () => {
    const [foreign] = await found('gi0/0 initech');
    expect((await set({ element: foreign!.id }, 60)).statusCode).toBe(200);
    expect((await set({ customer: customer('initech') }, 61)).statusCode).toBe(200);
    expect(await own(ofAcme)).toEqual([]);
    const cockpit = (await ofAcme.get(alarms.replace('/alarms', ''))).json() as { alarms: Alarm[] };
    expect(cockpit.alarms[0]!.ownThresholds).toEqual({ customers: 0, elements: 0 });
    const unknown = 2_000_000_000;
    for (const id of [foreign!.id, unknown]) {
      expect(statusAndCode(await ofAcme.get(at(`/chain?element=${String(id)}`)))).toEqual([404, 'NOT_FOUND']);
      expect(statusAndCode(await set({ element: id }, 1, ofAcme))).toEqual([404, 'NOT_FOUND']);
      expect(statusAndCode(await remove(`element=${String(id)}`, ofAcme))).toEqual([404, 'NOT_FOUND']);
    }
    expect(statusAndCode(await set({ customer: customer('initech') }, 1, ofAcme))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await own()).map(({ value }) => value)).toEqual([61, 60]);
  });

  it('is set by the customer within the bounds of the alarm; the provider sees and freezes it, and the engine applies it', async () => {
    const acme = customer('acme');
    const ownPath = `/api/v1/customers/${String(acme)}/cockpit/alarms/${String(alarm.id)}/threshold`;
    const provider = (remaining = '') => `${alarms}/${String(alarm.id)}/customer-thresholds${remaining}`;
    const permissions = ['ALERT.write', 'EXTRA.UNSHARED.read'] as const;
    await server.account({ username: 'noc-acme', permissions, customers: ['acme'] });
    const noc = await server.signedIn('noc-acme');
    const choose = (value: number) => noc.send('PUT', ownPath, { body: { value } });
    const bound = async (customerBounds?: object) => {
      const fields = { ...anAlarmDraft(), ...(customerBounds === undefined ? {} : { customerBounds }) };
      const body = { ...fields, runbook: '', version: alarm.version };
      const saved = await page.send('PUT', `${alarms}/${String(alarm.id)}`, { body });
      if (saved.statusCode === 200) alarm = saved.json();
      return saved;
    };
    const applied = async () => {
      const definitions = await loadAlarms(server.stack.db);
      return definitions.find(({ id }) => id === alarm.id)?.byCustomer.get(acme);
    };

    expect(statusAndCode(await choose(85))).toEqual([409, 'COCKPIT_THRESHOLD_NOT_OFFERED']);
    expect(statusAndCode(await bound({ min: 95, max: 70 }))).toEqual([400, 'COCKPIT_BOUNDS_REVERSED']);
    expect((await bound({ min: 70, max: 95 })).json()).toMatchObject({
      customerBounds: { min: 70, max: 95 },
    });
    for (const value of [69.9, 95.1]) {
      const outside = await choose(value);
      expect(statusAndCode(outside)).toEqual([422, 'COCKPIT_THRESHOLD_OUTSIDE']);
      expect(outside.json()).toMatchObject({
        errors: [{ path: 'body.value', params: { min: 70, max: 95 } }],
      });
    }
    expect(statusAndCode(await choose(1e300))).toEqual([400, 'THRESHOLD_INCORRECT']);
    expect((await set({ customer: acme }, 99)).statusCode).toBe(200);
    expect(await applied()).toBe(99);
    expect((await choose(75)).json()).toMatchObject({
      threshold: 75,
      thresholdFrom: 'own',
      provided: 99,
      bounds: { min: 70, max: 95 },
      own: { value: 75, frozen: false, author: 'noc-acme' },
    });
    expect(await applied()).toBe(75);

    // The bounds may become narrower: the nearest value applies, and the one that was set stays visible.
    await bound({ min: 80, max: 95 });
    expect(await applied()).toBe(80);
    const [element] = await found('gi0/0 acme');
    expect(await chain(element!.id)).toMatchObject({
      inForce: { from: 'own', value: 80 },
      bounds: { min: 80, max: 95 },
      own: { value: 75, frozen: false },
    });
    const listed = [{ customer: { name: 'Customer acme' }, value: 75, inForce: 80, frozen: false }];
    expect((await page.get(provider())).json()).toMatchObject({ thresholds: listed });

    const frozen = await page.send('PATCH', provider(`/${String(acme)}`), { body: { frozen: true } });
    expect(frozen.json()).toMatchObject({ thresholds: [{ frozen: true }] });
    expect(statusAndCode(await choose(90))).toEqual([409, 'COCKPIT_THRESHOLD_FROZEN']);
    expect(statusAndCode(await noc.send('DELETE', ownPath))).toEqual([409, 'COCKPIT_THRESHOLD_FROZEN']);
    expect(await applied()).toBe(80);
    // The provider of one customer does not see what others have set.
    const initech = `/api/v1/customers/${String(customer('initech'))}/cockpit/alarms/${String(alarm.id)}/threshold`;
    expect((await noc.send('PUT', initech, { body: { value: 90 } })).statusCode).toBe(404);

    await page.send('PATCH', provider(`/${String(acme)}`), { body: { frozen: false } });
    expect((await noc.send('DELETE', ownPath)).json()).toMatchObject({
      threshold: 99,
      thresholdFrom: 'customer',
      own: null,
    });
    await choose(90);
    await bound();
    expect(await applied()).toBe(99);
    expect((await page.send('DELETE', provider(`/${String(acme)}`))).json()).toEqual({ thresholds: [] });
    expect(statusAndCode(await page.send('DELETE', provider(`/${String(acme)}`)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await remove(`customer=${String(acme)}`);
  });

  it('is applied by the preview of a draft to the newest values of elements that the caller sees, and to nothing else', async () => {
    const preview = async (by: Browser, change: object = {}, draft: object = {}) => {
      const rule = {
        kpi: 'itf_in_util',
        operator: '>',
        threshold: 50,
        severity: 'critical',
        outliers: 3,
        measures: 5,
      };
      const clearing = { clearAfter: 1, noDataMinutes: 0 };
      return by.send('POST', '/api/v1/mt/cockpit/preview', {
        body: { draft: { ...rule, ...clearing, ...draft }, ...change },
      });
    };
    const [a0, a1] = await found('acme');
    const [i0] = await found('initech');
    const now = Math.floor(server.clock.now().getTime() / 1_000);
    const window = (ago: number) => Math.floor(now / 300) * 300 - ago * 300;
    // The newest value counts; one of an hour ago is none.
    for (const [element, of, at, value] of [
      [a0!, 'acme', window(2), 10],
      [a0!, 'acme', window(1), 60],
      [a1!, 'acme', window(12), 99],
      [i0!, 'initech', window(1), 45],
    ] as const)
      await server.stack.clickhouse.command(
        `INSERT INTO measures SELECT {customer:UInt32}, 1, {element:UInt32}, {kpi:UInt16}, toDateTime({at:UInt32}, 'UTC'), 300, {value:Float64}, {value:Float64}, 100`,
        { customer: customer(of), element: element.id, kpi: kpis.itf_in_util.id, at, value },
      );
    expect((await preview(page)).json()).toMatchObject({
      elements: 4,
      read: 4,
      measured: 2,
      outOfLimits: 1,
      windowSeconds: 300,
      first: [
        { element: { id: a0!.id }, value: 60, threshold: 50, outOfLimits: true },
        { element: { id: i0!.id }, value: 45, outOfLimits: false },
        { value: null },
        { value: null },
      ],
    });
    expect((await preview(ofAcme)).json()).toMatchObject({ elements: 2, measured: 1, outOfLimits: 1 });
    expect((await preview(page, {}, { operator: '<', threshold: 50 })).json()).toMatchObject({
      outOfLimits: 1,
      first: [{ element: { id: i0!.id }, outOfLimits: true }, {}, {}, {}],
    });
    // Thresholds of the stored alarm apply to its draft.
    expect((await set({ customer: customer('acme') }, 70)).statusCode).toBe(200);
    expect((await preview(page, { alarm: alarm.id })).json()).toMatchObject({ outOfLimits: 0 });
    await remove(`customer=${String(customer('acme'))}`);
    expect(statusAndCode(await preview(page, {}, { kpi: 'unknown_kpi' }))).toEqual([
      422,
      'COCKPIT_KPI_UNKNOWN',
    ]);
    expect(statusAndCode(await preview(page, { alarm: 2_000_000 }))).toEqual([404, 'NOT_FOUND']);
    expect((await preview(page, {}, { kpi: 'cpe_cpu' })).json()).toMatchObject({
      elements: 2,
      measured: 0,
      windowSeconds: null,
    });
  });

  it('is deleted when the alarm moves to another KPI, since its unit differs', async () => {
    const body = { ...anAlarmDraft({ kpi: 'itf_in_bps' }), runbook: '', version: alarm.version };
    const response = await page.send('PUT', `${alarms}/${String(alarm.id)}`, { body });
    expect(response.json()).toMatchObject({
      kpi: 'itf_in_bps',
      ownThresholds: { customers: 0, elements: 0 },
    });
    expect(await own()).toEqual([]);
  });
});

describe('a cockpit as a file', () => {
  const LIBRARY = '/api/v1/mt/cockpit';
  const read = async (id: number, by = page): Promise<Cockpit> =>
    (await by.get(`${LIBRARY}/${String(id)}`)).json();
  const exported = async (id: number, by = page): Promise<CockpitFile> => {
    const response = await by.get(`${LIBRARY}/${String(id)}/file`);
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const load = (body: object, { by = page, dryRun = false } = {}) =>
    by.send('POST', `${LIBRARY}/file?dryRun=${String(dryRun)}`, { body: { enable: false, ...body } });
  const outcome = async (body: object, options = {}): Promise<CockpitFileOutcome> => {
    const response = await load(body, options);
    expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
    return response.json();
  };

  /** A cockpit with thresholds of both customers and of a port of each. */
  async function aCockpit(name: string) {
    const { id } = (await page.send('POST', LIBRARY, { body: { name } })).json() as { id: number };
    const own = `${LIBRARY}/${String(id)}/alarms`;
    const rule = (await page.send('POST', own, { body: anAlarmDraft() })).json() as Alarm;
    const url = `${own}/${String(rule.id)}/thresholds`;
    const { elements } = (await page.get(`${url}/elements?search=Gi0/0`)).json() as {
      elements: ThresholdElement[];
    };
    let { version } = rule;
    for (const [index, element] of elements.entries())
      for (const target of [{ customer: element.customer.id }, { element: element.id }]) {
        const response = await page.send('PUT', url, { body: { target, value: 60 + index, version } });
        expect(response.statusCode).toBe(200);
        ({ version } = response.json() as Alarm);
      }
    return { id, rule, url };
  }

  it('is imported as a new one with groups, thresholds of customers and of elements, and alarms that do not run', async () => {
    const { id } = await aCockpit('Exported');
    const file = await exported(id);
    expect(file.alarms[0]?.thresholds).toContainEqual({
      customer: 'acme',
      element: { kind: 'interface', path: ['Gi0/0', 'cpe-acme', 'acme one'] },
      value: 60,
    });
    expect(JSON.stringify(file)).not.toMatch(/"id"/);
    expect(statusAndCode(await load({ file }))).toEqual([409, 'NAME_TAKEN']);
    const renamed = { ...file, cockpit: { ...file.cockpit, name: 'Imported' } };
    const { cockpit, leftOut } = await outcome({ file: renamed });
    expect(leftOut).toEqual([]);
    expect(cockpit!.alarms[0]).toMatchObject({
      enabled: false,
      version: 1,
      label: 'Inbound saturation',
      ownThresholds: { customers: 2, elements: 2 },
    });
    const alarms = renamed.alarms.map((one) => ({ ...one, enabled: false }));
    expect(await exported(cockpit!.id)).toEqual({ ...renamed, alarms });
  });

  it('replaces a cockpit whose alarms keep their ids; a dry run shows the difference and changes nothing', async () => {
    const { id, rule } = await aCockpit('Replaced');
    const before = await read(id);
    const file = await exported(id);
    const [first] = file.alarms;
    const changed = {
      ...file,
      alarms: [
        { ...first!, threshold: 95 },
        { ...first!, label: 'Down', kpi: 'itf_avail', thresholds: [] },
      ],
    };
    const replaces = { id, version: before.version };
    const dry = await outcome({ file: changed, replaces }, { dryRun: true });
    expect(dry.cockpit).toBeNull();
    expect(
      dry.difference.alarms.map(({ before: was, after, parts }) => [was?.id, after?.label, parts]),
    ).toEqual([
      [undefined, 'Down', []],
      [rule.id, 'Inbound saturation', ['condition']],
    ]);
    expect(await read(id)).toEqual(before);
    const { cockpit } = await outcome({ file: changed, replaces });
    expect(cockpit!.alarms.map((one) => [one.label, one.threshold, one.enabled])).toEqual([
      ['Inbound saturation', 95, true],
      ['Down', 90, true],
    ]);
    expect(cockpit!.alarms[0]!.id).toBe(rule.id);
    expect(statusAndCode(await load({ file: changed, replaces }))).toEqual([409, 'CONFLICT']);
    const { versions } = (await page.get(`${LIBRARY}/${String(id)}/versions`)).json() as {
      versions: object[];
    };
    expect(versions.length).toBeGreaterThan(1);
  });

  it('has only what the caller sees, and leaves what others have as it is', async () => {
    const { id, url } = await aCockpit('Shared file');
    await server.stack.db
      .updateTable('resource')
      .set({ shared_with_all: true })
      .where('id', '=', id)
      .execute();
    const file = await exported(id, ofAcme);
    expect(new Set(file.alarms[0]?.thresholds.map(({ customer }) => customer))).toEqual(new Set(['acme']));
    const full = await exported(id);
    const renamed = { ...full, cockpit: { ...full.cockpit, name: 'Of acme' } };
    const deleted = { customer: 'no-such-customer', value: 1 };
    const [first] = renamed.alarms;
    const withDeleted = { ...renamed, alarms: [{ ...first!, thresholds: [...first!.thresholds, deleted] }] };
    const { leftOut } = await outcome({ file: withDeleted }, { by: ofAcme, dryRun: true });
    // What the caller does not see and what does not exist are the same.
    expect(leftOut.map(({ target }) => target)).toEqual([
      'initech',
      'Gi0/0 · cpe-initech · initech one · initech',
      'no-such-customer',
    ]);
    const version = (await read(id)).version;
    const foreign = await load({ file, replaces: { id, version } }, { by: ofAcme });
    expect(statusAndCode(foreign)).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    expect(((await page.get(url)).json() as { thresholds: OwnThreshold[] }).thresholds).toHaveLength(4);
  });

  it('names each fault at its place', async () => {
    const { id } = await aCockpit('Faulty');
    const file = await exported(id);
    const [first] = file.alarms;
    const [threshold] = first!.thresholds;
    const faulty = {
      ...file,
      cockpit: { ...file.cockpit, name: 'Faults' },
      alarms: [
        { ...first!, groups: ['no such team'], visibility: 'RESTRICTED' },
        {
          ...first!,
          kpi: 'dev_avail',
          thresholds: first!.thresholds.filter(({ element }) => element !== undefined),
        },
        { ...first!, kpi: 'no_such_kpi', label: '', thresholds: [{ ...threshold!, value: 1e300 }] },
      ],
    };
    const response = await load({ file: faulty }, { dryRun: true });
    const errors = (response.json() as { errors: { path: string; code: string }[] }).errors;
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual(
      expect.arrayContaining([
        'body.file.alarms.0.groups.0 COCKPIT_GROUP_UNKNOWN',
        'body.file.alarms.1.thresholds.0.element.kind COCKPIT_THRESHOLD_TARGET',
        'body.file.alarms.2.thresholds.0.value THRESHOLD_INCORRECT',
        'body.file.alarms.2.kpi COCKPIT_KPI_UNKNOWN',
        'body.file.alarms.2.label REQUIRED',
      ]),
    );
  });
});
