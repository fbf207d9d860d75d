import { expect, it } from 'vitest';
import { consoleAddress } from './console-address.ts';

it.each([
  ['the server, without a public address', '', '127.0.0.1', 'http://127.0.0.1:8080'],
  ['the server on every interface', '', '0.0.0.0', 'http://127.0.0.1:8080'],
  ['the server on IPv6', '', '::1', 'http://[::1]:8080'],
  [
    'the base path on the server itself',
    'http://127.0.0.1:8080/noc',
    '127.0.0.1',
    'http://127.0.0.1:8080/noc',
  ],
  [
    'the base path behind a proxy, and where the proxy leads',
    'https://example.net/noc',
    '0.0.0.0',
    'https://example.net/noc, behind a proxy to http://127.0.0.1:8080',
  ],
  ['the server, for an address that cannot be', 'example.net', '127.0.0.1', 'http://127.0.0.1:8080'],
])('the printed address is %s', (_, PUBLIC_URL, HOST, printed) => {
  expect(consoleAddress({ PUBLIC_URL, HOST, PORT: 8_080 })).toBe(printed);
});
