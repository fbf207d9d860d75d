import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import {
  acceptProposals,
  cancelAcceptance,
  listAllDiscoveries,
  listProposals,
  type DiscoveryRun,
} from '#schemas/discovery/routes.ts';
import type { Proposal } from '#schemas/discovery/proposal.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { provisioningRoutes } from '#web/routes/pages/provisioning.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...provisioningRoutes);

const run: DiscoveryRun = {
  id: 4,
  customer: 1,
  site: 7,
  siteName: 'Lyon',
  state: 'finished',
  ranges: ['10.1.0.0/24'],
  credentials: ['v2c', 'v3 operator'],
  open: 0,
  repeatOf: null,
  fault: null,
  createdBy: 'noc',
  options: { concurrency: 100, packetsPerSecond: 200, timeoutMs: 1_000, retries: 1, ignoredTypes: [] },
  progress: { addresses: 254, queried: 254, found: 0, rejections: { timeout: 254 }, rejected: [] },
  unanswered: [
    {
      element: 9,
      site: 7,
      name: 'lyon-r1',
      address: '10.1.0.1',
      reason: 'silent',
      runs: 3,
      since: '2026-11-21T10:00:00.000Z',
      proposed: false,
    },
  ],
  createdAt: '2026-11-24T10:00:00.000Z',
  startedAt: null,
  endedAt: null,
};

atNight(
  'a discovery shows what it has tried, and why it has not found a device of the inventory',
  async () => {
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
  },
);

const proposals: readonly Proposal[] = Array.from({ length: 40 }, (_, number) => ({
  id: number + 1,
  change: number < 6 ? ('vanished' as const) : ('added' as const),
  kind: 'device' as const,
  name: `lyon-access-${String(number + 1)}`,
  element: null,
  parent: null,
  state: 'open' as const,
  fields: [{ name: 'address', before: null, after: `10.1.0.${String(number + 1)}` }],
  decidedBy: null,
  decidedAt: null,
}));
const accepting: AcceptanceRun = {
  id: 3,
  state: 'running',
  stopReason: null,
  total: 40,
  done: 12,
  accepted: 12,
  held: 0,
  failed: [],
  createdBy: 'noc',
  createdAt: '2026-11-24T10:00:00.000Z',
  endedAt: null,
};
const ended = { endedAt: '2026-11-24T10:01:00.000Z' };
const open = { ...run, open: 40 };

const proposing = (acceptance: AcceptanceRun | null, options: RenderOptions = {}) =>
  renderPage('/mt/provisioning?tab=discoveries&discovery=4', {
    session: aSession(),
    ...options,
    replies: [
      reply(listAllDiscoveries, { discoveries: [open] }),
      reply(listProposals, { proposals: [...proposals], total: 40, acceptance }),
    ],
  });
const dialogOfLyon = page.getByRole('dialog', { name: 'Proposals for Lyon' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('an acceptance in steps shows how far it is, and is cancelled once', async () => {
  const { server } = await proposing(accepting);
  await expectVisible(page.getByText('Accepting proposals: 12 of 40.'));
  await expect.element(button('Accept all')).toHaveAttribute('aria-busy', 'true');
  expect(await axeFaults()).toEqual([]);
  const cancelled: AcceptanceRun = { ...accepting, ...ended, state: 'cancelled', done: 25, accepted: 25 };
  server.set(
    reply(cancelAcceptance, () => {
      server.set(
        reply(listProposals, { proposals: proposals.slice(25), total: 15, acceptance: cancelled }),
        reply(listAllDiscoveries, { discoveries: [{ ...open, open: 15 }] }),
      );
      return cancelled;
    }),
  );
  await button('Cancel the acceptance').click();
  await expectVisible(page.getByText(/^Cancelled: 25 proposals of 40 were accepted before/));
  await expectHidden(button('Cancel the acceptance'));
  expect(server.received(cancelAcceptance)).toHaveLength(1);
});

atNight(
  'an acceptance that has ended names what was not accepted, and nothing is left to accept',
  async () => {
    const { server } = await proposing(accepting);
    await expectVisible(page.getByText('Accepting proposals: 12 of 40.'));
    const params = { address: '10.1.0.8', device: 'lyon-r1', site: 'Lyon', customer: 'Acme' };
    const failed: AcceptanceRun['failed'] = [
      { proposal: 8, code: 'NETWORK_ADDRESS_TAKEN', params },
      { proposal: 4_711, code: 'NAME_TAKEN', params: {} },
    ];
    const finished: AcceptanceRun = {
      ...accepting,
      ...ended,
      state: 'finished',
      done: 40,
      accepted: 37,
      held: 1,
      failed,
    };
    server.set(
      reply(listProposals, { proposals: [...proposals], total: 40, acceptance: finished }),
      reply(listAllDiscoveries, { discoveries: [{ ...open, open: 0 }] }),
    );
    await expectVisible(
      page.getByText('lyon-access-8: The address 10.1.0.8 belongs to the device “lyon-r1”'),
    );
    await expectVisible(page.getByText('Proposal 4711: Already present'));
    await expectVisible(page.getByText(/^1 proposal stays open/));
    // The list of discoveries is read again at the end.
    await expectVisible(dialogOfLyon.getByRole('button', { name: 'Accept all' }));
    await expect.element(button('Accept all')).toHaveAccessibleDescription('No proposal is open.');
  },
);

atNight(
  'many vanished elements open a dialog of their own: Escape leaves the proposals open, excluding accepts the others',
  async () => {
    const { server } = await proposing(null);
    server.set(reply(acceptProposals, problem('ACCEPTANCE_REMOVES_MANY', { params: { had: 40, lacks: 6 } })));
    await button('Accept all').click();
    const brake = page.getByRole('dialog', { name: 'Many elements have vanished' });
    await expectVisible(brake.getByText(/^Of 40 elements, 6 have vanished/));
    await userEvent.keyboard('{Escape}');
    await expectHidden(brake);
    await expectVisible(dialogOfLyon);
    await button('Accept all').click();
    server.set(reply(acceptProposals, { accepted: 34, held: 0, run: null }));
    await brake.getByRole('button', { name: 'Accept all but the vanished' }).click();
    await expectVisible(page.getByText('34 proposals accepted.'));
    expect(server.received(acceptProposals).map(({ body }) => body.vanished)).toEqual([
      'check',
      'check',
      'exclude',
    ]);
  },
);
