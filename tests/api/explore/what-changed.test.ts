import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSequence } from '#demo/random.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { aStoredFlow, storedV4, storeFlows } from '#tests/fixtures/explore-flows.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import type { WriterFlowRow } from '#tests/fixtures/writer-rows.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
const DAY = 86_400;
const BACKUP = (3n << 32n) | 13_724n;
const applications = [BACKUP, (3n << 32n) | 443n, (3n << 32n) | 53n, 0n] as const;

const site = (name: string, device: string) => ({
  name,
  latitude: 45,
  longitude: 5,
  devices: [{ name: device, address: '192.0.2.1', interfaces: [{ name: 'wan' }] }],
});
const network = NetworkFile.parse({
  customers: [
    {
      clientId: 'changing',
      name: 'Changing',
      sites: [
        site('Orléans', 'orleans-r1'),
        { ...site('Lyon', 'lyon-r1'), devices: [] },
        { ...site('Nantes', 'nantes-r1'), devices: [] },
      ],
    },
  ],
});

interface Place {
  readonly customer: number;
  readonly sites: readonly [number, number, number];
  readonly device: number;
  readonly port: number;
}

let server: ServerUnderTest;
let page: Browser;
let place: Place;
let rows: readonly WriterFlowRow[];
/** Start of the period, full hours ago: in the rollups of hours as well. */
let from = 0;

/** Ordinary traffic, and in the period a backup from three hosts of Lyon that fills the line of Orléans. */
function storyFlows({
  customer,
  sites: [orleans, lyon, nantes],
  device,
  port,
}: Place): readonly WriterFlowRow[] {
  const chance = randomSequence(37);
  const common = { customer, site: orleans, exporter: device };
  const ordinary = (hour: number) =>
    Array.from({ length: 400 }, () => {
      const [source_site, destination_site] = chance.pick([
        [lyon, orleans],
        [nantes, orleans],
        [0, orleans],
        [orleans, 0],
        [orleans, nantes],
      ] as const);
      const isIn = destination_site === orleans;
      return aStoredFlow({
        ...common,
        source_site,
        destination_site,
        ...(isIn ? { in_interface: port } : { out_interface: port, direction: chance.integer(0, 1) }),
        atMs: (hour + chance.integer(0, HOUR - 1)) * 1_000 + chance.integer(0, 999),
        application: chance.pick(applications.slice(1) as [bigint, ...bigint[]]),
        source: storedV4(`10.2.0.${String(chance.integer(1, 200))}`),
        destination: storedV4(`10.1.0.${String(chance.integer(1, 200))}`),
        source_port: chance.integer(1_024, 65_535),
        destination_port: chance.pick([443, 53, 80]),
        protocol: chance.pick([6, 17]),
        dscp: chance.pick([0, 10, 46]),
        duplicate: chance.pick([0, 0, 0, 1, 2]),
        bytes: BigInt(chance.integer(100, 200_000)),
        packets: BigInt(chance.integer(1, 200)),
      });
    });
  const backup = Array.from({ length: 60 }, (_, number) =>
    aStoredFlow({
      ...common,
      source_site: lyon,
      destination_site: orleans,
      in_interface: port,
      atMs: (from + chance.integer(0, HOUR - 1)) * 1_000,
      application: BACKUP,
      source: storedV4(`10.2.0.${String(221 + (number % 3))}`),
      destination: storedV4('10.1.0.5'),
      source_port: 13_724,
      destination_port: 40_000 + number,
      protocol: 6,
      dscp: 8,
      bytes: BigInt(chance.integer(800_000, 1_000_000)),
      packets: BigInt(chance.integer(500, 800)),
    }),
  );
  const hours = [from, from - HOUR, from - 7 * DAY, from - 14 * DAY];
  return [...hours.flatMap(ordinary), ...backup];
}

