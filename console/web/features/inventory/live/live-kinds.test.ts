import { expect, it } from 'vitest';
import { fileColumns } from './live-kinds.ts';

it.each([
  [
    'has what is stored, and whether data is collected',
    ['state', 'name', 'alarms', 'in', 'site'],
    ['name', 'site', 'collection'],
  ],
  ['has each column once', ['state', 'name', 'collection'], ['name', 'collection']],
  ['without a state has the columns of the list', ['name', 'site'], ['name', 'site']],
] as const)('the file of a list %s', (_, shown, expected) => {
  expect(fileColumns(shown)).toEqual(expected);
});
