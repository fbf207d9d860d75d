import { describe, expect, it } from 'vitest';
import { emptyDraft, seesNothing, withCustomers, withSites } from './user-draft.ts';

const draft = {
  ...emptyDraft(1),
  customers: [1, 2],
  restrictions: [{ customer: 2, sites: [20], regions: [] }],
};

describe('the draft of a user', () => {
  it('sees no client without clients, profiles or every client', () => {
    expect(seesNothing(emptyDraft(1))).toBe(true);
    expect(seesNothing(draft)).toBe(false);
    expect(seesNothing({ ...emptyDraft(1), profiles: [3] })).toBe(false);
    expect(seesNothing({ ...emptyDraft(1), allCustomers: true })).toBe(false);
  });

  it('loses a restriction with its client, and keeps that of a client seen through a profile', () => {
    expect(withCustomers(draft, [1])).toEqual({ customers: [1], restrictions: [] });
    const profile = { ...draft, customers: [1] };
    expect(withCustomers(profile, [])).toEqual({ customers: [], restrictions: draft.restrictions });
  });

  it('has no restriction left when no site is chosen', () => {
    expect(withSites(draft.restrictions, 2, [])).toEqual([]);
    expect(withSites(draft.restrictions, 1, [10])).toEqual([
      { customer: 1, sites: [10], regions: [] },
      { customer: 2, sites: [20], regions: [] },
    ]);
  });
});
