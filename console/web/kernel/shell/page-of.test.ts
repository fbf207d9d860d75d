import { describe, expect, it } from 'vitest';
import { menuEntries } from '#schemas/menu/table.ts';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { closedPageOf, entryAt, frameScopeOf, refusalOf } from './page-of.ts';

const entries: readonly MenuEntry[] = menuEntries;
const alert = entries.filter(({ route }) => route === '/alert');
const session = { modules: ['alerting', 'user'], customers: [{ id: 1, clientId: 'a', name: 'A' }] };

describe('the frame of a page', () => {
  it.each([
    ['/mt/user', ['customer'], 'customer'],
    ['/cc/alert', ['customer'], 'customer'],
    ['/alert', ['customer'], 'customer'],
    ['/account', ['admin'], 'admin'],
    ['/mt/user/sign-in', ['customer', 'admin'], 'admin'],
    ['/cc/alert', ['customer', 'cross-customer'], 'cross-customer'],
    ['/mt', [], 'customer'],
  ] as const)('%s of a session with %j is of the scope %s', (pathname, scopes, expected) => {
    expect(frameScopeOf(pathname, { scopes: [...scopes] })).toBe(expected);
  });
});

describe('a page', () => {
  it('below a menu entry belongs to it', () => {
    expect(entryAt('/mt/user/sign-in')?.route).toBe('/mt/user');
    expect(entryAt('/alert/silence')?.route).toBe('/alert');
    expect(entryAt('/alerts')).toBeUndefined();
  });

  it.each([
    ['/alert', 1, undefined],
    ['/alert/silence', 1, undefined],
    ['/alert', 2, 'of another customer'],
    ['/cluster', 2, 'missing'],
    ['/mt/user', undefined, 'refused'],
    ['/mt/user/sign-in', undefined, 'refused'],
    ['/cc/alert', undefined, 'refused'],
    ['/test', undefined, 'missing'],
    ['/account', 1, undefined],
  ] as const)(
    '%s for customer %s of a user of the alerts of customer 1: %s',
    (pathname, customer, expected) => {
      expect(closedPageOf({ pathname, session, open: alert, customer })?.is).toBe(expected);
    },
  );
});

describe('a page that is refused', () => {
  const [one, other] = [1, 2].map((id) => ({ id, clientId: String(id), name: String(id) }));
  it.each([
    ['/alert', ['ALERT.read'], [], 'a customer'],
    ['/cc/alert', ['ALERT.read'], [], 'a customer'],
    ['/cc/alert', ['ALERT.read'], [one], 'several customers'],
    ['/alert', [], [], 'role'],
    ['/alert', [], [one, other], 'role'],
    ['/mt/user', [], [], 'role'],
  ] as const)('%s to a user with %j of customers %j lacks: %s', (pathname, permissions, of, expected) => {
    const customers = of.flatMap((each) => each ?? []);
    const scopes = (['customer', 'cross-customer'] as const).slice(0, customers.length);
    const visitor = { permissions: [...permissions], customers, everyCustomer: false, scopes };
    expect(refusalOf(entryAt(pathname), visitor)).toBe(expected);
  });
});
