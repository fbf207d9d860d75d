import { array, assert, boolean, constantFrom, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permissionKeys } from '../permission/catalogue.ts';
import type { Permission } from '../permission/catalogue.ts';
import { closure, opensMultiClientSpace } from '../permission/grants.ts';
import { accessTo, editPlace, isOwnedByOther, shareReaches, canSeeShared } from './access.ts';
import type { ProtectedResource, Viewer } from './access.ts';
import { resourceKindNames, resourceRightsOf } from './kind.ts';
import type { ResourceKind } from './kind.ts';

const ME = 1;
const OTHER = 2;
const OWN_CUSTOMER = 10;
const FOREIGN_CUSTOMER = 20;
const OWN_PROFILE = 100;
const FOREIGN_PROFILE = 200;

const unshared = { everyone: false, profiles: [], clients: [] };
const shares = {
  'not shared': unshared,
  'shared with every customer': { ...unshared, everyone: true },
  'shared with an own profile': { ...unshared, profiles: [OWN_PROFILE] },
  'shared with an own customer': { ...unshared, clients: [OWN_CUSTOMER] },
  'shared with a foreign profile': { ...unshared, profiles: [FOREIGN_PROFILE] },
  'shared with a foreign customer': { ...unshared, clients: [FOREIGN_CUSTOMER] },
};
type ShareName = keyof typeof shares;
const shareNames = Object.keys(shares) as ShareName[];

const viewer = (permissions: Iterable<Permission>, allCustomers = false): Viewer => ({
  id: ME,
  permissions: new Set(permissions),
  customers: new Set([OWN_CUSTOMER]),
  profiles: new Set([OWN_PROFILE]),
  allCustomers,
});
const template = (kind: ResourceKind, share: ShareName, owner = OTHER): ProtectedResource => ({
  kind,
  visibility: 'multi-client',
  owner,
  customer: null,
  share: shares[share],
});
const ofCustomer = (
  kind: ResourceKind,
  visibility: 'public' | 'private',
  { owner = OTHER, customer = OWN_CUSTOMER } = {},
): ProtectedResource => ({ kind, visibility, owner, customer, share: unshared });

const all = new Set(permissionKeys);
/** Every right but this one, what follows from it included. */
const without = (right: Permission): Permission[] => permissionKeys.filter((key) => key !== right);
const none = { read: false, write: false, share: false };
const templates = resourceKindNames.filter((kind) => resourceRightsOf(kind).template !== undefined);
const customers = resourceKindNames.filter((kind) => resourceRightsOf(kind).customer !== undefined);
const writable = customers.filter((kind) => resourceRightsOf(kind).customer?.write !== undefined);
const rightsHere = (kind: ResourceKind) => resourceRightsOf(kind).template!;

/** Somebody who may enter the multi-client space. */
const entering = (permissions: Iterable<Permission>, allCustomers = false): Viewer =>
  viewer([...permissions, 'LICENSE.read'], allCustomers);

describe.each(templates)('%s in the multi-client space', (kind) => {
  const { read, write, share } = rightsHere(kind);

  it.each(shareNames)('%s: who owns it sees it by the right to read, and nobody without', (name) => {
    expect(accessTo(template(kind, name, ME), entering([read]))).toMatchObject({ read: true });
    expect(accessTo(template(kind, name, ME), entering(without(read)))).toEqual(none);
  });

  it.each(shareNames)('%s: who does not own it sees what concerns his customers', (name) => {
    const isMine = name.includes('own') || name.includes('every');
    expect(accessTo(template(kind, name), entering([read])).read).toBe(isMine);
    // Who sees every customer sees whatever is shared.
    expect(accessTo(template(kind, name), entering([read], true)).read).toBe(name !== 'not shared');
  });

  it('not shared: seen with the extra right, and by nobody without', () => {
    const resource = template(kind, 'not shared');
    expect(accessTo(resource, entering([read, 'EXTRA.UNSHARED.read'])).read).toBe(true);
    expect(accessTo(resource, entering(without('EXTRA.UNSHARED.read'), true))).toEqual(none);
    // The extra right opens what is not shared, and not what is shared with others.
    expect(accessTo(template(kind, 'shared with a foreign customer'), entering(all))).toEqual(none);
  });

  it('is changed by the right to write, shared by the right to share, and by neither without', () => {
    const resource = template(kind, 'shared with every customer');
    expect(accessTo(resource, entering([read, write])).write).toBe(true);
    expect(accessTo(resource, entering(without(write))).write).toBe(false);
    expect(accessTo(resource, entering([read, share])).share).toBe(true);
    expect(accessTo(resource, entering(without(share))).share).toBe(false);
  });

  it('the right to write carries the right to share', () => {
    const held = closure([write]);
    expect(accessTo(template(kind, 'shared with every customer'), entering(held))).toEqual({
      read: true,
      write: true,
      share: true,
    });
  });

  it('is closed to who holds no right of the provider', () => {
    const mine = [read, write, share].filter((right) => !opensMultiClientSpace(new Set([right])));
    expect(accessTo(template(kind, 'shared with every customer', ME), viewer(mine))).toEqual(none);
  });
});

