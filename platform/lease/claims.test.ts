import { describe, expect, it } from 'vitest';
import { claimChange, claimOf, claimText, type MemberClaims } from './claims.ts';

const SHARDS = 256;
const range = (from: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + at);
const membersOf = (count: number): readonly string[] => range(0, count).map((at) => `poller-${String(at)}`);

/** One round: every member sees the same claims and changes its own. Returns the new claims and how many shards were taken. */
function round(claims: MemberClaims): { readonly claims: MemberClaims; readonly taken: number } {
  const next = new Map<string, ReadonlySet<number>>();
  let taken = 0;
  for (const [name, own] of claims) {
    const { release, take } = claimChange(claims, name, SHARDS);
    taken += take.length;
    next.set(name, new Set([...own, ...take].filter((shard) => !release.includes(shard))));
  }
  return { claims: next, taken };
}
function settled(claims: MemberClaims) {
  let [now, taken] = [claims, 0];
  for (let turn = 0; turn < 3; turn += 1) {
    const after = round(now);
    now = after.claims;
    taken += after.taken;
  }
  return { claims: now, taken };
}
const sizesOf = (claims: MemberClaims): readonly number[] => [...claims.values()].map(({ size }) => size);
const all = (claims: MemberClaims): readonly number[] => [...claims.values()].flatMap((own) => [...own]);
const fromNothing = (count: number): MemberClaims =>
  settled(new Map(membersOf(count).map((name) => [name, new Set<number>()]))).claims;

describe('the shards of a group', () => {
  it.each([1, 2, 3, 5, 7, 8, 11, 30])('are shared by %i members, each with as many, but for one', (count) => {
    const claims = fromNothing(count);
    expect(all(claims).toSorted((one, other) => one - other)).toEqual(range(0, SHARDS));
    expect(Math.max(...sizesOf(claims)) - Math.min(...sizesOf(claims))).toBeLessThanOrEqual(1);
  });

  it.each([2, 3, 5, 7, 8])('of %i members move only to one that joins, or from one that leaves', (count) => {
    const before = fromNothing(count);
    const joined = settled(new Map([...before, ['a-new-one', new Set<number>()]]));
    expect(all(joined.claims).toSorted((one, other) => one - other)).toEqual(range(0, SHARDS));
    expect(Math.max(...sizesOf(joined.claims)) - Math.min(...sizesOf(joined.claims))).toBeLessThanOrEqual(1);
    expect(joined.taken).toBe(Math.floor(SHARDS / (count + 1)));
    const [leaving] = [...before.values()];
    const left = settled(new Map([...before].slice(1)));
    expect(all(left.claims).toSorted((one, other) => one - other)).toEqual(range(0, SHARDS));
    expect(left.taken).toBe(leaving?.size);
  });

  it('are not taken before their member has released them', () => {
    const claims = new Map([
      ['one', new Set(range(0, SHARDS))],
      ['two', new Set<number>()],
    ]);
    expect(claimChange(claims, 'two', SHARDS)).toEqual({ take: [], release: [] });
    expect(claimChange(claims, 'one', SHARDS)).toEqual({ take: [], release: range(128, 128) });
  });

  it('that two members claim are released by the later one by name', () => {
    const claims = new Map([
      ['one', new Set(range(0, 128))],
      ['two', new Set(range(127, 129))],
    ]);
    expect(claimChange(claims, 'two', SHARDS)).toEqual({ take: [], release: [127] });
    expect(claimChange(claims, 'one', SHARDS)).toEqual({ take: [], release: [] });
  });

  it('are written as digits and read again', () => {
    for (const own of [[], [0], [7, 8, 255], range(0, SHARDS)]) {
      const text = claimText(new Set(own), SHARDS);
      expect(text).toMatch(/^[0-9a-f]{64}$/);
      expect([...claimOf(text)]).toEqual(own);
    }
  });
});
