import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

describe('where sign-in leads', () => {
  it('leads back to the page that required it', () =>
    expect(localPath('/alert?customer=3')).toBe('/alert?customer=3'));
  for (const evil of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\r\nb',
    '/\t/evil.example',
    undefined,
  ])
    it(`never leads to ${String(evil)}`, () => expect(localPath(evil)).toBe('/'));
});
