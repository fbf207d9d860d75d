import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComponentEntry, DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import {
  listTrafficAcross,
  listUnmappedAcross,
  type TrafficPage,
  type UnmappedPage,
} from '#schemas/qos/across-routes.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import type { QosModel } from '#schemas/qos/model.ts';
import {
  readQosMapping,
  readQosTraffic,
  type QosMapping,
  type QosTraffic,
} from '#schemas/qos/mapping-routes.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';

const HOUR = 3_600;
/** The middle of an hour: no test is at its end. */
const now = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - HOUR / 2;
const CURRENT = now - HOUR / 2;

let server: ServerUnderTest;
let admin: Browser;
let sites: readonly number[];
const acme = (): number => server.customers.get('acme')!;
const at = (path: string): string => `/api/v1/customers/${String(acme())}${path}`;

const SHAPER = 'Gi0/1 / out / SHAPE / class-default';
/** By id: device, key and source. */
const elements = {
  711: [70, SHAPER, 'snmp'],
  712: [70, `${SHAPER} / WAN / VOICE`, 'snmp'],
  713: [70, `${SHAPER} / WAN / class-default`, 'snmp'],
  714: [70, 'Gi0/1 / in / LAN / VOICE', 'snmp'],
  721: [71, 'Gi0/1 / out / WAN / VOICE', 'snmp'],
  722: [71, 'Gi0/1 / out / WAN / SCAVENGER', 'snmp'],
  723: [71, 'queue0', 'vmanage'],
} as const;

/** Two routers at the two sites of the customer. */
function addElements(): void {
  const inventory = server.inventory();
  sites = [...inventory.sites.values()].flatMap(({ id, customer }) => (customer === acme() ? [id] : []));
  const siteOf = (device: number): number => sites[device - 70]!;
  for (const id of [70, 71])
    (inventory.devices as Map<number, DeviceEntry>).set(id, {
      id,
      customer: acme(),
      site: siteOf(id),
      active: true,
      name: `router ${String(id)}`,
      address: '',
      vendor: id === 70 ? 'Cisco' : 'Huawei',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [],
    });
  const components = (inventory.components ?? expect.fail('no components')) as Map<number, ComponentEntry>;
  for (const [id, [device, key, scope]] of Object.entries(elements))
    components.set(Number(id), {
      id: Number(id),
      customer: acme(),
      site: siteOf(device),
      device,
      active: true,
      name: key,
      kind: 'class',
      scope,
      key,
      fields: {},
    });
}

async function addMeasures(): Promise<void> {
  const row = (element: number, kpi: number, at: number, [numerator, denominator]: readonly number[]) => ({
    customer: acme(),
    site: sites[element < 720 ? 0 : 1]!,
    element,
    kpi,
    at,
    length: 300,
    value: numerator! / denominator!,
    numerator: numerator!,
    denominator: denominator!,
  });
  const { cos_in_bps: offered, cos_out_bps: sent, cos_drop_bytes: dropped } = kpis;
  const rows = [
    // 712 sends 100 bit/s over the hour: the average of its windows, by their length.
    row(712, sent.id, CURRENT - HOUR, [24_000, 300]),
    row(712, sent.id, CURRENT - HOUR + 300, [36_000, 300]),
    row(721, sent.id, CURRENT - HOUR, [60_000, 300]),
    row(721, sent.id, CURRENT - 2 * HOUR, [150_000, 300]),
    row(713, sent.id, CURRENT - HOUR, [180_000, 300]),
    row(722, sent.id, CURRENT - HOUR, [120_000, 300]),
    // Its counters include those of the classes within.
    row(711, sent.id, CURRENT - HOUR, [9_000_000, 300]),
    row(714, sent.id, CURRENT - HOUR, [15_000, 300]),
    row(713, offered.id, CURRENT - HOUR, [240_000, 300]),
    row(713, dropped.id, CURRENT - HOUR, [18_000, 1]),
    row(713, dropped.id, CURRENT - HOUR + 300, [18_000, 1]),
    // Before the last 24 hours.
    row(721, sent.id, CURRENT - 26 * HOUR, [990_000, 300]),
  ];
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(rows),
  });
}

