import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readSession } from '#schemas/account/routes.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { listKpiDescriptions } from '#schemas/kpi/description.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from './testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { read } = customerDocuments.dashboard;
const open = (query = '') =>
  renderPage(`/dashboard?customer=1&open=7${query}`, { replies: [...documentReplies()] });
const chart = page.getByRole('article', { name: 'Busiest links' });
const isLive = () => expect.poll(() => liveState.get()).toBe('live');
const ownKpi = (en: string) =>
  reply(listKpiDescriptions, {
    kpis: [
      {
        key: 'own_kpi',
        en,
        fr: en,
        unit: 'scalar',
        element: 'device',
        aggregation: 'average',
        kind: 'gauge',
        over: 'average',
        onlyAccesses: false,
        strategy: null,
        of: null,
        formulas: [],
      },
    ],
  });
const deleted = reply(read, () => problem('NOT_FOUND'));

describe('an open dashboard', () => {
  it('that is deleted or no longer shared is not shown any longer, and again once it is back', async () => {
    const { server } = await open();
    await expectVisible(chart);
    await isLive();
    server.set(deleted);
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(page.getByText('It was deleted, or it is not shared with you.'));
    await expectHidden(chart);
    expect(await axeFaults()).toEqual([]);
    server.set(reply(read, anEntry(7)));
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(chart);
  });

  atNight('that is deleted while it is edited keeps the draft, and says so', async () => {
    const { server } = await open('&edit=true&dashlet=d3');
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await isLive();
    server.set(deleted);
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(page.getByText(/^WAN links no longer exists: .* Saving offers a copy\.$/));
    await expectVisible(page.getByRole('article', { name: 'Core' }));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('names a KPI that is renamed by its new name', async () => {
    const number = { id: 'd1', type: 'gauge', place: { x: 0, y: 0, width: 6, height: 6 } } as const;
    const settings = { series: [{ kpi: 'own_kpi' }] };
    const entry = anEntry(7, {
      version: DOCUMENT_VERSION,
      dashlets: [{ ...number, settings }],
    } as WrittenDocument);
    const { server } = await renderPage('/dashboard?customer=1&open=7', {
      replies: [...documentReplies(entry), ownKpi('Sessions')],
    });
    await expectVisible(page.getByRole('article', { name: 'Sessions', exact: true }));
    await isLive();
    server.set(ownKpi('Sessions per user'));
    liveServer.send('kpis');
    await expectVisible(page.getByRole('article', { name: 'Sessions per user' }));
  });

  atNight('that another user saves while it is edited says so before it is saved', async () => {
    const { server } = await open('&edit=true');
    await expectVisible(chart);
    await isLive();
    server.set(reply(read, anEntry(7, undefined, { version: 4 })));
    liveServer.send('resource', { kind: 'dashboard' });
    await expectVisible(page.getByText(/^Another user has saved since/));
  });

  it('whose user may edit no longer keeps the draft, and says why it cannot be saved', async () => {
    const { server } = await open('&edit=true&dashlet=d3');
    await page.getByRole('textbox', { name: 'Title' }).fill('Core');
    await isLive();
    const permissions = aSession().permissions.filter((permission) => permission !== 'DASHBOARD.write');
    server.set(reply(readSession, aSession({ permissions })));
    liveServer.send('rights');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect.element(save).toHaveAccessibleDescription(/You need the permission/);
    await expectVisible(page.getByRole('article', { name: 'Core' }));
  });
});
