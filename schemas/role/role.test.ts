import { assert, constantFrom, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permission, permissionAreaKeys, permissionKeys } from '../permission/catalogue.ts';
import { closure } from '../permission/grants.ts';
import { compareRoles } from './compare.ts';
import { permissionTree } from './permission-tree.ts';
import { exceedsOwnRights, roleRightsOf, roleRejection } from './rules.ts';

const rights = uniqueArray(constantFrom(...permissionKeys));
const all = new Set(permissionKeys);
const role = (changed: object = {}) => ({
  isAdmin: false,
  isDefault: false,
  reachesOthers: false,
  permissions: [],
  ...changed,
});

describe('comparing roles', () => {
  it('returns for each permission which roles grant it, and whether they differ', () => {
    const compared = compareRoles([
      { isAdmin: false, permissions: ['ALERT.write'] },
      { isAdmin: false, permissions: ['ALERT.read'] },
      { isAdmin: true, permissions: [] },
    ]);
    const row = (expected: Permission) => compared.find(({ permission }) => permission === expected);
    expect(row('ALERT.write')).toEqual({
      permission: 'ALERT.write',
      held: [true, false, true],
      differs: true,
    });
    expect(row('ALERT.read')).toMatchObject({ held: [true, true, true], differs: false });
    expect(row('HOME.read')).toMatchObject({ differs: false });
    expect(compared).toHaveLength(permissionKeys.length);
  });

  it('takes at most five', () => {
    const six = Array.from({ length: 6 }, () => ({ isAdmin: false, permissions: [] }));
    expect(compareRoles(six)[0]?.held).toHaveLength(5);
  });

  it('of a role with itself shows no difference', () => {
    assert(
      property(rights, (permissions) => {
        const twice = [
          { isAdmin: false, permissions },
          { isAdmin: false, permissions },
        ];
        expect(compareRoles(twice).some(({ differs }) => differs)).toBe(false);
      }),
    );
  });
});

describe('the rules of roles', () => {
  it.each([
    ['delete', role({ isDefault: true }), all, 'ROLE_DEFAULT_FROZEN'],
    ['delete', role({ isAdmin: true, isDefault: true }), all, 'ROLE_ADMIN_FROZEN'],
    ['make default', role({ isAdmin: true }), all, 'ROLE_ADMIN_FROZEN'],
    ['delete', role({ reachesOthers: true }), all, 'REACHES_OTHER_CUSTOMERS'],
    ['make default', role(), all, undefined],
    ['delete', role({ permissions: ['USER.read'] }), new Set(['ALERT.read'] as const), 'RIGHTS_EXCEED_OWN'],
    ['delete', role(), new Set<never>(), undefined],
  ] as const)('to %s %j with %o: %s', (act, before, own, code) => {
    expect(roleRejection({ do: act }, before, own)).toBe(code);
  });

  it('reject granting more than the caller has, implications included', () => {
    expect(exceedsOwnRights(new Set(['USER.read']), new Set(['USER.read', 'ROLE.read']))).toBe(false);
    assert(
      property(rights, rights, (given, own) => {
        const rejected = exceedsOwnRights(new Set(given), new Set(own));
        expect(rejected).toBe(![...closure(given)].every((right) => closure(own).has(right)));
      }),
    );
  });

  it('grant administrators every permission', () => {
    expect(roleRightsOf({ isAdmin: true, permissions: [] })).toEqual(all);
  });
});

describe('the tree of the role editor', () => {
  it('shows every area once', () => {
    const shown = permissionTree.flatMap(({ sections }) => sections.flatMap(({ areas }) => areas));
    expect([...shown].sort()).toEqual([...permissionAreaKeys].sort());
  });

  it('has the settings as a section of their own', () => {
    const [, admin] = permissionTree;
    const settings = admin?.sections.find(({ title }) => title?.en === 'Settings');
    expect(settings?.areas).toHaveLength(11);
    expect(admin?.sections[0]?.title).toBeUndefined();
  });
});
