import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import type { Alarm, OwnThreshold, ThresholdElement } from '#schemas/cockpit/cockpit.ts';
import type { ThresholdChain } from '#schemas/cockpit/threshold-routes.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { anAlarmDraft } from '../../fixtures/cockpit-draft.ts';
import { openServer } from '../../fixtures/server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

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
  server = await openServer();
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

const at = (rest = ''): string => `${alarms}/${String(alarm.id)}/thresholds${rest}`;
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
    expect(await reported()).toEqual([['element null', 'customer null', 'alarm 90'], 'alarm 90']);
    expect((await set({ customer: customer('acme') }, 80)).statusCode).toBe(200);
    expect(await reported()).toEqual([['element null', 'customer 80', 'alarm 90'], 'customer 80']);
    expect((await set({ element: element!.id }, 70)).statusCode).toBe(200);
    expect((await set({ element: element!.id }, 71)).statusCode).toBe(200);
    expect(await reported()).toEqual([['element 71', 'customer 80', 'alarm 90'], 'element 71']);
    expect(alarm.ownThresholds).toEqual({ customers: 1, elements: 1 });
    expect((await own()).map(({ of, name, value }) => [of, name, value])).toEqual([
      ['customer', 'Customer acme', 80],
      ['element', 'Gi0/0', 71],
    ]);
    expect((await remove(`element=${String(element!.id)}`)).statusCode).toBe(200);
    expect(await reported()).toEqual([['element null', 'customer 80', 'alarm 90'], 'customer 80']);
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

  it('is deleted when the alarm moves to another KPI, since its unit differs', async () => {
    const body = { ...anAlarmDraft({ kpi: 'itf_in_bps' }), version: alarm.version };
    const response = await page.send('PUT', `${alarms}/${String(alarm.id)}`, { body });
    expect(response.json()).toMatchObject({
      kpi: 'itf_in_bps',
      ownThresholds: { customers: 0, elements: 0 },
    });
    expect(await own()).toEqual([]);
  });
});
