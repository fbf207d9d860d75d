import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { componentsOf, lockedPackages, noticesOf } from '#platform/setup/components/shipped-components.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const locked = lockedPackages(read('package-lock.json'));
const bill: unknown = JSON.parse(read('deploy/components/sbom.cdx.json'));
const components = componentsOf(bill);

/** Licenses under which what we ship may be combined and passed on with a notice. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

const titled = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name} ${version}`;

describe('the bill of materials', () => {
  it('has every package of the lockfile that is not for development, with its sum', () => {
    const listed = new Map(components.map((one) => [titled(one), one.hashes[0]?.content]));
    const missing = locked
      .filter((one) => !one.isForDevelopment && listed.get(titled(one)) !== one.sha512)
      .map(titled);
    expect(missing).toEqual([]);
  });

  it('has the packages that the console is made of, and no others for development', () => {
    const forDevelopment = new Set(locked.filter((one) => one.isForDevelopment).map(titled));
    const isInstalled = new Set(locked.filter((one) => !one.isForDevelopment).map(({ name }) => name));
    const ofConsole = components.filter((one) => forDevelopment.has(titled(one))).map(({ name }) => name);
    expect(ofConsole).toEqual(
      expect.arrayContaining(['react', '@mantine/core', 'maplibre-gl', 'world-atlas']),
    );
    // Written by the build of the console, which the gate runs first.
    if (!existsSync('dist/packages.json')) return;
    const built = z.array(z.string()).parse(JSON.parse(read('dist/packages.json')));
    expect([...new Set(ofConsole)].toSorted()).toEqual(built.filter((name) => !isInstalled.has(name)));
  });

  it('has no package in another version than the lockfile', () => {
    const known = new Set(locked.map(titled));
    expect(components.map(titled).filter((one) => !known.has(one))).toEqual([]);
  });

  it('names a license for each component, under which it may be shipped', () => {
    const rejected = components.filter(
      ({ licenses }) => licenses.length === 0 || licenses.some((license) => !ACCEPTED.has(license)),
    );
    expect(rejected.map((one) => `${titled(one)}: ${one.licenses.join(', ')}`)).toEqual([]);
  });
});

describe('the notices', () => {
  it('are those of the components: npm run sbom writes them', () => {
    expect(noticesOf(components, locked) === read('deploy/components/NOTICES.txt')).toBe(true);
  });
});
