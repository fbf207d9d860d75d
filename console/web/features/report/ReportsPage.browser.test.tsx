import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { reportRuns, type ReportRun } from '#schemas/rendering/routes.ts';
import { customerReports } from '#schemas/report/routes.ts';
import {
  listReportMails,
  revokeReportMail,
  sendReportMail,
  type ReportMail,
} from '#schemas/scheduling/report-mail-routes.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { problem, reply } from '#web/testing/replies.ts';
import { aSession } from '#web/testing/a-session.ts';
import { aReport, monthlyReport, openReports } from './testing/reports.ts';
import { atNight } from '#tests/gate/at-night.ts';

const sheets = () => document.querySelectorAll('.tt-report-sheet');
const pageNames = () => [...sheets()].map((sheet) => sheet.getAttribute('data-page'));

describe('the library of reports', () => {
  it('lists reports with their pages, and creates one from a template', async () => {
    const copy = aReport(undefined, { id: 9, name: 'Capacity' });
    const { server } = await openReports({ replies: [reply(customerReports.duplicate, copy)] });
    await expectVisible(page.getByRole('row', { name: /Monthly/ }));
    await expectVisible(page.getByRole('columnheader', { name: /Pages/ }));
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByRole('combobox', { name: 'Start with' }).click();
    await page.getByRole('option', { name: 'Template: Capacity' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => server.received(customerReports.duplicate).length).toBe(1);
    expect(await axeFaults()).toEqual([]);
  });
});

describe('a report', () => {
  it('shows its pages one after another, a page with a multiplier once per site', async () => {
    await openReports({ query: '&open=7' });
    await expectVisible(page.getByText('Service report'));
    await expect.poll(pageNames).toEqual(['1', '2', '3', '4']);
    await expectVisible(page.getByRole('article', { name: 'Busiest links' }));
    await expectVisible(page.getByRole('img', { name: 'Logo' }));
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says that only the first pages are shown', async () => {
    await openReports({
      query: '&open=7',
      replies: [
        reply((await import('#schemas/report/routes.ts')).readReportSettings, {
          maxPages: 2,
          resolvingIntervalMs: 50,
        }),
      ],
    });
    await expectVisible(page.getByText('Only the first 2 pages are shown.'));
    expect(pageNames()).toEqual(['1', '2']);
  });

  atNight('of last month without a zone of its own has the days of its customer', async () => {
    const zone = 'Pacific/Kiritimati';
    const customers = [{ id: 1, clientId: 'acme', name: 'Acme', timeZone: zone }];
    const { server } = await openReports({
      query: '&open=7',
      session: aSession({ customers }),
      entry: aReport({ ...monthlyReport, period: { kind: 'previous', unit: 'month', count: 1 } }),
      replies: [reply(reportRuns.create, aRun()), reply(reportRuns.read, aRun())],
    });
    await request('PDF');
    await expect.poll(() => server.received(reportRuns.create).length).toBe(1);
    const { from = 0, to = 0, timeZone } = server.received(reportRuns.create)[0]!.body;
    expect(timeZone).toBe(zone);
    const startOf = (at: number) =>
      Temporal.Instant.fromEpochMilliseconds(at * 1_000).toZonedDateTimeISO(zone);
    for (const at of [from, to]) {
      const { day, hour, minute } = startOf(at);
      expect([day, hour, minute]).toEqual([1, 0, 0]);
    }
  });

  it('that does not exist is unavailable', async () => {
    await openReports({ query: '&open=7', replies: [reply(customerReports.read, problem('NOT_FOUND'))] });
    await expectVisible(page.getByText('Report unavailable'));
  });

  atNight('is shown as slides with the keys', async () => {
    await openReports({ query: '&open=7' });
    await page.getByRole('button', { name: 'Slides' }).click();
    await expectVisible(page.getByText('1 of 4'));
    await userEvent.keyboard('{ArrowRight}');
    await expectVisible(page.getByText('2 of 4'));
    await userEvent.keyboard('{End}');
    await expectVisible(page.getByText('4 of 4'));
    await userEvent.keyboard('{Escape}');
    await expectHidden(page.getByRole('dialog', { name: 'Slides of Monthly' }));
  });
});

const aRun = (part: Partial<ReportRun> = {}): ReportRun => ({
  id: 42,
  format: 'pdf',
  state: 'running',
  progress: { done: 1, total: 4 },
  failure: null,
  detail: '',
  file: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  endedAt: null,
  expiresAt: '2026-01-06T08:00:00.000Z',
  ...part,
});

const request = async (format: string): Promise<void> => {
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: format }).click();
};

