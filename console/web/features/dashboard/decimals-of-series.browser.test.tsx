import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { reply } from '#web/testing/replies.ts';
import { anEntry } from './testing/documents.ts';
import { openDashboards } from './testing/open-dashboard.ts';

const { update } = customerDocuments.dashboard;

it.each([
  ['en', 'Decimals', 'Automatic', 'Save'],
  ['fr', 'Décimales', 'Automatique', 'Enregistrer'],
] as const)('the decimals of a series are chosen in its dashlet, and shown at once, %s', async (...given) => {
  const [language, name, automatic, save] = given;
  const { server } = await openDashboards({
    query: '&open=7&edit=true&dashlet=d3',
    language,
    width: 1_280,
    replies: [reply(update, anEntry(7))],
  });
  const field = page.getByRole('combobox', { name }).first();
  await expect.element(field).toHaveValue(automatic);
  await field.click();
  await page.getByRole('option', { name: '3', exact: true }).click();
  await expect.element(field).toHaveValue('3');
  const dial = page.getByRole('meter').first();
  await expectVisible(dial);
  await expect
    .poll(() => dial.element().getAttribute('aria-valuetext'))
    .toMatch(language === 'en' ? /^\d+\.\d{3}%/ : /^\d+,\d{3}\u00A0%/);
  await page.getByRole('button', { name: save, exact: true }).click();
  await expect.poll(() => server.received(update).length).toBe(1);
  const saved = server.received(update)[0]?.body.document.dashlets.find(({ id }) => id === 'd3');
  expect(saved?.settings).toMatchObject({ series: [{ decimals: 3 }, {}] });
  await field.click();
  await page.getByRole('option', { name: automatic }).click();
  await expect.element(field).toHaveValue(automatic);
});
