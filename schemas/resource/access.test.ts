import { array, assert, boolean, constantFrom, property, record, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permissionKeys, type Permission } from '../permission/catalogue.ts';
import { closure, opensMultiClientSpace } from '../permission/grants.ts';
import {
  accessTo,
  canSeeShared,
  editPlace,
  isNamedIn,
  isOwnedByOther,
  reachesOthers,
  shareReaches,
  type ProtectedResource,
  type Viewer,
} from './access.ts';
import { resourceKindNames, resourceRightsOf, type ResourceKind } from './kind.ts';

const ME = 1;
const OTHER = 2;
const OWN_CUSTOMER = 10;
const FOREIGN_CUSTOMER = 20;
const OWN_PROFILE = 100;
const FOREIGN_PROFILE = 200;
/** Of the own customer and a foreign one. */
const SHARED_PROFILE = 300;
const UNSEEN = 3;

const unshared = { everyone: false, profiles: [], clients: [] };
const shares = {
  'not shared': unshared,
  'shared with every customer': { ...unshared, everyone: true },
  'shared with an own profile': { ...unshared, profiles: [OWN_PROFILE] },
  'shared with an own customer': { ...unshared, clients: [OWN_CUSTOMER] },
  'shared with a profile of own and foreign customers': { ...unshared, profiles: [SHARED_PROFILE] },
  'shared with an own and a foreign customer': { ...unshared, clients: [OWN_CUSTOMER, FOREIGN_CUSTOMER] },
  'shared with a foreign profile': { ...unshared, profiles: [FOREIGN_PROFILE] },
  'shared with a foreign customer': { ...unshared, clients: [FOREIGN_CUSTOMER] },
};
type ShareName = keyof typeof shares;
const shareNames = Object.keys(shares) as ShareName[];
/** Those that include the own customer, whose profile is the own one. */
const ownShares: readonly ShareName[] = [
  'shared with every customer',
  'shared with an own profile',
  'shared with an own customer',
  'shared with an own and a foreign customer',
];

