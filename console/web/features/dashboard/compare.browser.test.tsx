import { describe, expect } from 'vitest';
import { page } from 'vitest/browser';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { lines, reply } from '#web/testing/replies.ts';
import { aResult, lastRequested as lastRequest } from './testing/documents.ts';
import { dashletNamed, openDashboards } from './testing/open-dashboard.ts';
import { atNight } from '#tests/gate/at-night.ts';

const OTHER = { id: 9, label: 'metz-edge-1 · <b>Gi0/9</b>', active: true, values: [] };
/** Of a list a row for each of its ids. */
const listedData = reply(readData, ({ body }) =>
  lines(
    readData,
    ...body.requests.map((request): DataLine => {
      const result = aResult(request);
      const { breakdown } = request;
      const [first] = result.rows;
      const rows =
        breakdown.kind === 'list'
          ? breakdown.ids.flatMap((id) => {
              const found = result.rows.find(({ key: [part] }) => part?.id === id) ?? first;
              const name = id === OTHER.id ? OTHER.label : (found?.key[0]?.name ?? null);
              return found === undefined
                ? []
                : [{ ...found, key: [{ attribute: 'interface' as const, id, name }] }];
            })
          : result.rows;
      return { state: 'ready', id: request.id, result: { ...result, rows, rowCount: rows.length } };
    }),
    { state: 'end' },
  ),
);

const chart = dashletNamed('Busiest links');
const openMenu = () => chart.getByRole('button', { name: 'Actions on Busiest links' }).click();

describe('a timeline of elements', () => {
  atNight('is compared with another element, which is a line of its own until it is removed', async () => {
    const { server } = await openDashboards({
      query: '&open=7&period=1763800000-1763886400',
      replies: [
        listedData,
        reply(listElements, ({ body: { search } }) => {
          const elements = [{ ...OTHER, id: 1, label: 'shown already' }, OTHER].filter(({ label }) =>
            label.includes(search),
          );
          return { count: elements.length, elements };
        }),
      ],
    });
    await expectVisible(chart.getByRole('button', { name: /^Show lyon/ }));
    await openMenu();
    await page.getByRole('menuitem', { name: 'Another element…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare Busiest links' });
    const field = dialog.getByRole('textbox', { name: 'Interface' });
    await field.fill('metz');
    expect(page.getByRole('option', { name: 'shown already' }).query()).toBeNull();
    await page.getByRole('option', { name: OTHER.label }).click();
    expect(await axeFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    const entry = chart.getByRole('button', { name: `Show ${OTHER.label}` });
    await expectVisible(entry);
    await expectVisible(chart.getByRole('button', { name: /^Show lyon/ }));
    expect(lastRequest(server, 'd1')).toMatchObject({
      breakdown: { kind: 'list', ids: [1, 2, 3, 4, 5, 9] },
      filters: [{ element: 'interface', ids: [1, 2, 3, 4, 5, 9] }],
    });
    await openMenu();
    await page.getByRole('menuitem', { name: `No longer with ${OTHER.label}` }).click();
    await expectHidden(entry);
    expect(lastRequest(server, 'd1')).toMatchObject({ breakdown: { kind: 'top', count: 5 } });
  });
});
