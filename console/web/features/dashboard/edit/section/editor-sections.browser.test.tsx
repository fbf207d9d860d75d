import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { openDashboards as open } from '../../testing/open-dashboard.ts';
import { isOpenSection } from './editor-sections.ts';

const settings = page.getByRole('complementary', { name: /^Settings of/ });
const section = (name: string) => settings.getByRole('button', { name, exact: true });

it('the settings of a dashlet are in sections, which stay as the user folded them', async () => {
  await open({ query: '&open=7&edit=true&dashlet=d1' });
  await expectVisible(section('Data'));
  for (const name of ['Data', 'Filters of this dashlet', 'Breakdown'])
    await expect.element(section(name)).toHaveAttribute('aria-expanded', 'true');
  for (const name of ['Period and intervals', 'Appearance', 'Thresholds'])
    await expect.element(section(name)).toHaveAttribute('aria-expanded', 'false');
  await section('Appearance').click();
  await section('Data').click();
  // That of the browser is read with the next dashlet.
  expect(isOpenSection('appearance')).toBe(true);
  expect(isOpenSection('data')).toBe(false);
  expect(await axeFaults()).toEqual([]);
});

it('a filter that is added is in view, and takes the next key', async () => {
  await open({ query: '&open=7&edit=true&dashlet=d1' });
  await settings.getByRole('combobox', { name: 'Add a filter' }).click();
  await page.getByRole('option', { name: 'Site', exact: true }).click();
  const added = settings.getByRole('group', { name: 'Site' });
  await expectVisible(added);
  await expect.poll(() => added.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
});
