import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { FlowMap, FlowMapLinks, FlowMapPair, LiveFlowMap } from '#schemas/flowmap/flow-map.ts';
import type { TrafficState } from '#schemas/flowmap/traffic-state.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import type { ComponentEntry, DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { flowCodec, flowRow, type WriterFlowRow } from '#tests/fixtures/writer-rows.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
/** A full hour, some hours ago. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const period = { from: START, to: START + HOUR };
const HTTPS = 3 * 2 ** 32 + 443;
const DNS = 3 * 2 ** 32 + 53;

describe('the flow map', () => {
  let server: ServerUnderTest;
  let reader: Browser;
  let limited: Browser;
  let rows: readonly WriterFlowRow[];
  let [here, there] = [0, 0];
  const of = (clientId: string): number => server.customers.get(clientId)!;

  const url = (path = '', clientId = 'acme') => `/api/v1/customers/${String(of(clientId))}/flow-map${path}`;
  const post = (body: object, { path = '', user = reader, clientId = 'acme' } = {}) =>
    user.send('POST', url(path, clientId), { body });
  const map = async (body: object = {}, user = reader): Promise<FlowMap> =>
    (await post({ period, kpis: ['app_bps'], ...body }, { user })).json<FlowMap>();

  /** Flows of all kinds: both ways, of two sites and the outside, reported twice, within a site. */
  function manyRows(): readonly WriterFlowRow[] {
    const ends = [0, here, there];
    return Array.from({ length: 240 }, (_, index) => ({
      ...flowRow(0, START * 1_000 + (index % 50) * 60_000),
      last: START * 1_000 + (index % 50) * 60_000,
      customer: of('acme'),
      site: index % 2 === 0 ? here : there,
      source_site: ends[index % 3] ?? 0,
      destination_site: ends[Math.floor(index / 3) % 3] ?? 0,
      duplicate: index % 5 === 4 ? 1 : index % 11 === 10 ? 2 : 0,
      application: BigInt(index % 2 === 0 ? HTTPS : DNS),
      dscp: index % 4 === 0 ? 46 : 0,
      bytes: BigInt(1_000 + index * 7),
      packets: 1n,
    }));
  }

  /** Bits per second from one end to another, each flow counted once for its customer. */
  const rateOf = (from: number, to: number, passes: (row: WriterFlowRow) => boolean = () => true): number =>
    (rows
      .filter(
        (row) =>
          row.source_site === from && row.destination_site === to && row.duplicate === 0 && passes(row),
      )
      .reduce((sum, { bytes }) => sum + Number(bytes), 0) *
      8) /
    HOUR;

  beforeAll(async () => {
    server = await openServer({ startsAt: Date.now() });
    const permissions = ['FLOWMAP.read'] as const;
    await server.account({ username: 'reader', permissions, customers: ['acme'] });
    const restricted = await server.account({ username: 'limited', permissions, customers: ['acme'] });
    const sites = [...server.inventory().sites.values()].filter(({ customer }) => customer === of('acme'));
    [here, there] = [sites[0]!.id, sites[1]!.id];
    const { db } = server.stack;
    await db
      .insertInto('account_restriction')
      .values({ account_id: restricted, customer_id: of('acme') })
      .execute();
    await db.insertInto('account_site').values({ account_id: restricted, site_id: here }).execute();
    rows = manyRows();
    await server.stack.clickhouse.insertRowBinary({
      table: 'flows',
      columns: Object.keys(flows.columns),
      rows: flowCodec.encode([
        ...rows,
        // Of another customer, and of another hour.
        { ...rows[1]!, customer: of('globex'), bytes: 9_000_000n },
        { ...rows[1]!, last: (START + HOUR) * 1_000, bytes: 9_000_000n },
      ]),
    });
    reader = await server.signedIn('reader');
    limited = await server.signedIn('limited');
  });
  afterAll(() => server.close());

  it('has the rates of each pair as a separate sum of the flows has them, each counted once', async () => {
    const { arcs, from, to, kpis: shown } = await map();
    expect({ from, to }).toEqual(period);
    expect(shown).toEqual([{ key: 'app_bps', unit: 'bps' }]);
    const pairs = [
      [0, here],
      [0, there],
      [Math.min(here, there), Math.max(here, there)],
    ] as const;
    expect(arcs).toHaveLength(pairs.length);
    for (const [one, other] of pairs) {
      const arc = arcs.find((each) => each.one === one && each.other === other)!;
      expect(arc.forth).toBeCloseTo(rateOf(one, other), 6);
      expect(arc.back).toBeCloseTo(rateOf(other, one), 6);
      expect(arc.values[0]).toBeCloseTo(rateOf(one, other) + rateOf(other, one), 6);
      const urgent = arc.classes.find(({ dscp }) => dscp === 46)?.bps ?? 0;
      const isUrgent = ({ dscp }: WriterFlowRow): boolean => dscp === 46;
      expect(urgent).toBeCloseTo(rateOf(one, other, isUrgent) + rateOf(other, one, isUrgent), 6);
    }
  });

  it('filters by direction, application and class', async () => {
    const isDns = ({ application, dscp }: WriterFlowRow): boolean =>
      application === BigInt(DNS) && dscp === 0;
    const { arcs } = await map({
      sites: [here],
      direction: 'out',
      applications: [DNS],
      classes: [0],
    });
    for (const { one, other, forth, back } of arcs) {
      const far = one === here ? other : one;
      const rate = rateOf(here, far, isDns);
      expect(forth + back).toBeCloseTo(rate, 6);
      expect(one === here ? back : forth).toBe(0);
    }
    expect(arcs.length).toBeGreaterThan(0);
  });

  it('names the sites, and has no place for the outside', async () => {
    const { nodes } = await map();
    const names = server.inventory().sites;
    expect(nodes.find(({ id }) => id === here)).toMatchObject({
      name: names.get(here)!.name,
      deleted: false,
    });
    expect(nodes.find(({ id }) => id === 0)).toMatchObject({ name: null, latitude: null });
  });

  it('says that there is no remote site where nothing matches', async () => {
    const before = { from: START - 2 * HOUR, to: START - HOUR };
    expect(statusAndCode(await post({ period: before, kpis: ['app_bps'] }))).toContain(
      'FLOW_MAP_NO_REMOTE_SITE',
    );
  });

  it.each([
    {
      title: '51 sites',
      body: { sites: Array.from({ length: 51 }, (_, id) => id + 1) },
      code: 'FLOW_MAP_TOO_MANY_SITES',
    },
    {
      title: '6 KPIs',
      body: { kpis: ['app_bps', 'app_net', 'app_resp', 'app_flows', 'app_bytes', 'media_loss'] },
      code: 'FLOW_MAP_TOO_MANY_KPIS',
    },
  ])('rejects $title with the message of the catalogue', async ({ body, code }) => {
    const response = await post({ period, kpis: ['app_bps'], ...body });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { code: string }[] }>().errors[0]!.code).toBe(code);
  });

  it('rejects a KPI that is not of flows, and a site of another customer', async () => {
    expect(statusAndCode(await post({ period, kpis: ['itf_in_util'] }))).toContain('KPI_INCOMPATIBLE');
    const foreign = [...server.inventory().sites.values()].find(({ customer }) => customer === of('globex'))!;
    expect(statusAndCode(await post({ period, kpis: ['app_bps'], sites: [foreign.id] }))).toContain(
      'NOT_FOUND',
    );
    expect((await post({ period, kpis: ['app_bps'] }, { clientId: 'globex' })).statusCode).toBe(404);
  });

  it('shows what a pair consists of', async () => {
    const [one, other] = [Math.min(here, there), Math.max(here, there)];
    const pair = (await post({ period, one, other }, { path: '/pair' })).json<FlowMapPair>();
    const isDns = ({ application }: WriterFlowRow): boolean => application === BigInt(DNS);
    const dns = pair.applications.find(({ number }) => number === DNS)!;
    expect(dns.bps).toBeCloseTo(rateOf(one, other, isDns) + rateOf(other, one, isDns), 6);
    const stored = pair.conversations.reduce((sum, { bytes }) => sum + bytes, 0);
    expect((stored * 8) / HOUR).toBeCloseTo(rateOf(one, other) + rateOf(other, one), 6);
  });

  it('offers the sites that a user sees', async () => {
    const body = { chosen: { sites: [], applications: [] } };
    const { sites } = (await post(body, { path: '/choices' })).json<{ sites: { id: number }[] }>();
    expect(new Set(sites.map(({ id }) => id))).toEqual(new Set([here, there]));
  });

  it('shows tunnels between sites with latency and loss, as one end measures them', async () => {
    const inventory = server.inventory();
    const device = (id: number, site: number, address: string): DeviceEntry => ({
      id,
      customer: of('acme'),
      site,
      name: `router ${String(id)}`,
      active: true,
      address,
      vendor: '',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [],
    });
    const devices = inventory.devices as Map<number, DeviceEntry>;
    devices.set(7_001, device(7_001, here, '10.255.0.1'));
    devices.set(7_002, device(7_002, there, '10.255.0.2'));
    const tunnel = (id: number, remote: string): ComponentEntry => ({
      id,
      customer: of('acme'),
      site: here,
      device: 7_001,
      name: `to ${remote}`,
      active: true,
      kind: 'tunnel',
      scope: 'vmanage',
      key: remote,
      fields: { remote },
    });
    const components = inventory.components as Map<number, ComponentEntry>;
    components.set(7_101, tunnel(7_101, '10.255.0.2'));
    // Its far end is no device of the customer.
    components.set(7_102, tunnel(7_102, '10.255.0.9'));
    const measured = (kpi: number, value: number) => ({
      customer: of('acme'),
      site: here,
      element: 7_101,
      kpi,
      at: START,
      length: 300,
      value,
      numerator: value,
      denominator: 1,
    });
    await server.stack.clickhouse.insertRowBinary({
      table: 'measures',
      columns: Object.keys(measures.columns),
      rows: codecOf(measures).encode([measured(kpis.tun_latency.id, 31), measured(kpis.tun_loss.id, 0.005)]),
    });
    const found = (await post({ period, sites: [] }, { path: '/links' })).json<FlowMapLinks>();
    expect(found.links).toEqual([
      {
        device: 7_001,
        element: 7_101,
        kind: 'tunnel',
        name: 'to 10.255.0.2',
        one: here,
        other: there,
        latency: 31,
        loss: 0.5,
        load: null,
      },
    ]);
    const hidden = (
      await post({ period, sites: [] }, { path: '/links', user: limited })
    ).json<FlowMapLinks>();
    expect(hidden.links[0]).toMatchObject({ one: here, other: HIDDEN_SITE });
  });

  describe('live', () => {
    const stateOf = (end: number, change: Partial<TrafficState> = {}): TrafficState => ({
      customer: of('acme'),
      epoch: 'run 1',
      end,
      seconds: 60,
      source: [here, there, 0],
      destination: [there, here, here],
      dscp: [46, 0, 0],
      bytes: [75_000, 7_500, 15_000],
      packets: [10, 10, 10],
      others: { bytes: 0, packets: 0 },
      ...change,
    });
    const publish = (state: TrafficState) => {
      server.stack.bus.publish(subjects.traffic(state.customer), packJson(state));
    };
    const live = async (body: object = {}, user = reader): Promise<LiveFlowMap> =>
      (await post(body, { path: '/live', user })).json<LiveFlowMap>();

    it('has no rates before an engine publishes any', async () => {
      expect(await live()).toMatchObject({ arcs: [], at: null });
    });

    it('has the rates of the newest state, whichever engine published it first', async () => {
      const end = server.clock.now().getTime();
      publish(stateOf(end));
      await until('the rates arrive', async () => (await live()).at === end);
      // The former owner of the partition is late: its state is not added.
      publish(stateOf(end, { epoch: 'run 0', bytes: [1, 1, 1] }));
      publish(stateOf(end + 10_000, { seconds: 20 }));
      await until('the rates arrive', async () => (await live()).at === end + 10_000);
      const { arcs, isPartial } = await live();
      expect(isPartial).toBe(true);
      const arc = arcs.find(({ one }) => one !== 0)!;
      expect([arc.forth, arc.back].sort((a, b) => a - b)).toEqual([3_000, 30_000]);
      expect(arc.classes[0]).toEqual({ dscp: 46, bps: 30_000 });
      const out = await live({ sites: [here], direction: 'out' });
      expect(out.arcs).toHaveLength(1);
    });

    it('ignores what is of another customer than its subject says, and what it cannot read', async () => {
      const end = server.clock.now().getTime() + 30_000;
      server.stack.bus.publish(subjects.traffic(of('globex')), packJson(stateOf(end)));
      server.stack.bus.publish(subjects.traffic(of('acme')), new Uint8Array([1, 2, 3]));
      publish(stateOf(end - 10_000));
      await until('the rates arrive', async () => (await live()).at === end - 10_000);
      expect((await live()).at).toBe(end - 10_000);
    });
  });

  it('shows sites that a user does not see together, without a name', async () => {
    const { arcs, nodes } = await map({}, limited);
    expect(nodes.map(({ id }) => id).sort((a, b) => a - b)).toEqual([0, here, HIDDEN_SITE]);
    expect(nodes.find(({ id }) => id === HIDDEN_SITE)).toMatchObject({ name: null, latitude: null });
    const hidden = arcs.find(({ other }) => other === HIDDEN_SITE)!;
    expect(hidden.forth + hidden.back).toBeCloseTo(rateOf(here, there) + rateOf(there, here), 6);
    expect(
      statusAndCode(await post({ period, kpis: ['app_bps'], sites: [there] }, { user: limited })),
    ).toContain('NOT_FOUND');
  });
});
