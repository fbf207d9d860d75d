import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createAnnotation } from '#schemas/annotation/routes.ts';
import type { DataRequest } from '#schemas/data/data-request.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { readInventoryElement } from '#schemas/inventory/list/routes.ts';
import { inventoryRoutes } from '#web/routes/pages/inventory.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { aResult } from '../../dashboard/testing/documents.ts';
import { elementReplies } from './testing/element-replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...inventoryRoutes);

const places = { site: { id: 900, name: 'Lyon' }, device: { id: 1, name: 'edge-1' } };
const names: Readonly<Record<number, string>> = { 2: 'edge-1 · Gi0/2', 9: 'edge-9 · مركز 🛰️' };

/** Of a list a row for each of its ids, otherwise one row. */
function resultOf(request: DataRequest): DataResult {
  const result = aResult(request);
  const [first] = result.rows;
  if (request.breakdown.kind !== 'list' || first === undefined) return result;
  const rows = request.breakdown.ids.map((id) => ({
    ...first,
    key: [{ attribute: 'interface' as const, id, name: names[id] ?? null }],
  }));
  return { ...result, rows, rowCount: rows.length };
}

const open = () =>
  renderPage('/inventory/interface/2?customer=1', {
    replies: [
      ...elementReplies({ result: resultOf }),
      reply(readInventoryElement, {
        element: {
          id: 2,
          kind: 'interface',
          customer: 1,
          name: 'Gi0/2',
          active: true,
          takingEffect: false,
          status: null,
          inactiveAbove: null,
          properties: { name: 'Gi0/2' },
          ...places,
        },
        createdAt: '2020-01-01T08:00:00.000Z',
        networks: [],
        children: [],
      }),
      reply(listElements, {
        count: 2,
        elements: Object.entries(names).map(([id, label]) => ({
          id: Number(id),
          label,
          active: true,
          values: [],
        })),
      }),
      reply(createAnnotation, ({ body }) => ({
        id: 3,
        author: 'Ada',
        updatedAt: 0,
        version: 1,
        isEditable: true,
        elementName: '',
        ...body,
        to: body.to ?? null,
        element: body.element ?? null,
      })),
    ],
  });
const traffic = page.getByRole('article', { name: 'Traffic' });
const choose = async (item: string | RegExp): Promise<void> => {
  await traffic.getByRole('button', { name: 'Actions on Traffic' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('a chart of the page of an element', () => {
  atNight('draws another element of the same kind as well', async () => {
    const { server } = await open();
    await expectVisible(traffic.getByRole('button', { name: 'Show Inbound', exact: true }));
    await choose('Another element…');
    const dialog = page.getByRole('dialog', { name: 'Compare Traffic' });
    await dialog.getByRole('textbox', { name: 'Interface' }).click();
    await page.getByRole('option', { name: names[9]! }).click();
    await dialog.getByRole('button', { name: 'Compare' }).click();
    for (const name of Object.values(names))
      await expectVisible(traffic.getByRole('button', { name: `Show ${name} · Inbound`, exact: true }));
    const lists = () =>
      server
        .received(readData)
        .flatMap(({ body }) => body.requests.filter((each) => each.breakdown?.kind === 'list'));
    await expect
      .poll(() => lists().at(-1))
      .toMatchObject({
        keys: ['date', 'interface'],
        breakdown: { kind: 'list', ids: [2, 9] },
        filters: [{ element: 'interface', ids: [2, 9] }],
      });
    expect(await axeFaults()).toEqual([]);
    await choose(`No longer with ${names[9]!}`);
    await expectVisible(traffic.getByRole('button', { name: 'Show Inbound', exact: true }));
    await expectHidden(traffic.getByRole('button', { name: `Show ${names[9]!} · Inbound` }));
  });

  it('has annotations about the element, its device or its site', async () => {
    const { server } = await open();
    await expectVisible(traffic.getByRole('button', { name: 'Show Inbound', exact: true }));
    await choose('Add annotation…');
    const form = page.getByRole('dialog', { name: 'Add annotation' });
    const about = form.getByRole('combobox', { name: 'About' });
    await expect.element(about).toHaveValue('Gi0/2');
    await about.click();
    for (const name of ['edge-1', 'Lyon'])
      await expectVisible(page.getByRole('option', { name, exact: true }));
    await page.getByRole('option', { name: 'Gi0/2', exact: true }).click();
    await form.getByRole('textbox', { name: 'Text' }).fill('New line card');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect
      .poll(() => server.received(createAnnotation).at(-1)?.body)
      .toMatchObject({ text: 'New line card', element: 2 });
  });
});
