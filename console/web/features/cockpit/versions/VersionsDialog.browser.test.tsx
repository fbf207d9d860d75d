import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  compareCockpitVersions,
  listCockpitVersions,
  restoreCockpitVersion,
} from '#schemas/cockpit/version-routes.ts';
import type { CockpitDifference } from '#schemas/cockpit/version.ts';
import { now } from '#web/lib/clock.ts';
import { cockpitRoutes } from '#web/routes/pages/cockpit.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { reply } from '#web/testing/replies.ts';
import { anAlarmDefinition, cockpitReplies, wanAccess } from '../testing/cockpits.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...cockpitRoutes);

const compared = (id: number, change: Parameters<typeof anAlarmDefinition>[1] = {}) => {
  const {
    version: _v,
    author: _a,
    updatedAt: _at,
    ownThresholds: _own,
    ...alarm
  } = anAlarmDefinition(id, change);
  return alarm;
};
const difference: CockpitDifference = {
  description: { before: '', after: 'What the NOC wakes up for' },
  alarms: [
    {
      before: compared(11),
      after: compared(11, { threshold: 95, visibility: 'RESTRICTED', groups: [1, 77], clearAfter: 3 }),
      parts: ['condition', 'clearing', 'visibility'],
      thresholds: [{ of: 'customer', name: 'Cobalt Energy', before: 80, after: null }],
    },
    { before: compared(9, { label: 'Line errors' }), after: null, parts: [], thresholds: [] },
  ],
};
const { openedAt: _openedAt, ...restored } = wanAccess();
const replies = (faults: { alarm: string; code: 'COCKPIT_KPI_UNKNOWN' }[] = []) => [
  ...cockpitReplies(),
  reply(listCockpitVersions, {
    versions: [
      { number: 12, author: 'Ada Martin', at: now() - 60_000, restored: 9 },
      { number: 11, author: 'Noah Berg', at: now() - 3_600_000, restored: null },
      { number: 10, author: null, at: now() - 86_400_000, restored: null },
    ],
  }),
  reply(compareCockpitVersions, { difference, faults }),
  reply(restoreCockpitVersion, restored),
];

atNight.each(
  looksOfGate([
    [1280, 'dark', 'en'],
    [390, 'light', 'fr'],
  ] as const),
)('the versions say in words what changed, %d pixels, %s, %s', async (width, theme, language) => {
  await renderPage('/mt/cockpit?cockpit=1&versions=true&version=11', {
    replies: replies(),
    width,
    theme,
    language,
  });
  const dialog = page.getByRole('dialog');
  await expectVisible(dialog.getByText('Cobalt Energy'));
  if (language === 'fr') return;
  expect(await axeFaults()).toEqual([]);
  for (const line of [
    'Description: none → What the NOC wakes up for',
    /^Condition: .*90.* in 3 of the last 5 measures → .*95/,
    'Clearing: none → clears after 3 good measures',
    'Visible to: Everyone → Core network team, a deleted group',
    /^Threshold of Cobalt Energy deleted: 80/,
    'Alarm Line errors deleted',
  ])
    await expectVisible(dialog.getByText(line));
});

it('restores the selected version after a confirmation, as the cockpit was read', async () => {
  const { server } = await renderPage('/mt/cockpit?cockpit=1', { replies: replies() });
  await page.getByRole('button', { name: 'Versions' }).click();
  await expectVisible(page.getByText('Select a version to see what has changed since.'));
  await page.getByRole('button', { name: /^Version 11/ }).click();
  await page.getByRole('button', { name: 'Restore version 11' }).click();
  await page
    .getByRole('dialog', { name: /^Restore version 11 of/ })
    .getByRole('button', { name: 'Restore version 11' })
    .click();
  await expectVisible(page.getByText('Version 11 of WAN access links is restored.'));
  expect(server.received(restoreCockpitVersion)).toMatchObject([{ body: { version: 1 } }]);
});

atNight('names the alarms that prevent a restoration', async () => {
  const faults = [{ alarm: 'Line errors', code: 'COCKPIT_KPI_UNKNOWN' as const }];
  await renderPage('/mt/cockpit?cockpit=1&versions=true&version=11', { replies: replies(faults) });
  await expectVisible(page.getByText('Line errors: This KPI does not exist.'));
});