async function addFlows(): Promise<void> {
  const row = (dscp: number, bytes: number, changes: object = {}) => ({
    ...flowRow(0, (now - 60) * 1_000),
    customer: acme(),
    site: sites[0]!,
    exporter: 70,
    direction: 0,
    duplicate: 0,
    source_site: sites[0]!,
    destination_site: sites[1]!,
    bytes: BigInt(bytes),
    packets: 1n,
    dscp,
    ...changes,
  });
  await server.stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: flowCodec.encode([
      row(46, 5_000),
      row(46, 1_000),
      row(10, 3_000),
      row(10, 500, { site: sites[1]! }),
      row(0, 2_000),
      row(10, 70_000, { duplicate: 1 }),
      row(10, 90_000, { received: (now - 2 * HOUR) * 1_000 }),
      row(18, 80_000, { customer: server.customers.get('globex')! }),
    ]),
  });
}

async function define(name: string, part: object): Promise<void> {
  const { version } = (await admin.get('/api/v1/mt/qos')).json<QosModel>();
  const body = { class: { name, colour: 'blue', ...part }, version };
  const response = await admin.send('POST', '/api/v1/mt/qos/class', { body });
  if (response.statusCode !== 200) throw new Error(response.body);
}

beforeAll(async () => {
  server = await openServer({ startsAt: now * 1_000 });
  admin = (await someone(server)).page;
  addElements();
  await addMeasures();
  await addFlows();
  await define('Voice', { dscp: ['EF'], classMaps: [{ name: 'VOICE*' }], queues: ['queue0'], share: 30 });
  await define('Rest', { dscp: ['CS0', 'CS1'], classMaps: [{ vendor: 'Cisco', name: 'class-default' }] });
});
afterAll(() => server.close());

const mapping = async (by = admin): Promise<QosMapping> =>
  readQosMapping.reply.parse((await by.get(at('/qos-mapping'))).json());
const traffic = async (direction: string, by = admin): Promise<QosTraffic> =>
  readQosTraffic.reply.parse((await by.get(at(`/qos-traffic?direction=${direction}`))).json());

describe('the mapping of a customer', () => {
  it('shows what each rule matches: class elements, queues, and the flows of the last hour', async () => {
    const { rules } = await mapping();
    expect(
      rules.map(({ rule, elements: count, bytes, flows: records }) => [rule, count, bytes, records]),
    ).toEqual([
      [{ kind: 'class-map', vendor: '', name: 'VOICE*' }, 3, 0, 0],
      [{ kind: 'queue', name: 'queue0' }, 1, 0, 0],
      [{ kind: 'dscp', dscp: 46 }, 0, 6_000, 2],
      [{ kind: 'class-map', vendor: 'Cisco', name: 'class-default' }, 1, 0, 0],
      [{ kind: 'dscp', dscp: 0 }, 0, 2_000, 1],
      [{ kind: 'dscp', dscp: 8 }, 0, 0, 0],
    ]);
  });

  it('shows what maps to nothing, with an example and its volume', async () => {
    const { unmapped, unmappedCount, bytes, unmappedBytes } = await mapping();
    expect([unmappedCount, bytes, unmappedBytes]).toEqual([2, 11_500, 3_500]);
    expect(unmapped).toEqual([
      {
        name: { kind: 'class-map', vendor: 'Huawei', name: 'SCAVENGER' },
        elements: 1,
        bytes: 0,
        flows: 0,
        example: { id: 722, device: 'router 71', key: 'Gi0/1 / out / WAN / SCAVENGER' },
      },
      { name: { kind: 'dscp', dscp: 10 }, elements: 0, bytes: 3_500, flows: 2, example: null },
    ]);
  });

  it('is limited to the sites that the caller sees', async () => {
    const { page, account } = await someone(server, ['NETWORK.QOS.read'], ['acme']);
    await server.stack.db
      .insertInto('account_restriction')
      .values({ account_id: account, customer_id: acme() })
      .execute();
    await server.stack.db
      .insertInto('account_site')
      .values({ account_id: account, site_id: sites[0]! })
      .execute();
    await server.clock.leap(60_000);
    const { rules, unmapped, bytes } = await mapping(page);
    expect([rules[0]?.elements, rules[1]?.elements]).toEqual([2, 0]);
    expect(unmapped.map(({ name }) => name)).toEqual([{ kind: 'dscp', dscp: 10 }]);
    // One flow of the restricted customer counts once per site: the duplicate of this site too.
    expect(bytes).toBe(81_000);
    const sums = await traffic('out', page);
    expect(sums.classes.map(({ elements: count }) => count)).toEqual([1, 1]);
  });
});

