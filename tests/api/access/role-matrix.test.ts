import { describe, expect, it } from 'vitest';
import {
  permissionAreas,
  permissionKeys,
  type Permission,
  type PermissionGroup,
  type PermissionKey,
} from '#schemas/permission/catalogue.ts';
import { closure, type PermissionSet } from '#schemas/permission/grants.ts';
import type { Route } from '#schemas/route.ts';
import type { Browser } from '../../fixtures/server/server-under-test.ts';
import { accountOf, matrixServerOfFile, problemCodeOf, guarded, named } from './matrix-server.ts';
import { targetOf } from './targets.ts';

const matrix = matrixServerOfFile();

describe('each role', () => {
  const areaOf = (right: Permission): PermissionKey =>
    right.slice(0, right.lastIndexOf('.')) as PermissionKey;
  const ofGroup = (group: PermissionGroup): readonly Permission[] =>
    permissionKeys.filter((key) => permissionAreas[areaOf(key)].group === group);
  const reading = (list: readonly Permission[]) => list.filter((key) => key.endsWith('.read'));
  const roles: readonly (readonly [string, readonly Permission[]])[] = [
    ['without rights', []],
    ['of a reader of a customer', reading(ofGroup('client'))],
    ['of a customer', ofGroup('client')],
    ['of a reader of the provider', reading(ofGroup('multi-tenant'))],
    ['of the provider', ofGroup('multi-tenant')],
    ['of extra permissions and programs', [...ofGroup('extra'), ...ofGroup('api')]],
    ['of administrators', permissionKeys],
  ];
  type Place = 'own' | 'foreign';

  /** What the specification says: the right first, then the scope, then whose customer it is. */
  function expected({ needs, scope, everyCustomer }: Route, rights: PermissionSet, place: Place): string {
    if (!rights.has(needs as Permission)) return '403 FORBIDDEN';
    if (scope === 'customer' && place === 'foreign') return '404 NOT_FOUND';
    if (scope === 'admin' && !opensAdministration(rights)) return '403 FORBIDDEN';
    return everyCustomer === true ? '403 EVERY_CUSTOMER_REQUIRED' : 'allowed';
  }
  const opensAdministration = (rights: PermissionSet): boolean =>
    ofGroup('multi-tenant').some((right) => rights.has(right));
  const rejected = new Set([401, 403, 404, 405, 500]);
  const TOGETHER = 8;

  async function responded(
    route: Route,
    page: Browser,
    { place, account }: { place: Place; account: number },
  ) {
    const customer = place === 'own' ? matrix().own : matrix().foreign;
    const target = place === 'own' ? await targetOf(matrix().server, route, account) : '1';
    const response = await matrix().call(page, route, customer, target);
    return rejected.has(response.statusCode)
      ? `${String(response.statusCode)} ${String(problemCodeOf(response))}`
      : 'allowed';
  }

  it.each(roles)('%s may do exactly what its permissions grant, within its customers', async (_, given) => {
    const rights = closure(given);
    const page = await matrix().someone(given);
    const account = await accountOf(page);
    const calls = guarded.flatMap((route) => {
      const places = route.scope === 'customer' ? (['own', 'foreign'] as const) : (['own'] as const);
      return places.map((place) => ({ route, place, expected: expected(route, rights, place) }));
    });
    const others: string[] = [];
    for (let first = 0; first < calls.length; first += TOGETHER)
      await Promise.all(
        calls.slice(first, first + TOGETHER).map(async ({ route, place, expected: desired }) => {
          const reported = await responded(route, page, { place, account });
          if (reported !== desired)
            others.push(`${route.method} ${route.path} of ${place}: ${reported}, not ${desired}`);
        }),
      );
    const allowed = calls.filter(({ expected: desired }) => desired === 'allowed').length;
    const seen = { allowed, rejected: calls.length - allowed };
    expect(others).toEqual([]);
    expect(seen.rejected).toBeGreaterThan(30);
    expect(seen.allowed > 0).toBe(guarded.some(({ needs }) => rights.has(needs as Permission)));
  });
});

describe('a scope', () => {
  const across = guarded.filter(({ scope }) => scope === 'cross-customer');
  it.each(named(across))('%s is closed to users with a single customer', async (_, route) => {
    const response = await matrix().call(
      await matrix().someoneRejected([route.needs as Permission], ['acme']),
      route,
    );
    expect([response.statusCode, problemCodeOf(response)]).toEqual([403, 'FORBIDDEN']);
  });

  const sessionOf = async (permissions: readonly Permission[], customers: readonly string[]) => {
    const session = await (await matrix().someone(permissions, customers)).get('/api/v1/session');
    return (session.json() as { scopes: string[] }).scopes;
  };
  it('is part of the session: customer, across customers, administration', async () => {
    expect(await sessionOf(['ALERT.read'], [])).toEqual([]);
    expect(await sessionOf(['ALERT.read'], ['acme'])).toEqual(['customer']);
    expect(await sessionOf(['ALERT.read'], ['acme', 'globex'])).toEqual(['customer', 'cross-customer']);
    expect(await sessionOf(['ROLE.read'], ['acme'])).toEqual(['customer', 'admin']);
  });

  it('across customers shows the counts of one’s own customers only', async () => {
    const response = await (await matrix().someone(['ALERT.read'])).get('/api/v1/cc/alert');
    const { customers } = response.json() as { customers: { name: string }[] };
    expect(customers.map(({ name }) => name)).toEqual(['Customer acme', 'Customer globex']);
  });
});
