import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { DocumentDifference } from '#schemas/dashboard/difference.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { now } from '#web/lib/clock.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { documentReplies } from './testing/documents.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { listVersions, compare } = customerDocuments.dashboard;
const difference: DocumentDifference = {
  texts: [],
  parts: [],
  dashlets: [{ id: 'd3', title: 'Core', type: 'gauge', change: 'changed', parts: ['title', 'settings'] }],
};

describe('what has changed since a version', () => {
  it.each([
    ['en', 'Dashlet Core changed: title, settings'],
    ['fr', /^Widget Core modifié\u00A0: titre, /],
  ] as const)('is written as the language has it, %s', async (language, sentence) => {
    await renderPage('/dashboard?customer=1&open=7&versions=true&version=1', {
      language,
      replies: [
        ...documentReplies(),
        reply(listVersions, { versions: [{ number: 1, author: 'Ada', at: now(), restored: null }] }),
        reply(compare, { difference }),
      ],
    });
    await expectVisible(page.getByText(sentence));
  });

  it('is nothing for the newest version, which is not restored again', async () => {
    await renderPage('/dashboard?customer=1&open=7&versions=true&version=1', {
      replies: [
        ...documentReplies(),
        reply(listVersions, { versions: [{ number: 1, author: 'Ada', at: now(), restored: null }] }),
        reply(compare, { difference: { texts: [], parts: [], dashlets: [] } }),
      ],
    });
    const restore = page.getByRole('button', { name: 'Restore version 1' });
    await expect.element(restore).toHaveAttribute('aria-disabled', 'true');
    await expectVisible(page.getByRole('dialog').getByText('Nothing changed.').first());
  });
});
