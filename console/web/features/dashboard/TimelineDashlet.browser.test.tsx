import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { aSession } from '#web/testing/a-session.ts';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, lastRequested } from './testing/documents.ts';
import { openSection } from './testing/open-dashboard.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const open = ({ query = '', replies = [], ...remaining }: RenderOptions & { readonly query?: string } = {}) =>
  renderPage(`/dashboard?customer=1&open=7${query}`, {
    replies: [...documentReplies(), ...replies],
    ...remaining,
  });
const dashlet = (name: string) => page.getByRole('article', { name });
const settings = page.getByRole('complementary', { name: /^Settings of/ });

describe('a timeline', () => {
  atNight('leads from a line to alarms and inventory, with the period of the page', async () => {
    await open({ query: '&period=1763800000-1763886400&selection=site.2' });
    await dashlet('Busiest links').getByRole('button', { name: 'Open nantes-cpe-7 · WAN' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open nantes-cpe-7 · WAN' });
    const hrefOf = (name: string): URL =>
      new URL((dialog.getByRole('link', { name }).element() as HTMLAnchorElement).href);
    await expectVisible(dialog.getByRole('link', { name: 'Running alarms' }));
    const alarms = hrefOf('Alarms of this period').searchParams;
    expect(Object.fromEntries(alarms)).toMatchObject({
      customer: '1',
      events: 'custom',
      from: '1763800000',
      to: '1763886400',
      site: '2',
      q: 'nantes-cpe-7 WAN',
    });
    expect(hrefOf('Open its page').pathname).toBe('/inventory/interface/3');
    expect(Object.fromEntries(hrefOf('Open its page').searchParams)).toMatchObject({
      customer: '1',
      from: '1763800000',
      to: '1763886400',
    });
    expect(await axeFaults()).toEqual([]);
  });

  atNight('shows the last values between the labels of its axes', async () => {
    const marked = anEntry(7);
    for (const { type, settings: own } of marked.document.dashlets)
      if (type === 'timeline') {
        own.lastValue = 'top-right';
        own.series = own.series.map((series) => ({ ...series, axis: 'right' as const }));
      }
    await open({ replies: [reply(customerDocuments.dashboard.read, marked)] });
    const ends = (selector: string): readonly number[] => {
      const box = dashlet('Busiest links').element().querySelector(selector)?.getBoundingClientRect();
      return box === undefined ? [] : [Math.round(box.left), Math.round(box.right)];
    };
    const last = dashlet('Busiest links').getByRole('list', { name: 'Last value' });
    await expectVisible(last);
    await expect
      .poll(() => {
        const [[left = 0, right = 0], [from = 1, to = 0]] = [ends('.tt-time-last'), ends('.u-over')];
        return left >= from && right <= to && right > left;
      })
      .toBe(true);
  });

  atNight('is compared with an earlier period, which has its own entry in the legend', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await openSection('Appearance');
    await settings.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The same period a week ago' }).click();
    const entry = dashlet('Busiest links').getByRole('button', {
      name: 'Show nantes-cpe-7 · WAN (a week earlier)',
    });
    await expectVisible(entry);
    await entry.click();
    await expect.element(entry).toHaveAttribute('aria-pressed', 'false');
    expect(lastRequested(server, 'd1')).toMatchObject({ comparison: 'week' });
    expect(await axeFaults()).toEqual([]);
  });

  it('marks alarms, silences and changed definitions of the elements shown', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await openSection('Appearance');
    await settings.getByRole('combobox', { name: 'Annotations' }).click();
    await page.getByRole('option', { name: 'Alarms' }).click();
    await page.getByRole('option', { name: 'Silences and maintenance' }).click();
    const marks = dashlet('Busiest links').getByRole('list', { name: 'Marks of Busiest links' });
    await expectVisible(marks.getByText('1 alarm', { exact: true }));
    await expectVisible(marks.getByText('1 maintenance window'));
    expect(server.received(listElementMarks).at(-1)?.body).toMatchObject({
      marks: ['alarms', 'silences'],
      elements: [{ element: 'interface', filters: [{ element: 'interface', ids: [1, 2, 3, 4, 5] }] }],
      kpis: ['itf_in_util'],
    });
  });

  atNight(
    'lists the alarms of a time from the lane below the chart, with links to their evidence',
    async () => {
      const marked = anEntry(7);
      for (const { type, settings: own } of marked.document.dashlets)
        if (type === 'timeline') own.marks.push('alarms');
      await open({ replies: [reply(customerDocuments.dashboard.read, marked)] });
      const lane = dashlet('Busiest links').getByRole('button', {
        name: 'Busiest links: 1 alarm',
      });
      await expectVisible(lane);
      const segments = () =>
        [...lane.element().querySelectorAll('span')].map(({ dataset }) => dataset['severity']);
      await expect.poll(segments).toEqual(['critical']);
      const plot = () => dashlet('Busiest links').element().querySelector('.u-over')!.getBoundingClientRect();
      await expect
        .poll(() => {
          const [{ top, left, height }, { bottom, left: start }] = [
            lane.element().getBoundingClientRect(),
            plot(),
          ];
          return [height, Math.round(left - start), top >= bottom && top < bottom + 4];
        })
        .toEqual([6, 0, true]);
      (lane.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      const link = page.getByRole('link', { name: 'Link saturated · lyon-edge-1 · Gi0/0/0' });
      await expectVisible(link);
      const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
      expect([pathname, searchParams.get('open')]).toEqual(['/alert', '3:1']);
      expect(Number(searchParams.get('at'))).toBeGreaterThan(0);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => link.elements()).toEqual([]);
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight(
    'shows listed elements, in steps that are not finer than those of the computation, of its own filters',
    async () => {
      const { server } = await open({ query: '&edit=true&dashlet=d1' });
      await openSection('Period and intervals');
      await openSection('Appearance');
      await settings.getByRole('combobox', { name: 'Calculation interval' }).click();
      await page.getByRole('option', { name: '1 hour' }).click();
      await settings.getByRole('combobox', { name: 'Display interval' }).click();
      expect(page.getByRole('option', { name: '5 minutes' }).query()).toBeNull();
      await page.getByRole('option', { name: '1 day' }).click();
      await settings.getByRole('combobox', { name: 'Show', exact: true }).click();
      await page.getByRole('option', { name: 'Selected elements' }).click();
      await expectVisible(settings.getByText('Not valid yet'));
      await settings.getByRole('combobox', { name: 'Elements', exact: true }).fill('nan');
      await page.getByRole('option', { name: 'Nantes' }).click();
      await settings.getByRole('combobox', { name: 'Add a filter' }).click();
      await page.getByRole('option', { name: 'Device', exact: true }).click();
      await settings.getByRole('textbox', { name: 'Title of the axis' }).fill('Load of the link');
      const requested = () => lastRequested(server, 'd1');
      await expect.poll(requested).toMatchObject({
        working: '1h',
        display: '1d',
        breakdown: { kind: 'list', ids: [2] },
        filters: [{ element: 'device', predicates: [], onlyActive: false }],
      });
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight.each([
    ['Share of the links', 'paris-core-2 · xe-0/0/1'],
    ['In and out', 'paris-core-2 · xe-0/0/1'],
    ['Last day', 'paris-core-2 · xe-0/0/1'],
  ])('%s leads on from each of its elements', async (title, name) => {
    await open();
    await dashlet(title)
      .getByRole('button', { name: `Open ${name}` })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog', { name: `Open ${name}` }));
  });

  atNight('a row of a table leads on by Enter, and nothing does while the document is edited', async () => {
    await open();
    const table = dashlet('Inbound utilisation, Outbound utilisation').getByRole('grid');
    await expectVisible(table);
    (table.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectVisible(page.getByRole('dialog', { name: /^Open/ }));
  });

  it('a period that is selected in one chart is shown once by all of them', async () => {
    const two = anEntry(7);
    const [first] = two.document.dashlets;
    if (first !== undefined) two.document.dashlets.push({ ...first, id: 'd9', title: 'Second' });
    const { search } = await open({ replies: [reply(customerDocuments.dashboard.read, two)] });
    await expectVisible(dashlet('Second'));
    const before = history.length;
    const plotOf = (title: string) => dashlet(title).element().querySelector('.u-over');
    await expect.poll(() => plotOf('Second')).not.toBeNull();
    const over = plotOf('Busiest links');
    const at = (type: string, part: number): void => {
      const box = over?.getBoundingClientRect() ?? new DOMRect();
      const place = { clientX: box.left + box.width * part, clientY: box.top + 20 };
      // uPlot takes moves by nothing for strays of the browser.
      over?.dispatchEvent(new MouseEvent(type, { ...place, movementX: 9, bubbles: true }));
    };
    at('mousemove', 0.2);
    at('mousedown', 0.2);
    at('mousemove', 0.6);
    at('mouseup', 0.6);
    await expect.poll(() => search().get('period')).toMatch(/^\d+-\d+$/);
    expect(history.length - before).toBeLessThanOrEqual(1);
  });

  atNight('a long table is ordered by the server', async () => {
    const response = reply(readData, ({ body }) =>
      lines(
        readData,
        ...body.requests.map((request): DataLine => ({
          state: 'ready',
          id: request.id,
          result: { ...aResult(request), rowCount: 4_000 },
        })),
        { state: 'end' },
      ),
    );
    const { server } = await open({ replies: [response] });
    const table = dashlet('Inbound utilisation, Outbound utilisation');
    await expectVisible(table.getByText('The first 5 of 4,000 rows'));
    await table
      .getByRole('columnheader', { name: 'Outbound utilisation' })
      .getByRole('button')
      .first()
      .click();
    await expect.poll(() => lastRequested(server, 'd2')).toMatchObject({ lines: { orderBy: 1 } });
    await expectVisible(table.getByText('The first 5 of 4,000 rows'));
  });

  it('requests no marks of alarms that the user does not see', async () => {
    const marked = anEntry(7);
    for (const { type, settings: own } of marked.document.dashlets)
      if (type === 'timeline') own.marks.push('alarms', 'silences');
    const session = aSession({ permissions: ['DASHBOARD.read', 'TEMPLATE.DASHBOARD.read'] });
    const { server } = await open({ session, replies: [reply(customerDocuments.dashboard.read, marked)] });
    await expectVisible(dashlet('Busiest links').getByRole('button', { name: /^Show lyon/ }));
    expect(server.received(listElementMarks)).toEqual([]);
  });
});
