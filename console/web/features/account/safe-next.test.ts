import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('where sign-in leads', () => {
  it('back to the page that asked for it', () =>
    expect(safeNext('/alert?customer=3')).toBe('/alert?customer=3'));
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    undefined,
  ])
    it(`never to ${String(evil)}`, () => expect(safeNext(evil)).toBe('/'));
});