describe('the file of a report', () => {
  it('is requested with what the reader sees, shows its progress, and can be cancelled', async () => {
    const { server } = await openReports({
      query: '&open=7',
      replies: [
        reply(reportRuns.create, aRun({ state: 'waiting', progress: { done: 0, total: 0 } })),
        reply(reportRuns.read, aRun()),
        reply(reportRuns.cancel, {}),
      ],
    });
    await request('PDF');
    await expectVisible(page.getByText('PDF: 1 of 4 pages'));
    expect(server.received(reportRuns.create)[0]?.body).toMatchObject({ format: 'pdf', language: 'en' });
    expect(await axeFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the download' }).click();
    await expect.poll(() => server.received(reportRuns.cancel).length).toBe(1);
    await expectVisible(page.getByRole('button', { name: 'Download' }));
  });

  atNight('is requested from a row of the library, with the period of the report', async () => {
    const { server } = await openReports({
      replies: [
        reply(reportRuns.create, aRun({ state: 'waiting', progress: { done: 0, total: 0 } })),
        reply(reportRuns.read, aRun()),
        reply(reportRuns.cancel, {}),
      ],
    });
    await page.getByRole('button', { name: 'Actions on Monthly' }).click();
    await page.getByRole('menuitem', { name: 'Download as PDF' }).click();
    await expectVisible(page.getByText('PDF: 1 of 4 pages'));
    const [{ params, body } = expect.fail('nothing was requested')] = server.received(reportRuns.create);
    expect([params.resourceId, body]).toEqual([
      7,
      { format: 'pdf', language: 'en', variables: {}, dashlets: [] },
    ]);
    await page.getByRole('button', { name: 'Cancel the download' }).click();
    await expect.poll(() => server.received(reportRuns.cancel).length).toBe(1);
  });

  it('says why it could not be made', async () => {
    await openReports({
      query: '&open=7',
      replies: [
        reply(reportRuns.create, aRun({ format: 'csv' })),
        reply(reportRuns.read, aRun({ format: 'csv', state: 'failed', failure: 'right' })),
      ],
    });
    await request('CSV');
    await expectVisible(page.getByText(/You may no longer read reports of this customer/));
  });

  it('as a PDF is rejected with the package to install where Chromium is missing', async () => {
    await openReports({
      query: '&open=7',
      replies: [reply(reportRuns.create, problem('REPORT_BROWSER_MISSING'))],
    });
    await request('PDF');
    await expectVisible(page.getByText(/Install the package chromium/));
  });
});

describe('a report by mail', () => {
  const aMail = (part: Partial<ReportMail> = {}): ReportMail => ({
    id: 3,
    run: 42,
    format: 'pdf',
    progress: { done: 4, total: 4 },
    subject: 'Monthly',
    state: 'queued',
    reason: null,
    recipients: [
      { address: 'one@example.net', state: 'delivered', response: '250 OK' },
      { address: 'two@example.net', state: 'dead', response: '550 no such mailbox' },
    ],
    isLinked: true,
    isRevoked: false,
    createdAt: '2026-01-05T08:00:00.000Z',
    expiresAt: '2026-02-04T08:00:00.000Z',
    ...part,
  });
  const open = async () => {
    const opened = await openReports({
      query: '&open=7',
      replies: [
        reply(reportRuns.create, aRun()),
        reply(sendReportMail, aMail()),
        reply(listReportMails, { mails: [aMail()] }),
        reply(revokeReportMail, {}),
      ],
    });
    await page.getByRole('button', { name: 'Send by mail' }).click();
    return { ...opened, dialog: page.getByRole('dialog', { name: 'Send Monthly by mail' }) };
  };

  it('is rendered as the reader sees it and sent to each recipient', async () => {
    const { server, dialog } = await open();
    await dialog.getByRole('textbox', { name: 'Recipients' }).fill('no address');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expectVisible(dialog.getByText('List is not valid').first());
    expect(server.received(reportRuns.create)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Recipients' }).fill('one@example.net, two@example.net');
    expect(await axeFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => server.received(sendReportMail).length).toBe(1);
    expect(server.received(reportRuns.create)[0]?.body).toMatchObject({ format: 'pdf', language: 'en' });
    expect(server.received(sendReportMail)[0]).toMatchObject({
      params: { runId: 42 },
      body: { recipients: ['one@example.net', 'two@example.net'], language: 'en' },
    });
  });

  atNight('shows what became of each, and its link is revoked', async () => {
    const { server, dialog } = await open();
    await expectVisible(dialog.getByText('550 no such mailbox'));
    await dialog.getByRole('button', { name: 'Revoke the link' }).click();
    await expect.poll(() => server.received(revokeReportMail).length).toBe(1);
  });
});
