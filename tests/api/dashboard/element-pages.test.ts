import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { elementPage } from '#schemas/dashboard/element/element-document.ts';
import type { PageSubject } from '#schemas/dashboard/element/page-kind.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import type { DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { Series } from '#schemas/kpi/series.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { flowCodec, flowRow } from '#tests/fixtures/writer-rows.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

const HOUR = 3_600;
/** A whole hour, some hours ago: measures of long ago are not stored. */
const START = Math.floor(Date.now() / 1_000 / HOUR) * HOUR - 5 * HOUR;
const DEVICE = 80;
const PORT = 81;
const OTHER_PORT = 82;
const TUNNEL = 83;
const PROBE = 84;
/** Of another site, from which on all are. */
const FAR_DEVICE = 90;
const FAR_PORT = 91;
const HTTPS = 3 * 2 ** 32 + 443;

let server: ServerUnderTest;
let reader: Browser;
let regional: Browser;
let sites: readonly number[];
const acme = (): number => server.customers.get('acme')!;

/** What was measured: numerator and denominator of the windows from the first on. */
interface Measured {
  readonly element: number;
  readonly kpi: KpiKey;
  readonly windows: readonly (readonly [numerator: number, denominator: number])[];
}

const measured: readonly Measured[] = [
  {
    element: PORT,
    kpi: 'itf_in_bps',
    windows: [
      [3_000, 300],
      [6_000, 300],
      [1_500, 300],
    ],
  },
  {
    element: OTHER_PORT,
    kpi: 'itf_in_bps',
    windows: [
      [600, 300],
      [900, 300],
      [300, 300],
    ],
  },
  { element: FAR_PORT, kpi: 'itf_in_bps', windows: [[90_000, 300]] },
  {
    element: DEVICE,
    kpi: 'cpe_cpu',
    windows: [
      [40, 1],
      [80, 1],
      [60, 1],
    ],
  },
  { element: FAR_DEVICE, kpi: 'cpe_cpu', windows: [[99, 1]] },
  {
    element: TUNNEL,
    kpi: 'tun_loss',
    windows: [
      [1, 100],
      [0, 100],
      [5, 100],
    ],
  },
  {
    element: PROBE,
    kpi: 'sla_loss',
    windows: [
      [2, 100],
      [4, 100],
    ],
  },
];

async function insertMeasures(): Promise<void> {
  const rows = measured.flatMap(({ element, kpi, windows }) =>
    windows.map(([numerator, denominator], window) => ({
      customer: acme(),
      site: sites[element < FAR_DEVICE ? 0 : 1]!,
      element,
      kpi: kpis[kpi].id,
      at: START + window * 300,
      length: 300,
      value: numerator / denominator,
      numerator,
      denominator,
    })),
  );
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(rows),
  });
  const [here = 0, there = 0] = sites;
  const flow = (site: number, bytes: number) => ({
    ...flowRow(0, START * 1_000 + 60_000),
    customer: acme(),
    site,
    exporter: DEVICE,
    direction: 0,
    duplicate: 0,
    source_site: site,
    destination_site: site === here ? there : here,
    application: BigInt(HTTPS),
    bytes: BigInt(bytes),
    packets: 1n,
    dscp: 0,
  });
  await server.stack.clickhouse.insertRowBinary({
    table: 'flows',
    columns: Object.keys(flows.columns),
    rows: flowCodec.encode([flow(here, 6_000), flow(there, 1_000)]),
  });
}

function addElements(): void {
  const inventory = server.inventory();
  const placed = (id: number) => ({ customer: acme(), site: sites[id < FAR_DEVICE ? 0 : 1]!, active: true });
  for (const id of [DEVICE, FAR_DEVICE])
    (inventory.devices as Map<number, DeviceEntry>).set(id, {
      ...placed(id),
      id,
      name: `router ${String(id)}`,
      address: '',
      vendor: 'Cisco',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [],
    });
  for (const id of [PORT, OTHER_PORT, FAR_PORT])
    (inventory.interfaces as Map<number, InterfaceEntry>).set(id, {
      ...placed(id),
      id,
      name: `Gi0/${String(id)}`,
      device: id < FAR_DEVICE ? DEVICE : FAR_DEVICE,
      alias: '',
      index: null,
      bandwidthInBps: null,
      bandwidthOutBps: null,
    });
  const components = new Map(inventory.components);
  for (const [id, kind] of [
    [TUNNEL, 'tunnel'],
    [PROBE, 'probe'],
  ] as const)
    components.set(id, {
      ...placed(id),
      id,
      kind,
      name: kind,
      device: DEVICE,
      scope: 'snmp',
      key: kind,
      fields: {},
    } satisfies ComponentEntry);
  (inventory as { components: ReadonlyMap<number, ComponentEntry> }).components = components;
}

const span = { from: START, to: START + HOUR } as const;
const past = { kind: 'fixed', ...span } as const;

/** What the page of a subject shows, by dashlet: results, or the code of the problem. */
async function shownOf(subject: PageSubject, by = reader): Promise<ReadonlyMap<string, DataResult | string>> {
  const { document } = elementPage(subject, { language: 'en', kpis: libraryDirectory, period: past });
  const requests = requestsOf(document, { period: span, timeZone: 'UTC', isFixed: true }).map((each) =>
    'request' in each ? each.request : expect.fail('no request'),
  );
  const { body } = await by.send('POST', `/api/v1/customers/${String(acme())}/data`, { body: { requests } });
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DataLine);
  return new Map(
    lines.flatMap((line): (readonly [string, DataResult | string])[] =>
      line.state === 'ready'
        ? [[line.id, line.result]]
        : line.state === 'error'
          ? [[line.id, line.problem.code]]
          : [],
    ),
  );
}

