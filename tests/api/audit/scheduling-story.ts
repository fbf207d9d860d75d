import { systemIds } from '#platform/id/id.ts';
import { LINK_KEY, LINK_KEY_SETTING } from '#platform/secret/sealed-places.ts';
import { reportRuns } from '#schemas/rendering/routes.ts';
import { revokeReportMail, sendReportMail } from '#schemas/scheduling/report-mail-routes.ts';
import * as scheduling from '#schemas/scheduling/routes.ts';
import { unsubscribeByLink } from '#schemas/scheduling/public-routes.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import { MailLinks } from '#server/features/scheduling/mail/mail-links.ts';
import { signingKey } from '#server/kernel/setting/signing-key.ts';
import { addReport, aScheduling, useMailServer } from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import type { Place } from './story.ts';

/** Schedules of reports: made, changed, subscribed to, sent, taken away. */
export async function schedulingStory({ take, server }: Place): Promise<void> {
  const { db } = server.stack;
  const customerId = server.customers.get('acme')!;
  const draft = aScheduling({
    trigger: { kind: 'alarm', on: 'both', alarms: [], severities: [], sites: [] },
    recipients: ['one@example.net'],
  });
  const made = await take(scheduling.createScheduling, 'made', { params: { customerId }, body: draft });
  const params = { customerId, schedulingId: made.id };
  await take(scheduling.updateScheduling, 'changed', {
    params,
    body: { ...draft, subject: 'Another', version: made.version },
  });
  await take(scheduling.enableScheduling, 'changed', { params, body: { enabled: false } });
  await take(scheduling.subscribeScheduling, 'changed', { params });
  await take(scheduling.unsubscribeScheduling, 'changed', { params });
  await useMailServer(server, 25);
  const run = await take(scheduling.sendScheduling, 'made', { params });
  const report = await addReport(server, customerId);
  const file = { params: { customerId, resourceId: report }, body: { format: 'csv' as const } };
  const { id: runId } = await take(reportRuns.create, 'made', file);
  const ofFile = { customerId, resourceId: report, runId };
  const order = { recipients: ['one@example.net'], language: 'en' as const, subject: 'A report' };
  await take(sendReportMail, 'made', { params: ofFile, body: order });
  await take(revokeReportMail, 'made', { params: ofFile });
  await db.deleteFrom('setting').where('name', '=', SMTP_SETTING).execute();
  await take(scheduling.revokeRunLinks, 'made', { params: { ...params, runId: run.id } });
  const needs = { db, ids: systemIds, secrets: testSecrets };
  const key = await signingKey(needs, { setting: LINK_KEY_SETTING, purpose: LINK_KEY });
  const address = new MailLinks(key, 'http://127.0.0.1').unsubscribe(made.id, 'one@example.net');
  const visitor = server.browser();
  await visitor.get('/api/v1/authProviders');
  const token = new URL(address).searchParams.get('token');
  await take(unsubscribeByLink, 'changed', { by: visitor, body: { token, subscribed: false } });
  await take(scheduling.deleteScheduling, 'deleted', { params });
}
