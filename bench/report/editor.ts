import type { Page } from 'playwright-core';
import { emptyPage, emptyReport, type WrittenReport } from '#schemas/report/document.ts';
import { richTextOf } from '#schemas/report/rich-text.ts';
import { fillLargeCustomer, KPI, type LargeCustomer } from '../data/large-customer.ts';
import { startStores } from '../harness/embedded-stores.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { respondWithStates as quietEngine } from '../live/quiet-engine.ts';
import { postTo, startBenchServer, type BenchServer } from '../live/server.ts';
import { longestTask } from '../page/longest-task.ts';
import { openUserBrowser } from '../page/user-browser.ts';

const PAGES = 50;
const ITEMS = 20;
const COLUMNS = 5;
const SIZE = { width: 200, height: 150 } as const;
const ROUNDS = 9;
const MOVES = 40;

/** As many items as a report may have: three of four are timelines of a site, the others texts. */
function reportOf({ sites }: LargeCustomer): WrittenReport {
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    ...emptyPage(`p${String(at)}`),
    title: `Page of ${String(at)}`,
    items: Array.from({ length: ITEMS }, (_item, place) => {
      const id = `i${String(at)}-${String(place)}`;
      const x = 40 + (place % COLUMNS) * (SIZE.width + 10);
      const frame = { x, y: 40 + Math.floor(place / COLUMNS) * (SIZE.height + 10), ...SIZE };
      if (place % 4 === 3)
        return {
          id,
          kind: 'text' as const,
          frame,
          text: richTextOf(`Text ${String(place)} of page ${String(at)}`),
        };
      return {
        id,
        kind: 'dashlet' as const,
        frame,
        content: {
          type: 'timeline' as const,
          title: `Line ${String(place)}`,
          settings: {
            keys: ['interface' as const],
            breakdown: { kind: 'top' as const, count: 4 },
            series: [{ kpi: KPI }],
            filters: [{ element: 'site' as const, ids: [sites[place % sites.length] ?? 0] }],
          },
        },
      };
    }),
  }));
  return { ...emptyReport, period: { kind: 'last', minutes: 2 * 24 * 60 }, pages };
}

interface Stage {
  readonly server: BenchServer;
  readonly large: LargeCustomer;
}

/** Until what was changed is drawn. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

async function openEditor({ server, large }: Stage, page: Page): Promise<void> {
  const { id } = await postTo<{ readonly id: number }>(
    server,
    `/customers/${String(large.customer)}/report`,
    { name: 'Bench', description: '', folder: '', document: reportOf(large) },
  );
  await page.goto(`${server.url}/report?customer=${String(large.customer)}&open=${String(id)}&edit=true`);
  await page.locator('.tt-report-canvas .tt-report-item[data-kind=dashlet] canvas').nth(10).waitFor();
  await page.waitForLoadState('networkidle');
}

type Gesture = (page: Page) => Promise<void>;

/** Where the middle of an item of the open page is. */
async function middleOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const found = page.locator('.tt-report-canvas').getByRole('button', { name, exact: true });
  const box = await found.boundingBox();
  if (box === null) throw new Error(`${name} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Place = (page: Page) => Promise<{ readonly x: number; readonly y: number }>;

/** Presses something and pulls it over the first pixels, with which the drag begins. */
const pressed =
  (from: Place): Gesture =>
  async (page) => {
    const { x, y } = await from(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 5, y + 3);
    await drawn(page);
  };

/** Drags what is held on; every move is a frame. */
const pulled =
  (from: Place): Gesture =>
  async (page) => {
    const { x, y } = await from(page);
    for (let move = 1; move <= MOVES; move += 1) {
      await page.mouse.move(x + move, y + move / 2);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };

const item: Place = (page) => middleOf(page, 'Dashlet Line 6');
const handle: Place = async (page) => {
  const box = await page.locator('[data-handle=se]').boundingBox();
  if (box === null) throw new Error('nothing is selected');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const release: Gesture = async (page) => {
  await page.mouse.up();
  await drawn(page);
};
const undo: Gesture = async (page) => {
  await page.keyboard.press('Control+z');
  await drawn(page);
};

const names = ['press', 'frame of a drag', 'release', 'undo'] as const;

/** Longest tasks of the browser in milliseconds of CPU: when something is pressed, while it is dragged, at its release, and when that is undone. */
async function timesOf(page: Page, from: Place): Promise<readonly (readonly number[])[]> {
  const gestures = [pressed(from), pulled(from), release, undo];
  const times = gestures.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, gesture] of gestures.entries())
      times[at]?.push(await longestTask(page, () => gesture(page)));
  return times;
}

const resultsOf = (what: string, times: readonly (readonly number[])[]): BenchResult[] =>
  names.map((name, index) => {
    const samples = times[index] ?? [];
    return { name: `${what}: ${name}`, value: quantile(samples, 0.5), unit: 'ms', samples };
  });

async function measure(stage: Stage): Promise<readonly BenchResult[]> {
  const { context, close } = await openUserBrowser(stage.server);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await openEditor(stage, page);
    await page.mouse.click(...(Object.values(await middleOf(page, 'Dashlet Line 6')) as [number, number]));
    const moved = await timesOf(page, item);
    const resized = await timesOf(page, handle);
    const size = `report of ${String(PAGES)} × ${String(ITEMS)}`;
    return [...resultsOf(`${size}, moving`, moved), ...resultsOf(`${size}, resizing`, resized)];
  } finally {
    await close();
  }
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  const { endpoints } = stores;
  try {
    await prepareStores(endpoints);
    const large = await fillLargeCustomer(endpoints);
    const server = await startBenchServer(endpoints, quietEngine);
    try {
      return await measure({ server, large });
    } finally {
      await server.close();
    }
  } finally {
    await stores.close();
  }
}

/** How long the browser works for a frame while an item of a large report is moved or resized, and for an undo. */
export const reportEditorBench = { name: 'report-editor', run };
