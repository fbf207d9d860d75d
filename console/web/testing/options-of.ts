import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectVisible } from './expect-visible.ts';

/** Opens a field with options, of which it has several, and returns them as users read them. */
export async function optionsOf(field: Locator): Promise<readonly string[]> {
  await expectVisible(field);
  await field.click();
  const options = page.getByRole('option');
  await expect.poll(() => options.elements().length).toBeGreaterThan(1);
  return options.elements().map(({ textContent }) => textContent);
}
