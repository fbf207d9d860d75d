import { describe, expect, it } from 'vitest';
import { lookAlikeAmong } from './look-alike.ts';

describe('two usernames look alike', () => {
  it.each([
    ['wholly Cyrillic', '\u0430\u0441\u0435', 'ace'],
    ['wholly Cyrillic capitals', '\u0410\u0421\u0415', 'ace'],
    ['wholly Greek', '\u03BF\u03BD\u03BF', 'ovo'],
    ['a capital i for an l', 'pauI', 'paul'],
    ['a one for an l', 'pau1', 'paul'],
    ['a zero for an o', 'n0c', 'noc'],
    ['a hyphen of typography', 'noc\u2010paris', 'noc-paris'],
    ['an apostrophe of typography', 'o\u2019neil', "o'neil"],
    ['r and n for an m', 'adrnin', 'admin'],
    ['a mark that is composed', 'jose\u0301', 'jos\u00E9'],
  ])('with %s', (_, one, other) => {
    expect(lookAlikeAmong(one, ['noc-lyon', other])).toBe(other);
  });

  it.each([
    ['\u0438\u0432\u0430\u043D', 'ivan'],
    ['\u043D\u043E\u0441', 'hoc'],
    ['jose', 'jos\u00E9'],
    ['noc1', 'noc2'],
    ['ali', 'all'],
    ['n.oc', 'noc'],
    ['Noc', 'noc'],
  ])('but not %s and %s', (one, other) => {
    expect(lookAlikeAmong(one, [other])).toBeUndefined();
  });
});
