import { subjects } from '#schemas/bus/subject.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import { kpis } from '#schemas/kpi/library.ts';
import type { WindowNotice } from '#schemas/socket/window-notice.ts';
import type { Page } from 'playwright-core';
import { KPI, STEP_S, type LargeCustomer } from '../data/large-customer.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { withLargeCustomer, type LargeStage } from '../live/large-stage.ts';
import { postTo } from '../live/server.ts';
import { readingFrom } from '../data/read-data.ts';
import { longestTask } from './longest-task.ts';
import { COLD, OPENINGS, openings, openingsInConsole } from './page-openings.ts';
import { plainCharts } from './plain-charts.ts';
import {
  awaitUpdate,
  forgetTasks,
  noteCharts,
  readNotes,
  shiftClock,
  taskClock,
  type PageNotes,
} from './timed-page.ts';
import { openUserBrowser } from './user-browser.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const SHOWN = 30;
/** Below the window: requested ahead, and so far away that they are not. */
const NEAR = 18;
const HIDDEN = 6;
const UPDATES = 25;
/** Traced, which costs time. */
const TRACED = 10;
const POINTS = 577;
const ACROSS = 6;
const HEIGHT = 7;

/** Timelines of the four busiest interfaces of a site each. */
const documentOf = ({ sites }: LargeCustomer, timelines: number): WrittenDocument => ({
  version: 1,
  period: { kind: 'last', minutes: 2 * 24 * 60 },
  // Five rows are in the window, the last one in part.
  grid: { rowHeight: 25, gap: 4 },
  dashlets: Array.from({ length: timelines }, (_, index) => ({
    id: `d${String(index)}`,
    type: 'timeline' as const,
    title: `Site ${String(index)}`,
    place: {
      x: (index % ACROSS) * (24 / ACROSS),
      width: 24 / ACROSS,
      height: HEIGHT,
      y: Math.floor(index / ACROSS) * HEIGHT,
    },
    settings: {
      keys: ['interface' as const],
      breakdown: { kind: 'top' as const, count: 4 },
      series: [{ kpi: KPI }],
      filters: [{ element: 'site' as const, ids: [sites[index] ?? 0] }],
    },
  })),
});

type Stage = Pick<LargeStage, 'server' | 'clickhouse' | 'large'>;

/** Saves a document of timelines; returns its address. */
async function saveDocument({ server, large }: Stage, timelines: number): Promise<string> {
  const customer = String(large.customer);
  const { id } = await postTo<{ readonly id: number }>(server, `/customers/${customer}/dashboard`, {
    name: `Timelines ${String(timelines)}`,
    description: '',
    folder: '',
    document: documentOf(large, timelines),
  });
  return `${server.url}/dashboard?customer=${customer}&open=${String(id)}&full=true`;
}

type DataRequests = readonly DataRequestInput[];

/** Calls of a page for data. */
function watchRequested(page: Page): readonly DataRequests[] {
  const requested: DataRequests[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/data')) return;
    const { requests } = request.postDataJSON() as { readonly requests: DataRequests };
    requested.push(requests);
  });
  return requested;
}

const SHARES = [0.5, 0.95];

const results = (
  name: string,
  samples: readonly number[],
  [peer, compared]: readonly [string, readonly number[]] = ['', []],
): readonly BenchResult[] =>
  SHARES.map((share) => ({
    name: `${name}: p${String(share * 100)}`,
    value: quantile(samples, share),
    unit: 'ms',
    samples,
    ...(compared.length > 0 && {
      peer,
      peerValue: quantile(compared, share),
      ratio: quantile(samples, share) / quantile(compared, share),
    }),
  }));

/** When what happens, in its order. */
const moments = {
  'session read': ({ sessionAt }) => sessionAt,
  'document read': ({ documentAt }) => documentAt,
  'data asked for': ({ requestedAt }) => requestedAt,
  'first byte of data': ({ firstByteAt }) => firstByteAt,
  'first dashlet': ({ drawn }) => drawn[0] ?? Number.NaN,
  'last byte of data': ({ lastByteAt }) => lastByteAt,
  'all visible': ({ drawn }) => drawn[SHOWN - 1] ?? Number.NaN,
} satisfies Record<string, (notes: PageNotes) => number>;

/** The same requests without a browser: the server alone. */
async function withoutBrowser(
  { server, large: { customer } }: Stage,
  requested: DataRequests,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = COLD; round < OPENINGS; round += 1)
    times.push((await readingFrom(server)(customer, requested)).allMs);
  return times;
}

