import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exportCockpit, importCockpit } from '#schemas/cockpit/file-routes.ts';
import type { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import type { CockpitDifference } from '#schemas/cockpit/version.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { rejected, reply } from '#web/testing/replies.ts';
import { anAlarmDefinition, cockpitReplies, wanAccess } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const {
  id: _id,
  version: _v,
  author: _a,
  updatedAt: _at,
  ownThresholds: _own,
  ...rule
} = anAlarmDefinition(11);
const file: CockpitFile = {
  format: 'telltale-cockpit',
  version: 1,
  cockpit: { name: 'WAN access links', description: '' },
  alarms: [{ ...rule, groups: [], thresholds: [{ customer: 'C9', value: 70 }] }],
};
const difference: CockpitDifference = {
  alarms: [{ before: null, after: { ...rule, id: 901 }, parts: [], thresholds: [] }],
};
const leftOut = [{ alarm: 'Link saturated', target: 'C9' }];
const { openedAt: _openedAt, ...imported } = wanAccess();
const dialog = page.getByRole('dialog');
const chosen = (content: string) => new File([content], 'wan.cockpit.json', { type: 'application/json' });
async function choose(content: string): Promise<void> {
  const field = () => document.querySelector('input[type=file]');
  await expect.poll(field).not.toBe(null);
  await userEvent.upload(page.elementLocator(field()!), chosen(content));
}

atNight.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)('a file shows what it changes before it is imported, %d pixels, %s, %s', async (width, theme, language) => {
  const { server } = await renderPage('/mt/cockpit', {
    replies: [
      ...cockpitReplies(),
      reply(importCockpit, ({ query }) => ({
        cockpit: query.dryRun ? null : imported,
        difference,
        leftOut,
      })),
    ],
    width,
    theme,
    language,
  });
  const words = {
    en: ['Import…', 'Import', /Alarm Link saturated added/],
    fr: ['Importer…', 'Importer', /Link saturated/],
  } as const;
  const [open, act, line] = words[language];
  await page.getByRole('button', { name: open }).click();
  await expectVisible(dialog);
  await choose(JSON.stringify(file));
  await expectVisible(dialog.getByText(/Link saturated.*C9/));
  await expectVisible(dialog.getByText(line));
  expect(await axeFaults()).toEqual([]);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expectHidden(dialog);
  const sent = server.received(importCockpit);
  expect(sent.map(({ query, body }) => [query.dryRun, body.enable])).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(sent.at(-1)?.body.file).toEqual(file);
});

it('a file replaces a cockpit as the user read it, and its faults are named by alarm', async () => {
  const fault = { field: 'file.alarms.0.groups.0', code: 'COCKPIT_GROUP_UNKNOWN' } as const;
  const { server } = await renderPage('/mt/cockpit', {
    replies: [...cockpitReplies(), reply(importCockpit, rejected(fault))],
  });
  await page.getByRole('button', { name: 'Actions on WAN access links' }).click();
  await page.getByRole('menuitem', { name: 'Replace from a file…' }).click();
  await choose(JSON.stringify(file));
  await expectVisible(dialog.getByText(/^Alarm 1 \(Link saturated\), groups.0: /));
  await expect
    .element(dialog.getByRole('button', { name: 'Import', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  expect(server.received(importCockpit)[0]?.body.replaces).toEqual({ id: 1, version: 1 });
});

atNight('a cockpit is downloaded as a file from its menu', async () => {
  const { server } = await renderPage('/mt/cockpit', {
    replies: [...cockpitReplies(), reply(exportCockpit, file)],
  });
  await page.getByRole('button', { name: 'Actions on WAN access links' }).click();
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
  await expect.poll(() => server.received(exportCockpit).length).toBe(1);
});
