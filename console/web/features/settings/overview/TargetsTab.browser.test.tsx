import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listExporters } from '#schemas/collector/exporter-report.ts';
import { listStreams } from '#schemas/health/stream-fill.ts';
import { listTrouble } from '#schemas/health/routes.ts';
import type { TargetHealth } from '#schemas/notification/target-health.ts';
import { listAlarmMails, listMailHealth } from '#schemas/settings/mail/routes.ts';
import { listTrapHealth } from '#schemas/settings/snmp/routes.ts';
import {
  listWebhookDeliveries,
  listWebhookHealth,
  listWebhooks,
  testWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { collectorRoutes } from '#web/routes/pages/collector.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { axeFaults, shellRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = shellRenderer(...collectorRoutes, ...settingsRoutes);

const ago = (minutes: number): number => Date.now() - minutes * 60_000;
const health = (id: number, name: string, change: Partial<TargetHealth> = {}): TargetHealth => ({
  id,
  name,
  state: 'delivering',
  failingSince: null,
  cause: '',
  lastDelivered: ago(7),
  delivered: 1_204,
  failed: 0,
  backlog: 0,
  ...change,
});
const webhookHealth = [
  health(1, 'Chat of the NOC'),
  health(2, 'Ticket desk', {
    state: 'failing',
    failingSince: ago(44),
    delivered: 310,
    failed: 12,
    backlog: 9,
    cause: 'ECONNREFUSED connect ECONNREFUSED 192.0.2.7:443',
  }),
  health(3, 'Old desk', { state: 'paused', lastDelivered: null, delivered: 0, backlog: null }),
];
const mailHealth = [health(1, 'On call', { state: 'failing', failingSince: ago(5), cause: 'HTTP 500' })];
const limits = { customers: [1], severities: ['critical' as const], alarms: [] };
const webhooks = webhookHealth.map(({ id, name, state }) => ({
  id,
  name,
  enabled: state !== 'paused',
  service: id === 1 ? ('slack' as const) : ('custom' as const),
  url: `https://${String(id)}.example/hook`,
  channel: id === 1 ? '#noc' : '',
  secret: null,
  headers: [],
  payload: { kind: 'text' as const, template: '' },
  trigger: 'both' as const,
  allowInsecure: false,
  includeRestricted: false,
  notifyPlatformEvents: false,
  language: 'en' as const,
  ...limits,
  lastDelivery: null,
}));
const choices = { customers: [{ id: 1, name: 'Acme' }], alarms: [] };
const replies = [
  reply(listWebhookHealth, { targets: webhookHealth }),
  reply(listWebhooks, { webhooks, ...choices }),
  reply(listMailHealth, { targets: mailHealth }),
  reply(listAlarmMails, { mails: [], ...choices }),
  reply(listWebhookDeliveries, { deliveries: [] }),
  reply(testWebhook, { sent: 'POST /hook', delivered: true, response: 'HTTP 200', durationMs: 12 }),
];
const session = aSession({
  permissions: ['SETTINGS.WEBHOOK.read', 'SETTINGS.WEBHOOK.write', 'SETTINGS.SMTP.read'],
  everyCustomer: true,
});
const rowNames = (): readonly string[] =>
  [...document.querySelectorAll('.tt-target-name')].map((cell) => cell.textContent ?? '');

describe('the notification targets', () => {
  atNight.each([
    [1280, 'dark', 'en', 'The target refused the connection', 'Failing since', 'Acme · Critical'],
    [1280, 'light', 'fr', 'La cible refuse la connexion', 'En échec depuis', 'Acme · Critique'],
  ] as const)(
    'are listed with those in trouble first, %d pixels, %s, %s',
    async (width, theme, language, cause, failing, which) => {
      const { server } = await renderPage('/mt/settings?tab=targets', {
        session,
        replies,
        width,
        theme,
        language,
      });
      await expectVisible(page.getByText(failing).first());
      expect(rowNames()).toEqual(['Ticket desk', 'On call', 'Chat of the NOC', 'Old desk']);
      await expectVisible(page.getByText(cause.replace(/^(The target|La cible)/, '192.0.2.7:443')));
      await expectVisible(page.getByText(which).first());
      expect(server.received(listTrapHealth)).toEqual([]);
      expect(await axeFaults()).toEqual([]);
    },
  );

  it('are tested and opened from the list', async () => {
    const { search } = await renderPage('/mt/settings?tab=targets', { session, replies });
    await page.getByRole('button', { name: 'Test Ticket desk' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expectVisible(page.getByText('HTTP 200'));
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText('Ticket desk').click();
    await expectVisible(page.getByRole('complementary', { name: 'Details of Ticket desk' }));
    expect([search().get('tab'), search().get('open')]).toEqual(['webhooks', '2']);
  });

  atNight(
    'that fail for longer than 15 minutes are reported above the other tabs and the collectors',
    async () => {
      await renderPage('/mt/settings?tab=webhooks', { session, replies });
      const banner = page.getByRole('alert');
      await expectVisible(
        banner.getByText(/^Ticket desk has not received notifications for over 15 minutes/),
      );
      await banner.getByRole('link', { name: 'Show notification targets' }).click();
      await expectVisible(page.getByRole('grid', { name: 'Notification targets' }));
      await expectHidden(banner);
      const collectors = [
        reply(listExporters, { exporters: [] }),
        reply(listStreams, { streams: [] }),
        reply(listTrouble, { components: [] }),
      ];
      await renderPage('/mt/monitoring-collect', {
        replies: [...replies, ...collectors],
        session: aSession(),
      });
      await expectVisible(page.getByText(/^Ticket desk has not received notifications/));
    },
  );

  atNight('that cannot be read say so', async () => {
    const failed = reply(listMailHealth, problem('UNAVAILABLE'));
    await renderPage('/mt/settings?tab=targets', { session, replies: [...replies, failed] });
    await expectVisible(page.getByRole('button', { name: 'Try again' }));
  });
});
