import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import type { DataLine, ResultSeries } from '#schemas/data/data-result-size.ts';
import { DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, anEntry } from '../testing/documents.ts';
import { dashletNamed as dashlet, openDashboards as open } from '../testing/open-dashboard.ts';
import { atNight } from '#tests/gate/at-night.ts';

const place = { x: 0, y: 0, width: 12, height: 8 };
const sites = { keys: ['site'], breakdown: { kind: 'top', count: 5 } };
const document = {
  version: DOCUMENT_VERSION,
  dashlets: [
    {
      id: 'd1',
      type: 'table',
      title: 'Sites',
      place,
      settings: {
        ...sites,
        series: [
          { kpi: 'itf_in_util', aggregation: 'percentile' },
          { kpi: 'itf_in_bps', aggregation: 'sum' },
          { kpi: 'itf_out_bps', label: 'Sent' },
        ],
      },
    },
  ],
} as unknown as WrittenDocument;

const found: readonly Partial<ResultSeries>[] = [
  { over: 'maximum', accesses: 9, working: '1h', isCoarser: true },
  { aggregation: 'average', over: 'sum', replaced: ['sum'] },
  { over: 'sum' },
];
const response = reply(readData, ({ body }) =>
  lines(
    readData,
    ...body.requests.map((request): DataLine => {
      const result = aResult(request);
      const series = result.series.map((each, index) => ({ ...each, ...found[index] }));
      return { state: 'ready', id: request.id, result: { ...result, series } };
    }),
    { state: 'end' },
  ),
);
const replies = [reply(customerDocuments.dashboard.read, anEntry(7, document)), response];
/** A reader who does not look after the platform. */
const reader = aSession({ permissions: permissionKeys.filter((key) => !key.startsWith('SUPPORT.')) });

describe('a dashlet', () => {
  it('names its columns by what is shown of which elements, unless they have a label', async () => {
    await open({ query: '&open=7', replies, width: 1920 });
    for (const name of ['Inbound utilisation, 95th percentile, worst access', 'Inbound throughput', 'Sent'])
      await expectVisible(dashlet('Sites').getByRole('columnheader', { name, exact: true }));
  });

  atNight(
    'says in its heading that values are of hourly ones, and that an aggregation was replaced',
    async () => {
      await open({ query: '&open=7', replies });
      await expectVisible(dashlet('Sites').getByText('of hourly values, aggregation replaced'));
    },
  );

  atNight.each(
    looksOfGate([
      [1280, 'dark', 'en'],
      [390, 'light', 'fr'],
      [1920, 'light', 'en'],
    ] as const),
  )(
    'explains its values by keys to every reader, without statements, %d pixels, %s, %s',
    async (width, theme, language) => {
      await open({ query: '&open=7', replies, session: reader, width, theme, language });
      const isFrench = language === 'fr';
      const actions = page.getByRole('button', { name: isFrench ? 'Actions sur Sites' : 'Actions on Sites' });
      await expectVisible(actions);
      (actions.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      const item = page.getByRole('menuitem', {
        name: isFrench ? 'Comment est-ce calculé\u00A0?' : 'How is this computed?',
      });
      await expectVisible(item);
      (item.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      const dialog = page.getByRole('dialog');
      await expectVisible(
        dialog.getByText(
          isFrench ? /^95e centile de .* valeurs horaires/ : /^95th percentile of .* hourly values/,
        ),
      );
      await expectVisible(
        dialog.getByText(
          isFrench
            ? '«\u00A0Somme\u00A0» dans le temps n’existe pas pour un débit. Affiché à la place\u00A0: moyenne.'
            : '“Sum” over time does not exist for a rate: the average is shown.',
        ),
      );
      expect(dialog.getByText(/^(Statements and formulas|Requêtes et formules)$/).query()).toBeNull();
      // The menu and the hint of its button close while the dialog opens.
      const closing = [item, page.getByRole('tooltip')];
      await expect.poll(() => closing.map((one) => one.query())).toEqual([null, null]);
      expect(await axeFaults()).toEqual([]);
    },
  );
});