/** Closes a window; resolves when the page shows it. `onNotice` runs before the server hears of it. */
async function closeWindow(
  { clickhouse, server, large }: Stage,
  page: Page,
  { start, onNotice }: { readonly start: number; readonly onNotice?: () => Promise<void> },
): Promise<void> {
  const { customer, ports, sites } = large;
  await clickhouse.command(`INSERT INTO measures (customer, site, element, kpi, at, length, value, numerator, denominator)
      SELECT ${String(customer)}, [${sites.join()}][1 + intDiv(number, 100)], [${ports.join()}][1 + number], ${String(kpis[KPI].id)},
        toDateTime(${String(start)}, 'UTC'), ${String(STEP_S)}, bits / 1e7, bits, 1e9
      FROM (SELECT number, 2e8 + cityHash64(number, ${String(start)}) % 1000 * 1e5 AS bits FROM numbers(${String(ports.length)}))`);
  await shiftClock(page, (start + 2 * STEP_S) * SECOND_MS - Date.now());
  const updated = await awaitUpdate(page);
  await onNotice?.();
  const notice: WindowNotice = {
    customer,
    of: 'samples',
    granularity: '5m',
    start,
    length: STEP_S,
    watermark: start * SECOND_MS,
  };
  server.bus.publish(subjects.live(customer, 'window'), JSON.stringify(notice));
  await updated();
}

interface Updated {
  readonly work: readonly number[];
  /** Tasks of more than 50 ms. */
  readonly long: readonly number[];
  /** CPU of the longest task of an update. */
  readonly longest: readonly number[];
}

/** Closes one window after the other. */
async function updates(stage: Stage, page: Page): Promise<Updated> {
  const { clickhouse, large } = stage;
  const clock = await taskClock(page);
  const began = Math.ceil(Date.now() / SECOND_MS / STEP_S) * STEP_S;
  const [work, longest]: [number[], number[]] = [[], []];
  await forgetTasks(page);
  for (let round = 0; round < UPDATES; round += 1) {
    let before = 0;
    const onNotice = async (): Promise<void> => {
      before = await clock();
    };
    await closeWindow(stage, page, { start: began + round * STEP_S, onNotice });
    work.push((await clock()) - before);
  }
  const { longTasks } = await readNotes(page);
  for (let round = UPDATES; round < UPDATES + TRACED; round += 1)
    longest.push(await longestTask(page, () => closeWindow(stage, page, { start: began + round * STEP_S })));
  // Stores of an earlier run end where they were filled.
  for (const table of ['measures', 'recent_measures', 'measures_1h', 'recent_measures_1h'])
    await clickhouse.command(
      `ALTER TABLE ${table} DELETE WHERE at >= toDateTime(${String(large.end)}, 'UTC')`,
    );
  return { work, long: longTasks, longest };
}

/** Size of a chart in CSS pixels. */
const chartSize = (page: Page): Promise<{ readonly width: number; readonly height: number }> =>
  page.evaluate(() => {
    const { clientWidth = 0, clientHeight = 0 } = document.querySelector('article .uplot') ?? {};
    return { width: clientWidth, height: clientHeight };
  });

async function measure(stage: Stage): Promise<readonly BenchResult[]> {
  // 30 are in the window, and some far below.
  const address = await saveDocument(stage, SHOWN + NEAR + HIDDEN);
  const addressOfOne = await saveDocument(stage, 1);
  const { context, close } = await openUserBrowser(stage.server);
  try {
    const page = await context.newPage();
    await noteCharts(page);
    const requested = watchRequested(page);
    const { notes, work } = await openings(page, address, SHOWN);
    const ofOne = (await openings(page, addressOfOne, 1)).notes.map(moments['first dashlet']);
    const ofWindow = requested.findLast(({ length }) => length >= SHOWN) ?? [];
    const server = await withoutBrowser(stage, ofWindow);
    const inConsole = await openingsInConsole(page, address, SHOWN);
    const size = await chartSize(page);
    const update = await updates(stage, page);
    const plain = await plainCharts(await context.newPage(), { points: POINTS, rounds: UPDATES, size });
    const unseen = requested.flat().filter(({ id }) => Number(id.slice(1)) >= SHOWN + NEAR).length;
    return [
      ...Object.entries(moments).flatMap(([name, at]) =>
        results(
          `page of 30 opened: ${name}`,
          notes.map(at),
          at === moments['first dashlet'] ? ['a page of one', ofOne] : undefined,
        ),
      ),
      ...results('page of 30 opened: main thread', work),
      ...[0, SHOWN - 1].flatMap((place) =>
        results(
          `page of 30 opened in the console: ${place === 0 ? 'first dashlet' : 'all visible'}`,
          inConsole.map((drawn) => drawn[place] ?? Number.NaN),
        ),
      ),
      ...results(
        'page of 30 opened: its data to its last byte',
        notes.map(({ requestedAt, lastByteAt }) => lastByteAt - requestedAt),
        ['server alone', server],
      ),
      ...results('30 × 4 × 577 points, one more step: main thread', update.work, ['uPlot alone', plain]),
      ...results('30 × 4 × 577 points, one more step: longest task', update.longest),
      {
        name: 'tasks over 50 ms in 25 updates',
        value: update.long.length,
        unit: 'tasks',
        samples: update.long,
      },
      { name: 'requests for what is out of view', value: unseen, unit: 'requests', samples: [unseen] },
    ];
  } finally {
    await close();
  }
}

const run = (): Promise<readonly BenchResult[]> => withLargeCustomer(measure);

/** How fast a page of 30 timelines opens in Chromium, and what a closed window costs it. */
export const dashboardPageBench = { name: 'dashboard-page', run };
