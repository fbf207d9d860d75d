import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { problemText } from '#schemas/problem/problem.ts';
import {
  acceptSdwanProposals,
  cancelSdwanAcceptance,
  checkSdwanServer,
  deleteSdwanServer,
  listSdwanDocuments,
  listSdwanProposals,
  listSdwanServers,
  synchroniseSdwanServer,
  updateSdwanServer,
} from '#schemas/sdwan/routes.ts';
import type { SdwanProposal } from '#schemas/sdwan/proposal.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { sdwanRoutes } from '#web/routes/pages/sdwan.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...sdwanRoutes);

const reason = 'The SD-WAN manager is not accessible.';
const server: SdwanServer = {
  id: 2,
  version: 1,
  name: 'Catalyst SD-WAN Marseille',
  kind: 'vmanage',
  url: 'https://192.0.2.9',
  login: 'noc',
  signsInWith: 'password',
  secretExpiresOn: null,
  organization: '',
  elasticUrl: '',
  vsdName: '',
  adom: '',
  vdom: '',
  isMultiTenant: true,
  customer: null,
  clientId: '',
  verifyTls: true,
  recipientId: 1,
  suspendProvisioning: true,
  suspendCollect: true,
  customerName: null,
  connectivity: {
    state: 'unavailable',
    at: '2026-11-28T20:11:09.498Z',
    responseMs: null,
    fault: { code: 'SDWAN_UNREACHABLE', message: reason },
  },
  credentials: { certificate: null, sessionEndsAt: null, expiring: [] },
  alarms: { raised: 0, at: null, fault: null },
  collectedAt: null,
  unplaced: null,
  applications: { at: null, fault: null },
  synchronisation: { state: 'never', at: null, fault: null, open: 0 },
};

atNight(
  'the reason why a manager is not available can be read at 1,280 pixels, next to the actions on it',
  async () => {
    await renderPage('/mt/sdwanmanagers', {
      replies: [reply(listSdwanServers, { servers: [server], customers: [] })],
      width: 1_280,
    });
    const shown = page.getByRole('grid').getByText(reason);
    await expectVisible(shown);
    await expect.poll(() => shown.element().scrollWidth - shown.element().clientWidth).toBeLessThanOrEqual(0);
    const actions = page.getByRole('button', { name: /^Actions / }).element();
    expect(actions.getBoundingClientRect().right).toBeLessThanOrEqual(1_280);
  },
);

atNight.each([
  [1_280, 'dark', 'en'],
  [900, 'light', 'fr'],
  [390, 'dark', 'fr'],
] as const)(
  'long reasons of a manager wrap instead of being cut, at %d pixels, %s, %s',
  async (width, theme, language) => {
    const long = problemText('SDWAN_CERTIFICATE_CHANGED', language);
    const failed = {
      ...server,
      connectivity: { ...server.connectivity, fault: { code: '', message: long } },
      alarms: { raised: 0, at: null, fault: { code: '', message: 'alarms: the certificate has expired' } },
    };
    await renderPage('/mt/sdwanmanagers', {
      replies: [reply(listSdwanServers, { servers: [failed as SdwanServer], customers: [] })],
      width,
      theme,
      language,
    });
    const row = page.getByRole('grid').getByRole('row', { name: /Catalyst SD-WAN Marseille/ });
    for (const text of [long, 'alarms: the certificate has expired']) {
      const shown = row.getByText(text);
      await expectVisible(shown);
      const isComplete = () => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = shown.element();
        const [own, around] = [shown, row].map((one) => one.element().getBoundingClientRect());
        return (
          scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1 && own!.bottom <= around!.bottom
        );
      };
      await expect.poll(isComplete).toBe(true);
    }
    expect(await axeFaults()).toEqual([]);
  },
);

