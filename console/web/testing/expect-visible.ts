import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

/** Waits for the first of the elements. */
export const expectVisible = (locator: Locator) => expect.element(locator.first()).toBeVisible();

export const expectHidden = (locator: Locator) => expect.poll(() => locator.elements().length).toBe(0);

/** Opens a field with options, of which it has several, and returns them as users read them. */
export async function optionsOf(field: Locator): Promise<readonly string[]> {
  await expectVisible(field);
  await field.click();
  const options = page.getByRole('option');
  await expect.poll(() => options.elements().length).toBeGreaterThan(1);
  return options.elements().map(({ textContent }) => textContent);
}
