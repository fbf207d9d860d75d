import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readData } from '#schemas/data/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, renderPage } from '#web/testing/render-page.tsx';
import type { RenderOptions } from '#web/testing/render-page.tsx';
import { documentReplies } from './testing/documents.ts';

const open = ({ query = '', replies = [], ...rest }: RenderOptions & { readonly query?: string } = {}) =>
  renderPage(`/dashboard?customer=1&open=7${query}`, {
    replies: [...documentReplies(), ...replies],
    ...rest,
  });
const dashlet = (name: string) => page.getByRole('article', { name });
const settings = page.getByRole('complementary', { name: /^Settings of/ });

describe('a timeline', () => {
  it('is compared with an earlier period, which has its own entry in the legend', async () => {
    const { server } = await open({ query: '&edit=true&dashlet=d1' });
    await settings.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The same period a week ago' }).click();
    const entry = dashlet('Busiest links').getByRole('button', {
      name: 'Show nantes-cpe-7 · WAN (a week earlier)',
    });
    await expectVisible(entry);
    await entry.click();
    await expect.element(entry).toHaveAttribute('aria-pressed', 'false');
    const [asked] = server.received(readData).at(-1)?.body.requests ?? [];
    expect(asked).toMatchObject({ id: 'd1', comparison: 'week' });
    expect(await axeFaults()).toEqual([]);
  });
});
