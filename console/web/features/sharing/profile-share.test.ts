import { describe, expect, it } from 'vitest';
import { hasProfile, withoutProfile, withProfile } from './profile-share.ts';

const share = {
  everyone: false,
  profiles: [{ id: 1, name: 'Gold' }],
  clients: [{ id: 9, name: 'Acme' }],
  others: 2,
};

describe('the share of a template with a profile', () => {
  it('is added once and changes nothing else', () => {
    expect(withProfile(share, 2)).toEqual({ everyone: false, profiles: [1, 2], clients: [9] });
    expect(withProfile(share, 1)).toEqual({ everyone: false, profiles: [1], clients: [9] });
    expect([hasProfile(share, 1), hasProfile(share, 2)]).toEqual([true, false]);
  });

  it('is removed; without any other, sharing ends', () => {
    expect(withoutProfile(share, 1)).toEqual({ everyone: false, profiles: [], clients: [9] });
    expect(withoutProfile({ ...share, clients: [] }, 1)).toBeUndefined();
    expect(withoutProfile({ ...share, clients: [], everyone: true }, 1)).toEqual({
      everyone: true,
      profiles: [],
      clients: [],
    });
  });
});
