import type { Page } from 'playwright-core';
import { publishAccessChange } from '#server/kernel/access/access-change.ts';
import { announceWindows } from '../data/announce.ts';
import { STEP_S } from '../data/large-customer.ts';
import { fillMeasuredSite } from '../data/measured-site.ts';
import { quantile } from '../harness/quantile.ts';
import type { BenchResult } from '../harness/result.ts';
import { withLargeCustomer, type LargeStage } from '../live/large-stage.ts';
import { awaitGraphs, countGraphs, noteGraphs, readGraphNotes, type GraphNotes } from './drawn-graphs.ts';
import { COLD, OPENINGS } from './page-openings.ts';
import { openUserBrowser } from './user-browser.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const SHARES = [0.5, 0.95];

/** Elements of a kind, and the list from which their pages are opened. */
interface OpenedKind {
  readonly kind: string;
  readonly ids: readonly number[];
  readonly list: string;
}

type Counts = Awaited<ReturnType<typeof countGraphs>>;

const linkOf = (page: Page, { kind }: OpenedKind, id: number) =>
  page.locator(`a[href*="/inventory/${kind}/${String(id)}"]`).first();

/** Clicks the name of an element in the list that the page shows. Its last graph may come after as many as other elements have. */
async function openElement(
  page: Page,
  of: OpenedKind,
  { id, expected }: { readonly id: number; readonly expected: Counts },
): Promise<GraphNotes> {
  await page.waitForLoadState('networkidle');
  await linkOf(page, of, id).click();
  await awaitGraphs(page, expected);
  // Of a page that is opened by a link, Playwright counts as idle what the list before it was. What is still being read is not aborted, either.
  await countGraphs(page);
  return readGraphNotes(page);
}

/** What a page of this kind shows once all is there. */
async function expectedOf(page: Page, of: OpenedKind): Promise<Counts> {
  await page.goto(of.list);
  await openElement(page, of, { id: of.ids[0] ?? 0, expected: { charts: 1, graphs: 1 } });
  return countGraphs(page);
}

interface Opened {
  /** In a console that was loaded for it. */
  readonly first: readonly GraphNotes[];
  /** In one that has shown such a page. */
  readonly again: readonly GraphNotes[];
}

async function openings(page: Page, of: OpenedKind, expected: Counts): Promise<Opened> {
  const [first, again]: [GraphNotes[], GraphNotes[]] = [[], []];
  const idAt = (place: number): number => of.ids[place % of.ids.length] ?? 0;
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.goto(of.list);
    const fresh = await openElement(page, of, { id: idAt(2 * round), expected });
    await page.goBack();
    const next = await openElement(page, of, { id: idAt(2 * round + 1), expected });
    if (round < COLD) continue;
    first.push(fresh);
    again.push(next);
  }
  return { first, again };
}

/** What happens after the click, in its order. */
const moments = {
  'element read': ({ elementAt }) => elementAt,
  'data requested': ({ requestedAt }) => requestedAt,
  'first byte of data': ({ firstByteAt }) => firstByteAt,
  'first chart': ({ charts }) => charts[0] ?? Number.NaN,
  'last byte of data': ({ lastByteAt }) => lastByteAt,
  'all graphs': ({ graphs }) => graphs.at(-1) ?? Number.NaN,
} satisfies Record<string, (notes: GraphNotes) => number>;

const resultsOf = (name: string, notes: readonly GraphNotes[]): readonly BenchResult[] =>
  Object.entries(moments).flatMap(([moment, at]) => {
    const samples = notes.map((one) => at(one) - one.clickedAt);
    return SHARES.map((share) => ({
      name: `${name}, ${moment}: p${String(share * 100)}`,
      value: quantile(samples, share),
      unit: 'ms',
      samples,
    }));
  });

/** The inventory, and annotations of charts: what pages of elements show besides alarms and values. */
async function allowInventory({ db, server }: LargeStage): Promise<void> {
  const role = await db
    .selectFrom('role')
    .select('id')
    .where('label', '=', 'Bench')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('role_permission')
    .values(['NETWORK.read', 'HOME.read'].map((permission) => ({ role_id: role.id, permission })))
    .execute();
  publishAccessChange(server.bus);
  await server.bus.flush();
}

/** The newest windows are closed for the server, as an engine announces them. */
async function prepare(stage: LargeStage) {
  const { server, large } = stage;
  await allowInventory(stage);
  const until = Math.floor(Date.now() / SECOND_MS / STEP_S) * STEP_S;
  const measured = await fillMeasuredSite(stage, large, until);
  await announceWindows(server, large.customer, until);
  return measured;
}

async function measure(stage: LargeStage): Promise<readonly BenchResult[]> {
  const { server, large } = stage;
  const { site, devices, ports } = await prepare(stage);
  const listOf = (kind: string, where: string): string =>
    `${server.url}/inventory?${new URLSearchParams({ customer: String(large.customer), kind, where }).toString()}`;
  const name = `branch-${String(large.sites.indexOf(site) + 1)}`;
  const { context, close } = await openUserBrowser(server);
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await noteGraphs(page);
    const results: BenchResult[] = [];
    for (const of of [
      {
        kind: 'interface',
        ids: ports,
        list: listOf('interface', `site:equals:${name};device:equals:edge-1`),
      },
      // The WAN accesses of the site are on its first device.
      { kind: 'device', ids: devices.slice(0, 1), list: listOf('device', `site:equals:${name}`) },
      { kind: 'site', ids: [site], list: listOf('site', `name:equals:${name}`) },
    ]) {
      const expected = await expectedOf(page, of);
      const { first, again } = await openings(page, of, expected);
      const title = `${of.kind} (${String(expected.charts)} of ${String(expected.graphs)} graphs over time)`;
      results.push(...resultsOf(title, first), ...resultsOf(`${title} again`, again));
    }
    if (faults.length > 0) throw new Error(faults.join('; '));
    return results;
  } finally {
    await close();
  }
}

const run = (): Promise<readonly BenchResult[]> => withLargeCustomer(measure);

/** How soon the page of an element shows its graphs in Chromium after a click on its name. */
export const elementPageBench = { name: 'element-page', run };