const viewer = (permissions: Iterable<Permission>, allCustomers = false): Viewer => ({
  id: ME,
  permissions: new Set(permissions),
  customers: new Set([OWN_CUSTOMER]),
  profiles: new Set([OWN_PROFILE, SHARED_PROFILE]),
  unrestrictedProfiles: new Set([OWN_PROFILE]),
  owners: new Set([ME, OTHER]),
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
/** Every permission except this one and its implications. */
const without = (right: Permission): Permission[] => permissionKeys.filter((key) => key !== right);
const none = { read: false, write: false, share: false };
const templates = resourceKindNames.filter((kind) => resourceRightsOf(kind).template !== undefined);
const customers = resourceKindNames.filter((kind) => resourceRightsOf(kind).customer !== undefined);
const writable = customers.filter((kind) => resourceRightsOf(kind).customer?.write !== undefined);
const rightsHere = (kind: ResourceKind) => resourceRightsOf(kind).template!;

/** A viewer with access to the multi-client space. */
const entering = (permissions: Iterable<Permission>, allCustomers = false): Viewer =>
  viewer([...permissions, 'LICENSE.read'], allCustomers);

describe.each(templates)('%s in the multi-client space', (kind) => {
  const { read, write, share } = rightsHere(kind);

  it.each(shareNames)('%s: its owner needs the read permission', (name) => {
    expect(accessTo(template(kind, name, ME), entering([read]))).toMatchObject({ read: true });
    expect(accessTo(template(kind, name, ME), entering(without(read)))).toEqual(none);
  });

  it.each(shareNames)('%s: other users see it through shares with their customers', (name) => {
    const isMine = name.includes('own') || name.includes('every');
    expect(accessTo(template(kind, name), entering([read])).read).toBe(isMine);
    // A viewer of every customer sees every shared resource.
    expect(accessTo(template(kind, name), entering([read], true)).read).toBe(name !== 'not shared');
  });

  it('not shared: visible only with the extra permission', () => {
    const resource = template(kind, 'not shared');
    expect(accessTo(resource, entering([read, 'EXTRA.UNSHARED.read'])).read).toBe(true);
    expect(accessTo(resource, entering(without('EXTRA.UNSHARED.read'), true))).toEqual(none);
    // The extra permission covers unshared resources, not resources shared with others.
    expect(accessTo(template(kind, 'shared with a foreign customer'), entering(all))).toEqual(none);
  });

  it('not shared: the extra permission covers owners whose account the viewer sees', () => {
    const rights = [read, 'EXTRA.UNSHARED.read'] as const;
    for (const owner of [UNSEEN, null]) {
      const resource = { ...template(kind, 'not shared'), owner };
      expect(accessTo(resource, entering(rights))).toEqual(none);
      expect(accessTo(resource, entering(rights, true)).read).toBe(true);
    }
  });

  it.each(shareNames)('%s: changes only for viewers who see every customer that it applies to', (name) => {
    const resource = template(kind, name, ME);
    const isWithin = !/foreign|every/.test(name);
    const { write: changes, share: shares } = accessTo(resource, entering(all));
    expect([changes, shares]).toEqual([isWithin, isWithin]);
    expect(reachesOthers(resource.share, entering(all))).toBe(!isWithin);
    expect(accessTo(resource, entering(all, true))).toEqual({ read: true, write: true, share: true });
    expect(reachesOthers(resource.share, entering(all, true))).toBe(false);
  });

  it('needs the write permission to change and the share permission to share it', () => {
    const resource = template(kind, 'shared with an own customer');
    expect(accessTo(resource, entering([read, write])).write).toBe(true);
    expect(accessTo(resource, entering(without(write))).write).toBe(false);
    expect(accessTo(resource, entering([read, share])).share).toBe(true);
    expect(accessTo(resource, entering(without(share))).share).toBe(false);
  });

  it('the write permission implies the share permission', () => {
    const held = closure([write]);
    expect(accessTo(template(kind, 'shared with an own customer'), entering(held))).toEqual({
      read: true,
      write: true,
      share: true,
    });
  });

  it('is hidden from users without a provider permission', () => {
    const mine = [read, write, share].filter((right) => !opensMultiClientSpace(new Set([right])));
    expect(accessTo(template(kind, 'shared with every customer', ME), viewer(mine))).toEqual(none);
  });
});

describe.each(customers)('%s in the space of a customer', (kind) => {
  const { read, write } = resourceRightsOf(kind).customer!;

  it('public: read and write permissions apply to own customers only', () => {
    const resource = ofCustomer(kind, 'public');
    expect(accessTo(resource, viewer([read]))).toEqual({ ...none, read: true });
    expect(accessTo(resource, viewer(without(read)))).toEqual(none);
    if (write !== undefined) {
      expect(accessTo(resource, viewer([read, write])).write).toBe(true);
      expect(accessTo(resource, viewer(without(write))).write).toBe(false);
    }
    expect(accessTo(ofCustomer(kind, 'public', { customer: FOREIGN_CUSTOMER }), viewer(all))).toEqual(none);
  });

  it('resources shared by the provider are visible only to users of the customer they are shared with', () => {
    const customer = { id: OWN_CUSTOMER, profile: OWN_PROFILE };
    for (const name of shareNames) {
      const isMine = ownShares.includes(name);
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

  it('belongs to its owner through the permissions on private resources', () => {
    expect(accessTo(mine, viewer([read, 'PRIVATE.RESOURCE.read']))).toEqual({ ...none, read: true });
    expect(accessTo(mine, viewer([read, ...closure(['PRIVATE.RESOURCE.write'])]))).toMatchObject({
      read: true,
      write: true,
    });
    expect(accessTo(mine, viewer([read]))).toEqual(none);
  });

  it('is closed to other users except with the extra permission on private resources', () => {
    expect(accessTo(others, viewer(without('EXTRA.PRIVATE.write')))).toEqual(none);
    expect(accessTo(others, viewer([read, 'EXTRA.PRIVATE.write']))).toMatchObject({
      read: true,
      write: true,
    });
  });

  it('of a foreign customer is closed, with any permission', () => {
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

describe('any resource', () => {
  it('is closed without permissions', () => {
    assert(
      property(someResource, (resource) => {
        expect(accessTo(resource, viewer([]))).toEqual(none);
      }),
    );
  });

  it('can be written or shared only if it can be read', () => {
    assert(
      property(someResource, someRights, (resource, rights) => {
        const { read, write, share } = accessTo(resource, viewer(closure(rights)));
        expect(read || (!write && !share)).toBe(true);
      }),
    );
  });

  it('is never less accessible with more permissions', () => {
    assert(
      property(someResource, someRights, someRights, (resource, few, more) => {
        const narrow = accessTo(resource, viewer(closure(few)));
        const wide = accessTo(resource, viewer(closure([...few, ...more])));
        for (const act of ['read', 'write', 'share'] as const) expect(!narrow[act] || wide[act]).toBe(true);
      }),
    );
  });

  it('is edited in the multi-client space if shared between customers, else in its own space', () => {
    assert(
      property(someResource, someRights, (resource, rights) => {
        const me = viewer(closure(rights));
        const place = editPlace(resource, me);
        expect(place === 'nowhere').toBe(!accessTo(resource, me).write);
        if (place !== 'nowhere') expect(place).toBe(resource.customer === null ? 'multi-client' : 'here');
      }),
    );
  });

  it('reaches a customer by profile, directly, or with every customer', () => {
    const customer = { id: OWN_CUSTOMER, profile: OWN_PROFILE };
    expect(shareNames.filter((name) => shareReaches(shares[name], customer))).toEqual(ownShares);
  });

  it.each([
    ['public, of the customer', { customer: OWN_CUSTOMER, visibility: 'public', owner: OTHER }, [], true],
    [
      'public, of another customer',
      { customer: FOREIGN_CUSTOMER, visibility: 'public', owner: ME },
      [],
      false,
    ],
    ['private, of another user', { customer: OWN_CUSTOMER, visibility: 'private', owner: OTHER }, [], false],
    ['private, of the user', { customer: OWN_CUSTOMER, visibility: 'private', owner: ME }, [], true],
    [
      'private, with the right on those of others',
      { customer: OWN_CUSTOMER, visibility: 'private', owner: OTHER },
      ['EXTRA.PRIVATE.write'],
      true,
    ],
    ['of the provider, not shared', { customer: null, visibility: 'multi-client', owner: ME }, [], false],
  ] as const)('is named in the data of a customer: %s', (_, part, rights, isNamed) => {
    const resource = { kind: 'application', share: unshared, ...part } as const;
    const customer = { id: OWN_CUSTOMER, profile: OWN_PROFILE };
    expect(isNamedIn(resource, customer, viewer([...rights]))).toBe(isNamed);
    expect(
      isNamedIn(
        { ...resource, customer: null, share: shares['shared with every customer'] },
        customer,
        viewer([]),
      ),
    ).toBe(true);
  });

  it('causes a warning when edited by another user than its owner', () => {
    expect([
      isOwnedByOther({ id: OTHER }, ME),
      isOwnedByOther({ id: ME }, ME),
      isOwnedByOther(null, ME),
    ]).toEqual([true, false, false]);
  });
});
