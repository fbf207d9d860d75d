import type { Locator, Page } from 'playwright-core';

/** Opens the menu of a row, by its accessible name, and chooses an action. */
export async function chooseAction(page: Page, of: string | RegExp, action: string): Promise<void> {
  await page.getByRole('button', { name: of }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** An action in the menu of a row, which it opens. */
export async function actionOf(page: Page, of: string | RegExp, action: string): Promise<Locator> {
  await page.getByRole('button', { name: of }).click();
  return page.getByRole('menuitem', { name: new RegExp(`^${action}`) });
}
