import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { galleryRoutes } from '#web/routes/gallery.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';

const renderPage = pageRenderer(...galleryRoutes);

const grid = page.getByRole('grid');

describe('the gallery', () => {
  it.each(
    looksOfGate([
      ['dark', 'en'],
      ['light', 'fr'],
    ] as const),
  )('shows every component without accessibility faults, in %s, %s', async (theme, language) => {
    await renderPage('/test?customer=1', { theme, language, replies: alertReplies() });
    await expectVisible(grid);
    expect(await axeFaults()).toEqual([]);
  });

  it('scrolls 100,000 rows by key with few of them in the document', async () => {
    await renderPage('/test?customer=1', { replies: alertReplies() });
    await expectVisible(grid);
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expectVisible(grid.getByText('Site 100000'));
    expect(grid.getByRole('row').elements().length).toBeLessThan(60);
    await userEvent.keyboard(' ');
    await expect.element(grid.getByRole('checkbox', { name: 'Select Site 100000' })).toBeChecked();
  });
});