describe('class elements in the inventory', () => {
  const listed = async (path: string) => {
    const { count, classes } = (await admin.get(path)).json<InventoryRows>();
    return [count, classes?.map(({ name, count: own }) => [name, own])];
  };
  const voiceAndOthers = [
    ['Voice', 4],
    ['Rest', 1],
  ];

  it.each([
    ['what maps to a class of service, in the order of the classes', 'class of service', [5, voiceAndOthers]],
    ['what maps to nothing on devices, and what has classes of its own', 'qos', [2, []]],
    ['what maps to nothing of flows', 'uncategorized', [0, []]],
    ['nothing in a zone of other kinds', 'vpn', [0, []]],
  ])('are in zones: %s', async (_, zone, expected) => {
    const query = `?zone=${encodeURIComponent(zone)}`;
    expect(await listed(at(`/inventory/class${query}`))).toEqual(expected);
    expect(await listed(`/api/v1/cc/inventory/class${query}`)).toEqual(expected);
  });

  it('are filtered and found by their class of service', async () => {
    expect(await listed(at('/inventory/class?where=classOfService:equals:rest'))).toEqual([1, [['Rest', 1]]]);
    expect(await listed(at('/inventory/class?q=voice+router'))).toEqual([4, [['Voice', 4]]]);
  });
});

/** What is in a page besides its rows is said of all customers. */
const unmappedAcross = async (query: string, by = admin): Promise<UnmappedPage> =>
  listUnmappedAcross.reply.parse((await by.get(`/api/v1/mt/qos-unmapped${query}`)).json());
const trafficAcross = async (query: string, by = admin): Promise<TrafficPage> =>
  listTrafficAcross.reply.parse((await by.get(`/api/v1/mt/qos-traffic${query}`)).json());
const namesIn = ({ rows }: UnmappedPage) =>
  rows.map(({ name, customer, customers }) => [
    name.kind === 'dscp' ? name.dscp : name.name,
    customer.name,
    customers,
  ]);

