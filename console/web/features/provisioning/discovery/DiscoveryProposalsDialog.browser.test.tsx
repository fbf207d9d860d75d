import { it } from 'vitest';
import { page } from 'vitest/browser';
import { listAllDiscoveries, listProposals } from '#schemas/discovery/routes.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const run: DiscoveryRun = {
  ...{ id: 4, customer: 1, site: 7, siteName: 'Lyon', state: 'finished', ranges: ['10.1.0.0/24'] },
  ...{ credentials: ['v2c', 'v3 operator'], open: 0, repeatOf: null, fault: null, createdBy: 'noc' },
  options: { concurrency: 100, packetsPerSecond: 200, timeoutMs: 1_000, retries: 1, ignoredTypes: [] },
  progress: { addresses: 254, asked: 254, found: 0, rejections: { timeout: 254 }, rejected: [] },
  unanswered: [
    {
      ...{ element: 9, site: 7, name: 'lyon-r1', address: '10.1.0.1', reason: 'silent', runs: 3 },
      ...{ since: '2026-11-21T10:00:00.000Z', proposed: false },
    },
  ],
  ...{ createdAt: '2026-11-24T10:00:00.000Z', startedAt: null, endedAt: null },
};

it('a discovery shows what it has tried, and why it has not found a device of the inventory', async () => {
  await renderPage('/mt/provisioning?tab=discoveries&discovery=4', {
    session: aSession(),
    replies: [
      reply(listAllDiscoveries, { discoveries: [run] }),
      reply(listProposals, { proposals: [], total: 0, acceptance: null }),
    ],
  });
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByText('v2c, v3 operator'));
  await expectVisible(dialog.getByText('lyon-r1'));
  await expectVisible(
    dialog.getByText('No response, neither to its credential nor to those tried (3 runs in a row)'),
  );
  await expectVisible(dialog.getByText('No proposal', { exact: true }));
});
