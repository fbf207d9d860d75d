import { describe, expect, it } from 'vitest';
import { emptyUser, isOfAnotherType, seesNothing, withCustomers, withRestriction } from './user-draft.ts';

const draft = {
  ...emptyUser(1),
  customers: [1, 2],
  restrictions: [{ customer: 2, sites: [20], regions: [] }],
};

describe('the draft of a user', () => {
  it('sees no customer without customers, profiles or all customers', () => {
    expect(seesNothing(emptyUser(1))).toBe(true);
    expect(seesNothing(draft)).toBe(false);
    expect(seesNothing({ ...emptyUser(1), profiles: [3] })).toBe(false);
    expect(seesNothing({ ...emptyUser(1), allCustomers: true })).toBe(false);
  });

  it('loses a restriction with its customer, and keeps that of a customer granted by a profile', () => {
    expect(withCustomers(draft, [1])).toEqual({ customers: [1], restrictions: [] });
    const profile = { ...draft, customers: [1] };
    expect(withCustomers(profile, [])).toEqual({ customers: [], restrictions: draft.restrictions });
  });

  it('has no restriction left when no site is selected', () => {
    expect(withRestriction(draft.restrictions, 2, { sites: [] })).toEqual([]);
    expect(withRestriction(draft.restrictions, 1, { sites: [10] })).toEqual([
      { customer: 1, sites: [10], regions: [] },
      { customer: 2, sites: [20], regions: [] },
    ]);
  });

  it('keeps the sites when regions are selected, and the regions when sites are', () => {
    const both = withRestriction(draft.restrictions, 2, { regions: ['North'] });
    expect(both).toEqual([{ customer: 2, sites: [20], regions: ['North'] }]);
    expect(withRestriction(both, 2, { sites: [] })).toEqual([{ customer: 2, sites: [], regions: ['North'] }]);
  });

  it.each([
    ['sites', { sites: [1], regions: [] }, { sites: [2], regions: [] }, false],
    ['sites and regions', { sites: [1], regions: [] }, { sites: [1], regions: ['North'] }, false],
    ['regions instead of sites', { sites: [1], regions: [] }, { sites: [], regions: ['North'] }, true],
    ['sites instead of regions', { sites: [], regions: ['North'] }, { sites: [1], regions: [] }, true],
    ['sites for the first time', undefined, { sites: [1], regions: [] }, false],
    ['nothing any more', { sites: [1], regions: [] }, undefined, false],
  ] as const)('filters a customer by %s', (_, before, now, isOther) => {
    const draftOf = (one: typeof before | typeof now) =>
      one === undefined ? undefined : { sites: [...one.sites], regions: [...one.regions] };
    expect(isOfAnotherType(draftOf(before), draftOf(now))).toBe(isOther);
  });
});
