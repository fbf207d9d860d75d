import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listImportMappings } from '#schemas/provisioning/mapping-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { ImportDifferenceRow, ImportRun } from '#schemas/provisioning/import-run.ts';
import { applyImport, cancelImport, listImports, readImport } from '#schemas/provisioning/routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { provisioningRoutes } from '#web/routes/pages/provisioning.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...provisioningRoutes);

const params = { lacks: 11, had: 18, customer: 'acme', percent: 10 };
const held: ImportRun = {
  id: 7,
  name: 'network.csv',
  bytes: 900,
  task: 'apply',
  state: 'held',
  mode: 'lines',
  removeMissing: true,
  mapping: {},
  source: null,
  lines: 1,
  linesImported: 0,
  linesInError: 0,
  progress: { step: 'comparing', done: 0, total: 1 },
  counts: { added: 0, changed: 0, removed: 11, unchanged: 3, rejected: 0 },
  clients: ['acme'],
  contents: ['site'],
  schedule: 2,
  repeatOf: null,
  hasSource: true,
  hasResult: true,
  failure: {
    code: 'IMPORT_REMOVAL_HELD',
    params,
    message: problemText('IMPORT_REMOVAL_HELD', 'en', params),
  },
  isLast: false,
  createdBy: 'admin',
  startedAt: null,
  endedAt: null,
  createdAt: '2026-01-05T08:00:00Z',
};
const partly: ImportRun = {
  ...held,
  id: 6,
  name: 'sites.csv',
  state: 'finished',
  failure: null,
  schedule: null,
  lines: 4,
  linesImported: 3,
  linesInError: 1,
  isLast: true,
};
const changes = ['acme / Nice', 'acme / Nice / r4'].map((name): ImportDifferenceRow => ({
  kind: 'device',
  change: 'removed',
  name,
  line: null,
  fields: [],
}));

const open = (session = aSession()) =>
  renderPage('/mt/provisioning?import=7', {
    session,
    replies: [
      reply(listImports, { imports: [held, partly] }),
      reply(readImport, { import: held, changes, faults: [] }),
      reply(listImportMappings, { mappings: [] }),
      reply(applyImport, { ...held, state: 'queued', failure: null }),
      reply(cancelImport, { ...held, state: 'cancelled', failure: null }),
    ],
  });

it('an automatic import that would remove too much shows what, and a person applies or rejects it', async () => {
  const { server } = await open();
  const dialog = page.getByRole('dialog', { name: 'network.csv' });
  await expectVisible(dialog.getByText(/^The file lacks 11 of 18 elements of acme, more than 10%\./));
  await expectVisible(dialog.getByText('acme / Nice / r4', { exact: true }));
  await expectVisible(dialog.getByText('Needs a decision'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  await expect.poll(() => server.received(cancelImport).length).toBe(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Apply changes' }));
  await expect.poll(() => server.received(applyImport).map((one) => one.params)).toEqual([{ importId: 7 }]);
});

it('a user who may not import sees the difference and cannot apply it', async () => {
  await open(aSession({ permissions: ['NETWORK.PROVISIONING.read'] }));
  const dialog = page.getByRole('dialog', { name: 'network.csv' });
  await expectVisible(dialog.getByText('acme / Nice / r4', { exact: true }));
  await expect
    .element(dialog.getByRole('button', { name: 'Apply changes' }))
    .toHaveAttribute('aria-disabled', 'true');
});

atNight('an import that has left lines out is partly applied, no success', async () => {
  await open();
  const row = page.getByRole('row', { name: /sites\.csv/ });
  await expect.element(row.getByText('Partly applied')).toBeInTheDocument();
  await expect.element(row.getByText('Success')).not.toBeInTheDocument();
});
