import { describe, expect, it } from 'vitest';
import type { IdentityMapping } from '#schemas/settings/identity/mapping.ts';
import { mapIdentity } from './identity-mapping.ts';

const directory = {
  roles: [{ id: 1, name: 'Opérateur réseau' }],
  profiles: [{ id: 2, name: 'Standard' }],
  customers: [{ id: 3, name: 'Boréval', clientId: 'C1' }],
};
const mapping = (change: Partial<IdentityMapping> & Pick<IdentityMapping, 'type'>): IdentityMapping => ({
  source: 'SAML',
  path: 'group',
  expected: null,
  target: null,
  by: 'name',
  separator: null,
  ...change,
});
const claimsOf = (values: Readonly<Record<string, readonly string[]>>) => ({
  textsAt: ({ path }: Pick<IdentityMapping, 'path'>) => values[path] ?? [],
  username: 'nadia',
});
const roleOf = (mappings: readonly IdentityMapping[], values: readonly string[]) =>
  mapIdentity({ mappings: [...mappings], defaultRole: null }, claimsOf({ group: values }), directory);

describe('a value of the identity provider', () => {
  it.each([
    ['as it is stored', 'Opérateur réseau', 'Boréval'],
    ['with decomposed accents', 'Ope\u0301rateur re\u0301seau', 'Bore\u0301val'],
    ['with another space', 'Opérateur\u00A0réseau', '\u202FBoréval'],
    ['with lines around it', '\n    Opérateur  réseau\n  ', '\tBoréval '],
  ])('names a role and a customer %s', (_what, role, customer) => {
    const byName = [mapping({ type: 'ROLE' }), mapping({ type: 'CUSTOMER', path: 'customer' })];
    const mapped = mapIdentity(
      { mappings: byName, defaultRole: null },
      claimsOf({ group: [role], customer: [customer] }),
      directory,
    );
    expect(mapped).toMatchObject({ ok: true, identity: { roleId: 1, customerIds: [3] } });
  });

  it('is what a mapping expects where both look equal', () => {
    const expected = mapping({ type: 'ROLE', expected: 'ope\u0301rateurs', target: 'Opérateur réseau' });
    const all = mapping({ type: 'ALL_CUSTOMERS', expected: 'opérateurs' });
    expect(roleOf([expected, all], [' opérateurs '])).toMatchObject({
      ok: true,
      identity: { roleId: 1, allCustomers: true },
    });
    expect(roleOf([expected, all], ['Opérateurs'])).toMatchObject({ ok: false });
  });
});
