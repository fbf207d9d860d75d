import { describe, expect, it } from 'vitest';
import { clickhouseAddress, postgresAddress, storePlace } from './store-place.ts';

const account = { user: 'telltale', password: 'secret' };

describe('the place of an embedded store', () => {
  it.for([
    ['/var/telltale', 0, { socket: '/var/telltale/embedded/clickhouse.sock', port: undefined }],
    ['/var/telltale', 8123, { socket: '/var/telltale/embedded/clickhouse.sock', port: 8123 }],
    [`/var/${'long/'.repeat(20)}`, 0, { socket: undefined, port: 0 }],
  ] as const)('in %s with the port %s is %o', ([data, port, place]) => {
    expect(storePlace(data, 'clickhouse', port)).toEqual(place);
  });

  it('is a socket for the product, also beside a port', () => {
    const place = { socket: '/a b/embedded/clickhouse.sock', port: 8123 };
    expect(clickhouseAddress({ place, ...account })).toBe(
      'http://telltale:secret@localhost/default?socket=%2Fa%20b%2Fembedded%2Fclickhouse.sock',
    );
    expect(postgresAddress({ place: { ...place, socket: '/a b/embedded/.s.PGSQL.5432' }, ...account })).toBe(
      'postgres://telltale:secret@localhost/postgres?host=%2Fa%20b%2Fembedded',
    );
  });

  it('is a port of loopback where the path is too long for a socket', () => {
    const place = { socket: undefined, port: 9000 };
    expect(clickhouseAddress({ place, ...account })).toBe('http://telltale:secret@127.0.0.1:9000/default');
    expect(postgresAddress({ place, ...account })).toBe('postgres://telltale:secret@127.0.0.1:9000/postgres');
  });
});
