import { assert, boolean, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareChange, unshareChange } from './share-change.ts';
import type { ShareReach } from './share-change.ts';

const unshared = { everyone: false, profiles: [], clients: [] };
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
    ['provide a list of profiles', unshared, unshared, false, 'SHARE_PROFILES_REQUIRED'],
    [
      'a profile out of reach is reported as unknown',
      unshared,
      { ...unshared, profiles: [3] },
      false,
      'SHARE_TARGET_UNKNOWN',
    ],
    [
      'a foreign customer is reported as unknown',
      unshared,
      { ...unshared, clients: [11, 13] },
      true,
      'SHARE_TARGET_UNKNOWN',
    ],
    [
      'sharing with every customer requires access to every customer',
      unshared,
      { ...unshared, everyone: true },
      false,
      'SHARE_EVERYONE_REFUSED',
    ],
    [
      'so does removing a share with every customer',
      { ...unshared, everyone: true },
      { ...unshared, profiles: [1] },
      false,
      'SHARE_EVERYONE_REFUSED',
    ],
  ])('%s', (_, before, wanted, everyone, code) => {
    expect(shareChange(before, wanted, reach(everyone))).toEqual({ ok: false, code });
  });

  it('replaces profiles and customers', () => {
    const before = { everyone: false, profiles: [2], clients: [12] };
    expect(shareChange(before, { everyone: false, profiles: [1], clients: [12, 11] }, reach())).toEqual({
      ok: true,
      share: { everyone: false, profiles: [1], clients: [11, 12] },
    });
  });

  it('recipients out of reach stay, named or not', () => {
    const before = { everyone: false, profiles: [2, 9], clients: [19] };
    for (const named of [[1], [1, 9]])
      expect(shareChange(before, { ...unshared, profiles: named }, reach())).toEqual({
        ok: true,
        share: { everyone: false, profiles: [1, 9], clients: [19] },
      });
    expect(unshareChange(before, reach())).toEqual({
      ok: true,
      share: { everyone: false, profiles: [9], clients: [19] },
    });
  });

  it('changes exactly the recipients in reach', () => {
    assert(
      property(someShare, someShare, someReach, (before, wanted, mine) => {
        const change = shareChange(before, wanted, mine);
        if (!change.ok) return;
        for (const list of ['profiles', 'clients'] as const) {
          const outside = (all: readonly number[]) =>
            all.filter((id) => !mine[list].has(id)).sort((a, b) => a - b);
          const inside = (all: readonly number[]) =>
            all.filter((id) => mine[list].has(id)).sort((a, b) => a - b);
          expect(outside(change.share[list])).toEqual(outside(before[list]));
          expect(inside(change.share[list])).toEqual(inside(wanted[list]));
        }
        expect(change.share.everyone === before.everyone || mine.everyone).toBe(true);
      }),
    );
  });
});
