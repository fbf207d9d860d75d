import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { customerDocuments, providerDocuments } from '#schemas/dashboard/routes.ts';
import { problemOf } from '#schemas/problem/problem.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { lines, pending, problem, reply } from '#web/testing/replies.ts';
import { dashletNamed as dashlet, openDashboards as open } from './testing/open-dashboard.ts';
import { aResult, aSummary, anEntry, lastRequested } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const { read, duplicate, markFavourite } = customerDocuments.dashboard;

describe('the library of dashboards', () => {
  it.each(
    looksOfGate([
      [1280, 'dark', 'en'],
      [390, 'light', 'fr'],
    ] as const),
  )('lists them with folder, owner and favourites, %d pixels, %s, %s', async (width, theme, language) => {
    const { server, search } = await open({ width, theme, language, replies: [reply(markFavourite, {})] });
    await expectVisible(page.getByRole('gridcell', { name: 'Site overview' }));
    expect(await axeFaults()).toEqual([]);
    if (language === 'fr') return;
    await page.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: 'NOC', exact: true }).click();
    await expect.poll(() => search().get('folder')).toBe('NOC');
    expect(page.getByRole('gridcell', { name: 'Site overview' }).query()).toBeNull();
    await page.getByRole('button', { name: 'Add WAN links to your favourites' }).click();
    await expectVisible(page.getByRole('button', { name: 'Remove WAN links from your favourites' }));
    expect(server.received(markFavourite)).toMatchObject([
      { params: { resourceId: 7 }, body: { favourite: true } },
    ]);
  });

  atNight('says that the templates are being read where it is not there yet', async () => {
    await open({ replies: [reply(customerDocuments.dashboard.list, pending)] });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect
      .element(page.getByRole('combobox', { name: 'Start with' }))
      .toHaveAccessibleDescription('The templates are being read.');
  });

  it('creates one from a template of the provider, private until it is shared, and opens it', async () => {
    const { server, search } = await open({ replies: [reply(duplicate, anEntry(12))] });
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByRole('combobox', { name: 'Start with' }).click();
    await page.getByRole('option', { name: 'Template: Site overview' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => search().get('open')).toBe('12');
    expect(server.received(duplicate)).toMatchObject([
      { params: { resourceId: 9 }, body: { name: 'Site overview', visibility: 'private' } },
    ]);
    // The library is no longer on the screen, and the next Tab leads into the page.
    await expect.poll(() => document.activeElement?.id).toBe('content');
  });
});

/** Data with states of some requests; the others are ready. */
const responding = (states: Readonly<Record<string, DataLine>>) =>
  reply(readData, ({ body }) =>
    lines(
      readData,
      ...body.requests.map(
        (request): DataLine =>
          states[request.id] ?? { state: 'ready', id: request.id, result: aResult(request) },
      ),
      { state: 'end' },
    ),
  );

