import { page } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer, shellRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { documentReplies } from './documents.ts';

interface DashboardOptions extends RenderOptions {
  /** Follows the customer in the address. */
  readonly query?: string;
}

const openerOf =
  (render: ReturnType<typeof pageRenderer>) =>
  ({ query = '', replies = [], ...remaining }: DashboardOptions = {}) =>
    render(`/dashboard?customer=1${query}`, { replies: [...documentReplies(), ...replies], ...remaining });

/** Opens the dashboards of a customer. */
export const openDashboards = openerOf(pageRenderer(...dashboardRoutes));

/** The same with header and menu. */
export const openDashboardsInShell = openerOf(shellRenderer(...dashboardRoutes));

/** A dashlet of the page by its name. */
export const dashletNamed = (name: string) => page.getByRole('article', { name });

/** Unfolds a part of the settings of a dashlet. */
export async function openSection(name: string): Promise<void> {
  const settings = page.getByRole('complementary', { name: /^Settings of/ });
  const toggle = settings.getByRole('button', { name, exact: true });
  await expectVisible(toggle);
  if (toggle.element().getAttribute('aria-expanded') === 'false') await toggle.click();
}
