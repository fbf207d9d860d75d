import { describe, expect, it } from 'vitest';
import { replicaUrls, shardUrls, withColumnAccount } from './replica-urls.ts';

describe('an address of ClickHouse', () => {
  it.each([
    ['http://u:p@one:8123/t', [['http://u:p@one:8123/t']]],
    ['http://localhost/t?socket=%2Frun%2Fx.sock', [['http://localhost/t?socket=%2Frun%2Fx.sock']]],
    ['https://u:p@one:8443, two:8444/t?a=1', [['https://u:p@one:8443/t?a=1', 'https://u:p@two:8444/t?a=1']]],
    [
      'https://a,b;c,[::1]:8443/t',
      [
        ['https://a/t', 'https://b/t'],
        ['https://c/t', 'https://[::1]:8443/t'],
      ],
    ],
  ])('%s names the replicas of its shards', (address, urls) => {
    expect(shardUrls(address)).toEqual(urls);
  });

  it.each([
    '',
    'tcp://one/t',
    'http://one,/t',
    'http://one;/t',
    'http://one,one/t',
    'http://one,two:99999/t',
  ])('%j is rejected', (address) => {
    expect(shardUrls(address)).toEqual([]);
    expect(() => replicaUrls(address)).toThrow('the address of ClickHouse is not valid');
  });

  it('of several shards is rejected by name', () => {
    expect(() => replicaUrls('http://a,b;c,d/t')).toThrow('several shards (;), which are not supported yet');
  });

  it('has one account for all servers, with every character', () => {
    const account = { username: 'telltale_server', password: 'p@ss:/?#,;%' };
    const urls = shardUrls(withColumnAccount('https://u:p@one,two:8443/t?a=1', account)).flat();
    expect(urls.map((url) => new URL(url).host)).toEqual(['one', 'two:8443']);
    for (const url of urls) {
      const { username, password, pathname, search } = new URL(url);
      expect([username, decodeURIComponent(password), pathname, search]).toEqual([
        account.username,
        account.password,
        '/t',
        '?a=1',
      ]);
    }
  });
});
