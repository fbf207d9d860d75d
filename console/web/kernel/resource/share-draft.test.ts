import { describe, expect, it } from 'vitest';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { shareDraft, ShareForm, shareOf } from './share-draft.ts';

const unshared = { everyone: false, profiles: [], clients: [], others: 3 };

describe('the form of sharing', () => {
  it('round-trips the share of a resource', () => {
    const share = { ...unshared, profiles: [{ id: 2, name: 'Gold' }], clients: [{ id: 7, name: 'Acme' }] };
    expect(shareDraft(share)).toEqual({ everyone: false, profiles: ['2'], clients: ['7'] });
    expect(shareOf(shareDraft(share))).toEqual({ everyone: false, profiles: [2], clients: [7] });
  });

  it('requests a list of profiles, in both languages, at the profiles', () => {
    const parsed = parseInput(ShareForm, shareDraft(unshared));
    const shown = (language: 'en' | 'fr') =>
      parsed.ok ? [] : parsed.faults.map((fault) => inputFaultOf(fault, language));
    expect(shown('en')).toMatchObject([{ path: 'profiles', message: 'provide a list of profiles' }]);
    expect(shown('fr')).toMatchObject([{ message: 'indiquez une liste de profils' }]);
  });

  it.each([{ everyone: true }, { profiles: ['1'] }, { clients: ['1'] }])('takes %j', (part) => {
    expect(ShareForm.safeParse({ ...shareDraft(unshared), ...part }).success).toBe(true);
  });
});