describe('a dashboard', () => {
  it.each([
    [1440, 'light', 'en'],
    [390, 'dark', 'fr'],
  ] as const)(
    'shows its dashlets, requested in one call, %d pixels, %s, %s',
    async (width, theme, language) => {
      const { server } = await open({ query: '&open=7', width, theme, language });
      await expectVisible(dashlet('Busiest links').getByRole('img', { name: /^Busiest links/ }));
      if (width > 1_000) {
        await expectVisible(dashlet('Utilization').getByRole('meter', { name: 'Inbound utilisation' }));
        await expectVisible(dashlet('Share of the links').getByRole('img'));
        await expectVisible(dashlet('Sites').getByRole('gridcell', { name: 'Nantes' }).first());
        expect(server.received(readData)).toHaveLength(1);
      } else expect(server.received(readData)[0]?.body.requests.length).toBeLessThan(6);
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight('requests the values that it shows first as soon as it is read, before it is drawn', async () => {
    const drawn: number[] = [];
    const response = responding({});
    await open({
      query: '&open=7',
      replies: [
        {
          ...response,
          result(received) {
            drawn.push(page.getByRole('article').elements().length);
            return response.result(received);
          },
        },
      ],
    });
    await expectVisible(dashlet('Busiest links').getByRole('img', { name: /^Busiest links/ }));
    expect(drawn[0]).toBe(0);
  });

  atNight('fills the window without header and menu in full screen, until Escape', async () => {
    const { search } = await open({ query: '&open=7&full=true', width: 1440 });
    await expectVisible(dashlet('Busiest links').getByRole('img', { name: /^Busiest links/ }));
    const main = page.getByRole('main').element().getBoundingClientRect();
    expect([main.left, main.top, main.width, main.height]).toEqual([0, 0, innerWidth, innerHeight]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => search().get('full')).toBeNull();
    await expectVisible(page.getByRole('banner'));
  });

  it('requests only the new steps of the dashlets that a closed window concerns', async () => {
    const { server } = await open({ query: '&open=7' });
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, granularity: '5m', length: 300, watermark: now() } as const;
    liveServer.send('window', { ...notice, of: 'flows', start });
    liveServer.send('window', { ...notice, of: 'samples', start });
    await expect.poll(() => lastRequested(server, 'd1')?.since).toBeGreaterThan(start - 600);
    expect(lastRequested(server, 'd1')?.ranked).toHaveLength(5);
  });

  atNight('shows another period, which stays in the address', async () => {
    const { server, search } = await open({ query: '&open=7' });
    await page.getByRole('button', { name: /^Last 24/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Last 7/ }).click();
    await expect.poll(() => search().get('period')).toBe('10080');
    const days = () => {
      const { from, to } = lastRequested(server, 'd1') ?? { from: 0, to: 0 };
      return (to - from) / 86_400;
    };
    await expect.poll(days).toBe(7);
  });

  it('is filtered by elements that are selected by typing', async () => {
    const { server, search } = await open({ query: '&open=7' });
    await page.getByRole('button', { name: 'Site: All' }).click();
    const dialog = page.getByRole('dialog', { name: 'Site' });
    await dialog.getByRole('combobox', { name: 'Site' }).fill('nan');
    await page.getByRole('option', { name: 'Nantes' }).click();
    await expect.poll(() => search().get('selection')).toBe('site.2');
    await expect
      .poll(() => lastRequested(server, 'd1')?.filters)
      .toMatchObject([{ element: 'site', ids: [2] }]);
  });

  atNight('explains its values to those who watch the platform', async () => {
    const explanation = {
      statements: [
        { sql: 'SELECT 1 FROM measures', elapsedMs: 12, readRows: 4_000, readBytes: 64_000, sharedBy: 2 },
        { sql: 'SELECT 2 FROM measures', elapsedMs: 0, readRows: 0, readBytes: 0, sharedBy: 1 },
      ],
      formulas: [
        {
          kpi: 'itf_in_util',
          strategy: 'after spatial' as const,
          formulas: [{ scope: 'snmp', formula: 'in / speed' }],
        },
      ],
      queuedMs: 3,
      dataAge: 42,
    };
    const response = reply(readData, ({ body }) =>
      lines(
        readData,
        ...body.requests.map((request): DataLine => ({
          state: 'ready',
          id: request.id,
          result: { ...aResult(request), ...(request.explain && { explanation }) },
        })),
        { state: 'end' },
      ),
    );
    await open({ query: '&open=7', replies: [response] });
    await page.getByRole('button', { name: 'Actions on Busiest links' }).click();
    await page.getByRole('menuitem', { name: 'How is this computed?' }).click();
    const dialog = page.getByRole('dialog', { name: 'How Busiest links is computed' });
    await expectVisible(dialog.getByText(/^Five-minute values, each interface separately, UTC\.$/));
    // Statements are folded.
    expect(dialog.getByText('SELECT 1 FROM measures').query()).toBeNull();
    await dialog.getByText('Statements and formulas').click();
    await expectVisible(dialog.getByText('SELECT 1 FROM measures'));
    await expectVisible(dialog.getByText(/for 2 dashlets$/));
    await expectVisible(dialog.getByText(/^Served from the cache/));
    await expectVisible(dialog.getByText('computed after spatial aggregation'));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says that a KPI or a selected element was deleted under the open page', async () => {
    const response = responding({
      d1: {
        state: 'error',
        id: 'd1',
        problem: problemOf('DASHLET_KPI_UNKNOWN', { params: { kpi: 'own_kpi' } }),
      },
      d2: { state: 'error', id: 'd2', problem: problemOf('DASHLET_NO_MATCH') },
    });
    await open({ query: '&open=7', replies: [response] });
    await expectVisible(dashlet('Busiest links').getByText('The KPI own_kpi no longer exists.'));
    const unmatched = dashlet('Inbound utilisation, Outbound utilisation');
    await expectVisible(unmatched.getByText('Selected elements may have been deleted.'));
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
  });

  it('says of each dashlet what is wrong, and keeps the others', async () => {
    const response = responding({
      d1: { state: 'error', id: 'd1', problem: problemOf('TOO_MUCH_DATA') },
      d2: { state: 'error', id: 'd2', problem: problemOf('DASHLET_NO_DATA') },
      d4: { state: 'error', id: 'd4', problem: problemOf('SERIES_TOO_LONG', { params: { max: 577 } }) },
    });
    await open({ query: '&open=7', replies: [response] });
    // A filter cures it, repeating the request does not.
    await dashlet('Busiest links').getByRole('button', { name: 'Choose: Site' }).click();
    await expectVisible(page.getByRole('dialog', { name: 'Site' }));
    await userEvent.keyboard('{Escape}');
    expect(dashlet('Busiest links').getByRole('alert').elements()).toEqual([]);
    // Trying again would not shorten the period.
    await expectVisible(dashlet('Share of the links').getByText(/at most 577 points/));
    expect(dashlet('Share of the links').getByRole('button', { name: 'Try again' }).query()).toBeNull();
    await expectVisible(dashlet('Utilization').getByRole('meter').first());
    expect(dashlet('Inbound utilisation, Outbound utilisation').getByRole('row').query()).toBeNull();
  });
});

atNight(
  'a dashboard that does not exist says so, with the way to the library and the id of the request',
  async () => {
    const requestId = '01234567-89ab-4cde-8f01-23456789abcd';
    const missing = reply(read, () => problem('NOT_FOUND', { requestId }));
    const { search } = await open({ query: '&open=70', replies: [missing] });
    await expectVisible(page.getByText('This dashboard does not exist'));
    await expectVisible(page.getByText(requestId));
    await page.getByRole('button', { name: 'Open the library' }).click();
    await expect.poll(() => search().get('open')).toBeNull();
    await expectVisible(page.getByRole('gridcell', { name: 'Site overview' }));
  },
);

atNight('a dashboard of the provider is edited in the multi-client space only', async () => {
  const shared = anEntry(7, undefined, { ...aSummary(7), edit: 'multi-client', visibility: 'multi-client' });
  const { path, search } = await open({
    query: '&open=7',
    replies: [
      reply(read, shared),
      reply(providerDocuments.dashboard.read, shared),
      reply(providerDocuments.dashboard.markOpened, {}),
    ],
  });
  await page.getByRole('button', { name: 'Edit in the Admin space' }).click();
  await expect.poll(path).toBe('/mt/dashboard');
  expect(Object.fromEntries(search())).toMatchObject({ open: '7', for: '1', edit: 'true' });
});
