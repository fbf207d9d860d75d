import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { customerReports } from '#schemas/report/routes.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { expectGone, expectVisible } from '#web/testing/expect-visible.ts';
import { problem, reply } from '#web/testing/replies.ts';
import { aReport, openReports } from './testing/reports.ts';

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

  it('says that only the first pages are shown', async () => {
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

  it('that does not exist is unavailable', async () => {
    await openReports({ query: '&open=7', replies: [reply(customerReports.read, problem('NOT_FOUND'))] });
    await expectVisible(page.getByText('Report unavailable'));
  });

  it('is shown as slides with the keys', async () => {
    await openReports({ query: '&open=7' });
    await page.getByRole('button', { name: 'Slides' }).click();
    await expectVisible(page.getByText('1 of 4'));
    await userEvent.keyboard('{ArrowRight}');
    await expectVisible(page.getByText('2 of 4'));
    await userEvent.keyboard('{End}');
    await expectVisible(page.getByText('4 of 4'));
    await userEvent.keyboard('{Escape}');
    await expectGone(page.getByRole('dialog', { name: 'Slides of Monthly' }));
  });
});
