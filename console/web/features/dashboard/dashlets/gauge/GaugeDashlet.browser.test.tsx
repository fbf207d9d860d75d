import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

const [gauge] = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) =>
  one.type === 'gauge' ? [one] : [],
);

const openWith = (series: readonly { readonly kpi: 'itf_in_util' | 'itf_out_util' }[]) =>
  renderPage('/dashboard?customer=1&open=7', {
    replies: documentReplies(
      anEntry(7, {
        ...wanDocument,
        dashlets: [{ ...gauge!, title: '', settings: { ...gauge!.settings, series: [...series] } }],
      }),
    ),
  });

it('a gauge that its heading names is not named again, and still leads to its alarms', async () => {
  await openWith([{ kpi: 'itf_in_util' }]);
  await expectVisible(page.getByRole('meter', { name: 'Inbound utilisation' }));
  const name = page.getByRole('button', { name: /Inbound utilisation/ }).last();
  expect(name.element().getBoundingClientRect().height).toBe(0);
  await page.getByRole('meter').click({ force: true });
  await expectVisible(page.getByRole('dialog').getByText(/Inbound utilisation/));
});

it('gauges of several KPIs are named one by one', async () => {
  await openWith([{ kpi: 'itf_in_util' }, { kpi: 'itf_out_util' }]);
  await expectVisible(page.getByText('Outbound utilisation', { exact: true }));
});
