import { page } from 'vitest/browser';
import { renderPage } from '#web/testing/render-page.tsx';
import type { RenderOptions } from '#web/testing/render-page.tsx';
import { documentReplies } from './documents.ts';

/** Opens the dashboards of a customer; `query` follows the customer in the address. */
export const openDashboards = (options: RenderOptions & { readonly query?: string } = {}) => {
  const { query = '', replies = [], ...rest } = options;
  return renderPage(`/dashboard?customer=1${query}`, {
    replies: [...documentReplies(), ...replies],
    ...rest,
  });
};

/** A dashlet of the page by its name. */
export const dashletNamed = (name: string) => page.getByRole('article', { name });
