import { expect, it } from 'vitest';
import { isKnownHost } from './known-hosts.ts';

it.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost', true],
  ['noc.example.net', true],
  ['evil.example.org', false],
  ['127.0.0.1.evil.example.org', false],
] as const)('a request for %s is accepted: %s', (host, taken) => {
  expect(isKnownHost(host, 'https://noc.example.net:8443')).toBe(taken);
});
