import { describe, expect, it } from 'vitest';
import { offeredLanguage, offeredOf } from './locale.ts';

describe('the languages of an installation', () => {
  it.each([
    ['all, English first', ['en', 'fr'], undefined, ['en', 'fr']],
    ['French first', ['en', 'fr'], 'fr', ['fr', 'en']],
    ['French only', ['fr'], undefined, ['fr']],
    ['the default, which is always offered', ['fr'], 'en', ['en', 'fr']],
  ] as const)('are %s', (_, offered, preferred, expected) => {
    expect(offeredOf(offered, preferred)).toEqual(expected);
  });

  it.each([
    ['fr-CA', ['en', 'fr'], 'fr'],
    ['EN_gb', ['fr', 'en'], 'en'],
    ['de-DE', ['fr', 'en'], 'fr'],
    ['fr', ['en'], 'en'],
    [undefined, ['fr', 'en'], 'fr'],
    [null, ['en', 'fr'], 'en'],
    ['', ['en', 'fr'], 'en'],
  ] as const)('fall back from %s in %j to %s', (tag, offered, expected) => {
    expect(offeredLanguage(tag, [...offered])).toBe(expected);
  });
});
