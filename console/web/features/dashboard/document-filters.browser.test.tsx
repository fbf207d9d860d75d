import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies, lastRequested, wanDocument } from './testing/documents.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

type Filters = NonNullable<WrittenDocument['filters']>;
const open = (query: string, filters: Filters = []) =>
  renderPage(`/dashboard?customer=1&open=7${query}`, {
    replies: documentReplies(anEntry(7, { ...wanDocument, filters })),
  });
const dialog = page.getByRole('dialog');
const choose = async (field: string, option: string) => {
  await dialog.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

describe('the period of the address', () => {
  it.each([
    ['1763886400-1763800000', 'The period of this address is empty, or ends before it starts.'],
    ['yesterday', 'The period of this address is not valid.'],
  ])('%s is not taken for another one without a word', async (period, sentence) => {
    await open(`&period=${period}`);
    await expectVisible(page.getByRole('status').filter({ hasText: sentence }));
    await expectVisible(page.getByRole('button', { name: 'Last 24 h' }));
  });
});

atNight(
  'the editor of filters offers each element and each end of probes once, and selects by default what the strategy says',
  async () => {
    const { server } = await open('&edit=true');
    await page.getByRole('button', { name: 'Period, filters and grid' }).click();
    await choose('Add a filter', 'Probe (responder)');
    await dialog.getByRole('combobox', { name: 'Add a filter' }).click();
    await expectVisible(page.getByRole('option', { name: 'Probe (source)' }));
    expect(page.getByRole('option', { name: 'Probe (responder)' }).query()).toBeNull();
    await page.getByRole('option', { name: 'Probe', exact: true }).click();
    const filter = dialog.getByRole('group', { name: 'Probe (responder)' });
    await filter.getByRole('switch', { name: 'Mandatory' }).click();
    await filter.getByRole('combobox', { name: 'Selected by default' }).click();
    expect(page.getByRole('option', { name: 'All', exact: true }).query()).toBeNull();
    await page.getByRole('option', { name: 'Matching conditions' }).click();
    const conditions = filter.getByRole('group', { name: 'Matching conditions' });
    await expectVisible(conditions.getByText('3 match'));
    expect(await axeFaults()).toEqual([]);
    await filter.getByRole('combobox', { name: 'Selected by default' }).click();
    await page.getByRole('option', { name: 'Selected elements' }).click();
    await filter.getByRole('combobox', { name: 'Selected elements' }).fill('nan');
    await page.getByRole('option', { name: 'Nantes' }).click();
    await expectVisible(filter.getByText('Nantes'));
    // The first one was selected as soon as the filter was mandatory, and the selection of a reader stays.
    await expect
      .poll(() => lastRequested(server, 'd1')?.filters)
      .toEqual([{ element: 'probe', relation: 'responder', ids: [1], predicates: [], onlyActive: false }]);
  },
);

atNight('chips, their choices and the editor of filters say that an application was deleted', async () => {
  const application: Filters = [
    {
      id: 'app',
      element: 'application',
      title: 'App',
      label: '',
      default: { strategy: 'selection', ids: [5] },
    },
  ];
  const elements = [{ id: 5, label: 'Payroll', active: true, values: [], deleted: true as const }];
  await renderPage('/dashboard?customer=1&open=7&edit=true&selection=app.5', {
    replies: [
      ...documentReplies(anEntry(7, { ...wanDocument, filters: application })),
      reply(listElements, { count: 1, elements }),
    ],
  });
  await page.getByRole('button', { name: 'App: Payroll (deleted)' }).click();
  await expectVisible(dialog.getByText('Payroll (deleted)'));
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Period, filters and grid' }).click();
  await expectVisible(dialog.getByText('Payroll (deleted)'));
});

describeAtNight('the granularity of a dashboard', () => {
  it('is that of its dashlets, and its display granularity is not finer than the working one', async () => {
    const { server } = await open('&edit=true');
    await page.getByRole('button', { name: 'Period, filters and grid' }).click();
    await choose('Display interval', '5 minutes');
    await choose('Calculation interval', '1 hour');
    await dialog.getByRole('combobox', { name: 'Display interval' }).click();
    await expectVisible(page.getByRole('option', { name: '1 day', exact: true }));
    expect(page.getByRole('option', { name: '5 minutes', exact: true }).query()).toBeNull();
    await expect.poll(() => lastRequested(server, 'd1')).toMatchObject({ working: '1h', display: '1h' });
  });
});

describe('a filter of a dashboard', () => {
  atNight('with a long name leaves room for the others', async () => {
    const title = 'A site of the customer, or of the provider, '.repeat(5);
    await open('', [
      { id: 'site', element: 'site', title: title.slice(0, 120).trim() },
      { id: 'device', element: 'device' },
    ]);
    const [long, short] = [/^A site of the customer/, 'Device: All'].map((name) =>
      page.getByRole('button', { name }),
    );
    await expectVisible(short!);
    const box = (button: typeof long) => button!.element().getBoundingClientRect();
    expect(box(long).width).toBeLessThanOrEqual(360);
    expect(box(short).top).toBe(box(long).top);
  });

  it('with a default can be set to all, and back', async () => {
    const site = {
      id: 'site',
      element: 'site' as const,
      default: { strategy: 'selection' as const, ids: [3] },
    };
    const { search } = await open('', [site]);
    await page.getByRole('button', { name: 'Site: Default' }).click();
    await dialog.getByRole('button', { name: 'All' }).click();
    await page.getByRole('button', { name: 'Site: All' }).click();
    expect(search().get('selection')).toBe('site');
    await dialog.getByRole('button', { name: 'Default selection' }).click();
    await expectVisible(page.getByRole('button', { name: 'Site: Default' }));
  });

  atNight('takes the first match by Enter, and nothing before anything is typed', async () => {
    const { search } = await open('', [{ id: 'site', element: 'site' }]);
    await page.getByRole('button', { name: 'Site: All' }).click();
    const field = dialog.getByRole('combobox', { name: 'Site' });
    await field.click();
    await userEvent.keyboard('{Enter}');
    await field.fill('nan');
    await userEvent.keyboard('{Enter}');
    await expectVisible(dialog.getByText('Nantes', { exact: true }));
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    await expectVisible(page.getByRole('button', { name: 'Site: Nantes' }));
    expect(search().get('selection')).toBe('site.2');
  });

  it('says that a selected element is not known any more, and lets it be removed', async () => {
    const { search } = await open('&selection=site.23', [{ id: 'site', element: 'site' }]);
    await page.getByRole('button', { name: 'Site: unknown element' }).click();
    await expectVisible(dialog.getByText('unknown element', { exact: true }));
    await dialog.getByRole('combobox', { name: 'Site' }).click();
    await userEvent.keyboard('{Backspace}');
    await expect.poll(() => search().get('selection')).not.toBe('site.23');
  });

  it('that is mandatory cannot be left empty, and is about the end of probes that it names', async () => {
    const filter = {
      id: 'to',
      element: 'probe' as const,
      relation: 'responder' as const,
      title: 'To',
      mandatory: true,
      default: { strategy: 'first' as const },
    };
    const { server } = await open('', [filter]);
    await page.getByRole('button', { name: 'To: Lyon' }).click();
    expect(dialog.getByRole('button', { name: 'All' }).query()).toBeNull();
    expect(server.received(listElements)[0]?.body.filters).toMatchObject([
      { element: 'probe', relation: 'responder' },
    ]);
  });
});

atNight.each([
  [1_280, 'dark', 'en'],
  [1_280, 'light', 'fr'],
  [390, 'dark', 'fr'],
] as const)(
  'fields of times show the longest zone and texts, %d pixels, %s, %s',
  async (width, theme, language) => {
    await renderPage('/dashboard?customer=1&open=7&edit=true', {
      replies: documentReplies(anEntry(7, { ...wanDocument, timeZone: 'America/North_Dakota/New_Salem' })),
      width,
      theme,
      language,
    });
    await page
      .getByRole('button', { name: /^(Period, filters and grid|Période, filtres et grille)$/ })
      .click();
    const cutFields = () =>
      [...dialog.element().querySelectorAll<HTMLInputElement>('.tt-document-times input')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ value }) => value);
    const zone = dialog.getByRole('combobox', { name: /^(Time zone|Fuseau horaire)$/ });
    await expect.element(zone).toHaveValue('America/North_Dakota/New_Salem');
    await expect.poll(cutFields).toEqual([]);
  },
);
