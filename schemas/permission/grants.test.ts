import { array, assert, boolean, constantFrom, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permission, permissionKeys } from './catalogue.ts';
import {
  can,
  canAny,
  closure,
  implications,
  settingsReads,
  shareRights,
  withRight,
  withRights,
  withoutRight,
} from './grants.ts';

const right = constantFrom(...permissionKeys);
const rights = uniqueArray(right).map((list) => new Set(list));
const acts = array(tuple(boolean(), right), { maxLength: 40 });

const holdsItsImplications = (set: ReadonlySet<Permission>) =>
  [...set].every((held) => (implications.get(held) ?? []).every((implied) => set.has(implied)));

describe('implied permissions', () => {
  const table: readonly [Permission, readonly Permission[]][] = [
    ['ALERT.write', ['ALERT.read']],
    ['PARAMETERS.CLUSTER.write', ['PARAMETERS.CLUSTER.read']],
    ['HOME.write', ['HOME.read']],
    ['SCHEDULING.read', ['REPORT.read']],
    ['SCHEDULING.write', ['REPORT.read', 'SCHEDULING.read']],
    ['SETTINGS.SAML.read', ['ROLE.read']],
    ['SETTINGS.SAML.write', ['SETTINGS.SAML.read', 'ROLE.read']],
    ['NETWORK.SDWAN_MANAGER.read', ['NETWORK.PROVISIONING.read']],
    [
      'NETWORK.SDWAN_MANAGER.write',
      ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'],
    ],
    ['USER.read', ['ROLE.read']],
    ['USER.write', ['USER.read', 'ROLE.read']],
    ['SUPPORT.DEBUG.read', ['NETWORK.read', 'NETWORK.write']],
    ['TEMPLATE.COCKPIT.write', ['TEMPLATE.COCKPIT.read', 'TEMPLATE.COCKPIT.share']],
    ['TEMPLATE.HOME.write', ['TEMPLATE.HOME.read', 'TEMPLATE.HOME.share']],
    ['TEMPLATE.DASHBOARD.write', ['TEMPLATE.DASHBOARD.read', 'TEMPLATE.DASHBOARD.share']],
    ['TEMPLATE.REPORT.write', ['TEMPLATE.REPORT.read', 'TEMPLATE.REPORT.share']],
    ['TEMPLATE.REPORT.share', ['TEMPLATE.REPORT.read']],
    ['ALERT.read', []],
    ['MISC.THEME.write', []],
    ['EXTRA.PRIVATE.write', []],
    ['API.read', []],
  ];
  for (const [held, carried] of table)
    it(`${held} carries ${carried.join(', ') || 'nothing else'}`, () => {
      expect(withRight(new Set(), held)).toEqual(new Set([held, ...carried, 'HOME.read']));
    });

  it('several are checked and unchecked together, with what they imply; those of every user stay', () => {
    const reads: readonly Permission[] = ['HOME.read', 'ALERT.read', 'SCHEDULING.read'];
    const all = withRights(new Set(), [...reads, 'ALERT.write'], true);
    expect(all).toEqual(new Set([...reads, 'ALERT.write', 'REPORT.read']));
    expect(withRights(all, reads, false)).toEqual(new Set(['HOME.read', 'REPORT.read']));
  });

  it('write implies read in areas with both', () => {
    const writes = permissionKeys.filter((key) => key.endsWith('.write'));
    const reads = writes.map((key) => key.replace(/write$/, 'read') as Permission);
    const missing = reads.filter(
      (read, at) => permissionKeys.includes(read) && !withRight(new Set(), writes[at]!).has(read),
    );
    expect(missing).toEqual([]);
  });
});