describe.each(customers)('%s in the space of a customer', (kind) => {
  const { read, write } = resourceRightsOf(kind).customer!;

  it('public: read by its right, changed by its right, both of one’s own customer only', () => {
    const resource = ofCustomer(kind, 'public');
    expect(accessTo(resource, viewer([read]))).toEqual({ ...none, read: true });
    expect(accessTo(resource, viewer(without(read)))).toEqual(none);
    if (write !== undefined) {
      expect(accessTo(resource, viewer([read, write])).write).toBe(true);
      expect(accessTo(resource, viewer(without(write))).write).toBe(false);
    }
    expect(accessTo(ofCustomer(kind, 'public', { customer: FOREIGN_CUSTOMER }), viewer(all))).toEqual(none);
  });

  it('what the provider shares is read there by who sees the customer, and never what it shares with others', () => {
    const customer = { id: OWN_CUSTOMER, profile: OWN_PROFILE };
    for (const name of shareNames) {
      const isMine = name.includes('own') || name.includes('every');
      const resource = template(kind, name);
      expect([name, canSeeShared(resource, customer, viewer([read]))]).toEqual([name, isMine]);
      expect(canSeeShared(resource, customer, viewer(without(read)))).toBe(false);
      const foreign = { id: FOREIGN_CUSTOMER, profile: FOREIGN_PROFILE };
      expect(canSeeShared(resource, foreign, viewer(all))).toBe(false);
    }
  });
});

describe.each(writable)('a private %s', (kind) => {
  const { read } = resourceRightsOf(kind).customer!;
  const mine = ofCustomer(kind, 'private', { owner: ME });
  const others = ofCustomer(kind, 'private');

  it('is its owner’s, by the rights on private resources', () => {
    expect(accessTo(mine, viewer([read, 'PRIVATE.RESOURCE.read']))).toEqual({ ...none, read: true });
    expect(accessTo(mine, viewer([read, ...closure(['PRIVATE.RESOURCE.write'])]))).toMatchObject({
      read: true,
      write: true,
    });
    expect(accessTo(mine, viewer([read]))).toEqual(none);
  });

  it('is nobody else’s, but for the extra right on others’ private resources', () => {
    expect(accessTo(others, viewer(without('EXTRA.PRIVATE.write')))).toEqual(none);
    expect(accessTo(others, viewer([read, 'EXTRA.PRIVATE.write']))).toMatchObject({
      read: true,
      write: true,
    });
  });

  it('of a foreign customer is nobody’s, whatever the rights', () => {
    const foreign = ofCustomer(kind, 'private', { owner: ME, customer: FOREIGN_CUSTOMER });
    expect(accessTo(foreign, viewer(all, true))).toEqual(none);
  });
});

const someResource = record({
  kind: constantFrom(...resourceKindNames),
  visibility: constantFrom('public' as const, 'private' as const, 'multi-client' as const),
  owner: constantFrom(ME, OTHER, null),
  customer: constantFrom(OWN_CUSTOMER, FOREIGN_CUSTOMER, null),
  share: record({
    everyone: boolean(),
    profiles: uniqueArray(constantFrom(OWN_PROFILE, FOREIGN_PROFILE)),
    clients: uniqueArray(constantFrom(OWN_CUSTOMER, FOREIGN_CUSTOMER)),
  }),
}).filter(({ visibility, customer }) => (visibility === 'multi-client') === (customer === null));
const someRights = array(constantFrom(...permissionKeys));

describe('whatever the resource', () => {
  it('who holds nothing may nothing', () => {
    assert(
      property(someResource, (resource) => {
        expect(accessTo(resource, viewer([]))).toEqual(none);
      }),
    );
  });

  it('nobody writes or shares what he may not read', () => {
    assert(
      property(someResource, someRights, (resource, rights) => {
        const { read, write, share } = accessTo(resource, viewer(closure(rights)));
        expect(read || (!write && !share)).toBe(true);
      }),
    );
  });

  it('more rights never allow less', () => {
    assert(
      property(someResource, someRights, someRights, (resource, few, more) => {
        const narrow = accessTo(resource, viewer(closure(few)));
        const wide = accessTo(resource, viewer(closure([...few, ...more])));
        for (const act of ['read', 'write', 'share'] as const) expect(!narrow[act] || wide[act]).toBe(true);
      }),
    );
  });

  it('what is shared between customers is edited in the multi-client space, the rest where it is', () => {
    assert(
      property(someResource, someRights, (resource, rights) => {
        const me = viewer(closure(rights));
        const place = editPlace(resource, me);
        expect(place === 'nowhere').toBe(!accessTo(resource, me).write);
        if (place !== 'nowhere') expect(place).toBe(resource.customer === null ? 'multi-client' : 'here');
      }),
    );
  });

  it('a share reaches a customer by his profile, by himself, or with everybody', () => {
    const customer = { id: OWN_CUSTOMER, profile: OWN_PROFILE };
    expect(shareNames.filter((name) => shareReaches(shares[name], customer))).toEqual([
      'shared with every customer',
      'shared with an own profile',
      'shared with an own customer',
    ]);
  });

  it('editing what somebody else owns is warned of, one’s own and what nobody owns is not', () => {
    expect([isOwnedByOther({ id: OTHER }, ME), isOwnedByOther({ id: ME }, ME), isOwnedByOther(null, ME)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
