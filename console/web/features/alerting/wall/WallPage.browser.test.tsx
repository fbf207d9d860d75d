import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readSession } from '#schemas/account/routes.ts';
import { readAlerts, type AlertSnapshot } from '#schemas/alerting/routes.ts';
import { DAY_MS, HOUR_MS } from '#schemas/time/duration.ts';
import { readWall, type WallScope } from '#schemas/token/routes.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { customers } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { wallRoute } from '#web/routes/pages/alerting.ts';
import { axeFaults, type RenderOptions, shellRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, reply } from '#web/testing/replies.ts';
import { aSnapshot } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(wallRoute);

const view = (name: RegExp) => page.getByRole('region', { name });
const display = { name: 'NOC, left', expiresAt: Date.now() + 24 * HOUR_MS };
const ofOne: WallScope = {
  display,
  customers: [{ id: 1, clientId: 'C1001', name: 'Aster Retail' }],
  cross: false,
};
const ofAll: WallScope = {
  display,
  customers: customers.map(({ id, clientId, name }) => ({ id, clientId, name })),
  cross: true,
};

interface WallOptions extends RenderOptions {
  readonly scope?: WallScope;
  readonly snapshot?: AlertSnapshot;
}

function open(
  search = '',
  { scope = ofOne, snapshot = aSnapshot(24, 12, Date.now()), ...options }: WallOptions = {},
) {
  const replies = [...alertReplies(snapshot), ...customerAlertReplies(), reply(readWall, scope)];
  return renderPage(`/wall${search}`, { replies, ...options });
}

describe('a wall with a display token', () => {
  it('shows the alarms of its customer without a session and without menus', async () => {
    const { server } = await open('?show=alarms#token=telltale_abc');
    await expectVisible(view(/^Alarms$/).getByRole('listitem'));
    await expectVisible(page.getByRole('heading', { name: 'Aster Retail' }));
    await expectVisible(page.getByText(/Display “NOC, left”/));
    expect(server.received(readSession)).toEqual([]);
    await expectHidden(page.getByRole('navigation'));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says that it waits for the server', async () => {
    await renderPage('/wall?show=alarms#token=telltale_abc', { replies: [reply(readWall, () => pending)] });
    await expectVisible(page.getByRole('heading', { name: 'Waiting for the server' }));
  });

  atNight('shows customers, the worst one’s alarms and its sites in turn', async () => {
    await open('?every=5&show=customers,sites#token=telltale_abc', { scope: ofAll });
    await expectVisible(view(/^Customers$/).getByRole('listitem'));
    await expectVisible(page.getByRole('heading', { name: 'All customers' }));
    await expectVisible(view(/^Sites$/).getByRole('listitem'));
    await expectVisible(page.getByRole('heading', { name: /^Most affected: / }));
  });

  atNight(
    'runs for a day: its border shows that the link is lost, and it follows once the link is back',
    async () => {
      const snapshot = aSnapshot(24, 2, Date.now());
      const { server } = await open('?show=alarms#token=telltale_abc', { snapshot });
      await expectVisible(view(/^Alarms$/).getByRole('listitem'));
      const border = () => document.querySelector('.tt-wall')?.getAttribute('data-link');
      await expect.poll(border).not.toBe('connecting');
      liveServer.cut();
      await expectVisible(page.getByRole('alert').getByText(/Connection lost/));
      expect(border()).toBe('lost');
      const before = server.received(readAlerts).length;
      liveServer.setClock(() => Date.now() + DAY_MS);
      liveServer.restore();
      await expect.poll(() => server.received(readAlerts).length).toBeGreaterThan(before);
      await expect.poll(border).not.toBe('lost');
      await expectVisible(view(/^Alarms$/).getByText(/1\sd/));
      const [alarm] = snapshot.alarms;
      const { epoch, seq, at } = snapshot.position;
      const raised = { ...alarm!, id: '901:902', name: 'Core link down', severity: 'critical' as const };
      liveServer.send('alert', { epoch, seq: seq + 1, at, customer: 1, set: [raised] });
      await expectVisible(view(/^Alarms$/).getByText('Core link down'));
      liveServer.setClock(() => Date.now());
    },
  );

  it('that was revoked shows nothing but that', async () => {
    const { server } = await open('?show=alarms#token=telltale_abc');
    await expectVisible(view(/^Alarms$/).getByRole('listitem'));
    server.set(reply(readWall, problem('UNAUTHENTICATED')));
    server.set(reply(readAlerts, problem('UNAUTHENTICATED')));
    liveServer.send('ended');
    await expectVisible(page.getByText(/This display token has expired or was revoked/));
    await expectHidden(view(/^Alarms$/));
  });
});

describe('a wall with a session', () => {
  it('shows the same, and Escape leaves it', async () => {
    const { path } = await open('?show=alarms&customer=1', { scope: { ...ofAll, display: null } });
    await expectVisible(view(/^Alarms$/).getByRole('listitem'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(path).not.toBe('/wall');
  });
});
