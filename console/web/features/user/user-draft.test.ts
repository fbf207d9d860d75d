import { describe, expect, it } from 'vitest';
import { emptyUser, seesNothing, withCustomers, withRestriction } from './user-draft.ts';

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
});
