import { expect, it } from 'vitest';
import { addressAfterSignIn } from './sign-in-address.ts';

it.each([
  ['/login', '/'],
  ['/login/', '/'],
  ['/Login?redirect=https://evil.example', '/'],
  ['/signin#top', '/'],
  ['/sign-in?next=/alert', '/'],
  ['/auth/login?returnUrl=%2Fmt%2Fuser', '/'],
  ['/users/sign_in', '/'],
  ['/', '/'],
  [undefined, '/'],
  // No sign-in, and a link into the console.
  ['/alert?customer=3#login', '/alert?customer=3#login'],
  ['/inventory/login', '/inventory/login'],
  ['/mt/user?q=/login', '/mt/user?q=/login'],
  // Another site.
  ['//evil.example/login', '/'],
  ['/\\evil.example/login', '/'],
  ['https://evil.example/login', '/'],
  ['javascript:alert(1)//login', '/'],
])('after a sign-in for %s the console opens %s', (next, opened) => {
  expect(addressAfterSignIn(next)).toBe(opened);
});
