import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { readData } from '#schemas/data/routes.ts';
import { lines, reply, type Reply } from '#web/testing/replies.ts';
import { aResult, anEntry, documentReplies, wanDocument } from '../../testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const [gauge] = DashboardDocument.parse(wanDocument).dashlets.flatMap((one) =>
  one.type === 'gauge' ? [one] : [],
);

const openWith = (
  series: readonly { readonly kpi: 'itf_in_util' | 'itf_out_util' }[],
  axis: { readonly min?: number } = {},
  ...replies: readonly Reply[]
) => {
  const settings = { ...gauge!.settings, series: [...series], axis };
  const dashlets = [{ ...gauge!, title: '', settings }];
  return renderPage('/dashboard?customer=1&open=7', {
    replies: [...documentReplies(anEntry(7, { ...wanDocument, dashlets })), ...replies],
  });
};

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

const valueOf = (value: number) =>
  reply(readData, ({ body: { requests } }) =>
    lines(
      readData,
      ...requests.map((request) => {
        const result = aResult(request);
        const rows = result.rows.map((row) => ({ ...row, values: row.values.map(() => [value]) }));
        return { state: 'ready' as const, id: request.id, result: { ...result, rows } };
      }),
      { state: 'end' },
    ),
  );

const belowZero = valueOf(-30);

it('a utilisation above 100 % is shown and marked, with the reason', async () => {
  await openWith([{ kpi: 'itf_in_util' }], {}, valueOf(140));
  await expectVisible(page.getByText('140%'));
  const mark = page.getByTitle('More than the line can carry: check its configured speed or bandwidth');
  await expectVisible(mark);
  await expect.element(page.getByRole('meter')).toHaveAttribute('aria-valuemax', '140');
});

it('a dial shows a value below zero, filled from zero', async () => {
  await openWith([{ kpi: 'itf_in_util' }], {}, belowZero);
  await expectVisible(page.getByRole('meter'));
  await expect.element(page.getByRole('meter')).toHaveAttribute('aria-valuemin', '-100');
  expect(page.getByRole('meter').element().querySelector('.tt-gauge-value')).not.toBeNull();
});

it('a dial says so where its axis leaves the value out', async () => {
  await openWith([{ kpi: 'itf_in_util' }], { min: 0 }, belowZero);
  await expectVisible(page.getByRole('meter').getByText('below the scale'));
  await expect
    .element(page.getByRole('meter'))
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/30%: below the scale$/));
});

it('a dial says so in the opening of its ring, above its name', async () => {
  await openWith([{ kpi: 'itf_in_util' }, { kpi: 'itf_out_util' }], { min: 0 }, belowZero);
  await expectVisible(page.getByRole('meter').getByText('below the scale'));
  const [off, name, ring] = ['.tt-gauge-off', '.tt-gauge-name', '.tt-gauge-arc'].map((selector) =>
    document.querySelector(selector)!.getBoundingClientRect(),
  );
  expect(off!.bottom).toBeLessThanOrEqual(name!.top);
  expect(off!.bottom).toBeLessThanOrEqual(ring!.bottom + 1);
});

it('the end of a long title or name, which distinguishes it, takes a second line', async () => {
  const worst = { kpi: 'wan_in_util_worst' } as const;
  const place = { ...gauge!.place, width: 6 };
  const dashlets = [
    { ...gauge!, title: '', place, settings: { ...gauge!.settings, series: [worst] } },
    {
      ...gauge!,
      id: 'two',
      title: 'Two',
      place: { ...place, x: 6 },
      settings: { ...gauge!.settings, series: [worst, { ...worst, kpi: 'wan_out_util_worst' }] },
    },
  ];
  await renderPage('/dashboard?customer=1&open=7', {
    replies: documentReplies(anEntry(7, { ...wanDocument, dashlets })),
  });
  await expectVisible(page.getByText(/^WAN outbound utilisation, worst access/));
  const names = [...document.querySelectorAll('.tt-gauge-name, .tt-dashlet-head h2')];
  expect(names.length).toBeGreaterThanOrEqual(4);
  for (const name of names) {
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight + 1);
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth + 1);
  }
});