/** The value of a KPI of the only row, in a dashlet without steps, or over its steps as they are. */
function valuesOf(
  shown: ReadonlyMap<string, DataResult | string>,
  kpi: KpiKey,
): readonly (readonly (number | null)[])[] {
  return [...shown.values()].flatMap((result) => {
    if (typeof result === 'string') return [];
    const index = result.series.findIndex((series) => series.kpi === kpi);
    return index < 0 || result.steps === null ? [] : result.rows.map(({ values }) => values[index] ?? []);
  });
}

const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

/** Points of `GET …/kpi/:key` of the same period. */
async function apiPointsOf(kpi: KpiKey, element: number): Promise<readonly number[]> {
  const query = `from=${String(START)}&to=${String(START + HOUR)}&by=element&elements=${String(element)}`;
  const found = await reader.get(`/api/v1/customers/${String(acme())}/kpi/${kpi}?${query}`);
  const { series } = JSON.parse(found.body) as Series;
  return series.flatMap(({ points }) => points.map(([, value]) => value));
}

describe('the pages of elements', () => {
  beforeAll(async () => {
    server = await openServer();
    const permissions = ['DASHBOARD.read', 'NETWORK.read'] as const;
    await server.account({ username: 'reader', permissions, customers: ['acme'] });
    sites = [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
      customer === acme() ? [id] : [],
    );
    const { db } = server.stack;
    const account_id = await server.account({ username: 'regional', permissions, customers: ['acme'] });
    await db.insertInto('account_restriction').values({ account_id, customer_id: acme() }).execute();
    await db.insertInto('account_site').values({ account_id, site_id: sites[0]! }).execute();
    addElements();
    await insertMeasures();
    reader = await server.signedIn('reader');
    regional = await server.signedIn('regional');
    for (const source of ['samples', 'flows'] as const) {
      const notice = { granularity: '5m', start: START + 4 * HOUR, length: 300, watermark: START * 1_000 };
      server.stack.bus.publish(
        subjects.live(acme(), 'window'),
        JSON.stringify({ customer: acme(), of: source, ...notice }),
      );
    }
    await eventually(async () => {
      const shown = await shownOf({ kind: 'customer', id: acme() });
      return [...shown.values()].some((result) => typeof result !== 'string') ? true : undefined;
    });
  });
  afterAll(() => server.close());

  it.each([
    ['interface', PORT, 'itf_in_bps'],
    ['device', DEVICE, 'cpe_cpu'],
    ['tunnel', TUNNEL, 'tun_loss'],
    ['probe', PROBE, 'sla_loss'],
  ] as const)('of kind %s show in each step what REST says and what was measured', async (kind, id, kpi) => {
    const [line = []] = valuesOf(await shownOf({ kind, id }), kpi);
    const { windows } = measured.find((each) => each.element === id && each.kpi === kpi)!;
    const scale = (await apiPointsOf(kpi, id))[0]! / (windows[0]![0] / windows[0]![1]);
    expect(known(line)).toEqual(await apiPointsOf(kpi, id));
    expect(known(line).map((value) => value / scale)).toEqual(
      windows.map(([numerator, denominator]) => expect.closeTo(numerator / denominator, 6) as number),
    );
  });

  it('list every part of a device with its values, and those of no other device', async () => {
    const shown = await shownOf({ kind: 'device', id: DEVICE });
    const table = shown.get('interface-values');
    const rows = typeof table === 'string' || table === undefined ? expect.fail('no table') : table.rows;
    expect(rows.map(({ key }) => key.at(-1)?.id ?? 0).toSorted((one, other) => one - other)).toEqual([
      PORT,
      OTHER_PORT,
    ]);
  });

  it('of a site, a customer and an application count the traffic of what the reader sees', async () => {
    const bytes = (shown: ReadonlyMap<string, DataResult | string>): number =>
      Math.max(
        0,
        ...[...shown.values()].flatMap((result) => {
          if (typeof result === 'string' || result.steps !== null) return [];
          const index = result.series.findIndex(({ kpi }) => kpi === 'app_bytes');
          const isByApplication = result.rows.every(
            ({ key }) =>
              key.length === 0 || key[0]?.attribute === 'application' || key[0]?.attribute === 'site',
          );
          return index < 0 || !isByApplication
            ? []
            : [result.rows.reduce((sum, { values }) => sum + (values[index]?.[0] ?? 0), 0)];
        }),
      );
    const customer = { kind: 'customer', id: acme() } as const;
    const application = { kind: 'application', id: 0, number: HTTPS } as const;
    expect(bytes(await shownOf(customer))).toBe(7_000);
    expect(bytes(await shownOf(application))).toBe(7_000);
    expect(bytes(await shownOf({ kind: 'site', id: sites[0]! }))).toBe(6_000);
    expect(bytes(await shownOf(customer, regional))).toBe(6_000);
    expect(bytes(await shownOf(application, regional))).toBe(6_000);
  });

  it('of elements outside of the regions of a user show nothing, nor do their names appear', async () => {
    const far = await shownOf({ kind: 'device', id: FAR_DEVICE }, regional);
    expect([...far.values()].filter((result) => typeof result !== 'string')).toEqual([]);
    const all = await shownOf({ kind: 'customer', id: acme() }, regional);
    const farName = server.inventory().sites.get(sites[1]!)!.name;
    expect(JSON.stringify([...all.values()])).not.toContain(farName);
  });
});