beforeAll(async () => {
  // The store drops what is older than its retention, by its own clock.
  server = await openServer({ startsAt: systemClock.now().getTime() });
  const { db, clickhouse } = server.stack;
  await importNetwork({ db, secrets: testSecrets }, network);
  await server.followInventory();
  const { customers, sites, devices, interfaces } = server.inventory();
  const customer = [...customers.values()].find(({ clientId }) => clientId === 'changing')!.id;
  const siteOf = (name: string) => [...sites.values()].find((each) => each.name === name)!.id;
  place = {
    customer,
    sites: [siteOf('Orléans'), siteOf('Lyon'), siteOf('Nantes')],
    device: [...devices.values()].find(({ name }) => name === 'orleans-r1')!.id,
    port: [...interfaces.values()].find((each) => each.customer === customer)!.id,
  };
  from = Math.floor(server.clock.now().getTime() / 1_000 / HOUR) * HOUR - 2 * HOUR;
  rows = storyFlows(place);
  await storeFlows(clickhouse, rows);
  await server.account({ username: 'flows', permissions: ['FLOWMAP.read'], customers: ['changing', 'acme'] });
  page = await server.signedIn('flows');
});
afterAll(() => server.close());

const send = (body: object, of: Browser = page, customer: number = place.customer) =>
  of.send('POST', `/api/v1/customers/${String(customer)}/what-changed`, { body });
async function changed(body: object): Promise<ChangeReply> {
  const response = await send({ period: { from, to: from + HOUR }, ...body });
  if (response.statusCode !== 200) expect.fail(response.body);
  return response.json<ChangeReply>();
}

const v4 = (bytes: Uint8Array): string => bytes.slice(12).join('.');
/** Values by dimension, read from rows in another way than by statements. */
const valueOf: Readonly<Record<string, (row: WriterFlowRow) => string>> = {
  application: (row) => String(row.application),
  'site-pair': (row) => `${String(row.source_site)} ${String(row.destination_site)}`,
  'source-site': (row) => String(row.source_site),
  'destination-site': (row) => String(row.destination_site),
  'source-address': (row) => v4(row.source),
  'destination-address': (row) => v4(row.destination),
  'source-port': (row) => String(row.source_port),
  'destination-port': (row) => String(row.destination_port),
  protocol: (row) => String(row.protocol),
  dscp: (row) => String(row.dscp),
  exporter: (row) => String(row.exporter),
  'in-interface': (row) => String(row.in_interface),
};

interface Naive {
  readonly counts: (row: WriterFlowRow) => boolean;
  /** Starts of the periods of the baseline, as long as the period. */
  readonly baseline: readonly number[];
  readonly amount: (row: WriterFlowRow) => number;
}

function naiveRates({ counts, baseline, amount }: Naive, dimension: string) {
  const sums = new Map<string, { now: number; before: number }>();
  const within = ({ last }: WriterFlowRow, start: number): boolean =>
    last >= start * 1_000 && last < (start + HOUR) * 1_000;
  for (const row of rows.filter(counts)) {
    const own = valueOf[dimension]!(row);
    const sum = sums.get(own) ?? { now: 0, before: 0 };
    if (within(row, from)) sum.now += amount(row) / HOUR;
    if (baseline.some((start) => within(row, start))) sum.before += amount(row) / HOUR / baseline.length;
    if (sum.now + sum.before > 0) sums.set(own, sum);
  }
  return sums;
}

const bits = ({ bytes }: WriterFlowRow): number => Number(bytes) * 8;

