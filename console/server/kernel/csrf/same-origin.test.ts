import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './csrf.ts';

describe('a request of a page', () => {
  it.each([
    ['https://console.example', true, true],
    ['http://console.example', true, false],
    ['https://console.example:8443', true, false],
    ['https://elsewhere.example', true, false],
    ['null', true, false],
    ['http://console.example', false, true],
  ])('of %s is of this origin, reached by https (%s): %s', (origin, secure, expected) => {
    for (const host of ['console.example', secure ? 'console.example:443' : 'console.example:80'])
      expect(isSameOrigin({ origin }, { host, secure })).toBe(expected);
  });

  it('from another site is rejected', () => {
    const headers = { origin: 'https://console.example', 'sec-fetch-site': 'same-site' };
    expect(isSameOrigin(headers, { host: 'console.example', secure: true })).toBe(false);
  });
});
