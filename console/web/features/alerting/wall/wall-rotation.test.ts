import { describe, expect, it } from 'vitest';
import { viewAt } from '#web/kernel/wall/view-at.ts';
import { viewsOf } from './wall-rotation.ts';

describe('a wall', () => {
  it.each([
    ['every view across customers', { show: [], cross: true }, ['customers', 'alarms', 'sites']],
    ['no list of customers for one customer', { show: [], cross: false }, ['alarms', 'sites']],
    ['the chosen views', { show: ['sites', 'customers'], cross: true }, ['customers', 'sites']],
    ['alarms where nothing chosen is possible', { show: ['customers'], cross: false }, ['alarms']],
  ] as const)('shows %s', (_what, choice, views) => {
    expect(viewsOf(choice)).toEqual(views);
  });

  it('turns by the clock, so that walls side by side turn together', () => {
    const views = viewsOf({ show: [], cross: true });
    const shown = [0, 19_999, 20_000, 40_000, 60_000].map((now) => viewAt(views, { every: 20, now }));
    expect(shown).toEqual(['customers', 'customers', 'alarms', 'sites', 'customers']);
  });
});
