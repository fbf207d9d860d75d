import { expect, it } from 'vitest';
import { FolderPath, folderName, foldersOf, isInFolder, movedFolder, parentFolder } from './folder.ts';

it('the folders of a library contain those above them', () => {
  expect(
    foldersOf([{ folder: 'NOC/WAN' }, { folder: '' }, { folder: 'Executive' }, { folder: 'NOC' }]),
  ).toEqual(['Executive', 'NOC', 'NOC/WAN']);
});

it.each([
  ['NOC/WAN', 'NOC', true],
  ['NOC', 'NOC', true],
  ['NOC2', 'NOC', false],
  ['/NOC // WAN/', 'NOC/WAN', true],
  ['', 'NOC', false],
] as const)('%s is in %s: %s', (folder, of, isIn) => {
  expect(isInFolder(folder, of)).toBe(isIn);
});

it.each([
  [' NOC / WAN ', 'NOC/WAN'],
  ['//NOC//WAN/', 'NOC/WAN'],
  ['/', ''],
] as const)('the folder %j is written %j', (written, folder) => {
  expect(FolderPath.parse(written)).toBe(folder);
});

it.each([
  ['NOC/WAN', 'NOC', 'Core', 'Core/WAN'],
  ['NOC', 'NOC', 'Core/NOC', 'Core/NOC'],
  ['NOC/WAN', 'NOC', '', 'WAN'],
  ['NOC', 'NOC', '', ''],
  ['/NOC/WAN/', 'NOC', 'NOC/Old', 'NOC/Old/WAN'],
] as const)('%s goes with %s, which becomes %j, to %j', (folder, from, to, moved) => {
  expect(movedFolder(folder, { from, to })).toBe(moved);
});

it('a folder has a name, and one that contains it or none', () => {
  expect([folderName('NOC/WAN'), parentFolder('NOC/WAN'), parentFolder('NOC')]).toEqual(['WAN', 'NOC', '']);
});
