import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import { openBrowser } from '#tests/screens/support/browser.ts';
import type { Page } from 'playwright-core';
import { KPI, STEP_S, fillLargeCustomer } from '../data/large-customer.ts';
import type { LargeCustomer } from '../data/large-customer.ts';
import { startStores } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { answerStates } from '../live/quiet-engine.ts';
import { startBenchServer, waitFor } from '../live/server.ts';
import type { BenchServer } from '../live/server.ts';
import { forgetTasks, noteCharts, plainCharts, readNotes, shiftClock, taskClock } from './timed-page.ts';

const SHOWN = 30;
/** Below the window: asked ahead, and so far away that they are not. */
const NEAR = 18;
const HIDDEN = 6;
const OPENINGS = 7;
const UPDATES = 25;
const POINTS = 577;
const SECOND_MS = 1_000;
const ACROSS = 6;
const HEIGHT = 7;

/** 30 timelines of the four busiest interfaces of a site each, and some far below. */
const documentOf = ({ sites }: LargeCustomer): WrittenDocument => ({
  version: 1,
  period: { kind: 'last', minutes: 2 * 24 * 60 },
  grid: { rowHeight: 24, gap: 4 },
  dashlets: Array.from({ length: SHOWN + NEAR + HIDDEN }, (_, index) => ({
    ...{ id: `d${String(index)}`, type: 'timeline' as const, title: `Site ${String(index)}` },
    place: {
      ...{ x: (index % ACROSS) * (24 / ACROSS), width: 24 / ACROSS, height: HEIGHT },
      y: Math.floor(index / ACROSS) * HEIGHT,
    },
    settings: {
      ...{
        keys: ['interface' as const],
        breakdown: { kind: 'top' as const, count: 4 },
        series: [{ kpi: KPI }],
      },
      filters: [{ element: 'site' as const, ids: [sites[index] ?? 0] }],
    },
  })),
});

interface Stage {
  readonly server: BenchServer;
  readonly clickhouse: ClickHouse;
  readonly large: LargeCustomer;
}

/** Saves the document; returns its address. */
async function saveDocument({ server: { url, cookie }, large }: Stage): Promise<string> {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const reply = await fetch(`${url}/api/v1/customers/${String(large.customer)}/dashboard`, {
    method: 'POST',
    headers: { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Thirty', description: '', folder: '', document: documentOf(large) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text.slice(0, 500));
  const { id } = JSON.parse(text) as { readonly id: number };
  return `${url}/dashboard?customer=${String(large.customer)}&open=${String(id)}&full=true`;
}

/** Ids of dashlets that a page asked for. */
function watchAsked(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/data')) return;
    const { requests } = request.postDataJSON() as { readonly requests: readonly { readonly id: string }[] };
    asked.push(...requests.map(({ id }) => id));
  });
  return asked;
}

const SHARES = [0.5, 0.95];

const results = (
  name: string,
  samples: readonly number[],
  peer: readonly number[] = [],
): readonly BenchResult[] =>
  SHARES.map((share) => ({
    name: `${name}: p${String(share * 100)}`,
    ...{ value: quantile(samples, share), unit: 'ms', samples },
    ...(peer.length > 0 && {
      ...{ peer: 'uPlot alone', peerValue: quantile(peer, share) },
      ratio: quantile(samples, share) / quantile(peer, share),
    }),
  }));

/** Opens the page again and again, with the console in the browser's cache. */
async function openings(page: Page, address: string): Promise<readonly BenchResult[]> {
  const [first, all, asked]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.goto('about:blank');
    await page.goto(address);
    await waitFor('30 charts', async () => (await readNotes(page)).drawn.length >= SHOWN);
    const { drawn, asked: sent } = await readNotes(page);
    // The first one fills the caches.
    if (round === 0) continue;
    first.push(drawn[0] ?? 0);
    all.push(drawn[SHOWN - 1] ?? 0);
    asked.push(sent[0] ?? Number.NaN);
  }
  return [
    ...results('page of 30 opened by its address: asks for data', asked),
    ...results('page of 30 opened by its address: first dashlet', first),
    ...results('page of 30 opened by its address: all visible', all),
  ];
}

/** Calls for data that are answered to their end. */
const answeredCalls = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/data')).length,
  );

/** Closes one window after the other. */
async function updates(
  stage: Stage,
  page: Page,
): Promise<{ readonly work: readonly number[]; readonly long: readonly number[] }> {
  const { clickhouse, server, large } = stage;
  const { customer, ports, sites } = large;
  const clock = await taskClock(page);
  const began = Math.ceil(Date.now() / SECOND_MS / STEP_S) * STEP_S;
  const work: number[] = [];
  await forgetTasks(page);
  for (let round = 0; round < UPDATES; round += 1) {
    const start = began + round * STEP_S;
    await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(customer)}, [${sites.join()}][1 + intDiv(number, 100)], [${ports.join()}][1 + number], ${String(kpis[KPI].id)},
        toDateTime(${String(start)}, 'UTC'), ${String(STEP_S)}, bits / 1e7, bits, 1e9
      FROM (SELECT number, 2e8 + cityHash64(number, ${String(start)}) % 1000 * 1e5 AS bits FROM numbers(${String(ports.length)}))`);
    await shiftClock(page, (start + 2 * STEP_S) * SECOND_MS - Date.now());
    const before = await clock();
    const answered = await answeredCalls(page);
    const notice: WindowNotice = {
      ...{ customer, of: 'samples', granularity: '5m', start, length: STEP_S, watermark: start * SECOND_MS },
    };
    server.bus.publish(subjects.live(customer, 'window'), JSON.stringify(notice));
    await waitFor('new steps', async () => (await answeredCalls(page)) > answered);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    work.push((await clock()) - before);
  }
  const { longTasks } = await readNotes(page);
  // Kept stores end where they were filled.
  for (const table of ['measures', 'recent_measures', 'measures_1h', 'recent_measures_1h'])
    await clickhouse.command(
      `ALTER TABLE ${table} DELETE WHERE at >= toDateTime(${String(large.end)}, 'UTC')`,
    );
  return { work, long: longTasks };
}

async function measure(stage: Stage): Promise<readonly BenchResult[]> {
  const address = await saveDocument(stage);
  const browser = await openBrowser();
  try {
    const { url, cookie } = stage.server;
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { url, name: pair.slice(0, at), value: pair.slice(at + 1) };
      }),
    );
    const page = await context.newPage();
    await noteCharts(page);
    const asked = watchAsked(page);
    const opened = await openings(page, address);
    const { work, long } = await updates(stage, page);
    const plain = await plainCharts(await context.newPage(), POINTS, UPDATES);
    const unseen = asked.filter((id) => Number(id.slice(1)) >= SHOWN + NEAR).length;
    return [
      ...opened,
      ...results('30 × 4 × 577 points, one more step: main thread', work, plain),
      { name: 'tasks over 50 ms in 25 updates', value: long.length, unit: 'tasks', samples: long },
      { name: 'requests for what is out of view', value: unseen, unit: 'requests', samples: [unseen] },
    ];
  } finally {
    await browser.close();
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    await prepareStores(endpoints);
    const large = await fillLargeCustomer(endpoints);
    const server = await startBenchServer(endpoints, answerStates);
    try {
      return await measure({ server, clickhouse, large });
    } finally {
      await server.close();
    }
  } finally {
    await clickhouse.close();
    await stores.close();
  }
}

/** How fast a page of 30 timelines opens in Chromium, and what a closed window costs it. */
export const dashboardPageBench = { name: 'dashboard-page', run };
