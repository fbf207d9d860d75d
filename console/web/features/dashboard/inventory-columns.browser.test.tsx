import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { anEntry, documentReplies } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const settings = () => page.getByRole('complementary', { name: /^Settings of/ });
const column = (number: number) => settings().getByRole('group', { name: `Column ${String(number)}` });
const open = () =>
  renderPage(`/dashboard?customer=1&open=7&edit=true&dashlet=d7`, {
    replies: documentReplies(anEntry(7)),
  });

it('columns of an inventory are chosen from the properties of its elements, and put in order by keys', async () => {
  const { server } = await open();
  const requested = () =>
    server.received(listElements).findLast(({ body }) => body.properties.length > 0)?.body;
  await settings().getByRole('combobox', { name: 'Elements', exact: true }).click();
  await page.getByRole('option', { name: 'Device', exact: true }).click();
  await expect.poll(requested).toMatchObject({ element: 'device', properties: ['address'] });
  await settings().getByRole('button', { name: 'Add a column' }).click();
  await column(2).getByRole('combobox', { name: 'Property' }).click();
  await page.getByRole('option', { name: 'Model' }).click();
  await expect.poll(requested).toMatchObject({ properties: ['address', 'model'] });
  expect(await axeFaults()).toEqual([]);
  const up = column(2).getByRole('button', { name: 'Move Column 2 up' });
  (up.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(requested).toMatchObject({ properties: ['model', 'address'] });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Column 1 up');
  await column(1).getByRole('textbox', { name: 'Label' }).fill('Type');
  await expectVisible(page.getByRole('columnheader', { name: 'Type' }));
  await column(2).getByRole('button', { name: 'Remove column 2' }).click();
  await expect.poll(requested).toMatchObject({ properties: ['model'] });
});
