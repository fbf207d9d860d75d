import { describe, expect, it } from 'vitest';
import type { SamlMapping } from '#schemas/settings/saml/saml.ts';
import { mapIdentity } from './identity-mapping.ts';

const directory = {
  roles: [{ id: 1, name: 'Opérateur réseau' }],
  profiles: [{ id: 2, name: 'Standard' }],
  customers: [{ id: 3, name: 'Boréval', clientId: 'C1' }],
};
const mapping = (change: Partial<SamlMapping> & Pick<SamlMapping, 'type'>): SamlMapping => ({
  ...{ source: 'SAML', path: 'group', expected: null, target: null, by: 'name' },
  ...change,
});
const roleOf = (mappings: readonly SamlMapping[], values: readonly string[]) =>
  mapIdentity(
    { mappings: [...mappings], defaultRole: null },
    { attributes: { nameID: ['nadia'], group: values }, extra: null },
    directory,
  );

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
      { attributes: { nameID: ['nadia'], group: [role], customer: [customer] }, extra: null },
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
