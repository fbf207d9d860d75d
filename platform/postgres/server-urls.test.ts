import { describe, expect, it } from 'vitest';
import { serverUrls, withCredentials } from './server-urls.ts';

describe('an address of PostgreSQL', () => {
  it.each([
    ['postgres://u:p@one/t', ['postgres://u:p@one/t']],
    [
      'postgresql://u:p@one:5432,two:5433/t?sslmode=verify-full',
      ['postgresql://u:p@one:5432/t?sslmode=verify-full', 'postgresql://u:p@two:5433/t?sslmode=verify-full'],
    ],
    ['postgres://u@[::1]:5432, [::2]/t', ['postgres://u@[::1]:5432/t', 'postgres://u@[::2]/t']],
    ['postgres:///t?host=/run/postgresql', ['postgres:///t?host=/run/postgresql']],
    ['postgres://one,two', ['postgres://one', 'postgres://two']],
  ])('%s names its servers', (address, urls) => {
    expect(serverUrls(address)).toEqual(urls);
  });

  it.each([
    '',
    'mysql://one/t',
    'postgres://one,/t',
    'postgres://,two/t',
    'postgres://one:port,two/t',
    'postgres:/one',
    'postgres://u@one,two:99999/t',
  ])('%j is rejected', (address) => {
    expect(serverUrls(address)).toEqual([]);
  });

  it('has one account for all servers, with every character', () => {
    const account = { username: 'telltale_server', password: 'p@ss:/?#,%' };
    const [first, second] = serverUrls(withCredentials('postgres://u:p@one,two:5433/t?ssl=true', account));
    for (const [url, host] of [
      [first, 'one'],
      [second, 'two:5433'],
    ] as const) {
      const { username, password, host: named, search } = new URL(url ?? '');
      expect([username, decodeURIComponent(password), named, search]).toEqual([
        account.username,
        account.password,
        host,
        '?ssl=true',
      ]);
    }
  });
});
