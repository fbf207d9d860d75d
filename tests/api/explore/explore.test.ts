import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressBytes } from '#ingest/flow/attribution/address.ts';
import { parseAddressRange } from '#schemas/application/address-range.ts';
import { asLimits } from '#schemas/explore/address-as.ts';
import { countryLimits } from '#schemas/explore/address-country.ts';
import { countryNumber } from '#schemas/explore/country.ts';
import { exploreLimits, type ExploreResult } from '#schemas/explore/explore.ts';
import type { ExploreQuery } from '#server/features/explore/statement/explore-sql.ts';
import { defaultSubnet } from '#schemas/explore/subnet.ts';
import { StatementCall, type KeyBuckets } from '#server/features/explore/statement-call.ts';
import { FairQueue } from '#server/shared/queue/fair-queue.ts';
import { flows as flowTable } from '#schemas/table/flows.ts';
import { aFlow, networkFlowCodec } from '#tests/fixtures/engine/flow-network.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { naiveCountries, naiveExplore, naiveKeys, storedOf, type PlainFlow } from './naive-explore.ts';

const HOUR = 3_600;
const FLOWS = 4_000;
const REQUESTS = 50;
const HTTPS = 3 * 2 ** 32 + 443;
/** Of the first addresses of the destinations, and of the others. */
const NEAR_AS = 64_500;
const FAR_AS = 4_200_000_000;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describe('the explorer', () => {
  let server: ServerUnderTest;
  let page: Browser;
  let [acme, one, two] = [0, 0, 0];
  let end = 0;
  let stored: readonly PlainFlow[] = [];

  const siteNamed = (name: string): number =>
    [...server.inventory().sites.values()].find((site) => site.name === name)!.id;

  const someFlow = (customer: number, sites: readonly [number, number]): fc.Arbitrary<PlainFlow> =>
    fc.record({
      customer: fc.constant(customer),
      site: fc.constantFrom(...sites),
      sourceSite: fc.constantFrom(0, ...sites),
      destinationSite: fc.constantFrom(0, ...sites),
      source: fc.integer({ min: 1, max: 40 }).map((host) => `10.${String(host % 4)}.0.${String(host)}`),
      destination: fc.integer({ min: 1, max: 30 }).map((host) => `192.0.2.${String(host)}`),
      sourcePort: fc.integer({ min: 1_024, max: 1_060 }),
      destinationPort: fc.constantFrom(53, 80, 443),
      application: fc.constantFrom(0, HTTPS, 13 * 2 ** 32 + 453),
      protocol: fc.constantFrom(6, 17),
      dscp: fc.constantFrom(0, 34, 46),
      flags: fc.constantFrom(0, 2, 18),
      vlan: fc.constantFrom(0, 10, 20),
      duplicate: fc.constantFrom(0, 0, 0, 1, 2),
      last: fc.integer({ min: 1, max: 30 * HOUR * 1_000 }).map((ago) => end * 1_000 - ago),
      bytes: fc.integer({ min: 40, max: 1_500_000 }),
      packets: fc.integer({ min: 1, max: 1_000 }),
    });

  beforeAll(async () => {
    // The store drops what is older than its retention, by its own clock.
    const countries = countryLimits(
      naiveCountries.map(([network, code]) => ({
        ...parseAddressRange(network)!,
        country: countryNumber(code)!,
      })),
    );
    const systems = asLimits([
      { ...parseAddressRange('192.0.2.0/24')!, asn: FAR_AS },
      { ...parseAddressRange('192.0.2.0/28')!, asn: NEAR_AS },
    ]);
    server = await openServer({
      startsAt: Date.now(),
      addresses: { asNames: new Map([[NEAR_AS, 'Near']]), countries, systems, files: [] },
    });
    end = Math.floor(server.clock.now().getTime() / 1_000 / HOUR) * HOUR;
    acme = server.customers.get('acme')!;
    [one, two] = [siteNamed('acme one'), siteNamed('acme two')];
    const globex = server.customers.get('globex')!;
    const foreign = [siteNamed('globex one'), siteNamed('globex two')] as const;
    stored = [
      ...fc.sample(someFlow(acme, [one, two]), { numRuns: FLOWS, seed: 7 }),
      ...fc.sample(someFlow(globex, foreign), { numRuns: 300, seed: 8 }),
    ];
    const zero = aFlow({ at: 0 });
    await server.stack.clickhouse.insertRowBinary({
      table: 'flows',
      columns: Object.keys(flowTable.columns),
      rows: networkFlowCodec.encode(stored.map((flow) => storedOf(flow, zero, addressBytes))),
    });
    const rights = { permissions: ['FLOWMAP.read'] as const };
    await server.account({ username: 'explorer', ...rights, customers: ['acme'] });
    await server.account({ username: 'everywhere', ...rights, customers: ['acme', 'globex'] });
    await server.account({ username: 'outsider', permissions: ['ALERT.read'], customers: ['acme'] });
    const ofSite = await server.account({ username: 'of-site', ...rights, customers: ['acme'] });
    await server.stack.db
      .insertInto('account_restriction')
      .values({ account_id: ofSite, customer_id: acme })
      .execute();
    await server.stack.db.insertInto('account_site').values({ account_id: ofSite, site_id: one }).execute();
    page = await server.signedIn('explorer');
  });
  afterAll(() => server.close());

  const send = (body: object, who: Browser = page, customer = acme) =>
    who.send('POST', `/api/v1/customers/${String(customer)}/explore`, {
      body: { from: end - 24 * HOUR, to: end, ...body },
    });
  const explore = async (body: object, who?: Browser): Promise<ExploreResult> => {
    const response = await send(body, who);
    expect([response.statusCode, response.body]).toMatchObject([200, expect.any(String)]);
    return response.json<ExploreResult>();
  };

  const filters: readonly (readonly [string, (flow: PlainFlow) => boolean])[] = [
    ['', () => true],
    ['protocol = tcp', ({ protocol }) => protocol === 6],
    ['application = HTTPS or dscp = EF', ({ application, dscp }) => application === HTTPS || dscp === 46],
    [
      'not (protocol = udp) and application != HTTPS',
      (flow) => flow.protocol !== 17 && flow.application !== HTTPS,
    ],
    [
      'port in (53, 80)',
      (flow) => [flow.sourcePort, flow.destinationPort].some((port) => port === 53 || port === 80),
    ],
    ['port != 443', ({ destinationPort }) => destinationPort !== 443],
    ['address = 10.1.0.0/16', ({ source }) => source.startsWith('10.1.')],
    [
      'source-address not in (10.1.0.0/16, 10.2.0.2-10.2.0.30)',
      ({ source }) => {
        const [, net, , host] = source.split('.').map(Number);
        return net !== 1 && !(net === 2 && host! >= 2 && host! <= 30);
      },
    ],
    ['tcp-flags ~ syn and vlan > 0', ({ flags, vlan }) => (flags & 2) !== 0 && vlan > 0],
    ['country in (FR, none) and source-country = none', ({ destination }) => destination.length > 0],
    ['destination-country != FR', (flow) => naiveKeys['destination-country']!(flow) !== 'FR'],
    [
      'source-port >= 1050 or way = out',
      (flow) => flow.sourcePort >= 1_050 || naiveKeys['way']!(flow) === '1',
    ],
  ];

  it('returns what a separate computation over the flows returns, for 50 random requests', async () => {
    const rolledUp = [
      'site',
      'remote-site',
      'source-site',
      'destination-site',
      'way',
      'application',
      'dscp',
      'protocol',
    ];
    const request = fc.record({
      // As many requests for what rollups have as for any.
      dimensions: fc
        .constantFrom(rolledUp, [...rolledUp, ...Object.keys(naiveKeys)])
        .chain((ids) => fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 })),
      measure: fc.constantFrom('bytes' as const, 'packets' as const, 'flows' as const),
      filter: fc.constantFrom(...filters),
      hours: fc.integer({ min: 1, max: 24 }),
      minutes: fc.constantFrom(0, 5, 55),
      step: fc.constantFrom('none' as const, 300 as const, 3_600 as const),
      rows: fc.integer({ min: 1, max: 20 }),
      raw: fc.boolean(),
    });
    const tables = new Set<string>();
    for (const { filter, hours, minutes, ...body } of fc.sample(request, { numRuns: REQUESTS, seed: 11 })) {
      const [text, matches] = filter;
      const to = end - minutes * 60;
      const from = to - hours * HOUR;
      const result = await explore({ ...body, filter: text, from, to });
      tables.add(result.table);
      const perSite = body.dimensions.includes('site');
      const period = { from: result.from, to: result.to };
      const naive = naiveExplore(
        { flows: stored, ...body, matches, ...period, customer: acme, perSite },
        result.step ?? 300,
      );
      // What was requested is compared too, so that a failure shows it.
      const of = { ...body, text, table: result.table };
      const values = result.rows.map(({ value }) => value);
      const heaviest = [...naive.sums.values()].toSorted((a, b) => b - a).slice(0, body.rows);
      const bySteps = result.steps.map((at) => naive.steps.get(at) ?? 0);
      expect({
        of,
        total: result.total.value,
        parts: sum([...values, result.others?.value ?? 0]),
        values,
        keys: result.rows.map(({ key }) => naive.sums.get(JSON.stringify(key.map(({ id }) => id)))),
        rows: result.step === null ? values : result.rows.map(({ series }) => sum(series)),
        series: result.total.series,
      }).toEqual({
        of,
        total: naive.total,
        parts: naive.total,
        values: heaviest,
        keys: values,
        rows: values,
        series: result.step === null ? [] : bySteps,
      });
    }
    expect([...tables].toSorted()).toEqual(['flows', 'flows_1h', 'flows_5m']);
  });

  it('ranks keys that may not fit the memory of a statement by buckets of them, with the same result', async () => {
    const signal = new AbortController().signal;
    const rankedBy = (buckets: KeyBuckets, dimensions: ExploreQuery['dimensions']) =>
      new StatementCall(
        { clickhouse: server.stack.clickhouse, queue: new FairQueue(exploreLimits), buckets },
        { customer: acme, signal },
      ).rank(
        {
          table: 'flows',
          scope: { customers: [acme], sites: new Map() },
          counted: 'customer',
          dimensions,
          measure: 'bytes',
          bothWays: true,
          tree: undefined,
          names: () => [],
          classes: [],
          seen: undefined,
          subnet: defaultSubnet,
          from: end - 24 * HOUR,
          to: end,
          timeZone: 'UTC',
        },
        10,
      );
    for (const dimensions of [
      ['source-address', 'destination-address'],
      ['source-port'],
      ['vlan', 'protocol'],
    ] as const) {
      const all = await rankedBy({ fromRows: Infinity, first: 1 }, dimensions);
      // One bucket has too few keys, thirty have too light ones, all have every key.
      for (const first of [1, 30, 10_000])
        expect(await rankedBy({ fromRows: 0, first }, dimensions)).toEqual(all);
    }
  });

  it('reads rollups where they have everything, else raw flows, and says why', async () => {
    const because = async (body: object) => {
      const {
        table,
        because: { reason, fields },
      } = await explore(body);
      return [table, reason, ...fields];
    };
    expect(await because({ dimensions: ['application'] })).toEqual(['flows_5m', 'coarsest']);
    // At midnight a day would be one of UTC, which the rollup of days has.
    const hours = { from: end - 5 * HOUR, step: 'none' };
    expect(await because({ dimensions: ['application'], ...hours })).toEqual(['flows_1h', 'coarsest']);
    expect(await because({ dimensions: ['application'], raw: true })).toEqual(['flows', 'requested']);
    expect(await because({ dimensions: ['vlan'], filter: 'port = 80' })).toEqual([
      'flows',
      'fields',
      'vlan',
      'port',
    ]);
    expect(await because({ step: 60, from: end - HOUR })).toEqual(['flows', 'step']);
    expect(await because({ from: end - 40 * 24 * HOUR })).toEqual(['flows_1h', 'retention']);
  });

  it('groups by the countries of a file, which it stores once', async () => {
    const { rows, withoutCountries } = await explore({ dimensions: ['destination-country'] });
    expect(withoutCountries).toBeUndefined();
    expect(rows.map(({ key: [part] }) => `${part!.id}=${part!.filter!}`).toSorted()).toEqual([
      '=none',
      'DE=DE',
      'FR=FR',
    ]);
    await explore({ dimensions: ['source-country'], compare: 'previous', filter: 'country = fr' });
    const [stored] = await server.stack.clickhouse.query<{ rows: number }>(
      'SELECT count() AS rows FROM address_countries',
    );
    expect(stored).toEqual({ rows: 4 });
  });

  it('groups and filters by the AS of addresses where exporters send none, and says so', async () => {
    const host = ({ destination }: PlainFlow): number => Number(destination.split('.')[3]);
    const total = (matches: (flow: PlainFlow) => boolean): number =>
      naiveExplore(
        {
          flows: stored,
          dimensions: [],
          measure: 'bytes',
          matches,
          from: end - 24 * HOUR,
          to: end,
          customer: acme,
          perSite: false,
        },
        300,
      ).total;
    const [near, far] = [total((flow) => host(flow) < 16), total((flow) => host(flow) >= 16)];
    const { rows, systemsByAddress } = await explore({ dimensions: ['destination-as'] });
    expect(systemsByAddress).toBe(true);
    expect(rows.map(({ key: [part], value }) => [part!.id, part!.name, value])).toEqual(
      [
        [String(NEAR_AS), 'Near', near],
        [String(FAR_AS), null, far],
      ].toSorted((one, other) => Number(other[2]) - Number(one[2])),
    );
    expect((await explore({ filter: `as = ${String(NEAR_AS)}` })).total.value).toBe(near);
    expect((await explore({ filter: 'destination-as >= 64501' })).total.value).toBe(far);
    const { rows: sources } = await explore({ dimensions: ['source-as'] });
    expect(sources.map(({ key: [part], value }) => [part!.id, value])).toEqual([['0', near + far]]);
    expect((await explore({ dimensions: ['application'] })).systemsByAddress).toBeUndefined();
  });

  it('has rates over the period and the steps, and the 95th percentile by nearest rank', async () => {
    const of = { dimensions: ['application'], step: 3_600 };
    const [volumes, rates] = [await explore(of), await explore({ ...of, measure: 'bps' })];
    expect(rates.total.value).toBeCloseTo((8 * volumes.total.value) / (24 * HOUR), 6);
    expect(rates.total.series[3]).toBeCloseTo((8 * volumes.total.series[3]!) / HOUR, 6);
    const sorted = volumes.total.series.toSorted((a, b) => a - b);
    expect(volumes.total.p95).toBe(sorted[Math.ceil(0.95 * sorted.length) - 1]);
    expect(volumes.total.maximum).toBe(sorted.at(-1));
  });

  it('has what left the sites apart, and an earlier period next to the requested one', async () => {
    const result = await explore({ bothWays: true, compare: 'previous', from: end - 12 * HOUR, step: 3_600 });
    const of = { flows: stored, dimensions: [], measure: 'bytes' as const, customer: acme, perSite: false };
    const out = (flow: PlainFlow): boolean => naiveKeys['way']!(flow) === '1';
    const sent = naiveExplore({ ...of, matches: out, from: end - 12 * HOUR, to: end }, HOUR);
    expect(result.total.sent).toBe(sent.total);
    const earlier = naiveExplore(
      { ...of, matches: () => true, from: end - 24 * HOUR, to: end - 12 * HOUR },
      HOUR,
    );
    expect([result.total.earlier, result.earlierBy]).toEqual([earlier.total, 12 * HOUR]);
    expect(sum(result.total.earlierSeries!)).toBe(earlier.total);
  });

  it('counts as the values of dashboards do: by site, of one site, and of the customer', async () => {
    await server.account({
      username: 'both',
      permissions: ['FLOWMAP.read', 'DASHBOARD.read'],
      customers: ['acme'],
    });
    const both = await server.signedIn('both');
    // Values of dashboards are those of closed windows.
    for (const [keys, filter, filters_] of [
      [['application'], '', []],
      [['site'], '', []],
      [['application'], 'site = "acme one"', [{ element: 'site', ids: [one] }]],
    ] as const) {
      const data = await both.send('POST', `/api/v1/customers/${String(acme)}/data`, {
        body: {
          requests: [
            {
              id: 'a',
              series: [{ kpi: 'app_bytes' }],
              keys,
              from: end - 25 * HOUR,
              to: end - HOUR,
              filters: filters_,
              breakdown: { kind: 'all' },
            },
          ],
        },
      });
      const lines = data.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as never);
      const ready = (lines as { state: string; result?: { rows: { values: number[][] }[] } }[]).find(
        ({ state }) => state === 'ready',
      );
      const shown = ready!.result!.rows.map(({ values }) => values[0]![0]!).toSorted((a, b) => a - b);
      const explored = await explore(
        { from: end - 25 * HOUR, to: end - HOUR, dimensions: keys, filter, rows: 50, step: 'none' },
        both,
      );
      expect(explored.rows.map(({ value }) => value).toSorted((a, b) => a - b)).toEqual(shown);
    }
  });

  it('shows a user of some sites these alone, and names no other', async () => {
    const who = await server.signedIn('of-site');
    const result = await explore({ dimensions: ['site', 'remote-site'], rows: 50 }, who);
    const naive = naiveExplore(
      {
        flows: stored,
        dimensions: ['site'],
        measure: 'bytes',
        matches: () => true,
        from: end - 24 * HOUR,
        to: end,
        sites: [one],
        customer: acme,
        perSite: true,
      },
      300,
    );
    expect(result.total.value).toBe(naive.total);
    expect(new Set(result.rows.map(({ key }) => key[0]!.id))).toEqual(new Set([String(one)]));
    const remote = result.rows.map(({ key }) => key[1]!);
    expect(remote.map(({ id }) => id)).not.toContain(String(two));
    expect(remote.some(({ hidden }) => hidden === true)).toBe(true);
    expect((await send({ filter: 'site = "acme two"' }, who)).json()).toMatchObject({
      code: 'FILTER_UNKNOWN_NAME',
    });
    expect(
      (await explore({ filter: `site = #${String(two)} or destination-site = #${String(two)}` }, who)).total
        .value,
    ).toBe(0);
    const values = await who.get(`/api/v1/customers/${String(acme)}/explore/values?field=site&text=acme`);
    expect(values.json()).toEqual({ values: [{ filter: '"acme one"' }] });
  });

  it('rejects customers that the caller does not see, and callers without the right', async () => {
    expect((await send({}, page, server.customers.get('globex')!)).statusCode).toBe(404);
    expect((await send({}, await server.signedIn('outsider'))).statusCode).toBe(403);
  });

  it('adds up the customers that the caller sees', async () => {
    const who = await server.signedIn('everywhere');
    const response = await who.send('POST', '/api/v1/cc/explore', {
      body: { dimensions: ['customer'], from: end - 24 * HOUR, to: end },
    });
    const { rows } = response.json<ExploreResult>();
    const of = {
      flows: stored,
      dimensions: [],
      measure: 'bytes' as const,
      matches: () => true,
      from: end - 24 * HOUR,
      to: end,
      perSite: false,
    };
    for (const clientId of ['acme', 'globex']) {
      const customer = server.customers.get(clientId)!;
      const row = rows.find(({ key }) => key[0]!.id === String(customer));
      expect([row?.value, row?.key[0]!.name]).toEqual([
        naiveExplore({ ...of, customer }, 300).total,
        `Customer ${clientId}`,
      ]);
    }
  });

  it('completes names of the customers that the caller sees', async () => {
    const values = (field: string, text: string, who: Browser) =>
      who.get(`/api/v1/cc/explore/values?field=${field}&text=${text}`).then((reply) => reply.json<object>());
    const who = await server.signedIn('everywhere');
    expect(await values('customer', 'acme', who)).toEqual({ values: [{ filter: '"Customer acme"' }] });
    expect(await values('site', 'one', who)).toEqual({
      values: [{ filter: '"acme one"' }, { filter: '"globex one"' }],
    });
    expect(await values('application', 'http', who)).toEqual({
      values: [{ filter: 'HTTP' }, { filter: 'HTTPS' }],
    });
    expect(await values('port', '4', who)).toEqual({ values: [] });
  });

  it.each([
    ['nonsense = 1', 'FILTER_UNKNOWN_FIELD', 1],
    ['port = ', 'FILTER_VALUE_EXPECTED', 8],
    ['port = 80 and (protocol = tcp', 'FILTER_PARENTHESIS_EXPECTED', 30],
    ['site = "acme three"', 'FILTER_UNKNOWN_NAME', 8],
    [`${'('.repeat(60)}port = 1`, 'FILTER_TOO_DEEP', 33],
  ])('rejects the filter %j with its position', async (filter, code, column) => {
    const response = await send({ filter });
    expect([response.statusCode, response.json()]).toMatchObject([400, { code, params: { column } }]);
  });

  it('rejects filters above 10 kB, periods above its limits, and raw flows that have expired', async () => {
    expect((await send({ filter: 'x'.repeat(10_241) })).statusCode).toBe(400);
    expect((await send({ from: end, to: end })).statusCode).toBe(400);
    expect((await send({ dimensions: ['site', 'site'] })).statusCode).toBe(400);
    expect((await send({ step: 300, from: end - 30 * 24 * HOUR })).json()).toMatchObject({
      code: 'SERIES_TOO_LONG',
    });
    expect((await send({ dimensions: ['vlan'], from: end - 5 * 24 * HOUR })).json()).toMatchObject({
      code: 'EXPLORE_RAW_EXPIRED',
    });
  });

  it('takes values for what they are, whatever they contain', async () => {
    const user = String.raw`'; DROP TABLE flows; -- \" ) OR 1=1`;
    const result = await explore({ filter: `user = "${user.replaceAll(/["\\]/g, String.raw`\$&`)}"` });
    expect(result.total.value).toBe(0);
    expect((await explore({})).total.value).toBeGreaterThan(0);
  });
});
