import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createWebhook, listWebhooks } from '#schemas/settings/webhook/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { settingsRoutes } from '#web/routes/pages/settings.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { casesOfGate } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...settingsRoutes);
const session = aSession({
  permissions: ['SETTINGS.WEBHOOK.read', 'SETTINGS.WEBHOOK.write'],
  everyCustomer: true,
});
const replies = [
  reply(listWebhooks, { webhooks: [], customers: [{ id: 1, name: 'Acme' }], alarms: [] }),
  reply(createWebhook, { id: 1 }),
];

describe('the form of a target', () => {
  it.each(
    casesOfGate([
      ['slack', 1_280, 'dark', 'en', 'New target: Slack'],
      ['teams', 390, 'light', 'fr', 'Nouvelle cible\u00A0: Microsoft Teams'],
      ['pagerduty', 390, 'dark', 'en', 'New target: PagerDuty'],
      ['opsgenie', 1_280, 'light', 'fr', 'Nouvelle cible\u00A0: Opsgenie'],
      ['telegram', 390, 'dark', 'fr', 'Nouvelle cible\u00A0: Telegram'],
      ['custom', 390, 'light', 'en', 'New webhook'],
    ] as const),
  )('of %s has a name for everything, %d pixels, %s, %s', async (service, width, theme, language, title) => {
    const look = { width, theme, language };
    await renderPage(`/mt/settings?tab=webhooks&edit=new&service=${service}`, { session, replies, ...look });
    const dialog = page.getByRole('dialog', { name: title });
    await expectVisible(dialog);
    expect(await axeFaults()).toEqual([]);
    const { scrollWidth, clientWidth } = dialog.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  it('says at each field what is missing, and sends secret and channel of the service', async () => {
    const { server } = await renderPage('/mt/settings?tab=webhooks&edit=new&service=slack', {
      session,
      replies,
    });
    const dialog = page.getByRole('dialog', { name: 'New target: Slack' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.element(dialog.getByLabelText('Bot token')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByLabelText('Bot token')).toHaveAttribute('aria-required', 'true');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chat of the NOC');
    await dialog.getByLabelText('Bot token').fill('xoxb-1234567890-abcdefghij');
    await dialog.getByRole('textbox', { name: 'Channel' }).fill('#noc');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectHidden(dialog);
    expect(server.received(createWebhook)[0]?.body).toMatchObject({
      service: 'slack',
      channel: '#noc',
      secret: 'xoxb-1234567890-abcdefghij',
    });
  });
});
