import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkDataRelease, writeDataRelease } from './data-release.ts';

const root = mkdtempSync(join(tmpdir(), 'telltale-release-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A data folder that a release wrote; undefined: one before releases wrote their name. */
function written(release: string | undefined): string {
  const data = mkdtempSync(join(root, 'data-'));
  mkdirSync(join(data, 'embedded', 'postgres'), { recursive: true });
  if (release !== undefined) writeDataRelease(data, release);
  return data;
}

it.each(['0.2.0', '0.2.3', '0.9.0'])('a folder of release %s opens with release 0.9.0', (wrote) => {
  expect(checkDataRelease(written(wrote), '0.9.0')).toBe(wrote);
});

it('a folder without data opens, also one of an interrupted first start', () => {
  const data = mkdtempSync(join(root, 'data-'));
  expect(checkDataRelease(join(root, 'none'), '0.9.0')).toBeUndefined();
  writeDataRelease(data, '0.9.0');
  expect(checkDataRelease(data, '0.9.0')).toBeUndefined();
});

it.each([
  [
    'a newer release',
    '0.10.0',
    'was written by Telltale 0.10.0, which is newer than this release, 0.9.0',
    'start it with Telltale 0.10.0',
  ],
  [
    'a release before 0.2',
    undefined,
    'was written by a release before 0.2.0',
    'start it with the release that wrote it',
  ],
] as const)(
  'a folder of %s does not open; the error says what to do, and nothing is changed',
  (_, wrote, what, advice) => {
    const data = written(wrote);
    const before = readdirSync(data, { recursive: true });
    expect(() => checkDataRelease(data, '0.9.0')).toThrow(what);
    expect(() => checkDataRelease(data, '0.9.0')).toThrow(advice);
    expect(readdirSync(data, { recursive: true })).toEqual(before);
  },
);

it('a damaged name of the release is called that', () => {
  const data = written('0.2.0');
  writeFileSync(join(data, 'embedded', 'release.json'), '');
  expect(() => checkDataRelease(data, '0.9.0')).toThrow('release.json is damaged');
});
