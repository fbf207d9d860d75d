import { describe, expect, it } from 'vitest';
import { noUnits } from '../../billing/service.ts';
import { certificateState } from './certificate-state.ts';
import type { LicenseContent } from './license.ts';
import { licenseWarnings, warningKey } from './warning.ts';

describe('the certificate of a license', () => {
  const stored = { license: 'l', certificate: 'c', accepted: true };
  it.each([
    ['missing', { license: '', certificate: '' }, undefined],
    ['missing', { license: 'l', certificate: ' ' }, undefined],
    ['missing', { license: 'l', certificate: '' }, stored],
    ['found', { license: 'l ', certificate: 'c\n' }, stored],
    ['edited', { license: 'l', certificate: 'other' }, stored],
    ['edited', { license: '', certificate: 'c' }, undefined],
    ['not updated', { license: 'new', certificate: 'c' }, stored],
    ['not updated', { license: 'l', certificate: 'c' }, { ...stored, accepted: false }],
  ] as const)('is %s: %o, stored %o', (state, draft, retained) => {
    expect(certificateState(draft, retained)).toBe(state);
  });
});

const license: LicenseContent = {
  version: 1,
  id: 'one',
  organization: 'Northwind',
  issuedAt: '2026-01-01T00:00:00Z',
  emails: [],
  notBefore: '2026-01-01',
  expires: '2026-11-30',
  certificate: 'ab'.repeat(32),
  units: { device: 100, probe: 0 },
};
const at = (time: string, device = 0, probe = 0) =>
  licenseWarnings(license, {
    units: { ...noUnits, device, probe, exporter: 9_999 },
    nowMs: Date.parse(time),
  });

describe('a license warns', () => {
  it.each([
    ['2026-10-30T23:59:59Z', undefined, undefined],
    ['2026-10-31T00:00:00Z', 30, 30],
    ['2026-11-22T12:00:00Z', 8, 30],
    ['2026-11-23T00:00:00Z', 7, 7],
    ['2026-11-29T00:00:00Z', 1, 1],
    ['2026-11-30T23:59:59Z', 0, 1],
  ])('30, 7 and 1 days before its end: %s', (time, days, from) => {
    const expected = days === undefined ? [] : [{ is: 'expires', expires: '2026-11-30', days, from }];
    expect(at(time)).toEqual(expected);
  });

  it('once its last day of UTC is over', () => {
    expect(at('2026-12-01T00:00:00Z')).toEqual([{ is: 'expired', expires: '2026-11-30' }]);
  });

  it.each([
    [79, 0, []],
    [80, 0, [['device', 80]]],
    [100, 0, [['device', 100]]],
    [
      250,
      1,
      [
        ['device', 100],
        ['probe', 100],
      ],
    ],
  ])(
    'at 80 and 100 %% of its units, of services that it names: %d devices, %d probes',
    (device, probe, expected) => {
      const found = at('2026-06-01T00:00:00Z', device, probe);
      expect(found.map((one) => (one.is === 'usage' ? [one.service, one.from] : one))).toEqual(expected);
    },
  );

  it('of each once, and of units again in the next month', () => {
    const [warning] = at('2026-06-01T00:00:00Z', 80);
    const keyAt = (time: string) => warningKey(license, warning!, Date.parse(time));
    expect(keyAt('2026-06-30T00:00:00Z')).toBe(keyAt('2026-06-01T00:00:00Z'));
    expect(keyAt('2026-07-01T00:00:00Z')).not.toBe(keyAt('2026-06-01T00:00:00Z'));
  });
});
