import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { PollerReport } from '#schemas/collector/polled-device.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import type { InventoryDetail, InventoryRows } from '#schemas/inventory/list/routes.ts';
import type { LineFinding, LineReport } from '#schemas/line/line-finding.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { addNetwork } from './a-network.ts';

const above: LineFinding = {
  is: 'above speed',
  way: 'out',
  percent: 140,
  of: 'contract',
  speedBps: 2_000_000,
  at: Date.UTC(2026, 0, 5),
};
const fault: LineFinding = { is: 'counter fault', values: 3, at: Date.UTC(2026, 0, 5) };

let server: ServerUnderTest;
let page: Browser;
let ids: readonly number[];
const listening = new AbortController();
const { signal } = listening;

beforeAll(async () => {
  server = await openServer();
  await addNetwork(server);
  await server.account({
    username: 'reader',
    permissions: ['NETWORK.read', 'POLLING.read'],
    customers: ['acme'],
  });
  page = await server.signedIn('reader');
  ids = (await list('interface')).elements.map(({ id }) => id);
  // Two pollers, each with devices of its own; one of them reports an interface of another customer.
  const reports: LineReport[] = [
    { poller: 'one', pollers: 2, interfaces: [{ interface: ids[0]!, findings: [above] }] },
    {
      poller: 'two',
      pollers: 2,
      interfaces: [
        { interface: ids[2]!, findings: [fault, { is: 'no speed' }] },
        { interface: 2_000_000_000, findings: [fault] },
      ],
    },
  ];
  const { bus } = server.stack;
  for (const report of reports)
    bus.subscribe(subjects.lineFindings, ({ respond }) => respond(packJson(report)), { signal });
  const polled: PollerReport = { poller: 'one', pollers: 1, devices: [] };
  bus.subscribe(subjects.polledDevices, ({ respond }) => respond(packJson(polled)), { signal });
  await bus.flush();
  await server.clock.advance(5_000);
});
afterAll(async () => {
  listening.abort();
  await server.close();
});

const customer = (): string => `/api/v1/customers/${String(server.customers.get('acme')!)}`;
const list = async (requested: string): Promise<InventoryRows> =>
  (await page.get(`${customer()}/inventory/${requested}`)).json<InventoryRows>();

describe('what pollers found out about lines', () => {
  it('is with the interfaces of a list, and nothing with the others', async () => {
    const { elements } = await list('interface');
    expect(elements.map(({ findings }) => findings)).toEqual([
      [above],
      undefined,
      [fault, { is: 'no speed' }],
      undefined,
    ]);
  });

  it.each([
    ['any', [0, 2]],
    ['above speed', [0]],
    ['counter fault', [2]],
    ['no speed', [2]],
    ['32 bits', []],
  ])('filters a list: %s', async (finding, expected) => {
    const { count, elements } = await list(`interface?finding=${encodeURIComponent(finding)}`);
    expect([count, elements.map(({ id }) => id)]).toEqual([expected.length, expected.map((at) => ids[at])]);
  });

  it('is on the page of an interface', async () => {
    const read = await page.get(`${customer()}/inventory/interface/${String(ids[0])}`);
    expect(read.json<InventoryDetail>().element.findings).toEqual([above]);
  });

  it('is with the polled devices, by port', async () => {
    const { devices } = (await page.get(`${customer()}/polled-devices`)).json<{
      devices: DevicePollingState[];
    }>();
    const found = devices.flatMap(({ name, lines }) => lines.map((line) => [name, line.name, line.findings]));
    const { elements } = await list('interface');
    expect(found).toHaveLength(2);
    expect(found).toContainEqual([elements[0]!.device!.name, elements[0]!.name, [above]]);
  });

  it('is left out where no poller replies', async () => {
    listening.abort();
    await server.stack.bus.flush();
    await server.clock.advance(5_000);
    const { count, elements } = await list('interface');
    expect([count, elements.some(({ findings }) => findings !== undefined)]).toEqual([4, false]);
  });
});
