import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import type { RenderOptions } from '#web/testing/render-page.tsx';
import { aSession } from '#web/testing/a-session.ts';
import { reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';

const open = ({ query = '', replies = [], ...rest }: RenderOptions & { readonly query?: string } = {}) =>
  renderPage(`/dashboard?customer=1&open=7${query}`, {
    replies: [...documentReplies(), ...replies],
    ...rest,
  });
const dashlet = (name: string) => page.getByRole('article', { name });
const settings = page.getByRole('complementary', { name: /^Settings of/ });

describe('a timeline', () => {
  it('is compared with an earlier period, which has its own entry in the legend', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await settings.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The same period a week ago' }).click();
    const entry = dashlet('Busiest links').getByRole('button', {
      name: 'Show nantes-cpe-7 · WAN (a week earlier)',
    });
    await expectVisible(entry);
    await entry.click();
    await expect.element(entry).toHaveAttribute('aria-pressed', 'false');
    const [asked] = server.received(readData).at(-1)?.body.requests ?? [];
    expect(asked).toMatchObject({ id: 'd1', comparison: 'week' });
    expect(await axeFaults()).toEqual([]);
  });

  it('marks alarms, silences and changed definitions of the elements shown', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await settings.getByRole('combobox', { name: 'Mark in the background' }).click();
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

  it('shows listed elements, in steps that are not finer than those of the computation, of its own filters', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await settings.getByRole('combobox', { name: 'Working granularity' }).click();
    await page.getByRole('option', { name: '1 hour' }).click();
    await settings.getByRole('combobox', { name: 'Display granularity' }).click();
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
    const asked = () => server.received(readData).at(-1)?.body.requests[0];
    await expect.poll(asked).toMatchObject({
      ...{ id: 'd1', working: '1h', display: '1d', breakdown: { kind: 'list', ids: [2] } },
      filters: [{ element: 'device', predicates: [], onlyActive: false }],
    });
    expect(await axeFaults()).toEqual([]);
  });

  it('leads from a line to alarms and inventory, with the period of the page', async () => {
    await open({ query: '&period=1763800000-1763886400&selection=site.2' });
    await dashlet('Busiest links').getByRole('button', { name: 'Go on from nantes-cpe-7 · WAN' }).click();
    const dialog = page.getByRole('dialog', { name: /^nantes-cpe-7 · WAN/ });
    const hrefOf = (name: string): URL =>
      new URL((dialog.getByRole('link', { name }).element() as HTMLAnchorElement).href);
    await expectVisible(dialog.getByRole('link', { name: 'Running alarms' }));
    const alarms = hrefOf('Alarms of this period').searchParams;
    expect(Object.fromEntries(alarms)).toMatchObject({
      ...{ customer: '1', events: 'custom', from: '1763800000', to: '1763886400' },
      ...{ site: '2', q: 'nantes-cpe-7 WAN' },
    });
    expect(hrefOf('Page in the inventory').pathname).toBe('/inventory/interface/3');
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
    expect(await axeFaults()).toEqual([]);
  });

  it.each([
    ['Share of the links', 'paris-core-2 · xe-0/0/1'],
    ['In and out', 'paris-core-2 · xe-0/0/1'],
    ['Last day', 'paris-core-2 · xe-0/0/1'],
  ])('%s leads on from each of its elements', async (title, name) => {
    await open();
    await dashlet(title)
      .getByRole('button', { name: `Go on from ${name}` })
      .first()
      .click();
    await expectVisible(page.getByRole('dialog', { name: `${name}: go on to` }));
  });

  it('a row of a table leads on by Enter, and nothing does while the document is edited', async () => {
    await open();
    const table = dashlet('Inbound utilisation, Outbound utilisation').getByRole('grid');
    await expectVisible(table);
    (table.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expectVisible(page.getByRole('dialog', { name: /: go on to$/ }));
  });

  it('asks for no marks of alarms that the user does not see', async () => {
    const marked = anEntry(7);
    for (const { type, settings: own } of marked.document.dashlets)
      if (type === 'timeline') own.marks.push('alarms', 'silences');
    const session = aSession({ permissions: ['DASHBOARD.read', 'TEMPLATE.DASHBOARD.read'] });
    const { server } = await open({ session, replies: [reply(customerDocuments.dashboard.read, marked)] });
    await expectVisible(dashlet('Busiest links').getByRole('button', { name: /^Show lyon/ }));
    expect(server.received(listElementMarks)).toEqual([]);
  });
});
