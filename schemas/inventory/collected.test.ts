import { expect, it } from 'vitest';
import { isDeviceCollected } from './collected.ts';

it.each([
  ['of an active device at an active site', true, true, true],
  ['of an inactive device', false, true, false],
  ['of an active device at an inactive site', true, false, false],
])('data %s: %s, %s is collected: %s', (_, active, siteActive, expected) => {
  const sites = new Map([[1, { active: siteActive }]]) as never;
  expect(isDeviceCollected({ sites }, { active, site: 1 })).toBe(expected);
  expect(isDeviceCollected({ sites }, undefined)).toBe(false);
});
