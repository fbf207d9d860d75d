import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readInventoryElement } from '#schemas/inventory/list/routes.ts';
import type { RealtimeReading, WatchReply } from '#schemas/realtime/realtime.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { aSession } from '#web/testing/a-session.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { elementReplies } from './testing/element-replies.ts';

const renderPage = pageRenderer(...inventoryRoutes);

const ELEMENT = 7;
const reading = (secondsAgo: number, bps: number | null, failure = ''): RealtimeReading => ({
  element: ELEMENT,
  at: Date.now() - secondsAgo * 1_000,
  failure,
  values: {
    itf_in_bps: bps,
    itf_out_bps: bps === null ? null : bps / 4,
    itf_in_util: 42,
    itf_out_util: 10,
    itf_in_pps: 900,
    itf_out_pps: 300,
    itf_in_err: 0,
    itf_out_err: 0,
    itf_in_disc: 0,
    itf_out_disc: 0,
  },
});
const history = () =>
  Array.from({ length: 90 }, (_, at) =>
    reading(90 - at, at === 40 ? null : 4_000_000 + 2_000_000 * Math.sin(at / 6)),
  );

const watched = (readings: readonly RealtimeReading[] = history()): WatchReply => ({
  ok: true,
  kind: 'interface',
  readings,
  endsAt: Date.now() + 500_000,
  now: Date.now(),
});

const offer = page.getByRole('button', { name: /^(Real time|Temps réel)$/ });

async function show(response: () => WatchReply, options: RenderOptions = {}): Promise<void> {
  liveServer.setElement(response);
  await renderPage(`/inventory/interface/${String(ELEMENT)}?customer=1`, {
    ...options,
    replies: [
      reply(readInventoryElement, {
        element: {
          id: ELEMENT,
          kind: 'interface',
          customer: 1,
          name: 'Gi0/1',
          active: true,
          takingEffect: false,
          status: null,
          inactiveAbove: null,
          site: { id: 900, name: 'Lyon' },
          device: { id: 3, name: 'edge-1' },
          properties: {},
        },
        createdAt: '2026-01-01T08:00:00.000Z',
        networks: [],
        children: [],
      }),
      ...elementReplies(),
    ],
  });
}

async function open(...of: Parameters<typeof show>): Promise<void> {
  await show(...of);
  await userEvent.click(offer);
}

const dialog = page.getByRole('dialog');
const chart = dialog.getByRole('img', { name: /^(Chart of|Graphique de)/ });
/** Values of the legend. */
const values = () =>
  [...document.querySelectorAll('.tt-realtime-legend strong')].map(({ textContent }) => textContent);
const bps = (inbound: number, outbound: number, language: 'en' | 'fr' = 'en') =>
  [inbound, outbound].map((mbps) => formatValue(mbps * 1_000_000, 'bps', language));
/** Whether the canvas has a pixel of the colour of the first line. */
const isDrawn = (): boolean => {
  const canvas = document.querySelector<HTMLCanvasElement>('.tt-realtime-plot canvas')!;
  const probe = new OffscreenCanvas(1, 1).getContext('2d')!;
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--tt-series-1').trim();
  if (colour === '') return false;
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
  return false;
};

describe('the dialog of an element in real time', () => {
  it.each([
    ['light', 'en', 1_280],
    ['dark', 'fr', 390],
  ] as const)(
    'shows the last two minutes and the newest values, %s, %s, %i px',
    async (theme, language, width) => {
      await open(watched, { theme, language, width });
      await expectVisible(chart);
      await expect.poll(isDrawn).toBe(true);
      liveServer.send('reading', reading(0, 8_000_000));
      await expect.poll(values).toEqual(bps(8, 2, language));
      expect(await axeFaults()).toEqual([]);
    },
  );

  atNight('stands still while it is paused, and continues with what came in between', async () => {
    await open(watched);
    liveServer.send('reading', reading(0, 8_000_000));
    await expect.poll(values).toEqual(bps(8, 2));
    await userEvent.click(dialog.getByRole('button', { name: 'Pause' }));
    liveServer.send('reading', reading(-1, 4_000_000));
    await expectVisible(dialog.getByText('Paused. Readings are still collected.'));
    expect(values()).toEqual(bps(8, 2));
    await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
    await expect.poll(values).toEqual(bps(4, 1));
  });

  atNight('shows its other charts', async () => {
    await open(watched);
    await userEvent.click(dialog.getByRole('button', { name: 'Packets' }));
    await expect.poll(values).toEqual([900, 300].map((value) => formatValue(value, 'pps', 'en')));
    await userEvent.click(dialog.getByRole('button', { name: 'Errors and discards' }));
    await expect.poll(() => values().length).toBe(4);
  });

  it('says that the device does not respond, in the words of the poller', async () => {
    await open(watched);
    liveServer.send('reading', reading(0, null, 'timeout'));
    await expectVisible(dialog.getByText(/^The device does not respond: no response in time/));
    expect(values()).toEqual(['–', '–']);
    liveServer.send('reading', reading(-1, 8_000_000));
    await expectHidden(dialog.getByText(/^The device does not respond/));
  });

  atNight('says that its poller has stopped until another one takes over', async () => {
    await open(watched);
    await expectVisible(chart);
    liveServer.send('watched', { element: ELEMENT, is: 'lost' });
    await expectVisible(dialog.getByText(/^The poller has stopped\. Readings resume when it is back/));
    liveServer.send('reading', reading(0, 8_000_000));
    await expectHidden(dialog.getByText(/^The poller has stopped/));
  });

  atNight('ends after ten minutes, and continues where it stood', async () => {
    await open(watched);
    await expectVisible(chart);
    liveServer.send('watched', { element: ELEMENT, is: 'over', code: null });
    await expectVisible(dialog.getByText('Ended after 10 minutes to spare the device.'));
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await expectHidden(dialog.getByText('Ended after 10 minutes to spare the device.'));
    await expectVisible(dialog.getByText(/^Ends in 8\smin/));
  });

  atNight.each([
    [
      'REALTIME_SERVER_LIST_EMPTY',
      /^The list of servers is empty.* an administrator starts a poller: Health/,
      true,
    ],
    ['REALTIME_SERVER_NOT_FOUND', /^No server was found for this customer.* the pollers in Health/, true],
    ['REALTIME_NOT_POLLED', /^No poller can read this element.* come from flows or an SD-WAN manager/, false],
    ['REALTIME_DEVICE_BUSY', /all users together watch at most five.* Close one of them/, true],
    ['REALTIME_BUSY', /^All users together already watch 50 elements.* Close one of them/, true],
  ] as const)(
    'says why nothing is shown and what to do, and offers another try where it may help: %s',
    async (code, sentence, helps) => {
      await open(() => ({ ok: false, code }));
      await expectVisible(dialog.getByText(sentence));
      expect(chart.query()).toBeNull();
      expect(dialog.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(helps ? 1 : 0);
      expect(dialog.getByRole('button', { name: 'Continue' }).elements()).toEqual([]);
    },
  );

  atNight('is not offered without the right to read dashboards', async () => {
    const session = aSession({ permissions: ['NETWORK.read'] });
    await show(watched, { session });
    await expectVisible(page.getByRole('heading', { name: 'Gi0/1' }));
    expect(offer.query()).toBeNull();
  });
});
