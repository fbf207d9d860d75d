import { expect, it } from 'vitest';
import { newDashlet } from '../add/dashlet-start.ts';
import { sectionOf } from './editor-sections.ts';

it('a fault of a setting is in the section of its field', () => {
  const timeline = newDashlet('timeline', 'd1', []);
  const sections = [
    'title',
    'settings.series.0.kpi',
    'settings.series.0.formatting',
    'settings.breakdown.count',
  ]
    .concat('settings.display', 'settings.filters.0.ids', 'settings.thresholds', 'settings.left.max')
    .map((path) => sectionOf(path, timeline));
  expect(sections).toEqual([
    undefined,
    'data',
    'thresholds',
    'breakdown',
    'period',
    'filters',
    'thresholds',
    'appearance',
  ]);
  expect(sectionOf('settings.url', newDashlet('iframe', 'd2', []))).toBe('content');
});
