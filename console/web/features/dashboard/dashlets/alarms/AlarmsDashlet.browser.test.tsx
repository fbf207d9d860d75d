import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { listContextAlarms, type ContextAlarms } from '#schemas/alerting/context-alarm-routes.ts';
import { documentAlarms } from '#schemas/dashboard/alarm-routes.ts';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { now } from '#web/lib/clock.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { pending, problem, reply, type Reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const seconds = (): number => Math.floor(now() / 1_000);

const alarm = (id: string, part: Partial<AlarmRow> = {}): AlarmRow => ({
  id,
  alarm: 1,
  name: `Saturation ${id}`,
  kpi: 'itf_in_util',
  severity: 'critical',
  site: 2,
  siteName: 'Orléans',
  element: 9,
  elementName: 'orleans-r1 · Gi0/0/0',
  elementKind: 'interface',
  operator: '>=',
  threshold: 95,
  thresholdFrom: 'alarm',
  outliers: 1,
  measures: 1,
  recent: [91, 98.4],
  window: seconds() - 300,
  length: 300,
  since: seconds() - 2_880,
  ...part,
});
const response = (alarms: AlarmRow[], part: Partial<ContextAlarms> = {}): ContextAlarms => ({
  alarms,
  count: alarms.length,
  watch: 'watched',
  decidedUntil: seconds(),
  ...part,
});

const document = (settings: object = {}) =>
  anEntry(7, {
    version: DOCUMENT_VERSION,
    filters: [{ id: 'site', element: 'site', title: '', label: '' }],
    dashlets: [
      { id: 'd1', type: 'alarms', title: 'Wrong now', place: { x: 0, y: 0, width: 12, height: 8 }, settings },
    ],
  } as Parameters<typeof anEntry>[1]);

const open = (
  replies: readonly Reply[],
  { query = '', settings, ...options }: RenderOptions & { query?: string; settings?: object } = {},
) =>
  renderPage(`/dashboard?customer=1&open=7${query}`, {
    ...options,
    replies: [...documentReplies(document(settings)), ...replies],
  });
const dashlet = page.getByRole('article', { name: 'Wrong now' });
const rights = (...permissions: readonly Permission[]) => aSession({ permissions: [...permissions] });