atNight('the dialog before a manager is deleted names the documents that use it', async () => {
  const documents = [
    { kind: 'dashboard', id: 7, name: 'Overlay', customer: { id: 1, name: 'Aster Retail' } },
  ];
  const { server: calls } = await renderPage('/mt/sdwanmanagers', {
    replies: [
      reply(listSdwanServers, { servers: [server], customers: [] }),
      reply(listSdwanDocuments, { documents: documents as never, others: 1 }),
      reply(deleteSdwanServer, {}),
    ],
  });
  await userEvent.click(page.getByRole('button', { name: /^Actions / }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete…' }));
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByRole('link', { name: 'Overlay' }));
  await expectVisible(dialog.getByText('1 that you cannot open'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await expect.poll(() => calls.received(deleteSdwanServer).length).toBe(1);
});

atNight('a tenant that could not be read is named with the reason', async () => {
  const nothing = { count: 0, names: [] };
  const unread = [
    { tenant: 'gamma', fault: { code: 'SDWAN_REQUEST_INVALID', message: 'Tenant not ready.' } },
  ];
  const lacking = {
    ...server,
    suspendCollect: false,
    unplaced: { devices: nothing, tenants: nothing, unread },
  };
  await renderPage('/mt/sdwanmanagers', {
    replies: [reply(listSdwanServers, { servers: [lacking], customers: [] })],
    width: 1_280,
  });
  await expect
    .element(page.getByText(`${server.name}: gamma could not be read, the others were. Tenant not ready.`))
    .toBeVisible();
});

const unavailable = `Server seems unavailable, please check its configuration: ${reason}`;

it('a manager that does not respond to its check seems unavailable, with the reason', async () => {
  await renderPage('/mt/sdwanmanagers', {
    replies: [reply(listSdwanServers, { servers: [server], customers: [] }), reply(checkSdwanServer, server)],
  });
  await userEvent.click(page.getByRole('button', { name: /^Actions / }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Check' }));
  await expectVisible(page.getByText(unavailable));
});

atNight('an import that cannot be started says so above the reason', async () => {
  await renderPage('/mt/sdwanmanagers', {
    replies: [
      reply(listSdwanServers, { servers: [server], customers: [] }),
      reply(synchroniseSdwanServer, problem('DATABASE_UNREACHABLE')),
    ],
  });
  await userEvent.click(page.getByRole('button', { name: /^Actions / }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Synchronise' }));
  await expectVisible(page.getByText(/^An error occured while starting the import: The database/));
});

const untried: SdwanServer = {
  ...server,
  suspendProvisioning: false,
  connectivity: { state: 'not tried', at: null, responseMs: null, fault: null },
};

atNight('a manager that fails its check is saved after a query that gives the reason once', async () => {
  await renderPage('/mt/sdwanmanagers?edit=2', {
    replies: [
      reply(listSdwanServers, { servers: [untried], customers: [] }),
      reply(
        updateSdwanServer,
        problem('SDWAN_CONNECTIVITY_FAILED', {
          errors: [{ path: 'body.url', code: 'SDWAN_UNREACHABLE', message: reason }],
        }),
      ),
    ],
  });
  const form = page.getByRole('dialog', { name: /^Edit / });
  await userEvent.fill(form.getByRole('textbox', { name: 'Username' }), 'admin');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await expectVisible(form.getByText(unavailable));
  await expectVisible(form.getByText(/Save and disable automatic provisioning and collection\?/));
  expect(form.getByText(reason).elements()).toHaveLength(1);
  await expectVisible(form.getByRole('button', { name: 'Save and suspend' }));
  expect(await axeFaults()).toEqual([]);
});

const vanished: SdwanProposal[] = Array.from({ length: 30 }, (_, number) => ({
  id: number + 1,
  customer: 1,
  customerName: 'Acme',
  change: 'vanished',
  kind: 'device',
  device: '',
  name: `edge-${String(number + 1)}`,
  detail: '',
}));
const managerWith = (open: number) =>
  reply(listSdwanServers, {
    servers: [{ ...server, synchronisation: { ...server.synchronisation, open } }],
    customers: [],
  });

it('while proposals are accepted in steps no other can be accepted, and a cancelled acceptance counts what is open again', async () => {
  const accepting: AcceptanceRun = {
    id: 3,
    state: 'running',
    stopReason: null,
    total: 30,
    done: 10,
    accepted: 10,
    held: 0,
    failed: [],
    createdBy: 'noc',
    createdAt: '2026-11-24T10:00:00.000Z',
    endedAt: null,
  };
  const { server: calls } = await renderPage('/mt/sdwanmanagers?proposals=2', {
    replies: [
      managerWith(20),
      reply(listSdwanProposals, { proposals: vanished.slice(10), total: 20, acceptance: accepting }),
    ],
  });
  await expectVisible(page.getByText('Accepting proposals: 10 of 30.'));
  await expect
    .element(page.getByRole('button', { name: 'Accept', exact: true }).first())
    .toHaveAccessibleDescription(problemText('ACCEPTANCE_RUNNING', 'en'));
  expect(await axeFaults()).toEqual([]);
  const cancelled: AcceptanceRun = {
    ...accepting,
    state: 'cancelled',
    done: 25,
    accepted: 25,
    endedAt: '2026-11-24T10:01:00.000Z',
  };
  calls.set(
    reply(cancelSdwanAcceptance, () => {
      calls.set(
        reply(listSdwanProposals, { proposals: vanished.slice(25), total: 5, acceptance: cancelled }),
        managerWith(5),
      );
      return cancelled;
    }),
  );
  const lists = calls.received(listSdwanServers).length;
  await page.getByRole('button', { name: 'Cancel the acceptance' }).click();
  await expectVisible(page.getByText(/^Cancelled: 25 proposals of 30 were accepted before/));
  await expect.poll(() => calls.received(listSdwanServers).length).toBeGreaterThan(lists);
});

atNight(
  'many vanished elements of a manager open a dialog of their own, which Escape closes alone',
  async () => {
    const { server: calls } = await renderPage('/mt/sdwanmanagers?proposals=2', {
      replies: [
        managerWith(30),
        reply(listSdwanProposals, { proposals: vanished, total: 30, acceptance: null }),
        reply(acceptSdwanProposals, problem('ACCEPTANCE_REMOVES_MANY', { params: { had: 40, lacks: 30 } })),
      ],
    });
    const acceptAll = page.getByRole('button', { name: 'Accept all (30)' });
    await acceptAll.click();
    const brake = page.getByRole('dialog', { name: 'Many elements have vanished' });
    await expectVisible(brake.getByText(/^Of 40 elements, 30 have vanished/));
    await userEvent.keyboard('{Escape}');
    await expectHidden(brake);
    await acceptAll.click();
    calls.set(reply(acceptSdwanProposals, { accepted: 28, held: 2, run: null }));
    await brake.getByRole('button', { name: 'Accept the vanished too' }).click();
    await expectVisible(page.getByText(/^2 proposals stay open: their devices/));
    expect(calls.received(acceptSdwanProposals).map(({ body }) => body.vanished)).toEqual([
      'check',
      'check',
      'include',
    ]);
  },
);
