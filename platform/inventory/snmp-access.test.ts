import { describe, expect, it } from 'vitest';
import { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { accessCells, accessOf } from './snmp-access.ts';

const auth = { protocol: 'SHA-256', password: 'to be authentic' } as const;
const priv = { protocol: 'AES-256', password: 'to be private' } as const;

describe('how a device is polled', () => {
  for (const [title, settings, expected] of [
    ['is v2c by default', { community: 'public' }, { version: 'v2c', port: 161, community: 'public' }],
    [
      'may be v1 at another port',
      { version: 'v1', community: 'public', port: 1_161 },
      { version: 'v1', port: 1_161, community: 'public' },
    ],
    [
      'may be v3 without keys',
      { version: 'v3', user: 'noc' },
      { version: 'v3', port: 161, user: 'noc', context: '', auth: undefined, priv: undefined },
    ],
    [
      'may be v3 with authentication, privacy and a context',
      { version: 'v3', user: 'noc', auth, priv, context: 'vrf-1' },
      { version: 'v3', port: 161, user: 'noc', context: 'vrf-1', auth, priv },
    ],
  ] as const)
    it(`${title}, and is so when it was stored`, () => {
      expect(accessOf(accessCells(SnmpSettings.parse(settings)))).toEqual(expected);
    });

  it('is undefined without settings, or with cells that do not match', () => {
    expect(accessOf(accessCells(undefined))).toBeUndefined();
    const cells = accessCells(SnmpSettings.parse({ version: 'v3', user: 'noc' }));
    expect(accessOf({ ...cells, snmp_user: null })).toBeUndefined();
    expect(accessOf({ ...cells, snmp_version: 'v2c' })).toBeUndefined();
  });

  for (const [title, settings, path] of [
    ['a community', { version: 'v2c' }, 'community'],
    ['a user with v3', { version: 'v3' }, 'user'],
    ['no community with v3', { version: 'v3', user: 'noc', community: 'public' }, 'community'],
    ['no keys with v2c', { community: 'public', auth }, 'version'],
    ['authentication where there is privacy', { version: 'v3', user: 'noc', priv }, 'priv'],
    [
      'passwords of 8 characters',
      { version: 'v3', user: 'noc', auth: { protocol: 'SHA', password: '1234567' } },
      'auth.password',
    ],
    [
      'a protocol that is known',
      { version: 'v3', user: 'noc', auth: { protocol: 'SHA-3', password: '12345678' } },
      'auth.protocol',
    ],
  ] as const)
    it(`needs ${title}`, () => {
      const issues = SnmpSettings.safeParse(settings).error?.issues;
      expect(issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
    });
});