describe('the running alarms of a dashboard', () => {
  it('say what is wrong where and since when, and lead to the evidence', async () => {
    const minor = alarm('2:9', { severity: 'minor', name: 'Errors' });
    const { server } = await open(
      [reply(listContextAlarms, response([alarm('1:9'), minor], { count: 70 }))],
      {
        query: '&selection=site.2',
      },
    );
    const row = dashlet.getByRole('row', { name: /Saturation 1:9/ });
    for (const part of ['Orléans · orleans-r1 · Gi0/0/0', '48 min', '98.4%', 'Critical'])
      await expectVisible(row.getByText(part).first());
    await expectVisible(dashlet.getByText('The first 2 of 70 rows'));
    const { href } = row.getByRole('link', { name: /^Saturation/ }).element() as HTMLAnchorElement;
    const { pathname, searchParams } = new URL(href);
    expect([pathname, searchParams.get('customer'), searchParams.get('open')]).toEqual([
      '/alert',
      '1',
      '1:9',
    ]);
    expect(server.received(listContextAlarms).at(-1)?.body).toMatchObject({
      filters: [{ element: 'site', ids: [2] }],
      count: 50,
    });
    expect(await axeFaults()).toEqual([]);
  });

  atNight('say since when on a telephone, too', async () => {
    await open([reply(listContextAlarms, response([alarm('1:9')]))]);
    await page.viewport(390, 844);
    const row = dashlet.getByRole('row', { name: /Saturation 1:9/ });
    await expectVisible(row.getByText('48 min'));
    const right = (): number => row.getByText('48 min').element().getBoundingClientRect().right;
    await expect.poll(right).toBeLessThanOrEqual(390);
    // The name is a line of its own, which the columns next to it do not cut.
    const name = row.getByRole('link', { name: 'Saturation 1:9' }).element();
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
  });

  atNight('are read again soon after alarms changed, and with a closed window', async () => {
    let running = [alarm('1:9')];
    const { server } = await open([reply(listContextAlarms, () => response(running))]);
    await expectVisible(dashlet.getByText('Saturation 1:9'));
    running = [alarm('1:9'), alarm('3:9')];
    liveServer.send('alert', { epoch: 'a', seq: 5, at: now(), customer: 1, set: [alarm('3:9')] });
    await expectVisible(dashlet.getByText('Saturation 3:9'));
    running = [];
    const notice = { customer: 1, granularity: '5m', of: 'samples', length: 300 } as const;
    liveServer.send('window', { ...notice, start: seconds(), watermark: now() });
    await expectVisible(dashlet.getByText('No alarm is running'));
    expect(server.received(listContextAlarms).length).toBeGreaterThanOrEqual(3);
  });

  atNight.each([
    ['nothing is wrong', {}, {}, 'No alarm is running'],
    ['nothing is to be done', {}, { onlyUnhandled: true }, 'No unhandled alarm is running'],
    ['nothing of a severity', {}, { severities: ['critical'] }, 'No alarm of these severities is running'],
    ['no definition is active', { watch: 'no-definition' }, {}, 'No alarm definition is active'],
    [
      'nothing selected is watched',
      { watch: 'no-element' },
      {},
      'No alarm definition applies to this selection',
    ],
    ['nothing is decided', { watch: 'undecided', decidedUntil: null }, {}, 'Alarms are not being decided'],
  ] as const)('are an empty list where %s', async (_, part, settings, title) => {
    await open([reply(listContextAlarms, response([], part))], { settings });
    await expectVisible(dashlet.getByText(title));
    expect(dashlet.getByText('No alarm is running').elements()).toHaveLength(
      title === 'No alarm is running' ? 1 : 0,
    );
  });

  atNight('say that they are old where the engine decides no window', async () => {
    const old = { watch: 'undecided', decidedUntil: seconds() - 7_200 } as const;
    await open([reply(listContextAlarms, response([alarm('1:9')], old))]);
    await expectVisible(dashlet.getByText(/^As of .*: no later window has been decided\.$/));
  });

  atNight('say why they cannot be read', async () => {
    await open([reply(listContextAlarms, problem('UNAVAILABLE', { params: { tier: 'engine' } }))]);
    await expectVisible(dashlet.getByRole('button', { name: 'Try again' }));
  });

  it('are not requested by readers who may not see alarms, who read why', async () => {
    const { server } = await open([reply(listContextAlarms, pending)], { session: rights('DASHBOARD.read') });
    await expectVisible(dashlet.getByText(/Alerting: Read|Alarms?: Read/));
    expect(server.received(listContextAlarms)).toEqual([]);
  });

  atNight('are those of the document for readers of a home page', async () => {
    const { read, markOpened } = customerDocuments.home;
    const { server } = await renderPage('/home?customer=1&open=7', {
      session: rights('HOME.read', 'ALERT.read'),
      replies: [
        ...documentReplies(),
        reply(customerDocuments.home.list, { documents: [] }),
        reply(read, document()),
        reply(markOpened, {}),
        reply(documentData.home.elements, { count: 0, elements: [] }),
        reply(documentAlarms.home, response([alarm('1:9')])),
      ],
    });
    await expectVisible(dashlet.getByText('Saturation 1:9'));
    expect(server.received(documentAlarms.home).at(-1)).toMatchObject({
      params: { customerId: 1, resourceId: 7 },
      body: { filters: [], severities: [], onlyUnhandled: false, count: 50 },
    });
  });

  atNight('are chosen in the editor', async () => {
    const { server } = await open([reply(listContextAlarms, response([alarm('1:9')]))], {
      query: '&edit=true&dashlet=d1',
    });
    const settings = page.getByRole('complementary', { name: /^Settings of/ });
    await settings.getByRole('switch', { name: 'Only unhandled alarms' }).click();
    await settings.getByRole('combobox', { name: 'Severities' }).click();
    await page.getByRole('option', { name: 'Critical' }).click();
    await expect
      .poll(() => server.received(listContextAlarms).at(-1)?.body)
      .toMatchObject({ severities: ['critical'], onlyUnhandled: true });
    await userEvent.keyboard('{Escape}');
    expect(await axeFaults()).toEqual([]);
  });
});