describe('checking and unchecking permissions', () => {
  const table: readonly [Permission, Permission, boolean][] = [
    ['ALERT.write', 'ALERT.read', false],
    ['ALERT.read', 'ALERT.write', true],
    ['SCHEDULING.write', 'REPORT.read', false],
    ['SCHEDULING.read', 'REPORT.read', false],
    ['SCHEDULING.read', 'REPORT.write', true],
    ['SETTINGS.SAML.write', 'ROLE.read', false],
    ['USER.write', 'ROLE.read', false],
    ['NETWORK.SDWAN_MANAGER.write', 'NETWORK.PROVISIONING.read', false],
    ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.PROVISIONING.write', true],
    ['NETWORK.SDWAN_MANAGER.write', 'NETWORK.PROVISIONING.write', false],
    ['SUPPORT.DEBUG.read', 'NETWORK.write', false],
    ['TEMPLATE.COCKPIT.share', 'TEMPLATE.COCKPIT.read', false],
    ['TEMPLATE.COCKPIT.share', 'TEMPLATE.COCKPIT.write', true],
    ['NETWORK.AUDIT.read', 'NETWORK.read', true],
  ];
  for (const [held, unchecked, stays] of table)
    it(`unchecking ${unchecked} ${stays ? 'keeps' : 'clears'} ${held}`, () => {
      expect(withoutRight(withRight(new Set(), held), unchecked).has(held)).toBe(stays);
    });

  it('home read is always checked', () => {
    expect(closure([])).toEqual(new Set(['HOME.read']));
    expect(withoutRight(closure(['HOME.write']), 'HOME.read')).toEqual(new Set(['HOME.read', 'HOME.write']));
    expect(can(new Set(), 'HOME.read')).toBe(true);
  });
});

describe('closed sets', () => {
  it('closing a set twice changes nothing', () => {
    assert(
      property(rights, (set) => {
        expect(closure(closure(set))).toEqual(closure(set));
      }),
    );
  });

  it('more permissions never close to fewer', () => {
    assert(
      property(rights, rights, (few, more) => {
        const wide = closure([...few, ...more]);
        expect([...closure(few)].filter((held) => !wide.has(held))).toEqual([]);
      }),
    );
  });

  it('every reachable set contains all implications', () => {
    assert(
      property(rights, acts, (start, list) => {
        let set = closure(start);
        for (const [check, one] of list) {
          set = check ? withRight(set, one) : withoutRight(set, one);
          expect(holdsItsImplications(set)).toBe(true);
          expect(set.has(one)).toBe(check || one === 'HOME.read');
        }
      }),
    );
  });

  it('unchecking and closing leaves no write without read', () => {
    assert(
      property(rights, right, (start, one) => {
        const left = closure(withoutRight(start, one));
        expect(left).toEqual(withoutRight(start, one));
        const reads = [...left].map((held) => held.replace(/\.write$/, '.read') as Permission);
        expect(reads.filter((read) => permissionKeys.includes(read) && !left.has(read))).toEqual([]);
      }),
    );
  });

  it('unchecking grants nothing', () => {
    assert(
      property(rights, right, (start, one) => {
        const before = closure(start);
        expect([...withoutRight(before, one)].filter((held) => !before.has(held))).toEqual([]);
      }),
    );
  });
});

describe('a permission check', () => {
  it('rejects a missing permission', () => {
    expect(can(new Set(['ALERT.read']), 'ALERT.read')).toBe(true);
    expect(can(new Set(['ALERT.read']), 'ALERT.write')).toBe(false);
    expect(canAny(new Set(['USER.read']), ['ROLE.read', 'USER.read'])).toBe(true);
    expect(canAny(new Set(['USER.read']), [])).toBe(false);
  });

  it('any of ten settings reads opens the settings menu, as does that of logo and colours', () => {
    expect(settingsReads).toHaveLength(11);
  });

  it('share permissions exist for home, dashboard, cockpit and report templates', () => {
    expect([...shareRights].sort()).toEqual([
      'TEMPLATE.COCKPIT.share',
      'TEMPLATE.DASHBOARD.share',
      'TEMPLATE.HOME.share',
      'TEMPLATE.REPORT.share',
    ]);
  });
});
