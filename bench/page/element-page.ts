import type { Page } from 'playwright-core';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import { DAY_S, STEP_S, type LargeCustomer } from '../data/large-customer.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { withLargeCustomer, type LargeStage } from '../live/large-stage.ts';
import { openings } from './page-openings.ts';
import { noteCharts } from './timed-page.ts';
import { openUserBrowser } from './user-browser.ts';

const PORTS_OF_SITE = 100;
const DAYS = 2;
const FIRST_MS = 60_000;

const ofPorts: readonly KpiKey[] = [
  ...(['itf_out_bps', 'itf_out_util', 'itf_avail', 'itf_out_err', 'itf_in_disc'] as const),
  ...(['itf_in_pps', 'itf_out_pps', 'itf_in_capacity', 'itf_out_capacity'] as const),
];
const ofDevices: readonly KpiKey[] = ['cpe_cpu', 'cpe_mem', 'cpe_avail'];

interface Values {
  readonly site: number;
  readonly elements: readonly number[];
  readonly keys: readonly KpiKey[];
}

/** Values of some elements over the days that their pages show. */
const valuesSql = ({ customer, end }: LargeCustomer, { site, elements, keys }: Values): string => {
  const steps = (DAYS * DAY_S) / STEP_S;
  const ids = keys.map((key) => String(kpis[key].id));
  return `
  INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
  SELECT ${String(customer)}, ${String(site)}, [${elements.join()}][1 + intDiv(number, ${String(steps * ids.length)})],
    [${ids.join()}][1 + intDiv(number, ${String(steps)}) % ${String(ids.length)}],
    toDateTime(${String(end - DAYS * DAY_S)} + number % ${String(steps)} * ${String(STEP_S)}, 'UTC'), ${String(STEP_S)},
    40 + cityHash64(number) % 50 AS share, share, 100
  FROM numbers(${String(steps * ids.length * elements.length)})`;
};

type Stage = Pick<LargeStage, 'server' | 'clickhouse' | 'db' | 'large'>;

/** The pages that are opened: of a site with 100 interfaces, of its first device and interface, and of the customer. */
async function pagesOf({ db, large }: Stage) {
  const [site = 0] = large.sites;
  const [port = 0] = large.ports;
  const { parent_id: device } = await db
    .selectFrom('network_element')
    .select('parent_id')
    .where('id', '=', port)
    .executeTakeFirstOrThrow();
  return {
    site: ['site', site],
    device: ['device', device ?? 0],
    interface: ['interface', port],
    customer: ['customer', large.customer],
  } as const;
}

/** Fills what the pages of the first site show, unless an earlier run in the same folder did. */
async function fillPages({ clickhouse, db, large }: Stage): Promise<void> {
  const [site = 0] = large.sites;
  const ports = large.ports.slice(0, PORTS_OF_SITE);
  const devices = await db.selectFrom('network_element').select('id').where('parent_id', '=', site).execute();
  const [found] = await clickhouse.query<{ readonly count: number }>(
    `SELECT count() AS count FROM measures WHERE customer = {customer:UInt32} AND kpi = {kpi:UInt16}`,
    { customer: large.customer, kpi: kpis.cpe_cpu.id },
  );
  if ((found?.count ?? 0) > 0) return;
  await clickhouse.command(valuesSql(large, { site, elements: ports, keys: ofPorts }));
  await clickhouse.command(
    valuesSql(large, { site, elements: devices.map(({ id }) => id), keys: ofDevices }),
  );
}

/** Charts of a page once nothing is loaded any more. */
async function chartsOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  // Without values there is no chart to wait for.
  await page.locator('article canvas').first().waitFor({ timeout: FIRST_MS });
  await page.waitForLoadState('networkidle');
  return page.locator('article canvas').count();
}

const SHARES = [0.5, 0.95];

async function measurePage(page: Page, name: string, address: string): Promise<readonly BenchResult[]> {
  const charts = await chartsOf(page, address);
  const { notes, work } = await openings(page, address, charts);
  const of = (what: string, samples: readonly number[]): readonly BenchResult[] =>
    SHARES.map((share) => ({
      name: `page of a ${name} opened: ${what}, p${String(share * 100)}`,
      value: quantile(samples, share),
      unit: 'ms',
      samples,
    }));
  return [
    ...of(
      'first graph',
      notes.map(({ drawn }) => drawn[0] ?? Number.NaN),
    ),
    ...of(
      `all ${String(charts)} graphs`,
      notes.map(({ drawn }) => drawn[charts - 1] ?? Number.NaN),
    ),
    ...of(
      'data requested',
      notes.map(({ askedAt }) => askedAt),
    ),
    ...of(
      'last byte of data',
      notes.map(({ lastByteAt }) => lastByteAt),
    ),
    ...of('main thread', work),
  ];
}

async function measure(stage: Stage): Promise<readonly BenchResult[]> {
  await fillPages(stage);
  const { server, large } = stage;
  const { context, close } = await openUserBrowser(server);
  try {
    const page = await context.newPage();
    await noteCharts(page);
    const measured: BenchResult[] = [];
    for (const [name, [kind, id]] of Object.entries(await pagesOf(stage))) {
      // The network is filled up to a past hour.
      const period = `${String(large.end - DAY_S)}-${String(large.end)}`;
      const search = `customer=${String(large.customer)}&period=${period}`;
      const address = `${server.url}/inventory/${kind}/${String(id)}?${search}`;
      measured.push(...(await measurePage(page, name, address)));
    }
    return measured;
  } finally {
    await close().catch(() => undefined);
  }
}

/** How fast pages of elements open in Chromium by a link. */
export const elementPageBench = { name: 'element-page', run: () => withLargeCustomer(measure) };
