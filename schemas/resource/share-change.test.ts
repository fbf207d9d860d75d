import { assert, boolean, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareChange, unshared, type ShareReach } from './share-change.ts';

const reach = (everyone = false): ShareReach => ({
  everyone,
  profiles: new Set([1, 2]),
  clients: new Set([11, 12]),
});

const ids = uniqueArray(integer({ min: 1, max: 6 }));
const someShare = record({ everyone: boolean(), profiles: ids, clients: ids });
const someReach = record({ everyone: boolean(), profiles: ids, clients: ids }).map(
  ({ everyone, profiles, clients }) => ({
    everyone,
    profiles: new Set(profiles),
    clients: new Set(clients),
  }),
);

describe('sharing', () => {
  it.each([
    ['provide a list of profiles', unshared, false, 'SHARE_PROFILES_REQUIRED'],
    [
      'a profile out of reach is reported as unknown',
      { ...unshared, profiles: [3] },
      false,
      'SHARE_TARGET_UNKNOWN',
    ],
    [
      'a foreign customer is reported as unknown',
      { ...unshared, clients: [11, 13] },
      true,
      'SHARE_TARGET_UNKNOWN',
    ],
    [
      'sharing with every customer requires access to every customer',
      { ...unshared, everyone: true },
      false,
      'SHARE_EVERYONE_REFUSED',
    ],
  ])('%s', (_, expected, everyone, code) => {
    expect(shareChange(expected, reach(everyone))).toEqual({ ok: false, code });
  });

  it('replaces profiles and customers', () => {
    expect(shareChange({ everyone: false, profiles: [1], clients: [12, 11] }, reach())).toEqual({
      ok: true,
      share: { everyone: false, profiles: [1], clients: [11, 12] },
    });
  });

  it('names recipients in reach only', () => {
    assert(
      property(someShare, someReach, (expected, mine) => {
        const change = shareChange(expected, mine);
        if (!change.ok) return;
        expect(change.share.profiles.every((id) => mine.profiles.has(id))).toBe(true);
        expect(change.share.clients.every((id) => mine.clients.has(id))).toBe(true);
        expect(mine.everyone || !change.share.everyone).toBe(true);
      }),
    );
  });
});
