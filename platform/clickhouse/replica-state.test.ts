import { expect, it } from 'vitest';
import { tablesOfInsert } from './replica-state.ts';

it('an insert reaches a table and the rollups of its rollups', () => {
  expect(tablesOfInsert('flows')).toEqual(['flows', 'flows_5m', 'flows_1h', 'flows_1d']);
  expect(tablesOfInsert('measures')).toEqual([
    'measures',
    'measures_1h',
    'measures_1d',
    'recent_measures',
    'recent_measures_1h',
  ]);
  expect(tablesOfInsert('alarm_events')).toEqual(['alarm_events']);
});
