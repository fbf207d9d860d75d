import { expect, it } from 'vitest';
import { networks } from './networks.ts';

it.each([
  [undefined, []],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.0/8, ::1,2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
])('TRUSTED_PROXIES %j contains %j', (text, expected) => {
  expect(networks().parse(text)).toEqual(expected);
});

it.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.5,', 'true', '0.0.0.0/0', '::/129'])(
  'TRUSTED_PROXIES %j is rejected',
  (text) => {
    expect(networks().safeParse(text).success).toBe(false);
  },
);