describe('what maps to nothing over all customers', () => {
  it('is what the routes of each customer say, once for each customer', async () => {
    const page = await unmappedAcross('?by=customer');
    const own = await mapping();
    const { name, elements: count, bytes, flows: records, example } = page.rows[0]!;
    expect({ name, elements: count, bytes, flows: records, example }).toEqual(own.unmapped[0]);
    expect(namesIn(page)).toEqual([
      ['SCAVENGER', 'Customer acme', 1],
      [18, 'Customer globex', 1],
      [10, 'Customer acme', 1],
    ]);
    expect([page.count, page.concerned, page.bytes, page.unmappedBytes]).toEqual([3, 2, 91_500, 83_500]);
  });

  it('is one row for a name that several customers have, sorted and by page', async () => {
    await server.stack.clickhouse.insertRowBinary({
      table: 'flows',
      columns: Object.keys(flows.columns),
      rows: flowCodec.encode([
        {
          ...flowRow(0, (now - 60) * 1_000),
          customer: server.customers.get('globex')!,
          site: 0,
          direction: 0,
          duplicate: 0,
          bytes: 9_000n,
          packets: 1n,
          dscp: 10,
        },
      ]),
    });
    const page = await unmappedAcross('?orderBy=volume');
    expect(namesIn(page)).toEqual([
      [18, 'Customer globex', 1],
      [10, 'Customer globex', 2],
      ['SCAVENGER', 'Customer acme', 1],
    ]);
    expect(page.rows[1]).toMatchObject({ bytes: 12_500, flows: 3, apart: 0 });
    expect(namesIn(await unmappedAcross('?orderBy=volume&order=ascending&from=1&count=1'))).toEqual([
      [10, 'Customer globex', 2],
    ]);
    expect(namesIn(await unmappedAcross('?q=af11'))).toEqual([[10, 'Customer globex', 2]]);
    expect(namesIn(await unmappedAcross('?q=router+scav'))).toEqual([['SCAVENGER', 'Customer acme', 1]]);
  });

  it('is limited to the customers and sites that the caller sees', async () => {
    const { page, account } = await someone(server, ['NETWORK.QOS.read'], ['acme']);
    expect(namesIn(await unmappedAcross('?by=customer', page)).map(([name]) => name)).toEqual([
      'SCAVENGER',
      10,
    ]);
    const restriction = { account_id: account, customer_id: acme() };
    await server.stack.db.insertInto('account_restriction').values(restriction).execute();
    const site = { account_id: account, site_id: sites[0]! };
    await server.stack.db.insertInto('account_site').values(site).execute();
    await server.clock.leap(60_000);
    const limited = await unmappedAcross('?by=customer', page);
    expect([namesIn(limited), limited.bytes]).toEqual([[[10, 'Customer acme', 1]], 81_000]);
  });
});

describe('traffic by class over all customers', () => {
  it('is that of each customer, by page, in the order of their classes', async () => {
    const { classes, ...frame } = await traffic('out');
    const { rows, count, ...page } = await trafficAcross('?direction=out');
    expect([count, page]).toEqual([1, frame]);
    expect(rows[0]?.classes.map(({ of: _of, ...one }) => one)).toEqual(classes);
    expect(rows[0]?.classes.map(({ of }) => of?.name)).toEqual(['Voice', 'Rest', undefined]);
    expect((await trafficAcross('?from=1')).rows).toEqual([]);
    expect((await trafficAcross('?q=globex')).count).toBe(0);
  });

  it('has no customer that the caller does not see', async () => {
    const { page } = await someone(server, ['NETWORK.QOS.read'], ['globex']);
    expect((await trafficAcross('', page)).rows).toEqual([]);
  });
});

describe('the traffic of a customer by class of service', () => {
  it('sums the KPIs of class elements over the last 24 hours, each class once', async () => {
    const { steps, classes } = await traffic('out');
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([24, CURRENT - 23 * HOUR, CURRENT]);
    const [voice, remaining, left] = classes;
    expect(voice?.sent.slice(-3)).toEqual([500, 300, null]);
    expect(voice).toMatchObject({ elements: 3, sentAverage: 400, droppedTotal: null, dropRatio: null });
    // 600 bit/s for an hour are 270,000 bytes.
    expect(remaining?.sent.slice(-3)).toEqual([null, 600, null]);
    expect(remaining).toMatchObject({
      elements: 1,
      offeredAverage: 800,
      droppedTotal: 36_000,
      dropRatio: 10,
    });
    expect(left).toMatchObject({ class: null, elements: 1, sentAverage: 400 });
    const shares = classes.map(({ sentShare }) => sentShare ?? Number.NaN);
    expect(shares.map((share) => Math.round(share * 100) / 100)).toEqual([44.44, 33.33, 22.22]);
  });

  it('keeps inward and outward policies apart', async () => {
    const { classes } = await traffic('in');
    expect(classes.map(({ elements: count, sentAverage }) => [count, sentAverage])).toEqual([
      [1, 50],
      [0, null],
    ]);
  });

  it('has classes without elements or values for a customer that has none', async () => {
    const globex = String(server.customers.get('globex'));
    const { classes } = (await admin.get(`/api/v1/customers/${globex}/qos-traffic`)).json<QosTraffic>();
    expect(classes.map(({ elements: count, sentShare }) => [count, sentShare])).toEqual([
      [0, null],
      [0, null],
    ]);
  });
});
