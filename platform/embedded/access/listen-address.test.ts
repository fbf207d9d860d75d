import { describe, expect, it } from 'vitest';
import { clickhouseAddress, postgresAddress, listenAddressOf } from './listen-address.ts';

const account = { user: 'telltale', password: 'secret' };

describe('the address at which an embedded store listens', () => {
  it.for([
    ['/var/telltale', 0, { socket: '/var/telltale/embedded/clickhouse.sock', port: undefined }],
    ['/var/telltale', 8123, { socket: '/var/telltale/embedded/clickhouse.sock', port: 8123 }],
    [`/var/${'long/'.repeat(20)}`, 0, { socket: undefined, port: 0 }],
  ] as const)('in %s with the port %s is %o', ([data, port, address]) => {
    expect(listenAddressOf(data, 'clickhouse', port)).toEqual(address);
  });

  it('is a socket for the product, also next to a port', () => {
    const address = { socket: '/a b/embedded/clickhouse.sock', port: 8123 };
    expect(clickhouseAddress({ address, ...account })).toBe(
      'http://telltale:secret@localhost/default?socket=%2Fa%20b%2Fembedded%2Fclickhouse.sock',
    );
    expect(
      postgresAddress({ address: { ...address, socket: '/a b/embedded/.s.PGSQL.5432' }, ...account }),
    ).toBe('postgres://telltale:secret@localhost/postgres?host=%2Fa%20b%2Fembedded');
  });

  it('is a port of loopback where the path is too long for a socket', () => {
    const address = { socket: undefined, port: 9000 };
    expect(clickhouseAddress({ address, ...account })).toBe('http://telltale:secret@127.0.0.1:9000/default');
    expect(postgresAddress({ address, ...account })).toBe(
      'postgres://telltale:secret@127.0.0.1:9000/postgres',
    );
  });
});
