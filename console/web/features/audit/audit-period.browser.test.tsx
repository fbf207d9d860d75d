import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listAuditEvents, readAuditVerification } from '#schemas/audit/routes.ts';
import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { auditRoutes } from '#web/routes/pages/audit.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...auditRoutes);

const open = (search = '') =>
  renderPage(`/mt/audit${search}`, {
    replies: [
      reply(listAuditEvents, { events: [], next: null }),
      reply(readAuditVerification, { last: null, newest: 0 }),
    ],
  });
const period = page.getByRole('group', { name: 'Period' });

describe('the period of the audit trail', () => {
  it('is any, the last hours or a custom one, which may be without an end', async () => {
    const { server, search } = await open();
    const requested = () => server.received(listAuditEvents).at(-1)?.query;
    await period.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Last hour' }).click();
    await expectVisible(period.getByRole('button', { name: 'Last hour' }));
    expect(search().get('range')).toBe('1h');
    await expect.poll(() => requested()?.from ?? 0).toBeGreaterThan(Date.now() - HOUR_MS - MINUTE_MS);
    await period.getByRole('button', { name: 'Last hour' }).click();
    await page.getByRole('menuitem', { name: 'Custom period …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom period' });
    await expectVisible(dialog.getByText('Leave one empty for a period without start or end.'));
    expect(await axeFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expectVisible(period.getByRole('button', { name: /^Since / }));
    expect([search().get('range'), search().get('to')]).toEqual([null, null]);
  });

  it('of an address with both ends is said in words', async () => {
    await open(`?from=${String(Date.UTC(2026, 2, 10, 8))}&to=${String(Date.UTC(2026, 2, 10, 9))}`);
    await expectVisible(period.getByRole('button', { name: /10.*Mar|Mar.*10/ }));
  });
});
