import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { acknowledgeAlarm, readAlarmHistory } from '#schemas/alerting/routes.ts';
import { readAlarmSeries } from '#schemas/alerting/series-routes.ts';
import { listIncidents, type AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { readAlarmTraffic } from '#schemas/alerting/traffic.ts';
import { alertReplies, customerAlertReplies } from '#web/testing/alert-replies.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aHistory, aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';

const renderPage = pageRenderer(...alertingRoutes);

const END = Math.ceil(Date.now() / 3_600_000) * 3_600;
const saturated = {
  ...aShownAlarm(0, { ...aSite(1), name: 'Lyon' }, END),
  elementName: 'cpe-lyon-1 · Gi0/0/1',
  recent: [91, 97, 98],
  since: END - 1_800,
};
/** Backups that begin an hour ago, beside calm half an hour before. */
const curve = Array.from({ length: 24 }, (_, at): [number, number] => [
  END - 7_200 + at * 300,
  at < 12 ? 35 : 97,
]);
const total = { bytes: 40_000_000_000, packets: 30_000_000 };
const traffic = {
  way: 'in' as const,
  exports: true,
  divisions: [
    {
      by: 'application' as const,
      total,
      parts: [
        { name: 'Backup', bytes: 34_000_000_000, packets: 23_000_000 },
        { name: 'Web', bytes: 4_000_000_000, packets: 5_000_000 },
      ],
    },
    {
      by: 'conversation' as const,
      total,
      parts: [{ name: 'Paris', bytes: 33_000_000_000, packets: 22_000_000 }],
    },
  ],
};

const incident: AlarmIncident = {
  id: '1:0:0',
  site: saturated.site,
  siteName: 'Lyon',
  severity: 'critical',
  start: END - 5_400,
  end: null,
  alarms: 3,
  running: 2,
  elements: 2,
  main: {
    alarm: saturated.alarm,
    element: saturated.element,
    name: saturated.name,
    kpi: saturated.kpi,
    elementName: saturated.elementName,
    severity: 'critical',
    raisedAt: saturated.since,
    clearedAt: null,
  },
  share: { application: 'Backup', percent: 85, hosts: 3 },
  owner: null,
  acknowledgedBy: null,
};

it('an operator finds the saturated line from the list of customers, and what saturates it', async () => {
  const snapshot = { ...aSnapshot(24, 3, Date.now()), alarms: [saturated] };
  const { server, path, search } = await renderPage('/cc/alert', {
    replies: [
      ...customerAlertReplies(),
      ...alertReplies(snapshot),
      reply(readAlarmSeries, {
        kpi: saturated.kpi,
        unit: 'percent',
        aggregation: 'average',
        series: [{ id: saturated.element, points: curve }],
      }),
      reply(readAlarmTraffic, traffic),
      reply(listIncidents, { total: 1, incidents: [incident] }),
      reply(readAlarmHistory, {
        ...aHistory(saturated),
        runbook: { text: 'https://wiki.example/saturation', url: 'https://wiki.example/saturation' },
      }),
    ],
  });

  // The customer with the most critical alarms stands first.
  const customers = page.getByRole('grid');
  await expectVisible(customers.getByRole('row').nth(1));
  await customers.getByRole('row').nth(1).click();
  await expect.poll(path).toBe('/alert');

  // Its alarm names the line, the value and the limit in one row.
  const row = page.getByRole('grid').getByRole('row', { name: /cpe-lyon-1/ });
  await expectVisible(row);
  expect(row.element().textContent).toMatch(/Link saturated.*Lyon.*98\D+90/);
  await row.getByText('Link saturated').click();
  await expect.poll(() => search().get('open')).toBe(saturated.id);

  // Since when, how much, and by what: a backup from Paris.
  const details = page.getByRole('complementary', { name: 'Details of Link saturated' });
  await expectVisible(
    details.getByText(
      /^Lyon: Link saturated on .*, 85% of it Backup from 3 hosts, and 2 more alarms on 2 elements$/,
    ),
  );
  await expectVisible(details.getByRole('img', { name: /maximum 97%/ }));
  const applications = details.getByRole('region', { name: 'Top applications' });
  await expectVisible(applications.getByRole('listitem').first());
  expect(applications.getByRole('listitem').first().element().textContent).toMatch(/^Backup85%/);
  await expectVisible(details.getByRole('region', { name: 'Top conversations' }).getByText(/Paris/));
  await expectVisible(details.getByRole('link', { name: 'Open the runbook' }));

  // Noted and taken.
  await details.getByRole('button', { name: /^Acknowledge/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Acknowledge/ });
  await dialog.getByLabelText('Note').fill('Backup from Paris, moved to the night');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expectHidden(dialog);
  expect(server.received(acknowledgeAlarm)[0]?.body.note).toBe('Backup from Paris, moved to the night');
});
