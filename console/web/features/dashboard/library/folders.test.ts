import { expect, it } from 'vitest';
import { foldersOf, isInFolder } from './folders.ts';

it('the folders of a library contain those above them', () => {
  expect(
    foldersOf([{ folder: 'NOC/WAN' }, { folder: '' }, { folder: 'Executive' }, { folder: 'NOC' }]),
  ).toEqual(['Executive', 'NOC', 'NOC/WAN']);
});

it.each([
  ['NOC/WAN', 'NOC', true],
  ['NOC', 'NOC', true],
  ['NOC2', 'NOC', false],
  ['', 'NOC', false],
] as const)('%s is in %s: %s', (folder, of, isIn) => {
  expect(isInFolder(folder, of)).toBe(isIn);
});