describe('what changed', () => {
  it('names the application that fills the line first, with its site pair, hosts and port as one finding', async () => {
    const { findings, total } = await changed({ element: place.port, way: 'in' });
    const [first] = findings;
    expect(first).toMatchObject({ dimension: 'application', names: ['Port 13724'], state: 'new' });
    const partsOf = (dimension: string) => first!.parts.filter((part) => part.dimension === dimension);
    expect(partsOf('source-port')).toMatchObject([{ values: ['13724'], relation: 'same' }]);
    expect(partsOf('destination-address')).toMatchObject([{ values: ['10.1.0.5'], relation: 'same' }]);
    expect(partsOf('dscp')).toMatchObject([{ names: ['CS1'], relation: 'same' }]);
    expect(partsOf('site-pair')).toMatchObject([{ names: ['Lyon', 'Orléans'], relation: 'same' }]);
    expect(
      partsOf('source-address')
        .map(({ values: [address = ''] }) => address)
        .toSorted(compareNames),
    ).toEqual(['10.2.0.221', '10.2.0.222', '10.2.0.223']);
    expect((first!.now - first!.before) / (total.now - total.before)).toBeGreaterThan(0.8);
    expect(first!.filter).toMatch(/^application = /);
  });

  const hourBefore = () => [from - HOUR];
  const twoWeeks = () => [from - 7 * DAY, from - 14 * DAY];
  const atSite = ({ site: own, duplicate }: WriterFlowRow) => own === place.sites[0] && duplicate < 2;
  it.each<[string, () => object, () => Naive]>([
    [
      'of a customer',
      () => ({}),
      () => ({ counts: ({ duplicate }) => duplicate === 0, baseline: hourBefore(), amount: bits }),
    ],
    [
      'of a site',
      () => ({ element: place.sites[0] }),
      () => ({ counts: atSite, baseline: hourBefore(), amount: bits }),
    ],
    [
      'of an exporter',
      () => ({ element: place.device, measure: 'packets' }),
      () => ({ counts: atSite, baseline: hourBefore(), amount: ({ packets }) => Number(packets) }),
    ],
    [
      'into an interface',
      () => ({ element: place.port, way: 'in' }),
      () => ({
        counts: (row) => row.in_interface === place.port && row.direction === 0,
        baseline: hourBefore(),
        amount: bits,
      }),
    ],
    [
      'out of an interface',
      () => ({ element: place.port, way: 'out' }),
      () => ({
        counts: (row) => row.out_interface === place.port && row.direction === 1,
        baseline: hourBefore(),
        amount: bits,
      }),
    ],
    [
      'of a site against former weeks',
      () => ({ element: place.sites[0], baseline: 'weeks', measure: 'flows' }),
      () => ({ counts: atSite, baseline: twoWeeks(), amount: () => 1 }),
    ],
  ])(
    'has the figures %s that the stored flows have, and parts that add up to the total',
    async (_, body, naive) => {
      const { dimensions, total, source, series, stepSeconds } = await changed(body());
      const near = (found: number, right: number) =>
        expect(Math.abs(found - right)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(right)));
      expect(dimensions.map(({ dimension }) => dimension)).toEqual(
        expect.arrayContaining(source === 'raw' ? Object.keys(valueOf) : ['application', 'site-pair']),
      );
      for (const { dimension, values, others } of dimensions.filter((each) => each.dimension in valueOf)) {
        const right = naiveRates(naive(), dimension);
        const sums = [...right.values()].reduce(
          (sum, each) => ({ now: sum.now + each.now, before: sum.before + each.before }),
          { now: 0, before: 0 },
        );
        near(total.now, sums.now);
        near(total.before, sums.before);
        for (const value of values) {
          const own = right.get(value.values.join(' '))!;
          near(value.now, own.now);
          near(value.before, own.before);
        }
        const left = Math.max(
          0,
          ...[...right]
            .filter(([own]) => !values.some((each) => each.values.join(' ') === own))
            .map(([, each]) => Math.abs(each.now - each.before)),
        );
        const least = Math.min(...values.map((each) => Math.abs(each.now - each.before)));
        expect(left).toBeLessThanOrEqual(least + 1e-9);
        near(
          values.reduce((sum, each) => sum + each.now, others.now),
          total.now,
        );
        near(
          values.reduce((sum, each) => sum + each.before, others.before),
          total.before,
        );
      }
      near(
        series.now.reduce((sum, rate) => sum + (rate * stepSeconds) / HOUR, 0),
        total.now,
      );
      near(
        series.before.reduce<number>((sum, rate) => sum + ((rate ?? 0) * stepSeconds) / HOUR, 0),
        total.before,
      );
    },
  );

  it('leaves former weeks without flows out of the average, and reads rollups for them', async () => {
    const { baseline, source, reason, dimensions } = await changed({ baseline: 'weeks' });
    expect(baseline.map(({ counts }) => counts)).toEqual([true, true, false, false]);
    expect([source, reason]).toEqual(['5m', 'expired']);
    expect(dimensions.map(({ dimension }) => dimension)).not.toContain('source-address');
  });

  it('compares rollups first on a quick request, where single flows take a while, and says how many these are', async () => {
    const acme = server.customers.get('acme')!;
    const start = from - 10 * HOUR;
    await server.stack.clickhouse.command(
      `INSERT INTO flows_5m (at, customer, site, application, bytes, packets, flows)
       VALUES (toDateTime(${String(start)}, 'UTC'), ${String(acme)}, 1, ${String(BACKUP)}, 450000, 900, 5000000)`,
    );
    const of = async (depth: string): Promise<ChangeReply> =>
      (await send({ period: { from: start, to: start + HOUR }, depth }, page, acme)).json<ChangeReply>();
    expect(await of('quick')).toMatchObject({
      source: '5m',
      reason: 'quick',
      flows: 5_000_000,
      total: { now: 1_000 },
    });
    expect(await of('full')).toMatchObject({ source: 'raw', reason: null, flows: 5_000_000 });
    expect(await changed({ depth: 'quick' })).toMatchObject({ source: 'raw', reason: null });
  });

  it('says that nothing was there before, or nothing at all', async () => {
    const empty = await send({ period: { from, to: from + HOUR } }, page, server.customers.get('acme')!);
    expect(empty.json()).toMatchObject({ total: { now: 0, before: 0 }, findings: [], dimensions: [] });
    const quiet = { period: { from: from - 5 * HOUR, to: from - 4 * HOUR } };
    expect(await changed(quiet)).toMatchObject({ findings: [], baseline: [{ counts: false }] });
    const first = await changed({ period: { from: from - HOUR, to: from } });
    expect(first.baseline).toMatchObject([{ counts: false }]);
    expect(first.findings.every(({ state }) => state === 'new')).toBe(true);
  });

  it('names what vanished after a total that fell', async () => {
    const { findings, total } = await changed({ period: { from: from + HOUR, to: from + 2 * HOUR } });
    expect(total.now).toBeLessThan(total.before);
    expect(findings[0]).toMatchObject({ state: 'vanished' });
  });

  it('filters flows in the language of the explorer', async () => {
    const { total, context } = await changed({ filter: 'source-port = 13724 and protocol = tcp' });
    const backup = rows.filter(({ application, duplicate }) => application === BACKUP && duplicate === 0);
    expect(total.now).toBeCloseTo(backup.reduce((sum, row) => sum + bits(row), 0) / HOUR, 3);
    expect(total.before).toBe(0);
    expect(context.filter).toBe('source-port = 13724 and protocol = tcp');
    const wrong = await send({ period: { from, to: from + HOUR }, filter: 'port = ' });
    expect(wrong.json()).toMatchObject({ code: 'FILTER_VALUE_EXPECTED' });
  });

  it.each([
    ['a period before the retention', () => ({ period: { from: 1_000, to: 5_000 } }), 'SERIES_NOT_RETAINED'],
    ['a period that ends before it starts', () => ({ period: { from, to: from - 5 } }), 'VALIDATION'],
    [
      'more than a week against former weeks',
      () => ({ period: { from: from - 8 * DAY, to: from }, baseline: 'weeks' }),
      'VALIDATION',
    ],
    [
      'an element of another customer',
      () => ({ element: [...server.inventory().sites.values()].find(({ name }) => name === 'acme one')!.id }),
      'NOT_FOUND',
    ],
    ['an unknown element', () => ({ element: 999_999 }), 'NOT_FOUND'],
  ])('rejects %s', async (_, body, code) => {
    expect((await send({ period: { from, to: from + HOUR }, ...body() })).json()).toMatchObject({ code });
  });

  it('shows a user of one site the traffic of that site, and no name of others', async () => {
    const account = await server.account({
      username: 'of-orleans',
      permissions: ['FLOWMAP.read'],
      customers: ['changing'],
    });
    const restricted = { account_id: account, customer_id: place.customer };
    await server.stack.db.insertInto('account_restriction').values(restricted).execute();
    await server.stack.db
      .insertInto('account_site')
      .values({ account_id: account, site_id: place.sites[0] })
      .execute();
    const own = await server.signedIn('of-orleans');
    const response = await send({ period: { from, to: from + HOUR } }, own);
    const { findings, total } = response.json<ChangeReply>();
    const site = await changed({ element: place.sites[0] });
    expect(total).toEqual(site.total);
    expect(response.body).not.toMatch(/Lyon|Nantes/);
    expect(findings[0]?.parts.find(({ dimension }) => dimension === 'site-pair')?.names).toEqual([
      null,
      'Orléans',
    ]);
    expect((await send({ period: { from, to: from + HOUR }, element: place.sites[1] }, own)).statusCode).toBe(
      404,
    );
  });
});
