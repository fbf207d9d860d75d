import { describe, expect, it } from 'vitest';
import { readSession } from '#schemas/account/routes.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { routeUrl } from '#web/kernel/api/route-url.ts';
import { SESSION_PATH, documentPath, openedBy } from './early-page.ts';

it('the session is requested early as its contract says', () => {
  expect(SESSION_PATH).toBe(routeUrl(readSession));
});

describe('the document of an address', () => {
  it.each(['dashboard', 'home'] as const)('is requested as the contract of a %s says', (kind) => {
    const params = { customerId: 7, resourceId: 12 };
    const opened = openedBy(`/${kind}`, '?customer=7&open=12&full=true');
    expect(opened && documentPath(opened)).toBe(routeUrl(customerDocuments[kind].read, params));
  });

  it.each([
    ['/dashboard', '?customer=7'],
    ['/dashboard', '?open=12'],
    ['/dashboard', '?customer=7&open=../user'],
    ['/dashboard', '?customer=0&open=1'],
    ['/alert', '?customer=7&open=12'],
  ])('is none at %s%s', (path, search) => {
    expect(openedBy(path, search)).toBeUndefined();
  });
});
