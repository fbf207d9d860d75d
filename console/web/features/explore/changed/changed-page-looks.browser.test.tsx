import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  readWhatChanged,
  type ChangeReply,
  type ChangeValue,
} from '#schemas/explore/changed/what-changed.ts';
import { changedRoutes } from '#web/routes/pages/changed.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { looksOfGate } from '#web/testing/looks-of-gate.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...changedRoutes);

const M = 1_000_000;
const steps = (value: number): number[] => Array.from({ length: 12 }, (_, step) => value * (1 + (step % 3)));
const series = { now: steps(3 * M), before: steps(M) };
const value = (dimension: ChangeValue['dimension'], ...names: string[]): ChangeValue => ({
  dimension,
  values: names,
  names,
  now: 37 * M,
  before: 0,
  state: 'new',
  filter: `${dimension} = ${names.join(' ')}`,
});
const changed: ChangeReply = {
  period: { from: 1_790_000_100, to: 1_790_003_700 },
  baseline: [{ from: 1_789_996_500, to: 1_790_000_100, counts: true }],
  timeZone: 'UTC',
  context: { site: { id: 1, name: 'Orléans' }, element: null, way: 'both', filter: '' },
  measure: 'bits',
  source: 'raw',
  reason: null,
  flows: 12_345,
  total: { now: 98 * M, before: 20 * M },
  stepSeconds: 300,
  series,
  findings: [
    {
      ...value('application', 'backup'),
      parts: [
        { ...value('site-pair', 'Lyon', 'Orléans'), relation: 'same', contribution: 37 * M },
        { ...value('source-address', '10.2.0.1'), relation: 'within', contribution: 12 * M },
      ],
      series,
    },
    { ...value('application', 'HTTPS'), now: 2 * M, before: 9 * M, state: 'fallen', parts: [], series },
  ],
  dimensions: [
    {
      dimension: 'application',
      values: [value('application', 'backup'), value('application', 'HTTPS')],
      others: { now: 24 * M, before: 20 * M },
    },
  ],
};

describe('what changed', () => {
  it.each(
    looksOfGate([
      { width: 1_280, theme: 'dark', language: 'en', found: 'What moved most', table: 'By dimension' },
      { width: 390, theme: 'light', language: 'fr', found: '', table: '' },
    ] as const),
  )('names findings and values to every reader, $width pixels, $theme, $language', async (look) => {
    const { from, to } = changed.period;
    await renderPage(`/explore/changed?customer=1&from=${String(from)}&to=${String(to)}`, {
      ...look,
      replies: [reply(readWhatChanged, changed)],
    });
    await expectVisible(page.getByText(/backup/i).first());
    await expectVisible(page.getByRole('table').getByText('HTTPS'));
    expect(await axeFaults()).toEqual([]);
  });
});
